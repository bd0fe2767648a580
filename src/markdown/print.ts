import type { Token } from 'markdown-it';
import { anchorOf, type createAnchors } from './anchors.ts';
import type { Highlight } from './highlight.ts';

/** A heading with its id. */
export type Heading = { level: number; id: string; text: string };

/** State while a document is printed. */
export type Page = {
  headings: Heading[];
  nameHeading: ReturnType<typeof createAnchors>;
  highlight: Highlight;
  /** Remaining total length of link addresses. */
  linkCharacters: number;
};

const MAX_HEADINGS = 1_000;
const MAX_HEADING_TEXT = 300;

/** Tags that are printed without attributes. */
const PLAIN_TAGS = new Set([
  'p',
  'blockquote',
  'ul',
  'li',
  'em',
  'strong',
  's',
  'thead',
  'tbody',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Direction marks can make a text look different from what it is (CVE-2021-42574). They are shown by their code points.
 */
export const visibleControls = (html: string): string =>
  html.replace(
    CONTROLS,
    control => `<span class="control">U+${control.charCodeAt(0).toString(16).toUpperCase()}</span>`,
  );

export const escapeText = (text: string): string =>
  visibleControls(text.replace(/[&<>]/g, character => ENTITIES[character] as string));

const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, character => ENTITIES[character] as string);

/** Prints tokens as HTML. It prints only what is listed here, so that no parser rule can add an element. */
export const printTokens = (tokens: Token[], page: Page): string => {
  const parts: string[] = [];
  let isLinkPrinted = false;
  for (const [index, token] of tokens.entries()) {
    if (token.hidden) continue;
    if (token.type === 'link_open') {
      const opening = openLink(token, page);
      isLinkPrinted = opening !== '';
      parts.push(opening);
    } else if (token.type === 'link_close') {
      if (isLinkPrinted) parts.push('</a>');
    } else if (token.type === 'heading_open') parts.push(openHeading(token, tokens[index + 1], page));
    else parts.push(printToken(token, page));
  }
  return parts.join('');
};

const printToken = (token: Token, page: Page): string => {
  switch (token.type) {
    case 'inline':
      return printTokens(token.children ?? [], page);
    case 'text':
      return escapeText(token.content);
    case 'code_inline':
      return `<code>${escapeText(token.content)}</code>`;
    case 'code_block':
    case 'fence':
      return printCode(token, page);
    case 'image':
      return `<span class="image">${escapeText(textOf(token.children ?? []) || 'image')}</span>`;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return '<br>\n';
    case 'hr':
      return '<hr>\n';
    case 'ordered_list_open':
      return openList(token);
    case 'ordered_list_close':
      return '</ol>\n';
    case 'table_open':
      return '<div class="table"><table>\n';
    case 'table_close':
      return '</table></div>\n';
    case 'th_open':
    case 'td_open':
      return openCell(token);
    case 'th_close':
      return '</th>';
    case 'td_close':
      return '</td>';
    default:
      return printTag(token);
  }
};

const printTag = ({ tag, nesting, block, content }: Token): string => {
  if (!PLAIN_TAGS.has(tag)) return escapeText(content);
  const html = nesting === 1 ? `<${tag}>` : `</${tag}>`;
  return block && nesting === -1 ? `${html}\n` : html;
};

const printCode = ({ info, content }: Token, { highlight }: Page): string => {
  const language = /^[\w+#.-]{1,40}/.exec(info)?.[0].toLowerCase() ?? '';
  const colored = highlight(content, language);
  return `<pre><code>${colored === null ? escapeText(content) : visibleControls(colored)}</code></pre>\n`;
};

const openLink = (token: Token, page: Page): string => {
  if (page.linkCharacters < 0) return '';
  const target = judgeLink(String(token.attrGet('href') ?? ''));
  const anchor = target?.kind === 'heading' ? anchorOf(target.name) : '';
  const href = target?.kind === 'outside' ? target.href : anchor && `#${encodeURIComponent(anchor)}`;
  page.linkCharacters -= href.length;
  if (href === '' || page.linkCharacters < 0) return '';
  const place = target?.kind === 'outside' ? ' target="_blank"' : '';
  return `<a href="${escapeAttribute(href)}" rel="noopener noreferrer nofollow"${place}>`;
};

const openHeading = ({ tag }: Token, inline: Token | undefined, page: Page): string => {
  const text = textOf(inline?.children ?? [])
    .trim()
    .slice(0, MAX_HEADING_TEXT);
  const id = page.nameHeading(text);
  if (id === '') return `<${tag}>`;
  if (page.headings.length < MAX_HEADINGS) page.headings.push({ level: Number(tag.slice(1)), id, text });
  return `<${tag} id="${id}">`;
};

/** The text of inline tokens without its markup. */
const textOf = (tokens: Token[]): string =>
  tokens
    .map(({ type, content, children }) =>
      /break$/.test(type) ? ' ' : type === 'image' ? textOf(children ?? []) : content,
    )
    .join('');

const openList = (token: Token): string => {
  const start = Number(token.attrGet('start') ?? 1);
  return Number.isInteger(start) && start !== 1 ? `<ol start="${start}">\n` : '<ol>\n';
};

const ALIGNMENT = /^text-align:(left|center|right)$/;

const openCell = (token: Token): string => {
  const alignment = ALIGNMENT.exec(String(token.attrGet('style') ?? ''))?.[1];
  return alignment === undefined ? `<${token.tag}>` : `<${token.tag} class="${alignment}">`;
};

/** The target of a permitted link: the web or a mail address, or a heading of the same document. */
type Target = { kind: 'outside'; href: string } | { kind: 'heading'; name: string };

/** Limits the size of the output: longer addresses do not help readers, and one definition may be used very often. */
const MAX_HREF = 2_000;
const MAX_NAME = 300;

/**
 * Checks the address of a link, percent-encoded as markdown-it leaves it. Returns null for other schemes, for addresses
 * that a browser could read differently from what the reader sees, and for relative addresses, which have no meaning on
 * the page of a share.
 */
const judgeLink = (address: string): Target | null => {
  if (address.length > MAX_HREF || !/^[!-~]+$/.test(address) || address.includes('\\')) return null;
  if (address.startsWith('#')) return judgeFragment(address.slice(1));
  if (/^https?:\/\/[^/?#]/i.test(address)) return isPlainUrl(address) ? { kind: 'outside', href: address } : null;
  return /^mailto:[^/?#@]+@[^/?#@]+/i.test(address) ? { kind: 'outside', href: address } : null;
};

const judgeFragment = (encoded: string): Target | null => {
  try {
    const name = decodeURIComponent(encoded);
    return name === '' || name.length > MAX_NAME ? null : { kind: 'heading', name };
  } catch {
    return null;
  }
};

/** Refuses URLs with a user name (`https://bank.example@thief.example`), which only serve to deceive. */
const isPlainUrl = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
};
