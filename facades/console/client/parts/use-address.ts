import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

/**
 * The values of the address, and the way to change some of them: an empty one leaves it. What changes is the address
 * itself, not what the page shows of it, since the page may still have to follow another change. A page that was left changes nothing.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback(
    (values: Record<string, string>, options?: NavigateOptions) => {
      if (location.pathname !== pathname) return;
      const changed = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(values))
        if (value === '') changed.delete(name);
        else changed.set(name, value);
      setParams(changed, options);
    },
    [pathname, setParams],
  );
  return { params, change };
}
