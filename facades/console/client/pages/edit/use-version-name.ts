import { useEffect } from 'react';
import { useKept } from '../../app/kept.ts';
import type { Check } from './use-check.ts';

/** The version name of a draft. It follows the content, unless the user typed another one. */
export function useVersionName(keptAs: string, initial: string, check: Check | undefined) {
  const [versionName, setVersionName] = useKept(`${keptAs}:version`, initial);
  const [proposed, setProposed] = useKept(`${keptAs}:proposed`);
  useEffect(() => {
    const suggestion = check?.versionName;
    if (!suggestion || suggestion === proposed) return;
    setProposed(suggestion);
    if (versionName === proposed) setVersionName(suggestion);
  }, [check?.versionName, versionName, proposed, setProposed, setVersionName]);
  const isFollowed = !check?.versionName || check.versionName === proposed;
  const isUnnamed = check !== undefined && isFollowed && versionName.trim() === '';
  return { versionName, setVersionName, isUnnamed };
}
