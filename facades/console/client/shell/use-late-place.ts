import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterStateContext, useLocation } from 'react-router';
import { type Place, placeAt, placeOf, reach } from '../../../share/client/reach.ts';
import { focusSection, idOf } from '../app/section.ts';

/** The scroll position at which the reader left this address, once they return to it. */
export const useLeftAt = () => useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;

/**
 * Restores the scroll position, or scrolls to the heading in the address, even if the content of the page loads later.
 */
export function useLatePlace(): void {
  const location = useLocation();
  const left = useLeftAt();
  useEffect(() => {
    if (typeof left === 'number') return left > 0 ? reach(placeAt(left)) : undefined;
    const id = idOf(location.hash);
    return id === '' ? undefined : reach(sectionOf(id));
  }, [location, left]);
}

function sectionOf(id: string): Place {
  const find = () => document.getElementById(id);
  const { top, scroll } = placeOf(find);
  return {
    top,
    scroll() {
      scroll();
      const heading = find();
      if (heading && document.activeElement?.matches('body, #main')) focusSection(heading);
    },
  };
}
