import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../facades/rest/compiled-routes.ts';
import { openapiDocument } from '../../facades/rest/openapi.ts';
import { routes, specials } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import type { RestAnswer } from '../support/app.ts';
import { testApp } from '../support/app.ts';
import { openOperations, refusedThoughAllowed, takenThoughForbidden } from '../support/request-exceptions.ts';
import { invalid, type Known, type RequestSchema, valid } from '../support/schema-arbitrary.ts';
import { seed } from '../support/seed.ts';

// Sends requests generated from the served document, as `npm run load -- schemathesis` does, in a few seconds.
// `REQUESTS=10000 SEED=7` sends more and different ones.
const RUNS = Number(process.env.REQUESTS ?? 400);

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: RequestSchema };
type Media = { content?: Record<string, { schema: { $ref: string } }> };
type Operation = { operationId: string; parameters?: Parameter[]; requestBody?: Media; responses: { '200': Media } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, RequestSchema> };
};

const document = openapiDocument(routes, specials, operationsOf(schema, routes), '1.2.3') as Document;
const left = new Set([...openOperations.map(({ operation }) => operation), 'getOpenapi']);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => !left.has(operationId))
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const app = await testApp();
const { superAdmin } = await seed(app);
const project = await superAdmin.createProject();
const api = await project.createDocument();
const version = await api.publish();
const draft = await api.createDraft();

const existing: Record<string, readonly unknown[]> = {
  project_id: [project.id],
  document_id: [api.id],
  branch_id: Object.values(api.branches),
  source_branch_id: Object.values(api.branches),
  target_branch_id: Object.values(api.branches),
  version_id: [version.id],
  draft_id: [draft.id],
  kind: ['raw'],
  // An enabled provider would be called.
  enabled: [false],
};
const known: Known = name => existing[name] ?? [];

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'document');
const pointer = (id: string) => `document#/components/schemas/${id}`;
// Cached, so that Ajv compiles each schema once.
const fitting = (id: string) => ajv.getSchema(pointer(id)) as ValidateFunction;

function requestOf({ path, operation: { parameters = [], requestBody } }: (typeof operations)[number], good: boolean) {
  const inPlace = (place: string) => parameters.filter(parameter => parameter.in === place);
  const values = (place: string) =>
    valid(
      {
        type: 'object',
        properties: Object.fromEntries(inPlace(place).map(parameter => [parameter.name, parameter.schema])),
        required: inPlace(place)
          .filter(({ required }) => required)
          .map(({ name }) => name),
      },
      '',
      known,
    ) as fc.Arbitrary<Record<string, string>>;
  const name = requestBody?.content?.['application/json']?.schema.$ref.split('/').at(-1);
  const bodySchema = name === undefined ? undefined : document.components.schemas[name];
  const body = bodySchema && (good ? valid(bodySchema, '', known) : invalid(bodySchema, known));
  return fc.record({
    url: values('path').map(ids => path.replaceAll(/\{(\w+)\}/g, (_, id) => encodeURIComponent(String(ids[id])))),
    query: values('query').map(query => (good ? query : { ...query, ...(body ? {} : { no_such_key: 'x' }) })),
    body: body ?? fc.constant(undefined),
  });
}

const requests = (good: boolean) =>
  fc.oneof(
    ...operations
      .filter(({ operation }) => operation.operationId !== 'unlockPublicShare')
      .map(row => requestOf(row, good).map(request => ({ row, request }))),
  );

async function send(row: (typeof operations)[number], request: { url: string; query: object; body?: unknown }) {
  const { url, query, body } = request;
  const single = Object.entries(query).map(([key, value]) => [key, [value].flat()[0]]);
  const flat = Object.fromEntries(single.filter(([, value]) => value !== undefined));
  const answer = await superAdmin.rest(row.method, url, { query: flat, ...(body !== undefined && { body }) });
  expect(answer.status).not.toBe('INTERNAL');
  if (answer.envelope === undefined) return answer;
  const name = row.operation.responses['200'].content?.['application/json']?.schema as unknown as {
    oneOf?: { $ref: string }[];
  };
  const id = name?.oneOf?.[0]?.$ref.split('/').at(-1) ?? '';
  const fits = fitting(answer.code === 200 ? id : 'ErrorEnvelope');
  if (!fits(answer.envelope)) expect.unreachable(`${row.operation.operationId}: ${ajv.errorsText(fits.errors)}`);
  return answer;
}

const messagesOf = ({ detail, message }: RestAnswer<unknown>): string[] => {
  const errors = (detail as { errors?: { field?: string; message: string }[] } | undefined)?.errors ?? [{ message }];
  return errors.map(error => `${'field' in error ? (error.field ?? '') : ''}: ${error.message}`);
};

const isListed = (operationId: string, text: string, exceptions = refusedThoughAllowed): boolean =>
  exceptions.some(({ operations, match }) => RegExp(operations).test(operationId) && RegExp(match).test(text));

describe('a request generated from openapi.yaml', () => {
  it('is not INVALID_ARGUMENT if the schema allows it, except for the listed reasons', async () => {
    const unlisted = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests(true), async ({ row, request }) => {
        const answer = await send(row, request);
        if (answer.code !== 400) return;
        const { operationId } = row.operation;
        for (const text of messagesOf(answer))
          if (!isListed(operationId, text)) unlisted.add(`${operationId}: ${text}`);
      }),
      { numRuns: RUNS / 2 },
    );
    expect([...unlisted]).toEqual([]);
  });

  it('is not accepted when the schema forbids it', async () => {
    await fc.assert(
      fc.asyncProperty(requests(false), async ({ row, request }) => {
        const { code } = await send(row, request);
        if (code !== 200 || row.path.startsWith('/api/v1/open/health')) return;
        const blank = Object.entries(request.body ?? {}).filter(([, value]) => value === '');
        const { operationId } = row.operation;
        const taken = blank.filter(([name]) => isListed(operationId, `${name}: blank`, takenThoughForbidden));
        expect(taken, `${operationId} took ${JSON.stringify(request)}`).not.toEqual([]);
      }),
      { numRuns: RUNS / 2 },
    );
  });
});

it('the words that a filter takes beside its numbers or in another case are said, and listed as an exception', () => {
  const filters = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
    parameters.map(({ description, schema, ...parameter }) => {
      const { type, enum: values } = schema.items ?? schema;
      return {
        ...parameter,
        operationId,
        isSaid: type !== 'integer' || / word, such as /.test(`${description}`),
        values,
      };
    }),
  );
  const chosen = filters.filter(({ in: place, values }) => place === 'query' && values !== undefined);
  expect(chosen.map(({ name }) => name)).toContain('severity');
  expect(chosen.filter(({ isSaid }) => !isSaid)).toEqual([]);
  const words = chosen.map(({ name, operationId }) => [operationId, `${name}: word`] as const);
  expect(words.filter(([operationId, text]) => !isListed(operationId, text, takenThoughForbidden))).toEqual([]);
});
