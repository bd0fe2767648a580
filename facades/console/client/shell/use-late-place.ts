import { useContext, useEffect, useState } from 'react';
import { UNSAFE_DataRouterStateContext, useLocation } from 'react-router';
import { type Place, placeAt, placeOf, reach } from '../../../share/client/reach.ts';
import { focusSection, idOf } from '../app/section.ts';

/** The scroll position at which the reader left this address, once they return to it. */
const useLeftAt = () => useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;

/** Whether the reader returns to an entry of the history where the page was shown before, not only its failure. */
export function useIsReturn(isShown: boolean): boolean {
  const { key } = useLocation();
  const [isReturn] = useState(() => history.state?.wasShown === true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router replaces the state of the entry with its key.
  useEffect(() => {
    if (isShown) history.replaceState({ ...history.state, wasShown: true }, '');
  }, [isShown, key]);
  return isReturn;
}

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
