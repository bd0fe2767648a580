import type { ContentKind, DocumentType, Draft, DraftStatus } from '../generated/prisma/client.ts';
import { alreadyExists, type DomainError, failedPrecondition, invalidArgument } from '../platform/errors.ts';
import { isBlank, title } from '../platform/fields.ts';
import type { LongText } from '../platform/long-text.ts';
import { CHARACTERS } from '../platform/text-limits.ts';

/** The statuses in which a draft may be changed. Changing a draft in CHANGES_REQUESTED sets it back to DRAFT. */
export const EDITABLE: DraftStatus[] = ['DRAFT', 'CHANGES_REQUESTED'];

export const isEditable = (status: DraftStatus): boolean => EDITABLE.includes(status);

export const isDecided = (status: DraftStatus): boolean => status === 'PUBLISHED' || status === 'REJECTED';

export function requireEditable(status: DraftStatus): void {
  if (!isEditable(status)) throw notEditable(status);
}

export const notEditable = (status: DraftStatus, written = 'changed'): DomainError =>
  failedPrecondition(
    `A draft in status ${status.toLowerCase()} cannot be ${written}, only one in draft or changes_requested`,
  );

/** The version that a draft is compared with: the branch's latest, or, once decided, the one it was decided against. */
export const baseVersionId = (
  draft: Pick<Draft, 'status' | 'reviewedBaseVersionId'>,
  latestVersionId: string | null,
): string | null => (isDecided(draft.status) ? draft.reviewedBaseVersionId : latestVersionId);

export function requireToken(field: string, value: string | null | undefined): string {
  if (typeof value !== 'string' || value === '') throw invalidArgument(field, 'is required');
  return value;
}

export const versionName = (value: string | null | undefined): string =>
  title('version_name', value, CHARACTERS.versionName);

export type SentFile = { path: string; content: string };

export type SentContent = {
  schemaContent?: string | LongText | null;
  files?: SentFile[] | null;
  schemaPath?: string | null;
  content?: string | LongText | null;
  contentKind?: ContentKind | null;
};

export const contentField = (documentType: DocumentType) => (documentType === 'OPENAPI' ? 'schema_content' : 'content');

/** `files`: the files that the text refers to. `path`: the path of the text among them. */
export type Sent = { field: string; text: string | LongText; files?: readonly SentFile[]; path?: string };

/** The content of an input; undefined if none was sent. OpenAPI must be in schema_content, Markdown may be in either field. */
export function sentContent(input: SentContent, documentType: DocumentType): Sent | undefined {
  // A blank field counts as absent if the other one has text.
  const [hasSchema, hasContent] = [!isBlank(input.schemaContent ?? ''), !isBlank(input.content ?? '')];
  const schemaContent = hasContent && !hasSchema ? undefined : input.schemaContent;
  const content = hasSchema && !hasContent ? undefined : input.content;
  if (isSent(schemaContent) && isSent(content) && schemaContent.toString() !== content.toString())
    throw invalidArgument('content', 'differs from schema_content: send only one of them');
  const files = input.files ?? [];
  if (files.length > 0 && !isSent(schemaContent)) throw invalidArgument('schema_content', 'is required beside files');
  if (files.length > 0 && documentType !== 'OPENAPI')
    throw invalidArgument('files', 'belong to OpenAPI documents only');
  if (isSent(schemaContent))
    return {
      field: 'schema_content',
      text: schemaContent,
      ...(files.length > 0 && { files, path: input.schemaPath || 'openapi.yaml' }),
    };
  if (!isSent(content)) return undefined;
  if (documentType === 'OPENAPI') throw invalidArgument('content', 'must be Markdown: send OpenAPI in schema_content');
  return { field: 'content', text: content };
}

const isSent = (text: string | LongText | null | undefined): text is string | LongText =>
  text !== null && text !== undefined;

export const namePublished = (name: string) =>
  alreadyExists(
    'version_name',
    `A version "${name}" is already published on this branch: choose another name for the version`,
  );
