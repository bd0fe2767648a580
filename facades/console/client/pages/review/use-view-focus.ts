import { useEffect, useRef } from 'react';

/**
 * Gives the focus to a view when it takes the place of what had it, such as a change in the view before: otherwise the
 * reader would go on at the beginning of the page.
 */
export function useViewFocus<Whole extends HTMLElement>(name: string) {
  const ref = useRef<Whole>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (name !== shown.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    shown.current = name;
  }, [name]);
  return { ref, tabIndex: -1 };
}
