import { useEffect, useState } from 'react';
import { isDraftKept, keep, readKept } from '../../app/kept.ts';

/**
 * The revision that the edit started from. It survives a reload together with the text: otherwise saving the text would
 * overwrite a newer revision.
 */
export function useBaseRevision(keptAs: string, present: string): [string, (revision: string) => void] {
  const key = `${keptAs}:revision`;
  const [base, setBase] = useState(() => (isDraftKept(keptAs) ? String(readKept(key) ?? present) : present));
  useEffect(() => keep(key, base), [key, base]);
  return [base, setBase];
}
