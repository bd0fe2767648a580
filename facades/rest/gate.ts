import type { TypedQueryDocumentNode } from 'graphql';
import { type Engine, type Failure, run } from '../execute.ts';
import {
  BranchExistsDocument,
  CallerDocument,
  DiffExistsDocument,
  DocumentExistsDocument,
  DraftExistsDocument,
  type MemberRole,
  ProjectRoleDocument,
  VersionExistsDocument,
} from '../generated.ts';
import { type Operations, operationOf } from '../operations.ts';
import type { Route, Who } from './route.ts';

/** What of the schema a bad request is still asked about. */
const children: readonly (readonly [string, TypedQueryDocumentNode<unknown, never>])[] = [
  ['diff_id', DiffExistsDocument],
  ['version_id', VersionExistsDocument],
  ['draft_id', DraftExistsDocument],
  ['branch_id', BranchExistsDocument],
  ['document_id', DocumentExistsDocument],
];

export const gateDocuments = [CallerDocument, ProjectRoleDocument, ...children.map(([, document]) => document)];

const ranks: Readonly<Partial<Record<Who, readonly MemberRole[]>>> = {
  reader: ['READER', 'WRITER', 'ADMIN'],
  writer: ['WRITER', 'ADMIN'],
  'project admin': ['ADMIN'],
};

/**
 * A request whose fields are wrong has not reached the domain, which judges rights and parents before fields. This
 * asks it what it would have said first: nothing (`undefined`) for a caller who may do what the route does.
 */
export async function refusalBefore<Context>(
  engine: Engine<Context>,
  operations: Operations,
  route: Route,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Failure | undefined> {
  const ask: Ask = document => askFor(engine, operations, document, params, context);
  if (route.who === 'superadmin') return (await isSuperAdmin(ask)) ? undefined : denied;
  const allowed = ranks[route.who];
  if (allowed === undefined || params.project_id === undefined) return undefined;
  const project = await ask(ProjectRoleDocument);
  if ('failure' in project) return project.failure;
  const { my_role: role } = project.value;
  if (!(role !== null && allowed.includes(role)) && !(await isSuperAdmin(ask))) return denied;
  const child = children.find(([parameter]) => params[parameter] !== undefined);
  const found = child === undefined ? undefined : await ask(child[1]);
  return found !== undefined && 'failure' in found ? found.failure : undefined;
}

const denied: Failure = { status: 'PERMISSION_DENIED', message: 'You do not have permission to do this' };
const missing: Failure = { status: 'NOT_FOUND', message: 'Not found' };

/** What the root field of an operation gave, or why it gave nothing. */
type Answer<Data> = { readonly value: NonNullable<Data[keyof Data]> } | { readonly failure: Failure };
type Ask = <Data>(document: TypedQueryDocumentNode<Data, never>) => Promise<Answer<Data>>;

async function isSuperAdmin(ask: Ask): Promise<boolean> {
  const caller = await ask(CallerDocument);
  return 'value' in caller && caller.value.is_super_admin;
}

async function askFor<Context, Data>(
  engine: Engine<Context>,
  operations: Operations,
  document: TypedQueryDocumentNode<Data, never>,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Answer<Data>> {
  const operation = operationOf(operations, document);
  const known = operation.variables.filter(({ name }) => params[name] !== undefined);
  const variables = Object.fromEntries(known.map(({ name }) => [name, params[name]]));
  const outcome = await run(engine, operation, variables, context);
  if ('failure' in outcome) return outcome;
  const value = (outcome.data as Data)[operation.result.path[0] as keyof Data];
  return value ? { value } : { failure: missing };
}
