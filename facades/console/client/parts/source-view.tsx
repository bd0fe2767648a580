import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { frame, languageOf, look } from '../editor/look.ts';
import { numbered, show } from '../editor/place.ts';
import { useShadowHost } from '../editor/shadow-host.ts';
import { useWholeText } from '../editor/whole-text.ts';

/** `line`: the line to show first and to mark, from 1. */
type Props = { text: string; isMarkdown: boolean; line?: number | undefined };

/** A read-only text. Only the visible lines are laid out, so the text may be large. */
export function SourceView({ text, isMarkdown, line }: Props) {
  const whole = useWholeText(text);
  const host = useShadowHost((root, parent) => {
    if (whole === undefined) return () => {};
    const place = { firstLine: 1, line: line === undefined ? undefined : Math.min(line, whole.lines) };
    const view = new EditorView({
      root,
      parent,
      doc: whole,
      extensions: [
        numbered(1, place),
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
    show(view, place);
    return () => view.destroy();
  }, whole);
  return <div ref={host} className="source" />;
}
