import { useMemo } from 'react';
import { forgetDraft, isSame, keep, readKept, useKept, useKeptText } from '../../app/kept.ts';
import type { DocumentType } from '../../gql/graphql.ts';

/** What an earlier attempt created. */
export type Made = {
  path: string;
  type: DocumentType;
  name: string;
  id: string;
  branchId: string;
  draft?: { id: string; version: string };
};

/** What was typed and chosen for the first document of a project, and what an earlier attempt created of it. */
export function useFirstDocument(projectId: string) {
  const keptAs = `first-document:${projectId}`;
  const [fileName, setFileName] = useKept(`${keptAs}:file`);
  const [content, setContent] = useKeptText(`${keptAs}:content`, '');
  const [type, setType] = useKept(`${keptAs}:type`, 'OPENAPI');
  const [made, setMade] = useKept(`${keptAs}:made`);
  const [sent, setSent] = useKeptText(`${keptAs}:sent`, '');
  return {
    fileName,
    content,
    type: type as DocumentType,
    setType,
    name: useProposed(`${keptAs}:name`),
    version: useProposed(`${keptAs}:version`),
    path: useProposed(`${keptAs}:path`),
    made: useMemo(() => (made === '' ? undefined : (JSON.parse(made) as Made)), [made]),
    /** Whether the draft of an earlier attempt has the present text. */
    isSent: isSame(sent, content),
    takeFile(name: string, text: string) {
      setFileName(name);
      setContent(text);
    },
    noteMade: (next: Made) => setMade(JSON.stringify(next)),
    noteSent: () => setSent(content),
    forget: () => forgetDraft(keptAs),
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
