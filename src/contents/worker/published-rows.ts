import { createHash } from 'node:crypto';
import type { DocumentType } from '../../generated/prisma/enums.ts';
import type { IndexedEndpoint } from '../../openapi/endpoints.ts';
import { newId } from '../../platform/ids.ts';
import { vectorOf, wordsOf } from '../search-words.ts';
import { moved, type PackedText, parse, unpack } from './packed.ts';
import { entriesOfMarkdown, entriesOfOpenApi, type SearchEntry } from './search-entries.ts';

type Published = { canonical: PackedText; endpoints?: PackedText | undefined; documentType: DocumentType };

/** The rows of a version, each list as JSON in UTF-8: encoding them in the main thread would block it for 10 ms. */
export type PublishedRows = { entries: Uint8Array; endpoints: Uint8Array };

/** Makes the rows that are published with a canonical text. Markdown has no endpoints. */
export function publishedRows({ canonical, endpoints, documentType }: Published): PublishedRows {
  const rows = {
    entries: jsonRows(searchRows(canonical, documentType)),
    endpoints: jsonRows(endpoints === undefined ? [] : endpointRows(JSON.parse(unpack(endpoints)))),
  };
  const large = Object.values(rows).filter(({ length }) => length > LARGE_ROWS_BYTES);
  return large.length === 0
    ? rows
    : moved(
        rows,
        large.map(({ buffer }) => buffer),
      );
}

/** Smaller rows are copied faster than handed over. */
const LARGE_ROWS_BYTES = 64 * 1024;

/** PostgreSQL holds neither NUL nor lone surrogates. */
const jsonRows = (rows: object[]): Uint8Array => new TextEncoder().encode(JSON.stringify(rows, withStorableText));

const withStorableText = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;

/** The search entries of a canonical text, with their words. Equal entries have equal digests. */
function searchRows(canonical: PackedText, documentType: DocumentType): object[] {
  const entries =
    documentType === 'MARKDOWN' ? entriesOfMarkdown(unpack(canonical)) : entriesOfOpenApi(parse(canonical));
  return entries.map(searchRow);
}

function searchRow(entry: SearchEntry): object {
  const said = JSON.stringify(entry);
  const digest = createHash('sha256').update(said).digest('hex').slice(0, 32);
  const words = { title: wordsOf(entry.title), body: wordsOf(entry.body) };
  const vector = vectorOf(words);
  return { ...entry, digest, vector, ...(vector === null && { title_words: words.title, body_words: words.body }) };
}

/** The endpoints with ids, which sort as in the document. */
const endpointRows = (endpoints: IndexedEndpoint[]): object[] => endpoints.map(endpointRow);

const endpointRow = ({ operationId, ...endpoint }: IndexedEndpoint): object => ({
  id: newId(),
  operation_id: operationId,
  ...endpoint,
});
