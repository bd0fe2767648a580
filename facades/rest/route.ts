import type { DocumentNode } from 'graphql';
import type { JsonSchema } from '../json-schema.ts';
import type { Revalidation } from './revalidation.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** The lowest role that a caller needs, for the documentation only. The domain checks permissions. */
export type Who =
  | 'anyone'
  | 'visitor'
  | 'signed in'
  | 'reader'
  | 'writer'
  | 'project admin'
  | 'team manager'
  | 'superadmin';

/** The categories of routes, in display order. */
export const categories = {
  Open: 'Routes that need no sign-in.',
  Identity: 'The current user.',
  'System Users': 'User management for SuperAdmins.',
  Teams: 'Teams: owners of projects.',
  Projects: 'Projects and their members.',
  Documents: 'Documents of a project.',
  Branches: 'Branches of a document.',
  Drafts: 'Proposed changes and their review.',
  Versions: 'Published versions.',
  Endpoints: 'Operations of a published OpenAPI version.',
  Diffs: 'Changes between two published versions.',
  AI: 'Explanations by a language model that administrators configure. They never replace diff and review.',
  'MCP Tokens': 'Credentials of software agents.',
  'API Tokens': 'Credentials of programs that use REST and GraphQL.',
  'Document Shares': 'Links that let visitors read published versions.',
  Webhooks: 'URLs that receive the events of a project, signed as Standard Webhooks describes.',
  Audit: 'The audit log.',
} as const;

export type Category = keyof typeof categories;

/** Keys of a body or query beside the variables of the operation. */
export type Keys = {
  /** Alias names of variables, which clients of similar services send. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Keys for which a blank value means none. */
  readonly blankIsNone?: readonly string[];
};

/** One route: a path over one GraphQL operation. The rest is derived from the operation. */
export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly document: DocumentNode;
  readonly category: Category;
  readonly who: Who;
  readonly summary: string;
  /** The subscription that streams the answer, for callers who accept server-sent events. */
  readonly streams?: DocumentNode | undefined;
  /** Whether the work ends when the caller disconnects. That of a streamed answer always does. */
  readonly endsWithCaller?: boolean | undefined;
  /**
   * The answer is `content` without an envelope: a file with the name `file_name`, or a feed. Feed readers know HTTP
   * statuses only, and send an API token as the password of Basic authentication.
   */
  readonly sends?: 'file' | 'feed' | undefined;
  /** The query of the same file in `packed`, compressed by zstd, for callers who accept that. */
  readonly packed?: DocumentNode | undefined;
  /** `detail` is null while there is no value yet; that is not an error. */
  readonly maybeNone?: boolean | undefined;
  readonly keys?: Keys | undefined;
  /** The body may be a file: `too` also accepts JSON with fields, `only` accepts only files. */
  readonly files?: 'too' | 'only' | undefined;
  /** The answer has an ETag: a caller who already has it gets HTTP 304 without a body. */
  readonly revalidates?: Revalidation | undefined;
  /** The operationId, where two routes use the same GraphQL operation. */
  readonly operationId?: string | undefined;
};

/** A route that answers without GraphQL; the MCP facade serves `mcp`. */
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

/** The path of the service's own OpenAPI document. */
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

/** Drafts, versions, diffs and shares are also found without the document in the path, because their ids are unique. */
export function shortForm(path: string): string | undefined {
  const has = shortened.some(start => path === start || path.startsWith(`${start}/`));
  return has ? path.replace('/documents/{document_id}', '') : undefined;
}

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');

/** The source of the variables that are not in the path. */
export type Source = 'query' | 'body';

export const sourceOf = ({ method }: Route): Source => (method === 'get' || method === 'delete' ? 'query' : 'body');
