import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { languageOf, look } from './look.ts';
import { useShadowHost } from './shadow-host.ts';

export type Mark = { line: number; column?: number | null; message: string; severity: 'error' | 'warning' };

type Props = {
  /** The text to begin with. Another `version` replaces what stands there. */
  text: string;
  version: number;
  isMarkdown: boolean;
  label: string;
  marks: readonly Mark[];
  isReadOnly: boolean;
  isHidden: boolean;
  onChange: (text: string) => void;
};

/** An editor of a text whose problems are marked at their lines. Escape, then Tab, leaves it. */
export function CodeEditor({ text, version, isMarkdown, label, marks, isReadOnly, isHidden, onChange }: Props) {
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const host = useShadowHost((root, parent) => {
    view.current = new EditorView({
      root,
      parent,
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        look,
        languageOf(text, isMarkdown),
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) changed.current(state.doc.toString());
        }),
      ],
    });
    return () => view.current?.destroy();
  }, `${version} ${isMarkdown}`);
  useEffect(() => {
    const editor = view.current;
    if (editor !== null)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          marks.filter(({ line }) => line <= editor.state.doc.lines).map(mark => diagnosticOf(editor, mark)),
        ),
      );
  }, [marks]);
  return <div ref={host} className="editor editor-large" hidden={isHidden} />;
}

function diagnosticOf({ state: { doc } }: EditorView, { line, column, message, severity }: Mark): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(to, from + Math.max(0, (column ?? 1) - 1));
  return { from: start, to: Math.max(start, to), message, severity };
}
