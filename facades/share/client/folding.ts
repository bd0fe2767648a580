import { find } from './elements.ts';
import { at } from './lines.ts';
import { applyFolds, chunksInSight, currentView, nextFold, revealLine } from './viewer.ts';

export function toggleFold(line: number): void {
  const view = currentView();
  if (view === undefined) return;
  if (!view.folded.delete(line)) view.folded.add(line);
  view.current = line;
  applyFolds();
  focusFold(line);
}

/** Moves the tab stop to the next or previous fold, and focuses it. */
export function moveFold(line: number, step: 1 | -1): void {
  const view = currentView();
  if (view === undefined) return;
  const next = nextFold(view, line, step);
  if (next >= 0) focusFold(next);
}

function focusFold(line: number): void {
  const view = currentView();
  if (view === undefined) return;
  const foldOf = (wanted: number) => find('text').querySelector<HTMLElement>(`[data-line="${wanted}"]`);
  const previous = foldOf(view.current);
  if (previous !== null) previous.tabIndex = -1;
  view.current = line;
  revealLine(line);
  chunksInSight();
  const fold = foldOf(line);
  if (fold === null) return;
  fold.tabIndex = 0;
  fold.focus({ preventScroll: true });
}

/**
 * Folds the blocks of the second and third level, so that paths and schemas remain as a list; or unfolds everything.
 */
export function foldAll(isFolded: boolean): void {
  const view = currentView();
  if (view === undefined) return;
  const { lines } = view;
  const first = /^\s*[{[]/.test(lines.text.slice(0, 100)) ? 2 : 1;
  view.folded.clear();
  for (let line = 0; isFolded && line < lines.count; line++) {
    const level = at(lines.levels, line);
    if (at(lines.blockEnds, line) > 0 && (level === first || level === first + 1)) view.folded.add(line);
  }
  find('text').scrollTop = 0;
  applyFolds();
}
