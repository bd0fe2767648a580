import type { Extension } from '@codemirror/state';
import { Decoration, EditorView, lineNumbers } from '@codemirror/view';

/** A part of a text: the number of its first line, and the line to show first and to mark. */
export type Place = { firstLine: number; line: number | undefined };

const PLACE = Decoration.line({ class: 'cm-place', attributes: { 'aria-current': 'location' } });

/** Line numbers as of the whole text; `place` is marked. */
export function numbered(partFrom: number, place: Place | undefined): Extension {
  const { firstLine, line } = place ?? { firstLine: partFrom, line: undefined };
  const numbers = lineNumbers({ formatNumber: number => String(number + firstLine - 1) });
  if (line === undefined) return numbers;
  const marked = EditorView.decorations.of(({ state }) =>
    Decoration.set(PLACE.range(state.doc.line(line - firstLine + 1).from)),
  );
  return [numbers, marked];
}

/** Scrolls to the line of a place. */
export function show(view: EditorView, place: Place | undefined): void {
  if (place?.line === undefined) return;
  const { from } = view.state.doc.line(place.line - place.firstLine + 1);
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}
