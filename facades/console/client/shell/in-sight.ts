/** Scrolls what appears into the window, as little as possible: the button that made it may be rows away. */
export function showItself(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
