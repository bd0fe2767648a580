/** The element of the page with this id; the page has all of them. */
export function find<Found extends HTMLElement = HTMLElement>(id: string): Found {
  return document.getElementById(id) as Found;
}

/** A new element with a class and a text. */
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

/** Shows one of the parts of the page that stand for each other. */
export function showOnly(shown: string, all: readonly string[]): void {
  for (const id of all) find(id).hidden = id !== shown;
}

export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
