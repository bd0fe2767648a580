import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { frame, languageOf, look } from './look.ts';
import { useShadowHost } from './shadow-host.ts';
import { useWholeText } from './whole-text.ts';

export type Mark = { line: number; column?: number | null; message: string; severity: 'error' | 'warning' };

type Props = {
  /** The text to begin with. */
  text: string;
  isMarkdown: boolean;
  label: string;
  marks: readonly Mark[];
  isHidden: boolean;
  isReadOnly: boolean;
  onChange: (text: Text) => void;
};

/** Wrapping lines of this average length, such as those of a minified text, takes longer than a second. */
const LONG_LINES = 10_000;

/** An editor of a text whose problems are marked at their lines. Escape, then Tab, leaves it. */
export function CodeEditor({ text, isMarkdown, label, marks, isHidden, isReadOnly, onChange }: Props) {
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const readOnly = useRef(new Compartment());
  const whole = useWholeText(text);
  const host = useShadowHost((root, parent) => {
    if (whole === undefined) return () => {};
    view.current = new EditorView({
      root,
      parent,
      doc: whole,
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        look,
        frame,
        languageOf(text, isMarkdown),
        whole.length < LONG_LINES * whole.lines ? EditorView.lineWrapping : [],
        EditorView.contentAttributes.of({ 'aria-label': label }),
        readOnly.current.of([]),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) changed.current(state.doc);
        }),
      ],
    });
    return () => view.current?.destroy();
  }, whole);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another whole text has another editor.
  useEffect(() => {
    const editor = view.current;
    if (editor !== null)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          marks.filter(({ line }) => line <= editor.state.doc.lines).map(mark => diagnosticOf(editor, mark)),
        ),
      );
  }, [marks, whole]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another whole text has another editor.
  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.current.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }, [isReadOnly, whole]);
  return <div ref={host} className="editor editor-large" hidden={isHidden} />;
}

function diagnosticOf({ state: { doc } }: EditorView, { line, column, message, severity }: Mark): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(to, from + Math.max(0, (column ?? 1) - 1));
  return { from: start, to: Math.max(start, to), message, severity };
}
