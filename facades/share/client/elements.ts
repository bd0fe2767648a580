/** Returns an element of the page, which must exist. */
export function find<Found extends HTMLElement = HTMLElement>(id: string): Found {
  return document.getElementById(id) as Found;
}

/** Creates an element with a class and a text. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  if (text !== '') element.textContent = text;
  return element;
}

/** Shows one of several alternative parts of the page. */
export function showOnly(shown: string, all: readonly string[]): void {
  for (const id of all) find(id).hidden = id !== shown;
}

export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
