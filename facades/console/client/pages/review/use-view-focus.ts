import { useEffect, useRef } from 'react';

/**
 * Focuses a view when it replaces the view that had the focus. Otherwise the focus would be lost, and keyboard
 * navigation would restart at the top of the page.
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
