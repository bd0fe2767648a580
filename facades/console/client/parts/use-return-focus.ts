import { useEffect, useRef } from 'react';

/**
 * Returns the focus to the element that opened a dialog, or to the page if that element was removed or disabled.
 * Mantine does this only for dialogs that stay mounted when they are closed.
 */
export function useReturnFocus(): void {
  const opener = useRef(openerOf(document.activeElement));
  useEffect(() => {
    const element = opener.current;
    return () => {
      if (document.activeElement !== document.body) return;
      const next = element?.isConnected && !element.matches(':disabled') ? element : document.getElementById('main');
      next?.focus({ preventScroll: true });
    };
  }, []);
}

/** The element to return the focus to. For a menu item it is the button of the menu, because the item is removed. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : (focused as HTMLElement | null);
}
