import { useCallback, useState } from 'react';

const PREFIX = 'docsvc.kept.';

/** Typed text: a string, or a document of CodeMirror, which is converted to a string only when needed. */
export type Typed = { readonly length: number; toString(): string };

/** Maximum characters of one text in sessionStorage, which holds about 5 million. */
const MOST_STORED = 4_000_000;

/**
 * Texts that do not fit into sessionStorage. A reload would lose them, so the browser asks first (`onbeforeunload`).
 */
const large = new Map<string, Typed>();

/** Compares the characters only of texts of the same length, because that of a large one costs time. */
export const isSame = (one: Typed, other: Typed): boolean =>
  one.length === other.length && String(one) === String(other);

/** A text as an input returns it: its lines end with \n. */
export const asTyped = (text: string): string => text.replace(/\r\n?/g, '\n');

export const readKept = (key: string): Typed | undefined =>
  large.get(key) ?? sessionStorage.getItem(PREFIX + key) ?? undefined;

export function keep(key: string, text: Typed): void {
  forget(key);
  if (text.length > MOST_STORED || !store(key, String(text))) large.set(key, text);
  warnBeforeUnload();
}

export function forget(key: string): void {
  large.delete(key);
  sessionStorage.removeItem(PREFIX + key);
  warnBeforeUnload();
}

function warnBeforeUnload(): void {
  window.onbeforeunload = large.size > 0 ? event => event.preventDefault() : null;
}

function store(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    return false;
  }
}

export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  large.clear();
  warnBeforeUnload();
}

/**
 * State of an input that survives a reload and a new sign-in. The last function forgets what was typed, for after it
 * was sent.
 */
export function useKept(key: string, initial = ''): [string, (text: string) => void, () => void] {
  const [text, change, drop] = useKeptText(key, initial);
  const type = useCallback((next: string) => change(next === asTyped(initial) ? initial : next), [change, initial]);
  return [String(text), type, drop];
}

/** `useKept` for a text that may be large. */
export function useKeptText(key: string, initial: string): [Typed, (text: Typed) => void, () => void] {
  const [state, setState] = useState<{ key: string; text: Typed }>({ key, text: readKept(key) ?? initial });
  const present = state.key === key ? state : { key, text: readKept(key) ?? initial };
  if (present !== state) setState(present);
  const change = useCallback(
    (text: Typed) => {
      if (isSame(text, initial)) forget(key);
      else keep(key, text);
      setState({ key, text });
    },
    [key, initial],
  );
  const drop = useCallback(() => change(initial), [change, initial]);
  return [present.text, change, drop];
}

/** The keys that start with `start`, without it. */
export function keptBelow(start: string): string[] {
  const kept = [...large.keys(), ...Object.keys(sessionStorage).map(key => key.replace(PREFIX, ''))];
  return kept.filter(key => key.startsWith(start)).map(key => key.slice(start.length));
}

/** Whether the form of a draft has typed text that was not sent. The name of a new version that follows the content was not typed. */
export function isDraftKept(keptAs: string): boolean {
  const [content, changelog, version, proposed] = ['content', 'changelog', 'version', 'proposed'].map(part =>
    readKept(`${keptAs}:${part}`),
  );
  const isProposed = keptAs.startsWith('new-draft:') && version === proposed;
  return [content, changelog].some(text => text !== undefined) || (version !== undefined && !isProposed);
}

/**
 * The last content that the user typed, which a file replaces. The key `file` is set while the content comes from a
 * file and was not edited since.
 */
export function replacedByFile(keptAs: string): Typed {
  const typed = readKept(`${keptAs}:file`) === undefined ? readKept(`${keptAs}:content`) : undefined;
  return typed ?? readKept(`${keptAs}:replaced`) ?? '';
}

/** Stores the text of a file as the content of a draft, and the content that it replaces. */
export function keepFile(keptAs: string, text: string): void {
  keep(`${keptAs}:replaced`, replacedByFile(keptAs));
  keep(`${keptAs}:content`, text);
  keep(`${keptAs}:file`, 'true');
  // A file is from no version.
  forget(`${keptAs}:base`);
}

/** Deletes all stored input of a draft. */
export function forgetDraft(keptAs: string): void {
  for (const part of keptBelow(`${keptAs}:`)) forget(`${keptAs}:${part}`);
}
