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
    let timer = 0;
    // After the focus has moved: a button of the field's form can pass it on. When another window takes the focus, the field
    // remains the active element.
    const onLeave = () => {
      timer = window.setTimeout(() => setShown(isField(document.activeElement)));
    };
    document.addEventListener('focusout', onLeave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', onLeave);
    };
  }, [isOpen]);
  return isShown;
}
