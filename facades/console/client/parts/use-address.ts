import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

/**
 * The query string, and a function that changes some of its values; an empty value removes the parameter. It changes
 * the current address, not the rendered `params`, which may not have followed an earlier change yet. After the page was
 * left, it does nothing.
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
