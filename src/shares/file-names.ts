import type { DocumentType } from '../generated/prisma/client.ts';

/** Limit of the name without its ending. Common file systems permit 255 bytes. */
const STEM_BYTES = 180;

/** Accepted file name endings: opening such a file executes nothing. */
const ENDINGS: Record<DocumentType, RegExp> = { OPENAPI: /\.(json|ya?ml)$/i, MARKDOWN: /\.(md|markdown)$/i };

type NamedDocument = { relativePath: string; documentType: DocumentType };

/**
 * The file name of a download: the last segment of the document's path, the version name, and an ending for a text
 * format, which `readContent` decides if the path has none. Characters that a file system, a shell or a reader could
 * misread become `_`: separators, wildcards, control characters and invisible direction marks.
 */
export async function fileName(
  { relativePath, documentType }: NamedDocument,
  versionName: string,
  readContent: () => Promise<Buffer>,
): Promise<string> {
  const last = relativePath.split('/').at(-1) ?? '';
  const ending = ENDINGS[documentType].exec(last)?.[0];
  const stem = ending === undefined ? last : last.slice(0, -ending.length);
  return `${safe(`${stem}-${versionName}`)}${(ending ?? (await usualEnding(documentType, readContent))).toLowerCase()}`;
}

async function usualEnding(documentType: DocumentType, readContent: () => Promise<Buffer>): Promise<string> {
  if (documentType === 'MARKDOWN') return '.md';
  return /^\s*\{/.test((await readContent()).toString('utf8', 0, 100)) ? '.json' : '.yaml';
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}/\\:*?"<>|%;]/gu;

function safe(stem: string): string {
  const clean = stem
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replaceAll(/\p{White_Space}+/gu, ' ');
  const short = shortened(clean.replace(/^[.\s_-]+/, '')).replace(/[.\s]+$/, '');
  return short === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|-|$)/i.test(short) ? `document-${short}` : short;
}

function shortened(text: string): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > STEM_BYTES) break;
    kept += character;
  }
  return kept;
}
