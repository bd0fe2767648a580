import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether the page or dialog is still open when an answer comes: a late answer must not lead a person away from where they
 * went meanwhile.
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
