import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { languageOf, look } from './look.ts';
import { useShadowHost } from './shadow-host.ts';

type Props = {
  before: string;
  after: string;
  isMarkdown?: boolean;
  label: string;
  /** Called with the line of the text after, from 1, on which the reader put the cursor. */
  onLine?: (line: number) => void;
};

const MERGE = {
  gutter: true,
  highlightChanges: true,
  collapseUnchanged: { margin: 3, minSize: 6 },
  // A rough comparison of large texts instead of a long one.
  diffConfig: { scanLimit: 500, timeout: 400 },
} as const;

const NARROW_PX = 700;

/** Two texts side by side with what differs marked; one below the other where there is no room, or only one. */
export function Merge({ before, after, isMarkdown = false, label, onLine }: Props) {
  const host = useShadowHost((root, parent) => {
    const common: Extension = [
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      lineNumbers(),
      look,
      languageOf(after || before, isMarkdown),
      EditorView.updateListener.of(({ selectionSet, state }) => {
        if (selectionSet) onLine?.(state.doc.lineAt(state.selection.main.head).number);
      }),
    ];
    const named = (side: string) => EditorView.contentAttributes.of({ 'aria-label': `${label}, ${side}` });
    if (window.innerWidth < NARROW_PX || before === '' || after === '') {
      const unified = unifiedMergeView({ original: before, mergeControls: false, ...MERGE });
      const view = new EditorView({ root, parent, doc: after, extensions: [common, named('changes'), unified] });
      return () => view.destroy();
    }
    const view = new MergeView({
      root,
      parent,
      a: { doc: before, extensions: [common, named('before')] },
      b: { doc: after, extensions: [common, named('after')] },
      ...MERGE,
    });
    return () => view.destroy();
  }, `${before.length} ${after.length} ${before} ${after}`);
  return <div ref={host} className="editor" />;
}
