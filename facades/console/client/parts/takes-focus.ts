/**
 * Properties of the first item that a button "Show all" adds in its own place: it takes the focus that is lost with the
 * button.
 */
export const TAKES_FOCUS = {
  tabIndex: -1,
  ref: (item: HTMLElement | null) => {
    if (document.activeElement === document.body) item?.focus({ preventScroll: true });
  },
};
