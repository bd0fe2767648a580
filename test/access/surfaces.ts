import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { isExpected } from '../../facades/json-schema.ts';
import { promptRows } from '../../facades/mcp/prompts.ts';
import { resourceRows } from '../../facades/mcp/resources.ts';
import { scopesOf } from '../../facades/mcp/token-scopes.ts';
import { toolRows } from '../../facades/mcp/tools.ts';
import { type Operation as Loaded, loadOperations } from '../../facades/operations.ts';
import { compileRoutes, operationsOf } from '../../facades/rest/compiled-routes.ts';
import { pathParameters } from '../../facades/rest/route.ts';
import { routes } from '../../facades/rest/routes.ts';
import { tokenScopes } from '../../src/access/policy.ts';
import type { DocumentType } from '../../src/generated/prisma/client.ts';
import type { JudgedBy } from '../../src/graphql/judged-by.ts';
import { schema } from '../../src/schema.ts';
import type { TestApp } from '../support/app.ts';
import { post } from '../support/mcp.ts';
import type { Outcome, Surface } from './expected.ts';
import { type Need, nested, type Operation, operations } from './operations.ts';
import type { Ids } from './targets.ts';

/** One way to call an operation: a root field, a route or a tool. */
export type Way = {
  name: string;
  surface: Surface;
  /** The root field of GraphQL. */
  field: string;
  need: Need;
  /** The names of its input fields. */
  sends: string[];
  /** The document type of a tool. */
  type?: DocumentType | undefined;
  /** The permission that the schema declares for the root field. */
  declares?: JudgedBy | undefined;
  /** The scopes that the facade checks itself. */
  scopes?: readonly string[];
  send(app: TestApp, token: string | undefined, given: Ids): Promise<{ status: string; outcome: Outcome }>;
};

const COMMON: Record<string, unknown> = { kind: 'RAW', prompt_key: 'PAGE_CHAT', method: 'GET', path: '/pets' };

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

function rowOf(name: string, field: string): Operation {
  const row = operations[field];
  if (row !== undefined) return row;
  throw new Error(`${name}: say in test/access/operations.ts what a caller of ${field} needs`);
}

function needOf(row: Operation, path: readonly string[], sends: readonly string[]): Need {
  const below = nested[path.slice(0, 2).join('.')];
  if (below !== undefined) return below;
  if (row.withUser !== undefined && sends.includes('user_id')) return row.withUser;
  const isNamed = sends.includes('project_id');
  return row.withoutProject !== undefined && !isNamed ? row.withoutProject : row.need;
}

const valuesOf = (row: Operation, given: Ids): Record<string, unknown> => ({ ...COMMON, ...given, ...row.values });

const REFUSALS: readonly string[] = ['UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND'];

const judged = (status: string) => ({
  status,
  outcome: (REFUSALS.includes(status) ? status : 'permitted') as Outcome,
});

const roots = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};

type Slot = GraphQLArgument | GraphQLInputField;

/** Every root field with only its required arguments, and with all parents. */
export const graphqlWays = (withParents: boolean): Way[] =>
  Object.entries(roots).flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map(({ name: field, args, extensions }) => {
      const row = rowOf(field, field);
      const wireName = ({ name }: Slot) => (name === 'id' ? (row.id ?? 'id') : snake(name));
      const isSent = (slot: Slot) =>
        isNonNullType(slot.type) ||
        wireName(slot) in (row.values ?? {}) ||
        (withParents && ['project_id', 'document_id', 'user_id'].includes(wireName(slot)));
      const sent = args.filter(isSent);
      const [input] = sent.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
      const slots = input === undefined ? sent : Object.values(input.getFields()).filter(isSent);
      const sends = slots.map(wireName);
      const declared = sent.map(({ name, type }) => `$${name}: ${type}`).join(', ');
      const passed = sent.map(({ name }) => `${name}: $${name}`).join(', ');
      const text = `${kind}${declared && `(${declared})`} { ${field}${passed && `(${passed})`} { __typename } }`;
      return {
        name: `${field}${withParents ? ' with its parents' : ''}`,
        surface: 'graphql' as const,
        field,
        need: needOf(row, [field], sends),
        sends,
        declares: extensions.judgedBy as JudgedBy | undefined,
        async send(app: TestApp, token: string | undefined, given: Ids) {
          const values = valuesOf(row, given);
          const filled = Object.fromEntries(slots.map(slot => [slot.name, values[wireName(slot)]]));
          return judged((await app.graphql(text, input === undefined ? filled : { input: filled }, { token })).code);
        },
      };
    }),
  );

/** Enums in their wire form. */
function onTheWire({ type }: Loaded['variables'][number], value: unknown): unknown {
  const named = getNamedType(type);
  if (!isEnumType(named)) return value;
  const wire = (one: unknown) => named.getValue(String(one))?.extensions.wire ?? one;
  return Array.isArray(value) ? value.map(wire) : wire(value);
}

const fieldOf = ({ document }: Loaded): string => {
  const [definition] = document.definitions;
  const [root] = definition?.kind === 'OperationDefinition' ? definition.selectionSet.selections : [];
  return root?.kind === 'Field' ? root.name.value : 'none';
};

/** Every route, in its long and its short form. */
export const restWays = (withShortForms: boolean): Way[] =>
  compileRoutes(routes, operationsOf(schema, routes))
    .filter(({ path, route }) => withShortForms || path === route.path)
    .map(({ method, path, operation, source }) => {
      const field = fieldOf(operation);
      const name = `${method} ${path}`;
      const row = rowOf(name, field);
      const inPath = pathParameters(path);
      const variables = operation.variables.filter(
        variable =>
          inPath.includes(variable.name) ||
          variable.required ||
          variable.name === 'project_id' ||
          variable.name in (row.values ?? {}),
      );
      const sends = variables.map(variable => variable.name);
      return {
        name,
        surface: 'rest' as const,
        field,
        need: needOf(row, operation.result.path, sends),
        sends,
        async send(app: TestApp, token: string | undefined, given: Ids) {
          const values = valuesOf(row, given);
          const wire = Object.fromEntries(variables.map(one => [one.name, onTheWire(one, values[one.name])]));
          const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(wire[name])));
          const rest = Object.fromEntries(Object.entries(wire).filter(([name]) => !inPath.includes(name)));
          const sent = source === 'body' ? { body: rest } : { query: rest as Record<string, string> };
          const answer = await app.rest(method, url, { token, ...sent });
          return judged(answer.status ?? (answer.http === 200 ? 'OK' : 'INTERNAL'));
        },
      };
    });

const typeOf = (scopes: readonly string[]): DocumentType | undefined => {
  if (scopes.every(scope => scope.startsWith('api:'))) return 'OPENAPI';
  return scopes.every(scope => scope.startsWith('doc:')) ? 'MARKDOWN' : undefined;
};

export const mcpWays = (): Way[] => {
  const loaded = loadOperations(
    schema,
    toolRows.map(({ document }) => document),
  );
  return toolRows.map(({ name, document, right }) => {
    const scopes = scopesOf(right, tokenScopes);
    const operation = loaded.get(document) as Loaded;
    const field = fieldOf(operation);
    const row = rowOf(name, field);
    const variables = operation.variables.filter(
      variable =>
        isExpected(variable) ||
        variable.name === 'project_id' ||
        (variable.name in (row.values ?? {}) && variable.name !== 'changelog'),
    );
    const sends = variables.map(variable => variable.name);
    return {
      name,
      surface: 'mcp' as const,
      field,
      need: row.ofAgent ?? needOf(row, operation.result.path, sends),
      sends,
      type: typeOf(scopes),
      scopes,
      async send(app: TestApp, token: string | undefined, given: Ids) {
        const values = { branch_id: given.branch_id, ...valuesOf(row, given) };
        const args = Object.fromEntries(
          variables.map(one => [one.name, onTheWire(one, values[one.name as 'branch_id'])]),
        );
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
        const { result, error } = await post(app, call, token === undefined ? {} : { token });
        if (error !== undefined) return judged(String(error.data?.status ?? error.code));
        return judged(result?.isError ? JSON.parse(result.content[0]?.text ?? '{}').status : 'OK');
      },
    };
  });
};

type Reading = { name: string; document: (typeof toolRows)[number]['document']; request(given: Ids): [string, object] };

/** Every resource and prompt, for documents of each type. */
export const mcpReadingWays = (): Way[] => {
  const readings: Reading[] = [
    ...resourceRows.map(({ name, document, uriTemplate }) => ({
      name: `resource ${name}`,
      document,
      request: (given: Ids): [string, object] => {
        const filled = { kind: 'raw', ...given };
        const fill = (_: string, part: string) => encodeURIComponent(filled[part as 'kind']);
        return ['resources/read', { uri: uriTemplate.replaceAll(/\{(\w+)\}/g, fill) }];
      },
    })),
    ...promptRows.map(({ name, document }) => ({
      name: `prompt ${name}`,
      document,
      request: (given: Ids): [string, object] => {
        const names = loaded.get(document)?.variables.filter(isExpected) ?? [];
        return ['prompts/get', { name, arguments: Object.fromEntries(names.map(one => [one.name, given[one.name]])) }];
      },
    })),
  ];
  const loaded = loadOperations(
    schema,
    readings.map(({ document }) => document),
  );
  return (['OPENAPI', 'MARKDOWN'] as const).flatMap(type =>
    readings.flatMap(({ name, document, request }) => {
      const operation = loaded.get(document) as Loaded;
      const field = fieldOf(operation);
      // Only OpenAPI documents have endpoints.
      if (type === 'MARKDOWN' && field === 'endpoint') return [];
      const sends = operation.variables.map(variable => variable.name);
      return {
        name: `${name} of ${type}`,
        surface: 'mcp' as const,
        field,
        need: needOf(rowOf(name, field), operation.result.path, sends),
        sends,
        type,
        async send(app: TestApp, token: string | undefined, given: Ids) {
          const [method, params] = request(given);
          const call = { jsonrpc: '2.0', id: 1, method, params };
          const { error } = await post(app, call, token === undefined ? {} : { token });
          return judged(error === undefined ? 'OK' : String(error.data?.status ?? error.code));
        },
      };
    }),
  );
};
