import type { Services } from '../access/call.ts';
import { type Analysis, type ContentKind, type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { MAX_FILES, pathOfFile } from '../openapi/file-paths.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import { isBlank, storable } from '../platform/fields.ts';
import type { LongText } from '../platform/long-text.ts';
import { readRows } from '../platform/rows.ts';
import { encodeText, runTask } from './run-task.ts';
import { insertText, insertTexts } from './texts.ts';
import type { Analyzed, AnalyzeOutcome } from './worker/analyze.ts';
import type { Joined } from './worker/bundle.ts';
import type { PackedText } from './worker/packed.ts';

const LARGE_BYTES = 1024 * 1024;
const isLarge = ({ body }: PackedText): boolean => body.length > LARGE_BYTES;
const MAX_SHOWN_PROBLEMS = 100;

export const CANONICAL_KIND: Record<DocumentType, ContentKind> = { OPENAPI: 'NORMALIZED', MARKDOWN: 'STABLE' };

const ANALYSIS_FIELDS = { contentHash: true, canonicalHash: true, documentFormat: true, warningCount: true } as const;

/** The results of an analysis that a draft stores. */
export type Judged = Pick<Analysis, keyof typeof ANALYSIS_FIELDS>;

/** Analyzes a content, or throws an error with its problems. A `LongText` is moved to a worker: do not use it again. */
export async function analyzeContent(
  services: Services,
  field: string,
  text: string | LongText,
  documentType: DocumentType,
): Promise<Analyzed> {
  requireStorable(services, field, text);
  const sent = { content: await encodeText(text), documentType };
  const outcome = await runTask<AnalyzeOutcome>(services, 'analyze', sent, () =>
    invalidArgument(field, 'takes too long or too much memory to check: split the document'),
  );
  if ('problems' in outcome) throw refusal(field, outcome.problems);
  return outcome.analyzed;
}

/** Stores a content with its canonical form, warnings and endpoints. */
export async function storeAnalysis(
  services: Services,
  { content, canonical, warnings, endpoints, ...facts }: Analyzed,
  documentType: DocumentType,
): Promise<Judged> {
  // The embedded database takes some hundred milliseconds to write 9 MB. Other statements run between two large texts.
  const large = [content, canonical].filter(isLarge);
  const small = [content, canonical, warnings, endpoints].filter(text => !large.includes(text));
  for (const text of large) await insertText(services, text);
  const columns = Prisma.sql`content_hash AS "contentHash", canonical_hash AS "canonicalHash",
    document_format::text AS "documentFormat", warning_count AS "warningCount"`;
  const [made] = await readRows<Judged>(
    services.db,
    Prisma.sql`
    WITH stored AS (${insertTexts(small)}),
    made AS (
      INSERT INTO analyses (content_hash, document_type, document_format, canonical_hash, warning_count, warnings_hash,
        endpoints_hash)
      VALUES (${content.hash}, ${documentType}::"DocumentType", ${facts.documentFormat}::"DocumentFormat",
        ${canonical.hash}, ${facts.warningCount}, ${warnings.hash}, ${endpoints.hash})
      ON CONFLICT DO NOTHING
      RETURNING ${columns}
    )
    SELECT "contentHash", "canonicalHash", "documentFormat", "warningCount" FROM made
    UNION ALL SELECT ${columns} FROM analyses
    WHERE content_hash = ${content.hash} AND document_type = ${documentType}::"DocumentType"`,
  );
  const key = { contentHash: content.hash, documentType };
  // Another caller inserted the row while this statement ran, and the statement does not see it.
  return (
    made ??
    services.db.analysis.findUniqueOrThrow({ where: { contentHash_documentType: key }, select: ANALYSIS_FIELDS })
  );
}

type File = { path: string; content: string };

/** Makes one text of a document and the files that it refers to. */
export async function bundleContent(
  services: Services,
  field: string,
  entry: File,
  files: readonly File[],
): Promise<string> {
  const most = services.config.maxContentBytes;
  const paths = [entry, ...files].map(({ path }) => path);
  if (files.length >= MAX_FILES) throw invalidArgument('files', `must be fewer than ${MAX_FILES}`);
  const seen = new Set<string>();
  const repeated = paths.map(pathOfFile).find(path => seen.size === seen.add(path).size);
  if (repeated !== undefined) throw invalidArgument('files', `has two files with the path ${repeated.slice(0, 200)}`);
  const bytes = [entry, ...files].reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes > most) throw invalidArgument('files', `must have at most ${most} bytes in all, with ${field}`);
  const texts = Object.fromEntries([entry, ...files].map(({ content }, index) => [`text${index}`, content]));
  const outcome = await runTask<Joined>(services, 'bundle', { paths, ...texts }, () =>
    invalidArgument('files', 'take too long or too much memory to be put together'),
  );
  if (outcome.ok) return outcome.text;
  throw refusal('files', [{ message: outcome.message, pointer: '' }]);
}

/** Throws INVALID_ARGUMENT for a content that is empty, too long, or not storable as text. */
export function requireStorable(services: Services, field: string, text: string | LongText): void {
  const most = services.config.maxContentBytes;
  if (isBlank(text)) throw invalidArgument(field, 'must not be empty');
  if (text.length > most || (typeof text === 'string' && Buffer.byteLength(text) > most))
    throw invalidArgument(field, `must have at most ${most} bytes`);
  storable(field, text);
}

function refusal(field: string, problems: Omit<FieldError, 'field'>[]): DomainError {
  const errors = problems
    .slice(0, MAX_SHOWN_PROBLEMS)
    .map(({ message, line, column, pointer }) => ({ field, message, line, column, pointer }));
  const [first] = errors;
  const place = first?.pointer ? [`at ${first.pointer}, line ${first.line}`] : [];
  const details = [...place, ...(errors.length === 1 ? [] : [`and ${errors.length - 1} more`])].join('; ');
  const message = `${field}: ${first?.message ?? 'is not valid'}${details === '' ? '' : ` (${details})`}`;
  return new DomainError('INVALID_ARGUMENT', message, { errors });
}

/** The digests of a content as sent and in canonical form. */
export type ContentHashes = { contentHash: string; canonicalHash: string };

/** The digest of a content in the given form. Throws for OpenAPI in the stable and Markdown in the normalized form. */
export function hashOfKind(hashes: ContentHashes, kind: ContentKind, documentType: DocumentType): string {
  if (kind === 'RAW') return hashes.contentHash;
  return requireKind(kind, documentType, 'kind') && hashes.canonicalHash;
}

/** Returns the kind. Throws INVALID_ARGUMENT if documents of this type do not have it. */
export function requireKind(kind: ContentKind, documentType: DocumentType, field: string): ContentKind {
  if (kind === 'RAW' || kind === CANONICAL_KIND[documentType]) return kind;
  const allowed = CANONICAL_KIND[documentType].toLowerCase();
  throw invalidArgument(
    field,
    `must be raw or ${allowed} for ${documentType === 'OPENAPI' ? 'an OpenAPI' : 'a Markdown'} document`,
  );
}
