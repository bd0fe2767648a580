import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that says whether the component is still mounted. Check it before navigating after a request: a
 * late answer must not move the user away from another page.
 */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
