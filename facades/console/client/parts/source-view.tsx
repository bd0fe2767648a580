import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { frame, languageOf, look } from '../editor/look.ts';
import { useShadowHost } from '../editor/shadow-host.ts';
import { useWholeText } from '../editor/whole-text.ts';

/** A read-only text. Only the visible lines are laid out, so the text may be large. */
export function SourceView({ text, isMarkdown }: { text: string; isMarkdown: boolean }) {
  const whole = useWholeText(text);
  const host = useShadowHost((root, parent) => {
    if (whole === undefined) return () => {};
    const view = new EditorView({
      root,
      parent,
      doc: whole,
      extensions: [
        lineNumbers(),
        codeFolding(),
        foldGutter(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...foldKeymap]),
        look,
        frame,
        languageOf(text, isMarkdown),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Source', tabindex: '0' }),
      ],
    });
    return () => view.destroy();
  }, whole);
  return <div ref={host} className="source" />;
}
