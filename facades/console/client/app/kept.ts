import { useCallback, useState } from 'react';

const PREFIX = 'docsvc.kept.';

/** What a person typed: a string, or the text of an editor, which becomes one when it is needed. */
export type Typed = { readonly length: number; toString(): string };

/** Storages of tabs hold about 5 million characters. */
const MOST_STORED = 4_000_000;

/** What is larger lives in the page only: the browser asks before it is lost. */
const large = new Map<string, Typed>();

export const readKept = (key: string): Typed | undefined =>
  large.get(key) ?? sessionStorage.getItem(PREFIX + key) ?? undefined;

export function keep(key: string, text: Typed): void {
  large.delete(key);
  sessionStorage.removeItem(PREFIX + key);
  if (text.length > MOST_STORED || !store(key, String(text))) large.set(key, text);
  window.onbeforeunload = large.size > 0 ? event => event.preventDefault() : null;
}

function store(key: string, text: string): boolean {
  try {
    if (text !== '') sessionStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    return false;
  }
}

export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  large.clear();
  window.onbeforeunload = null;
}

/** The state of an input that survives a reload and a new sign-in. Set it to '' when it was sent. */
export function useKept(key: string, initial = ''): [string, (text: string) => void] {
  const [text, change] = useKeptText(key, initial);
  return [String(text), change];
}

/** The same for a text that may be large. */
export function useKeptText(key: string, initial: string): [Typed, (text: Typed) => void] {
  const [state, setState] = useState<{ key: string; text: Typed }>({ key, text: readKept(key) ?? initial });
  const present = state.key === key ? state : { key, text: readKept(key) ?? initial };
  if (present !== state) setState(present);
  const change = useCallback(
    (text: Typed) => {
      keep(key, text);
      setState({ key, text });
    },
    [key],
  );
  return [present.text, change];
}

/** The ends of the keys that begin so. */
export function keptBelow(start: string): string[] {
  const kept = [...large.keys(), ...Object.keys(sessionStorage).map(key => key.replace(PREFIX, ''))];
  return kept.filter(key => key.startsWith(start)).map(key => key.slice(start.length));
}

const TYPED_PARTS = ['content', 'version', 'changelog'];

/** Whether something of a draft was typed and not sent. */
export const isDraftKept = (keptAs: string): boolean =>
  TYPED_PARTS.some(part => readKept(`${keptAs}:${part}`) !== undefined);

/**
 * What a file takes the place of: the last text of a draft that a person typed. `file` is kept while nobody has typed
 * since the last one.
 */
export function replacedByFile(keptAs: string): Typed {
  const typed = readKept(`${keptAs}:file`) === undefined ? readKept(`${keptAs}:content`) : undefined;
  return typed ?? readKept(`${keptAs}:replaced`) ?? '';
}

/** Keeps the text of a file as that of a draft, with what it replaces. */
export function keepFile(keptAs: string, text: string): void {
  keep(`${keptAs}:replaced`, replacedByFile(keptAs));
  keep(`${keptAs}:content`, text);
  keep(`${keptAs}:file`, 'true');
}

/** Forgets what was typed of a draft. */
export function forgetDraft(keptAs: string): void {
  for (const part of keptBelow(`${keptAs}:`)) keep(`${keptAs}:${part}`, '');
}
