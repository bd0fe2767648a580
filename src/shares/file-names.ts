import type { DocumentType } from '../generated/prisma/client.ts';

/** Limit of the name without its ending. Common file systems permit 255 bytes. */
const STEM_BYTES = 180;

/** Accepted file name endings: opening such a file executes nothing. */
const ENDINGS: Record<DocumentType, RegExp> = { OPENAPI: /\.(json|ya?ml)$/i, MARKDOWN: /\.(md|markdown)$/i };

/**
 * The file name of a download: the last segment of the document's path, the version name, and an ending for a text
 * format. Characters that a file system, a shell or a reader could misread become `_`: separators, wildcards, control
 * characters and invisible direction marks.
 */
export function fileName(
  { relativePath, documentType }: { relativePath: string; documentType: DocumentType },
  versionName: string,
  content: string,
): string {
  const last = relativePath.split('/').at(-1) ?? '';
  const ending = ENDINGS[documentType].exec(last)?.[0];
  const stem = ending === undefined ? last : last.slice(0, -ending.length);
  return `${safe(`${stem}-${versionName}`)}${(ending ?? usualEnding(documentType, content)).toLowerCase()}`;
}

const usualEnding = (documentType: DocumentType, content: string): string => {
  if (documentType === 'MARKDOWN') return '.md';
  return /^\s*\{/.test(content.slice(0, 100)) ? '.json' : '.yaml';
};

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
