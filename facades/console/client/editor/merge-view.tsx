import { Change, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { Pager } from '../parts/pager.tsx';
import { passFocusOn } from '../parts/pass-focus-on.ts';
import type { Part } from './compare.ts';
import { languageOf, look } from './look.ts';
import { numbered, type Place, show } from './place.ts';
import { useShadowHost } from './shadow-host.ts';
import { type Compared, useCompared } from './use-compared.ts';
import { useWholeText } from './whole-text.ts';

type Props = {
  before: string;
  after: string;
  isMarkdown?: boolean;
  label: string;
  /** Set if only the surroundings of a change are shown. */
  at?: { before: Place; after: Place } | undefined;
  /** Called with the 1-based line of the text after, when the reader moves the cursor. */
  onLine?: (line: number) => void;
};

/**
 * Folds unchanged lines. Not used around a change (`at`), because its own lines could be folded. The folds can only be opened by
 * a pointer, so a button opens them all.
 */
const FOLDED = { collapseUnchanged: { margin: 3, minSize: 6 } } as const;

/** Shorter texts have no lines to fold. */
const LONG = /^(?:.*\n){9}/;

const NARROW = '(max-width: 43.75rem)';

/** Shows the differences of two texts: side by side, or unified in a narrow window or if one text is empty. */
export function Merge(props: Props) {
  const { compared, failure, again } = useCompared(props.before, props.after, props.at !== undefined);
  if (failure !== undefined)
    return (
      <div className="row" ref={passFocusOn}>
        <span role="alert">{failure}</span>
        <Button variant="default" size="compact-sm" onClick={again}>
          Try again
        </Button>
      </div>
    );
  if (compared === undefined) return <p className="late">Comparing the texts…</p>;
  return <Parts {...props} compared={compared} />;
}

function Parts({ compared, ...props }: Props & { compared: Compared }) {
  const [page, setPage] = useState(1);
  const [isFolded, setIsFolded] = useState(true);
  const { parts } = compared;
  const { before, after } = props.at ?? {};
  const mayFold = props.at === undefined && (LONG.test(compared.before) || LONG.test(compared.after));
  return (
    <>
      {mayFold && (
        <div className="row">
          <Button variant="default" size="compact-xs" onClick={() => setIsFolded(!isFolded)}>
            {isFolded ? 'Show unchanged lines' : 'Fold unchanged lines'}
          </Button>
        </div>
      )}
      {parts.length > 1 && (
        <div className="row small">
          Shown in {parts.length} parts, with about the same number of changes in each.
          <Pager total={parts.length} size={1} page={page} go={setPage} />
        </div>
      )}
      <MergedPart
        key={`${page} ${before?.line} ${after?.line}`}
        {...props}
        compared={compared}
        part={parts[page - 1] as Part}
        isFolded={isFolded && mayFold}
      />
    </>
  );
}

function MergedPart({
  compared,
  part,
  isFolded,
  isMarkdown = false,
  label,
  at,
  onLine,
}: Props & { compared: Compared; part: Part; isFolded: boolean }) {
  const before = useDocument(compared.before, part.before);
  const after = useDocument(compared.after, part.after);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const made = useMemo(
    () => before && after && { before, after, isNarrow, isFolded },
    [before, after, isNarrow, isFolded],
  );
  const host = useShadowHost((root, parent) => {
    if (made === undefined) return () => {};
    const common: Extension = [
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      look,
      languageOf(compared.after || compared.before, isMarkdown),
    ];
    const lines = {
      before: numbered(part.before.firstLine, at?.before),
      after: numbered(part.after.firstLine, at?.after),
    };
    const following = EditorView.updateListener.of(({ selectionSet, state }) => {
      const line = state.doc.lineAt(state.selection.main.head).number;
      if (selectionSet) onLine?.(line + (at?.after ?? part.after).firstLine - 1);
    });
    const named = (side: string) => EditorView.contentAttributes.of({ 'aria-label': `${label}, ${side}` });
    const merge = {
      gutter: true,
      highlightChanges: true,
      diffConfig: { override: () => changesOf(part) },
      ...(made.isFolded && FOLDED),
    };
    if (at !== undefined) root.host.scrollIntoView({ block: 'center' });
    const only = at && (made.after.length === 0 ? 'before' : made.before.length === 0 ? 'after' : undefined);
    if (only !== undefined) {
      // Only one text has the place, so it is shown as it is. A comparison would also mark its surroundings, which both
      // have.
      const extensions = [common, only === 'after' ? following : [], named(only), lines[only]];
      const view = new EditorView({ root, parent, doc: made[only], extensions });
      show(view, at?.[only]);
      return () => view.destroy();
    }
    if (made.isNarrow || made.before.length === 0 || made.after.length === 0) {
      const unified = unifiedMergeView({ original: made.before, mergeControls: false, ...merge });
      const extensions = [common, following, named('changes'), unified, lines.after];
      const view = new EditorView({ root, parent, doc: made.after, extensions });
      show(view, at?.after);
      return () => view.destroy();
    }
    const view = new MergeView({
      root,
      parent,
      a: { doc: made.before, extensions: [common, named('before'), lines.before] },
      b: { doc: made.after, extensions: [common, following, named('after'), lines.after] },
      ...merge,
    });
    show(view.a, at?.before);
    show(view.b, at?.after);
    return () => view.destroy();
  }, made);
  return <div ref={host} className="editor" />;
}

/**
 * The document of a part. Its `toString` returns the known text: the merge view calls it, and joining lines is slow.
 */
function useDocument(text: string, { from, to }: Part['before']): Text | undefined {
  const lines = useMemo(() => text.slice(from, to), [text, from, to]);
  const whole = useWholeText(lines);
  return whole && Object.assign(whole, { toString: () => lines });
}

function changesOf({ changes }: Part): Change[] {
  const found: Change[] = [];
  for (let at = 0; at < changes.length; at += 4)
    found.push(new Change(...(changes.slice(at, at + 4) as [number, number, number, number])));
  return found;
}
