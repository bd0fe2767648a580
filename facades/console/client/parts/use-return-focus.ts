import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what opened a dialog, or to the page when that was deleted. Mantine does so only for dialogs
 * that stay mounted when they are closed.
 */
export function useReturnFocus(): void {
  const opener = useRef(openerOf(document.activeElement));
  useEffect(() => {
    const element = opener.current;
    return () => {
      if (document.activeElement !== document.body) return;
      const next = element?.isConnected ? element : document.getElementById('main');
      next?.focus({ preventScroll: true });
    };
  }, []);
}

/** An item of a menu goes away with the menu, whose button stays. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : (focused as HTMLElement | null);
}
