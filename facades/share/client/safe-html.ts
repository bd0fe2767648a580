/** The elements that the service renders from Markdown, with their allowed attributes. */
const ALLOWED: Record<string, readonly string[]> = {
  a: ['href'],
  ol: ['start'],
  ...plain('p br hr em strong s ul li blockquote pre code table thead tbody tr details summary'),
  ...Object.fromEntries(['span', 'div', 'p', 'th', 'td'].map(tag => [tag, ['class']])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(tag => [tag, ['id']])),
};

function plain(tags: string): Record<string, readonly string[]> {
  return Object.fromEntries(tags.split(' ').map(tag => [tag, []]));
}

const VALUES: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|#section\.)/i,
  start: /^\d{1,9}$/,
  class: /^[\w -]{1,80}$/,
  id: /^section\./,
};

const MAX_DEPTH = 300;

type Policies = { createPolicy(name: string, rules: { createHTML(html: string): string }): typeof rules };

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

/**
 * Builds the elements of a rendered document, under the Trusted Types policy of the page. The HTML is parsed in a
 * separate document, where nothing runs or loads, and only allowed elements are copied. The service already sanitizes
 * it; the page does not rely on that.
 */
export function documentBuilder(policyName: string): (html: string) => DocumentFragment {
  /** The answer of the service that is about to be shown: the only text that may become HTML. */
  let expected: string | undefined;
  const policy = policies?.createPolicy(policyName, {
    createHTML(html) {
      if (html !== expected) throw new TypeError('Only the document may become HTML');
      return html;
    },
  });
  return html => {
    expected = html;
    const trusted = policy?.createHTML(html) ?? html;
    const { body } = new DOMParser().parseFromString(trusted, 'text/html');
    expected = undefined;
    const fragment = document.createDocumentFragment();
    copyChildren(body, fragment, 0);
    return fragment;
  };
}

function copyChildren(from: Node, to: Node, depth: number): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(child.nodeValue ?? ''));
    else if (child.nodeType === Node.ELEMENT_NODE) copyElement(child as Element, to, depth);
  }
}

function copyElement(element: Element, to: Node, depth: number): void {
  const name = element.localName;
  const attributes = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
  if (attributes === undefined || depth > MAX_DEPTH) {
    to.appendChild(document.createTextNode(element.textContent ?? ''));
    return;
  }
  // The document's name is the top heading, so headings move one level down.
  const copy = document.createElement(name.replace(/^h([1-5])$/, (_, level) => `h${Number(level) + 1}`));
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute);
    if (value !== null && VALUES[attribute]?.test(value)) copy.setAttribute(attribute, value);
  }
  copyChildren(element, copy, depth + 1);
  if (copy instanceof HTMLAnchorElement && copy.hasAttribute('href')) guardLink(copy);
  to.appendChild(copy);
}

function guardLink(link: HTMLAnchorElement): void {
  link.rel = 'noopener noreferrer nofollow';
  link.referrerPolicy = 'no-referrer';
  const href = link.getAttribute('href');
  if (!href?.startsWith('#')) link.target = '_blank';
  // In print, the address follows the link text; not if they are the same.
  if (link.textContent === href) link.className = 'bare';
}
