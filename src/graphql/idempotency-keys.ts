import {
  type ExecutionArgs,
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { bindIdempotencyKey } from '../access/idempotency-key.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../platform/fields.ts';
import type { GraphqlContext } from './context.ts';
import { fieldsOf, fragmentsOf } from './fragments.ts';
import { GivenValues } from './given-values.ts';
import type { HttpContext } from './http-context.ts';

/**
 * Carries out a creating mutation or subscription once for each `Idempotency-Key` of its caller. Only the arguments are compared: the
 * rest of the document may differ in a retry. If nothing is created, the key is ignored.
 */
export const idempotencyKeys: Plugin<HttpContext> = {
  onExecute: ({ args, context }) => applyKey(args as ExecutionArgs, context as unknown as HttpContext),
  onSubscribe: ({ args, context }) => applyKey(args as ExecutionArgs, context as unknown as HttpContext),
};

function applyKey(args: ExecutionArgs, { sentIdempotencyKey: key }: HttpContext): void {
  if (key === undefined) return;
  const { schema, document, operationName, contextValue } = args;
  const variableValues = (args.variableValues ?? {}) as Record<string, unknown>;
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return;
  const given = new GivenValues(operation, variableValues);
  const fields = fieldsOf(operation.selectionSet, root.name, fragmentsOf(document), given);
  const creating = fields.map(({ field }) => field).filter(field => isCreating(root, field));
  const [field] = creating;
  if (field === undefined) return;
  if (creating.length > 1) throw refused('Send an Idempotency-Key with one field that creates');
  if (!isIdempotencyKey(key)) throw refused(`Idempotency-Key: ${IDEMPOTENCY_KEY_RULE}`);
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues);
  // Execution reports these errors.
  if (variables.errors) return;
  const { [field.name.value]: definition } = root.getFields();
  const sent = definition ? getArgumentValues(definition, field, variables.variableValues) : {};
  const call = contextValue as GraphqlContext;
  call.idempotencyKey = bindIdempotencyKey(call, { key, route: `POST /graphql ${field.name.value}`, sent });
}

const isCreating = (root: GraphQLObjectType, { name }: FieldNode): boolean =>
  root.getFields()[name.value]?.extensions.creates === true;

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INVALID_ARGUMENT' } });
