/** The `ref` of an element that is removed: moves the focus inside it to the dialog or page around it, instead of losing it. */
export const passFocusOn = (place: HTMLElement | null) => () => {
  if (!place?.contains(document.activeElement)) return;
  place.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
};
