import { type Engine, type Failure, run } from '../execute.ts';
import type { Operation, Operations } from '../load.ts';
import type { Route, Who } from './route.ts';

/** What of the schema a bad request is still asked about. */
const children = [
  ['diff_id', 'DiffExists'],
  ['version_id', 'VersionExists'],
  ['draft_id', 'DraftExists'],
  ['branch_id', 'BranchExists'],
  ['document_id', 'DocumentExists'],
] as const;

const ranks: Readonly<Partial<Record<Who, readonly string[]>>> = {
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
  const ask = (name: string) => askFor(engine, operations.get(name), params, context);
  if (route.who === 'superadmin') return (await isSuperAdmin(ask)) ? undefined : denied;
  const allowed = ranks[route.who];
  if (allowed === undefined || params.project_id === undefined) return undefined;
  const project = await ask('ProjectRole');
  if ('failure' in project) return project.failure;
  if (!allowed.includes(String(project.value?.my_role)) && !(await isSuperAdmin(ask))) return denied;
  const child = children.find(([parameter]) => params[parameter] !== undefined);
  const found = child === undefined ? undefined : await ask(child[1]);
  return found !== undefined && 'failure' in found ? found.failure : undefined;
}

const denied: Failure = { status: 'PERMISSION_DENIED', message: 'You do not have permission to do this' };
const missing: Failure = { status: 'NOT_FOUND', message: 'Not found' };

type Answer = { readonly value: Record<string, unknown> } | { readonly failure: Failure };
type Ask = (name: string) => Promise<Answer>;

async function isSuperAdmin(ask: Ask): Promise<boolean> {
  const caller = await ask('Caller');
  return 'value' in caller && caller.value.is_super_admin === true;
}

async function askFor<Context>(
  engine: Engine<Context>,
  operation: Operation | undefined,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Answer> {
  if (operation === undefined) throw new Error('A gate operation is missing');
  const known = operation.variables.filter(({ name }) => params[name] !== undefined);
  const variables = Object.fromEntries(known.map(({ name }) => [name, params[name]]));
  const outcome = await run(engine, operation, variables, context);
  if ('failure' in outcome) return outcome;
  const [root = ''] = operation.result.path;
  const value = (outcome.data as Record<string, Record<string, unknown> | null>)[root];
  return value ? { value } : { failure: missing };
}
