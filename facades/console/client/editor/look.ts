import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Uses the custom properties (`--…`) of the page, which a shadow root inherits. */
const theme = EditorView.theme({
  '&': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    fontSize: '0.8125rem',
    textAlign: 'left',
  },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-gutters': { color: 'var(--mantine-color-dimmed)', backgroundColor: 'var(--surface)', border: 'none' },
  '.cm-activeLineGutter, .cm-activeLine': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '.cm-content': { minHeight: '4rem' },
  '.cm-line.cm-place': {
    backgroundColor: 'var(--place)',
    boxShadow: 'inset 3px 0 0 var(--mantine-primary-color-filled)',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-collapsedLines': {
    color: 'var(--mantine-color-text)',
    background: 'var(--surface)',
    padding: '0.25rem 0.5rem',
    // Not the ornament of the merge view, which few fonts have.
    '&:before, &:after': { content: '"…"' },
  },
  // The gutter and the colour of the line show the deletion. A background or strike-through would reduce the contrast.
  '.cm-deletedText': { background: 'none !important', textDecoration: 'none' },
  '.cm-deletedChunk': { backgroundColor: 'rgba(220, 60, 60, 0.07) !important' },
  '@media (forced-colors: active)': {
    '.cm-changedText': { outline: '1px solid', background: 'none' },
    '.cm-changedLine, .cm-deletedChunk': { borderLeft: '3px solid' },
    '.cm-line.cm-place': { outline: '2px solid Highlight' },
  },
  '.cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--line)',
  },
  '.cm-panels': { color: 'var(--mantine-color-text)', backgroundColor: 'var(--surface)' },
});

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--mantine-color-anchor)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
]);

export const look: Extension = [theme, syntaxHighlighting(colors)];

/** Limits the height to that of the window, so that the editor lays out only the visible lines. */
export const frame = EditorView.theme({
  '&': { maxHeight: 'calc(100vh - 8rem)', border: '1px solid var(--line)', borderRadius: '0.375rem' },
});

/** Larger texts, in characters, get no syntax highlighting, because it would take too long. */
const MOST_COLOURED = 2_000_000;

export function languageOf(text: string, isMarkdown: boolean): Extension {
  if (text.length > MOST_COLOURED) return [];
  if (isMarkdown) return markdown();
  return /^\s*[{[]/.test(text) ? json() : yaml();
}
