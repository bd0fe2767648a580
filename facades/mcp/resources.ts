import type { DocumentNode } from 'graphql';
import { textDecoder } from '../decode.ts';
import { asValues, compileResult, type EncodeResult } from '../encode.ts';
import { type Engine, run } from '../execute.ts';
import {
  McpListLatestDocument,
  McpReadContentDocument,
  McpReadDiffSummaryDocument,
  McpReadEndpointDocument,
  McpReadLatestDocument,
} from '../generated.ts';
import { type Operation, type Operations, operationOf } from '../operations.ts';
import { ANSWER_BYTES, type Answer, fitAnswer } from './answer-room.ts';
import { whereIdsAre } from './arguments.ts';
import { documentUri } from './links.ts';
import { shortText } from './outline.ts';
import { RpcError, rpcCode, rpcErrorOf } from './protocol.ts';
import { type Asking, mayUse, type Outcome, type ResourceContents, type Resources } from './registry.ts';
import { ofEither, scopesOf, type TokenScopes } from './token-scopes.ts';

/** One kind of resource: a URI template over one GraphQL operation. The names in braces are its variables. */
type ResourceRow = {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly document: DocumentNode;
  /** The media type; absent where it depends on the content. */
  readonly mimeType?: string;
};

const D = 'docsvc://projects/{project_id}/documents/{document_id}';

/** The project in a URI of these resources. */
export const projectOf = (uri: string): string | undefined => /^docsvc:\/\/projects\/([^/]+)\//.exec(uri)?.[1];
const IN_PARTS = 'A text of more than 48,000 bytes is split into parts: _meta.next_uri is the next one.';

export const resourceRows: readonly ResourceRow[] = [
  {
    uriTemplate: `${D}/branches/{branch}/latest`,
    name: 'latest',
    title: 'Latest text of a branch',
    description: `The latest published text of a branch; {branch} is its name or id. ${IN_PARTS}`,
    document: McpReadLatestDocument,
  },
  {
    uriTemplate: `${D}/versions/{version_id}/content/{kind}`,
    name: 'content',
    title: 'Text of a version',
    description: `The text of a published version; {kind} is raw, or normalized (OpenAPI) or stable (Markdown). ${IN_PARTS}`,
    document: McpReadContentDocument,
  },
  {
    uriTemplate: `${D}/versions/{version_id}/endpoints/{endpoint_id}`,
    name: 'endpoint',
    title: 'Endpoint of a version',
    description: 'Everything needed to call one endpoint, with references resolved.',
    document: McpReadEndpointDocument,
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${D}/diffs/{diff_id}/summary`,
    name: 'diff_summary',
    title: 'Summary of a diff',
    description: 'What changed between two published versions, by urgency; _meta.next_uri names the next page.',
    document: McpReadDiffSummaryDocument,
    mimeType: 'application/json',
  },
];

type CompiledRow = ResourceRow & {
  readonly pattern: RegExp;
  readonly operation: Operation;
  readonly encode: EncodeResult;
};

export const resourceDocuments = [McpListLatestDocument, ...resourceRows.map(({ document }) => document)];

export function compileResources<Context>(
  engine: Engine<Context>,
  operations: Operations,
  tokenScopes: TokenScopes,
): Resources<Context> {
  const readers = scopesOf(ofEither('version.read'), tokenScopes);
  const listing = operationOf(operations, McpListLatestDocument);
  const encodeList = compileResult(listing.result, asValues);
  const rows = resourceRows.map(row => compileRow(row, operations));
  return {
    templates: resourceRows.map(({ document, ...shown }) => shown),
    async list(cursor, { context, scopes }) {
      if (!mayUse(readers, scopes)) return { resources: [] };
      const outcome = await run(engine, listing, { cursor }, context);
      if ('failure' in outcome) throw rpcErrorOf(outcome.failure);
      const found = encodeList(outcome.data)?.value as LatestPage | undefined;
      if (found === undefined) return { resources: [] };
      const { items, page } = found;
      return { resources: items.map(entryOf), ...(page.has_more && { nextCursor: page.end_cursor }) };
    },
    async read(uri, asking) {
      for (const row of rows) {
        const given = row.pattern.exec(uri)?.groups;
        if (given !== undefined) return readRow(engine, row, uri, given, asking);
      }
      throw resourceNotFound(uri, asking, NO_TEMPLATE);
    },
  };
}

const NO_TEMPLATE =
  'No resource has such a URI: resources/templates/list names them. Write / in a branch name as %2F; the only query is offset';

const resourceNotFound = (uri: string, { era }: Pick<Asking<unknown>, 'era'>, message: string): RpcError =>
  new RpcError(era.kind === 'modern' ? rpcCode.invalidParams : rpcCode.legacyResourceNotFound, message, {
    data: { uri },
    status: 'NOT_FOUND',
  });

function compileRow(row: ResourceRow, operations: Operations): CompiledRow {
  const operation = operationOf(operations, row.document);
  const source = row.uriTemplate.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?#]+)');
  const pattern = new RegExp(`^${source}(?:\\?offset=(?<offset>\\d{1,10}))?$`);
  return { ...row, pattern, operation, encode: compileResult(operation.result, asValues) };
}

async function readRow<Context>(
  engine: Engine<Context>,
  row: CompiledRow,
  uri: string,
  given: Readonly<Record<string, string>>,
  asking: Asking<Context>,
): Promise<Outcome<readonly ResourceContents[]>> {
  const variables: Record<string, unknown> = {};
  for (const variable of row.operation.variables) {
    const text = given[variable.name];
    if (text === undefined) continue;
    const decoded = textDecoder(variable)(decodePart(text));
    if ('problem' in decoded)
      throw new RpcError(rpcCode.invalidParams, `${variable.name} ${decoded.problem}`, { data: { uri } });
    variables[variable.name] = decoded.value;
  }
  const outcome = await run(engine, row.operation, variables, asking.context);
  if ('failure' in outcome) {
    const { failure } = outcome;
    if (failure.status !== 'NOT_FOUND') throw rpcErrorOf(failure, { uri });
    throw resourceNotFound(uri, asking, failure.message + whereIdsAre(row.operation, given, failure));
  }
  const encoded = row.encode(outcome.data);
  if (encoded === undefined) throw resourceNotFound(uri, asking, 'Resource not found');
  const asked = { offset: Number(variables.offset ?? 0), changesOffset: 0, isTextSized: true };
  const contents = contentsOf(row, uri, fitAnswer(encoded.value as Answer, asked));
  return { result: contents, status: 'OK', weight: Math.min(encoded.weight, ANSWER_BYTES) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Text = {
  content: string;
  content_kind: string;
  next_offset?: number;
  /** `id`: if the URI names a branch, which may have another version by the next part. */
  version: { id?: string; document_format: number };
};

const MARKDOWN_FORMAT = 3;

/** A cut text is followed by a note for the model, because clients show the contents but not their metadata. */
function contentsOf({ mimeType }: ResourceRow, uri: string, value: unknown): ResourceContents[] {
  const { content, next_offset } = value as Text;
  const text = mimeType === undefined ? content : JSON.stringify(value);
  const type = mimeType ?? textType(value as Text, uri);
  if (next_offset === undefined) return [{ uri, mimeType: type, text }];
  const [address = ''] = uri.split('?');
  const id = (value as Text).version?.id;
  const same =
    id === undefined ? address : address.replace(/\/branches\/[^/]+\/latest$/, `/versions/${id}/content/raw`);
  const next_uri = `${same}?offset=${next_offset}`;
  const note = { uri: next_uri, mimeType: 'text/plain', text: `This resource continues: read ${next_uri}` };
  return [{ uri, mimeType: type, text, _meta: { next_uri } }, note];
}

/** Of OpenAPI, only the start of the text shows whether it is JSON or YAML. */
const textType = ({ version, content }: Text, uri: string): string => {
  if (version.document_format === MARKDOWN_FORMAT) return 'text/markdown';
  if (/\?offset=0*[1-9]/.test(uri)) return 'text/plain';
  return /^\s*\{/.test(content.slice(0, 1000)) ? 'application/json' : 'application/yaml';
};

type LatestPage = { items: Latest[]; page: { end_cursor?: string; has_more: boolean } };
type Latest = {
  version_name: string;
  document_format: number;
  published_at: string;
  document: { id: string; project_id: string; name: string; relative_path: string; description?: string };
  branch: { name: string };
};

/** Addressed by its branch, so that a client that stores the address always reads the latest version. */
function entryOf({ version_name, document_format, published_at, document, branch }: Latest): object {
  const isMarkdown = document_format === MARKDOWN_FORMAT;
  return {
    uri: `${documentUri(document.project_id, document.id)}/branches/${encodeURIComponent(branch.name)}/latest`,
    name: `${document.relative_path} on ${branch.name}`,
    title: `${document.name} ${version_name}`,
    description: document.description
      ? shortText(document.description, 200)
      : `The latest published text of the branch ${branch.name}.`,
    ...(isMarkdown && { mimeType: 'text/markdown' }),
    annotations: { lastModified: published_at },
  };
}
