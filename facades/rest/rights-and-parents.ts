import type { TypedQueryDocumentNode } from 'graphql';
import type { FieldAction, JudgedBy } from '../../src/graphql/judged-by.ts';
import { type Engine, type Failure, failureOf, run } from '../execute.ts';
import {
  BranchExistsDocument,
  ChatSessionExistsDocument,
  DiffExistsDocument,
  DocumentExistsDocument,
  DraftExistsDocument,
  VersionExistsDocument,
  WebhookExistsDocument,
} from '../generated.ts';
import { type Operation, type Operations, operationOf } from '../operations.ts';

/** The parts of the facade's options that are used here. */
type Judges<Context> = {
  readonly api: { readonly operations: Operations };
  readonly engine: Engine<Context>;
  authorize(context: Context, action: FieldAction, projectId: string | undefined): Promise<void>;
};

type Params = Readonly<Record<string, string | undefined>>;

/** The lookups for the ids in a path, by parameter name; the innermost comes first. */
const parents: readonly (readonly [string, TypedQueryDocumentNode<unknown, never>])[] = [
  ['webhook_id', WebhookExistsDocument],
  ['session_id', ChatSessionExistsDocument],
  ['diff_id', DiffExistsDocument],
  ['version_id', VersionExistsDocument],
  ['draft_id', DraftExistsDocument],
  ['branch_id', BranchExistsDocument],
  ['document_id', DocumentExistsDocument],
];

export const parentDocuments = parents.map(([, document]) => document);

/**
 * The domain checks permissions and parents before fields, but a request with wrong fields does not reach the domain.
 * This function returns the refusal that the domain would have returned first, or `undefined` if the caller may call
 * the operation.
 */
export async function refusalBefore<Context>(
  judges: Judges<Context>,
  { result }: Operation,
  params: Params,
  context: Context,
): Promise<Failure | undefined> {
  const action = actionOf(result.judgedBy, params);
  if (action === undefined) return undefined;
  const refused = await refusalOf(judges, action, params, context);
  if (refused !== undefined) return refused;
  const { api, engine } = judges;
  const parent = parents.find(([parameter]) => params[parameter] !== undefined);
  if (parent === undefined) return undefined;
  const operation = operationOf(api.operations, parent[1]);
  const named = operation.variables.map(({ name }) => [name, params[name]]);
  const outcome = await run(engine, operation, Object.fromEntries(named), context);
  // A token that may draft but not read cannot read the parent of its drafts. The refused look-up proves nothing.
  if ('failure' in outcome) return outcome.failure.status === 'PERMISSION_DENIED' ? undefined : outcome.failure;
  const [found] = Object.values(outcome.data as Record<string, unknown>);
  return found ? undefined : { status: 'NOT_FOUND', message: 'Not found' };
}

/**
 * Returns the refusal of the operation itself, if the caller lacks its permission. The domain checks the parents of a
 * list first and names their scope, which would mislead a token that may not read the list with any scope.
 */
export async function permissionRefusal<Context>(
  judges: Judges<Context>,
  { result }: Operation,
  params: Params,
  context: Context,
): Promise<Failure | undefined> {
  const action = actionOf(result.judgedBy, params);
  return action && refusalOf(judges, action, params, context);
}

async function refusalOf<Context>(
  { authorize }: Judges<Context>,
  action: FieldAction,
  { project_id: projectId }: Params,
  context: Context,
): Promise<Failure | undefined> {
  try {
    await authorize(context, action, projectId);
    return undefined;
  } catch (error) {
    const refused = failureOf(error);
    if (refused === undefined) throw error;
    return refused;
  }
}

/** The action that the path of a request needs. */
function actionOf({ action, withoutProject, withUser }: JudgedBy, params: Params): FieldAction | undefined {
  if (withUser !== undefined && params.user_id !== undefined) return withUser;
  if (params.project_id !== undefined || action === 'superadmin') return action;
  return withoutProject;
}
