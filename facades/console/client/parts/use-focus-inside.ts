import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Focuses an element when the focused element inside it is removed, such as a form after sending. Otherwise the focus
 * would be lost, and keyboard navigation would restart at the top of the page.
 */
export function useFocusInside<Whole extends HTMLElement>() {
  const ref = useRef<Whole>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const whole = ref.current;
    if (whole === null) return;
    const keep = () =>
      isInside.current && document.activeElement === document.body && whole.focus({ preventScroll: true });
    const observer = new MutationObserver(keep);
    observer.observe(whole, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // A button that is disabled while its form is sent loses the focus too.
      const isLost = relatedTarget === null && (target.matches(':disabled') || !target.isConnected);
      isInside.current = isLost || ref.current?.contains(relatedTarget) === true;
    },
  };
}
