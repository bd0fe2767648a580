import { useEffect, useState } from 'react';
import { isDraftKept, keep, readKept } from '../../app/kept.ts';

/** The revision that what is typed began with. It survives a reload as the text does, or the text would replace a newer one. */
export function useBaseRevision(keptAs: string, present: string): [string, (revision: string) => void] {
  const key = `${keptAs}:revision`;
  const [base, setBase] = useState(() => (isDraftKept(keptAs) ? String(readKept(key) ?? present) : present));
  useEffect(() => keep(key, base), [key, base]);
  return [base, setBase];
}
