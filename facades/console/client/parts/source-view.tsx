import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { codeFolding, defaultHighlightStyle, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';

/** Above this many characters a grammar would hold the page up. */
const MAX_COLOURED = 2_000_000;

const look = EditorView.theme({
  '&': {
    maxHeight: 'calc(100vh - 8rem)',
    border: '1px solid var(--line)',
    borderRadius: '0.375rem',
    fontSize: '0.8125rem',
  },
  '.cm-gutters': { color: 'var(--mantine-color-dimmed)', background: 'var(--surface)', borderColor: 'var(--line)' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
});

function languageOf(text: string, isMarkdown: boolean) {
  if (text.length > MAX_COLOURED) return [];
  if (isMarkdown) return markdown();
  return /^\s*\{/.test(text) ? json() : yaml();
}

/** A text to read: only what is in sight is laid out, however large it is. */
export function SourceView({ text, isMarkdown }: { text: string; isMarkdown: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return;
    // In a document, CodeMirror writes <style> elements, which the Content-Security-Policy forbids; in a shadow tree not.
    const shadow = box.current.shadowRoot ?? box.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      parent: shadow,
      root: shadow,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          codeFolding(),
          foldGutter(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap]),
          syntaxHighlighting(defaultHighlightStyle),
          languageOf(text, isMarkdown),
          look,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': 'Source' }),
        ],
      }),
    });
    return () => view.destroy();
  }, [text, isMarkdown]);
  return <div ref={box} />;
}
