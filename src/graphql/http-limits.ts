import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  type ValidationOptions,
  validate,
} from 'graphql';
import type { Plugin, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Config } from '../platform/config.ts';
import { unauthenticated } from '../platform/errors.ts';
import { LongText } from '../platform/long-text.ts';
import { checkBounds } from './argument-bounds.ts';
import { checkCost, isIntrospectionQuery } from './cost.ts';
import { GivenValues } from './given-values.ts';
import type { HttpContext } from './http-context.ts';
import { checkVariables, parseDocument, refuse } from './limits.ts';
import { decodeVariables } from './long-strings.ts';
import { findConflict } from './merging.ts';

/** Most validation errors per document: each costs a search for similar names to suggest. */
const VALIDATION_ERRORS = 20;

/**
 * Refuses expensive operations before any resolver runs: at parsing, at validation and, with variables, at execution.
 */
export function limitsOf(config: Config): Plugin<HttpContext> {
  const options = { maxErrors: VALIDATION_ERRORS, hideSuggestions: config.introspection !== 'any' };
  const judge = (args: ExecutionArgs, http: HttpContext) => judgeExecution(args, http, config);
  return {
    onParse: ({ setParseFn }) => setParseFn(parseDocument),
    onValidate: ({ setValidationFn }) =>
      setValidationFn((schema, document) => validateDocument(schema, document, options)),
    onExecute: ({ args, context }) => judge(args as ExecutionArgs, context as unknown as HttpContext),
    onSubscribe: ({ args, context }) => judge(args as ExecutionArgs, context as unknown as HttpContext),
  };
}

/**
 * Validates a document. The rule of graphql-js about mergeable fields compares all pairs of fields, which can take over
 * 100 ms even within the limits. `findConflict` replaces it, after all other rules have passed.
 */
function validateDocument(schema: GraphQLSchema, document: DocumentNode, options: ValidationOptions): GraphQLError[] {
  const errors = validate(schema, document, RULES, options);
  const conflict = errors.length > 0 ? undefined : findConflict(document);
  return conflict ? [conflict] : [...errors];
}

const RULES = specifiedRules.filter(rule => rule !== OverlappingFieldsCanBeMergedRule);

function judgeExecution(args: ExecutionArgs, http: HttpContext, config: Config): void {
  args.hideSuggestions = config.introspection !== 'any';
  const { schema, document, operationName, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  http.operation = operation.name?.value ?? operation.operation;
  if (config.introspection !== 'any') checkIntrospection(document, operation, http);
  decodeVariables(args);
  const characters = checkVariables(variableValues);
  if (characters > QUOTED_CHARACTERS) checkTypes(args, operation);
  const given = new GivenValues(operation, (variableValues ?? {}) as Record<string, unknown>);
  checkCost(schema, document, operation, given);
  if (operation.operation === 'mutation') checkBounds(schema, document, operation, given);
}

/**
 * Errors about variables repeat the whole value, up to 50 times. Above this size, types are checked on shortened texts.
 */
const QUOTED_CHARACTERS = 10_000;

/** Checks the types of large variables on a shortened copy, and reports at most one error. */
function checkTypes(args: ExecutionArgs, { variableDefinitions = [] }: OperationDefinitionNode): void {
  const { schema, variableValues = {}, hideSuggestions = false } = args;
  const shortened = shorten(variableValues) as { readonly [name: string]: unknown };
  const options = { maxErrors: 1, hideSuggestions: hideSuggestions === true };
  const { errors } = getVariableValues(schema, variableDefinitions, shortened, options);
  const message = errors?.[0]?.message.replace(
    WRONG,
    (_, name: string, path: string | undefined) =>
      `Variable "$${name}" got invalid value ${path === undefined ? '' : ` at "${name}${path}"`}; `,
  );
  if (message !== undefined) throw refuse(message);
}

/** The start of a variable error from `getVariableValues`; execution words it differently. */
const WRONG = /^Variable "\$(\w+)" has invalid value(?: at ([\w.[\]]+))?: /;

function shorten(value: unknown): unknown {
  if (value instanceof LongText) return shorten(value.pieces().next().value);
  if (typeof value === 'string') return value.slice(0, 64);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shorten);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]));
}

const SIGN_IN = 'Sign in to read the schema: on this service, introspection requires sign-in';

function checkIntrospection(document: DocumentNode, operation: OperationDefinitionNode, { call }: HttpContext): void {
  const isStranger = call.actor.kind === 'anonymous' || call.actor.kind === 'shareVisitor';
  if (isStranger && isIntrospectionQuery(document, operation))
    throw new GraphQLError(SIGN_IN, { originalError: unauthenticated(SIGN_IN) });
}

/** Estimated memory of a parsed document per character of its text. */
const BYTES_PER_CHARACTER = 150;
const CACHED_BYTES = 64 * 1024 * 1024;

/** Caches parsed documents up to a total size. Parse errors are not cached. */
export function documentCaches(): YogaServerOptions<object, HttpContext>['parserAndValidationCache'] {
  const documentCache = new LRUCache<string, DocumentNode>({
    maxSize: CACHED_BYTES,
    maxEntrySize: CACHED_BYTES / 8,
    sizeCalculation: (_, text) => (text.length + 1) * BYTES_PER_CHARACTER,
  });
  return { documentCache, errorCache: { get: () => undefined, set: () => undefined } };
}
