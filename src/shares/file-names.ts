import type { DocumentType } from '../generated/prisma/client.ts';

/** Bytes that every common file system takes in a name, some room left. */
const STEM_BYTES = 180;

/** Endings that nothing runs when the file is opened. */
const ENDINGS: Record<DocumentType, RegExp> = { OPENAPI: /\.(json|ya?ml)$/i, MARKDOWN: /\.(md|markdown)$/i };

/**
 * The name under which a download is kept: the last part of the document's path, the version, and an ending that
 * opens as text. What a file system, a shell or an eye could take for something else becomes `_`: separators and
 * wildcards, control characters, and the invisible ones that turn the direction of writing.
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
