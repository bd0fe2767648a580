import { useCallback, useState } from 'react';

const PREFIX = 'docsvc.kept.';

export const readKept = (key: string): string | undefined => sessionStorage.getItem(PREFIX + key) ?? undefined;

/** Storages of tabs hold about 5 million characters. */
const MOST_KEPT = 4_000_000;

export function keep(key: string, text: string): void {
  try {
    if (text === '' || text.length > MOST_KEPT) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // Larger than the storage of a tab: it lives in the page only.
  }
}

export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/** The state of an input that survives a reload and a new sign-in. Set it to '' when it was sent. */
export function useKept(key: string, initial = ''): [string, (text: string) => void] {
  const [state, setState] = useState({ key, text: readKept(key) ?? initial });
  const present = state.key === key ? state : { key, text: readKept(key) ?? initial };
  if (present !== state) setState(present);
  const change = useCallback(
    (text: string) => {
      keep(key, text);
      setState({ key, text });
    },
    [key],
  );
  return [present.text, change];
}

/** Forgets what was typed of a draft. */
export function forgetDraft(keptAs: string): void {
  for (const part of ['content', 'version', 'proposed', 'changelog']) keep(`${keptAs}:${part}`, '');
}
