import { useLayoutEffect, useState } from 'react';

const isField = (element: EventTarget | null): boolean =>
  element instanceof Element && element.matches('main textarea');

/**
 * `isOpen`, but true as long as the reader types: otherwise the field would be removed under the caret, and the next
 * letters would be shortcuts.
 */
export function useOpenWhileTyping(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(isOpen);
  useLayoutEffect(() => {
    if (isOpen || !isField(document.activeElement)) return setShown(isOpen);
    // When another window takes the focus, the field remains the active element.
    const onLeave = ({ relatedTarget }: FocusEvent) => setShown(isField(relatedTarget ?? document.activeElement));
    document.addEventListener('focusout', onLeave);
    return () => document.removeEventListener('focusout', onLeave);
  }, [isOpen]);
  return isShown;
}
