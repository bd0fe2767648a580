import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { frame, languageOf, look } from './look.ts';
import { useShadowHost } from './shadow-host.ts';
import { useWholeText } from './whole-text.ts';

export type Mark = { line: number; column?: number | null; message: string; severity: 'error' | 'warning' };

/** A text for the editor. A new object replaces the content of the editor. */
export type Given = { text: string };

type Props = {
  given: Given;
  isMarkdown: boolean;
  label: string;
  marks: readonly Mark[];
  isHidden: boolean;
  isReadOnly: boolean;
  /** Called when the user edits the text, but not when `given` replaces it. */
  onChange: (text: Text) => void;
};

/** From this average line length, as in minified JSON, lines are not wrapped: it would take longer than a second. */
const LONG_LINES = 10_000;

/** Marks transactions that replace the text by `given`, as opposed to edits of the user. */
const isGiven = Annotation.define<true>();

/** The extensions that depend on the given text: its language, and whether lines wrap. */
const settingsFor = (whole: Text, text: string, isMarkdown: boolean): Extension => [
  languageOf(text, isMarkdown),
  whole.length < LONG_LINES * whole.lines ? EditorView.lineWrapping : [],
];

/**
 * A text editor with `marks` at the lines of problems. Tab indents; press Escape, then Tab, to leave it by keyboard.
 */
export function CodeEditor({ given, isMarkdown, label, marks, isHidden, isReadOnly, onChange }: Props) {
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const readOnly = useRef(new Compartment());
  const settings = useRef(new Compartment());
  const whole = useWholeText(given.text);
  const first = useRef<Text>(undefined);
  first.current ??= whole;
  const shown = useRef(given);
  const host = useShadowHost((root, parent) => {
    const doc = first.current;
    if (doc === undefined) return () => {};
    view.current = new EditorView({
      root,
      parent,
      doc,
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        look,
        frame,
        settings.current.of(settingsFor(doc, given.text, isMarkdown)),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        // The page takes files: the editor would insert them into the text too.
        EditorView.domEventHandlers({ drop: event => event.dataTransfer?.types.includes('Files') === true }),
        readOnly.current.of([]),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some(each => each.annotation(isGiven))) changed.current(state.doc);
        }),
      ],
    });
    return () => view.current?.destroy();
  }, first.current);
  // Replaces the text in one transaction, so that the user can undo it.
  useEffect(() => {
    const editor = view.current;
    if (editor === null || whole === undefined || shown.current === given) return;
    shown.current = given;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: whole },
      effects: settings.current.reconfigure(settingsFor(whole, given.text, isMarkdown)),
      annotations: [isGiven.of(true), isolateHistory.of('full')],
    });
  }, [whole, given, isMarkdown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor exists once `first` is set.
  useEffect(() => {
    const editor = view.current;
    if (editor !== null)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          marks.filter(({ line }) => line <= editor.state.doc.lines).map(mark => diagnosticOf(editor, mark)),
        ),
      );
  }, [marks, first.current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor exists once `first` is set.
  useEffect(() => {
    // While a new text is built, which then replaces this one, an edit would be lost.
    const isLocked = isReadOnly || whole === undefined;
    view.current?.dispatch({ effects: readOnly.current.reconfigure(EditorState.readOnly.of(isLocked)) });
  }, [isReadOnly, whole === undefined, first.current]);
  return <div ref={host} className="editor editor-large" hidden={isHidden} />;
}

function diagnosticOf({ state: { doc } }: EditorView, { line, column, message, severity }: Mark): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const start = Math.min(to, from + Math.max(0, (column ?? 1) - 1));
  return { from: start, to: Math.max(start, to), message, severity };
}
