import { useMemo } from 'react';
import { forget, forgetDraft, isSame, keep, readKept, useKept, useKeptText } from '../../app/kept.ts';
import { newKey } from '../../app/send-once.ts';
import type { DocumentType } from '../../gql/graphql.ts';

/** What an earlier attempt created. */
export type Made = {
  path: string;
  type: DocumentType;
  name: string;
  id: string;
  branchId: string;
  draft?: { id: string; version: string; textNumber: string };
};

const keyOf = (projectId: string): string => `first-document:${projectId}`;

const forgetFirstDocument = (projectId: string): void => forgetDraft(keyOf(projectId));

/** Forgets what was typed and chosen. A reader who comes back goes on with what was created. */
export function forgetFirstText(projectId: string): void {
  const places = ['made', 'text-number'].map(part => `${keyOf(projectId)}:${part}`);
  const created = places.map(place => readKept(place) ?? '');
  forgetFirstDocument(projectId);
  if (created[0] !== '') for (const [index, place] of places.entries()) keep(place, created[index] ?? '');
}

/** What was typed and chosen for the first document of a project, and what an earlier attempt created of it. */
export function useFirstDocument(projectId: string) {
  const keptAs = keyOf(projectId);
  const [fileName, setFileName] = useKept(`${keptAs}:file`);
  const [content, setContent] = useKeptText(`${keptAs}:content`, '');
  const [type, setType] = useKept(`${keptAs}:type`, 'OPENAPI');
  const [made, setMade] = useKept(`${keptAs}:made`);
  const [textNumber, setTextNumber] = useKept(`${keptAs}:text-number`, '0');
  return {
    fileName,
    content,
    /** Changes with the text: a draft that was created stores it, because two large texts would not fit. */
    textNumber,
    /** Whether a text was chosen that was too large to survive the reload. */
    isLost: fileName !== '' && content.length === 0,
    type: type as DocumentType,
    setType,
    name: useProposed(`${keptAs}:name`),
    version: useProposed(`${keptAs}:version`),
    path: useProposed(`${keptAs}:path`),
    made: useMemo(() => (made === '' ? undefined : (JSON.parse(made) as Made)), [made]),
    takeFile(name: string, text: string) {
      setFileName(name);
      if (!isSame(text, content)) setTextNumber(String(Number(textNumber) + 1));
      setContent(text);
    },
    /** The `Idempotency-Key` for what is created with these values. A reload keeps it: the answer may be lost. */
    keyFor(what: 'document' | 'draft', ...values: string[]): string {
      const at = `${keptAs}:${what}-key`;
      const of = JSON.stringify(values);
      const known = JSON.parse(String(readKept(at) ?? '{}'));
      const key = known.of === of ? known.key : newKey();
      keep(at, JSON.stringify({ of, key }));
      return key;
    },
    /** The next draft gets another key. */
    forgetDraftKey: () => forget(`${keptAs}:draft-key`),
    noteMade: (next: Made) => setMade(JSON.stringify(next)),
    forget: () => forgetFirstDocument(projectId),
  };
}

/** A field with the last proposal for it, unless the user typed something else. */
function useProposed(key: string) {
  const [value, change] = useKept(key);
  const proposed = `${key}:proposed`;
  function propose(next: string) {
    // Not `value`: the user may have typed while the file was read.
    const typed = readKept(key);
    if (typed === undefined || typed === readKept(proposed)) change(next);
    keep(proposed, next);
  }
  return { value, change, propose };
}
