/** The decoded id in the fragment of an address; unchanged if it cannot be decoded. */
export function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Focuses a heading after a link to it, so that keyboard navigation continues there. Does not scroll. */
export function focusSection(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
