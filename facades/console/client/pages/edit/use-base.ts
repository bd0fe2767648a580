import { useCallback, useEffect, useState } from 'react';
import { isDraftKept, keep, readKept } from '../../app/kept.ts';

/**
 * The revision or version that the typed text started from. It survives a reload together with the text: otherwise sending the
 * text would undo a newer one.
 */
export function useBase(keptAs: string, present: string): [string, (base: string) => void] {
  const key = `${keptAs}:base`;
  const [base, setBase] = useState(() => (isDraftKept(keptAs) ? String(readKept(key) ?? present) : present));
  const change = useCallback(
    (next: string) => {
      keep(key, next);
      setBase(next);
    },
    [key],
  );
  useEffect(() => keep(key, base), [key, base]);
  return [base, change];
}
