import type { DocumentNode } from 'graphql';
import type { JsonSchema } from '../json-schema.ts';
import type { Revalidation } from './revalidation.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** The least right of a caller. The domain decides; this documents it and orders the errors of a bad request. */
export type Who =
  | 'anyone'
  | 'visitor'
  | 'signed in'
  | 'reader'
  | 'writer'
  | 'project admin'
  | 'team manager'
  | 'superadmin';

/** The categories of routes, in the order in which they are shown. */
export const categories = {
  Open: 'What needs no sign-in.',
  Identity: 'The current user.',
  'System Users': 'Users, as a SuperAdmin manages them.',
  Teams: 'Teams: owners of projects.',
  Projects: 'Projects and their members.',
  Documents: 'Documents of a project.',
  Branches: 'Branches of a document.',
  Drafts: 'Proposed changes and their review.',
  Versions: 'What was published.',
  Endpoints: 'Operations of a published OpenAPI version.',
  Diffs: 'What changed between two published versions.',
  AI: 'Explanations by a model that administrators configure; they never replace diff and review.',
  'MCP Tokens': 'Credentials of software agents.',
  'API Tokens': 'Credentials of programs that use REST and GraphQL.',
  'Document Shares': 'Links with which visitors read what is published.',
  Audit: 'Who did what.',
} as const;

export type Category = keyof typeof categories;

/** What a body or query takes beside the variables of the operation. */
export type Keys = {
  /** Other names of variables, which clients of such services send. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Keys that are accepted and say nothing. */
  readonly unused?: readonly string[];
  /** Keys of which a blank value is none. */
  readonly blankIsNone?: readonly string[];
};

/** One route: a path over one GraphQL operation. Everything else follows from the operation. */
export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly document: DocumentNode;
  readonly category: Category;
  readonly who: Who;
  readonly summary: string;
  /** The subscription over which the same route answers in pieces, for callers who take server-sent events. */
  readonly streams?: DocumentNode | undefined;
  /** The answer is a file of `content` under `file_name`, without an envelope. */
  readonly sends?: 'file' | undefined;
  /** `detail` is null where there is nothing yet, which is no refusal. */
  readonly maybeNone?: boolean | undefined;
  readonly keys?: Keys | undefined;
  /** The content may be the body as a file: beside JSON with fields, or nothing else. */
  readonly files?: 'too' | 'only' | undefined;
  /** The answer has an ETag: a caller who already has it gets HTTP 304 without a body. */
  readonly revalidates?: Revalidation | undefined;
  /** The name of the operation where the same GraphQL operation has another route too. */
  readonly operationId?: string | undefined;
};

/** A route that answers without GraphQL; `mcp` is served by the facade of that name. */
export type Special = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly answer: 'health' | 'live' | 'ready' | 'openapi' | 'mcp';
  readonly summary: string;
  readonly description: string;
  /** The schema of `detail`; without it the answer has no envelope. */
  readonly detail?: JsonSchema;
};

type Row = Omit<Route, 'method' | 'path' | 'document' | 'category'>;
type Uncategorized = Omit<Route, 'category'>;

/** The service's own description. */
export const OPENAPI_PATH = '/api/v1/open/docs/openapi.yaml';

export const P = '/api/v1/private/projects/{project_id}';
export const D = `${P}/documents/{document_id}`;

const row =
  (method: Method) =>
  (path: string, document: DocumentNode, row: Row): Uncategorized => ({ method, path, document, ...row });

export const get = row('get');
export const post = row('post');
export const patch = row('patch');
export const put = row('put');
export const del = row('delete');

export const category = (name: Category, rows: readonly Uncategorized[]): Route[] =>
  rows.map(uncategorized => ({ ...uncategorized, category: name }));

const shortened = ['/drafts', '/versions', '/diffs', '/shares'].map(part => `${D}${part}`);

/** What belongs to a document by its own id is also found without the document in the path. */
export function shortForm(path: string): string | undefined {
  const has = shortened.some(start => path === start || path.startsWith(`${start}/`));
  return has ? path.replace('/documents/{document_id}', '') : undefined;
}

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');

/** Where the variables of an operation come from that are not in the path. */
export type Source = 'query' | 'body';

export const sourceOf = ({ method }: Route): Source => (method === 'get' || method === 'delete' ? 'query' : 'body');
