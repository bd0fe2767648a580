import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, lineNumbers } from '@codemirror/view';
import { languageOf, look } from './look.ts';
import { useShadowHost } from './shadow-host.ts';

/** A part of a text: the number of its first line, and the line to show first and to mark. */
export type Place = { firstLine: number; line: number | undefined };

type Props = {
  before: string;
  after: string;
  isMarkdown?: boolean;
  label: string;
  /** When only the surroundings of a place are shown. */
  at?: { before: Place; after: Place } | undefined;
  /** Called with the line of the text after, from 1, on which the reader put the cursor. */
  onLine?: (line: number) => void;
};

const MERGE = {
  gutter: true,
  highlightChanges: true,
  // A rough comparison of large texts instead of a long one.
  diffConfig: { scanLimit: 500, timeout: 400 },
} as const;

const COLLAPSED = { collapseUnchanged: { margin: 3, minSize: 6 } } as const;

/** Around a place the texts are short, and nothing is folded: the place might be in it. */
const EXACT = { diffConfig: { scanLimit: 3_000, timeout: 150 } } as const;

const NARROW_PX = 700;

/** Two texts side by side with what differs marked; one below the other where there is no room, or only one. */
export function Merge({ before, after, isMarkdown = false, label, at, onLine }: Props) {
  const host = useShadowHost((root, parent) => {
    const common: Extension = [
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      look,
      languageOf(after || before, isMarkdown),
    ];
    const following = EditorView.updateListener.of(({ selectionSet, state }) => {
      const line = state.doc.lineAt(state.selection.main.head).number;
      if (selectionSet) onLine?.(line + (at?.after.firstLine ?? 1) - 1);
    });
    const named = (side: string) => EditorView.contentAttributes.of({ 'aria-label': `${label}, ${side}` });
    const merge = { ...MERGE, ...(at === undefined ? COLLAPSED : EXACT) };
    if (at !== undefined) root.host.scrollIntoView({ block: 'center' });
    if (window.innerWidth < NARROW_PX || before === '' || after === '') {
      const unified = unifiedMergeView({ original: before, mergeControls: false, ...merge });
      const extensions = [common, following, named('changes'), unified, ...numbered(at?.after)];
      const view = new EditorView({ root, parent, doc: after, extensions });
      show(view, at?.after);
      return () => view.destroy();
    }
    const view = new MergeView({
      root,
      parent,
      a: { doc: before, extensions: [common, named('before'), ...numbered(at?.before)] },
      b: { doc: after, extensions: [common, following, named('after'), ...numbered(at?.after)] },
      ...merge,
    });
    show(view.a, at?.before);
    show(view.b, at?.after);
    return () => view.destroy();
  }, `${before.length} ${after.length} ${at?.before.line} ${at?.after.line} ${before} ${after}`);
  return <div ref={host} className="editor" />;
}

const PLACE = Decoration.line({ class: 'cm-place', attributes: { 'aria-current': 'location' } });

function numbered(place: Place | undefined): Extension[] {
  const { firstLine = 1, line } = place ?? {};
  const numbers = lineNumbers({ formatNumber: number => String(number + firstLine - 1) });
  if (line === undefined) return [numbers];
  const marked = EditorView.decorations.of(({ state }) =>
    Decoration.set(PLACE.range(state.doc.line(line - firstLine + 1).from)),
  );
  return [numbers, marked];
}

function show(view: EditorView, place: Place | undefined): void {
  if (place?.line === undefined) return;
  const { from } = view.state.doc.line(place.line - place.firstLine + 1);
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}
