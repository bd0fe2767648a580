/** Finds forbidden parts in the HTML of a document, with the strictest grammar. */

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/y;
const TEXT = /(?:[^<>&]|&(?:amp|lt|gt|quot|#x27);)+/y;

const LINK_REL = 'noopener noreferrer nofollow';
const CLASS = /^(?:table|image|control|cut|left|center|right|hljs-[\w-]+(?: [\w-]+_{0,3})*|language-[\w-]+)$/;

const ATTRIBUTES: Record<string, Record<string, RegExp>> = {
  a: {
    href: /^(?:https?:\/\/[!-~]+|mailto:[!-~]+|#section\.[\w%.!~*'()-]+)$/i,
    rel: RegExp(`^${LINK_REL}$`),
    target: /^_blank$/,
  },
  ol: { start: /^\d+$/ },
  ...Object.fromEntries(['th', 'td'].map(tag => [tag, { class: CLASS }])),
  ...Object.fromEntries(['span', 'div', 'p'].map(tag => [tag, { class: CLASS }])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`h${level}`, { id: /^section\.[\p{L}\p{M}\p{N}_-]+$/u }])),
};

const PLAIN = 'br hr em strong s ul li blockquote pre code table thead tbody tr details summary'.split(' ');
const VOID = new Set(['br', 'hr']);

/** Everything in the HTML except allowed, well-nested elements with allowed attributes; empty if there is nothing. */
export function findForeign(html: string): string[] {
  const open: string[] = [];
  const ids = new Set<string>();
  for (let at = 0; at < html.length; ) {
    TEXT.lastIndex = at;
    TAG.lastIndex = at;
    const text = TEXT.exec(html);
    const tag = text === null ? TAG.exec(html) : null;
    if (text === null && tag === null) return [`no HTML at ${at}: ${html.slice(at, at + 80)}`];
    at += (text ?? tag)?.[0].length ?? 0;
    if (tag === null) continue;
    const [whole, slash, name = '', attributes = ''] = tag;
    if (!PLAIN.includes(name) && !(name in ATTRIBUTES)) return [`element ${whole}`];
    if (slash && open.pop() !== name) return [`nesting of ${whole} at ${at}`];
    if (!slash && !VOID.has(name)) open.push(name);
    const foreign = foreignAttributes(name, attributes, ids);
    if (foreign.length > 0) return foreign;
  }
  return open.map(name => `unclosed ${name}`);
}

function foreignAttributes(name: string, attributes: string, ids: Set<string>): string[] {
  const found = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => ({ key, value }));
  const foreign = found.filter(({ key, value }) => !ATTRIBUTES[name]?.[key]?.test(value.replaceAll('&amp;', '&')));
  if (name === 'a' && attributes !== '' && !found.some(({ key }) => key === 'rel')) return ['a link without rel'];
  const id = found.find(({ key }) => key === 'id')?.value;
  if (id !== undefined && ids.has(id)) return [`second id ${id}`];
  if (id !== undefined) ids.add(id);
  return foreign.map(({ key, value }) => `attribute ${name} ${key}="${value}"`);
}
