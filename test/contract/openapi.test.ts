import SwaggerParser from '@apidevtools/swagger-parser';
import official31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../facades/rest/compiled-routes.ts';
import { openapiDocument, openapiYaml } from '../../facades/rest/openapi.ts';
import { routes, specials } from '../../facades/rest/routes.ts';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { schema } from '../../src/schema.ts';

const operations = operationsOf(schema, routes);

type Content = { content?: Record<string, { schema: object }> };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  security?: object[];
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties?: object; required?: string[]; allOf?: { required?: string[] }[] }>;
  };
};

const document = openapiDocument(routes, specials, operations, '1.2.3') as Document;

const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

// Its cleanness by Redocly's recommended rules is tested beside the rows (test/facades/whole.test.ts).
describe("the service's own OpenAPI document", () => {
  it('names fields as they are sent', () => {
    const text = openapiYaml(routes, specials, operations, '1.2.3');
    expect(text).toContain('`expected_revision`');
    expect(text.match(/`[a-z]+[A-Z]\w*`/g) ?? []).toEqual([]);
  });

  it('names only fields that REST has', () => {
    const text = openapiYaml(routes, specials, operations, '1.2.3');
    const fields = new Set([...text.matchAll(/^ +(?:- name: )?(\w+)(?::$|$)/gm)].map(([, name]) => name));
    const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+|[A-Z]\w+\.\w+)`/g)].map(([, name]) => name);
    expect(named.filter(name => !fields.has(name))).toEqual([]);
  });

  it('says that it speaks of GraphQL where only GraphQL acts so', () => {
    const sentences = openapiYaml(routes, specials, operations, '1.2.3').split(/(?<=\.) |\n/);
    const ofGraphql = sentences.filter(sentence => /answer of a mutation|that has ended is/.test(sentence));
    expect(ofGraphql).not.toEqual([]);
    expect(ofGraphql.filter(sentence => !/over GraphQL/i.test(sentence))).toEqual([]);
  });

  it('is valid against the official schema of OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(official31);
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
  });

  it('is valid for swagger-parser, which resolves every reference', async () => {
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined();
  });

  it('requires the state that a caller has read where the service does', () => {
    const requirements = ['UpdateDraftBody', 'ApproveDraftBody', 'SubmitDraftBody'].map(name =>
      document.components.schemas[name]?.required?.filter(field => field.startsWith('expected_')),
    );
    expect(requirements).toEqual([['expected_revision'], ['expected_review_revision'], undefined]);
    const { operation } = documented.find(({ operation: { operationId } }) => operationId === 'submitDraft') ?? {};
    expect(operation?.requestBody?.required).toBe(false);
  });

  it('names every body and every answer', () => {
    const schemas = documented.flatMap(({ operation }) =>
      [operation.requestBody, operation.responses['200']].map(part => part?.content?.['application/json']?.schema),
    );
    const inline = schemas.filter(
      schema => schema !== undefined && !('$ref' in schema) && !('discriminator' in schema),
    );
    expect(inline).toEqual([]);
  });

  it('has null only where nothing yet is no refusal', () => {
    const { schemas } = document.components;
    const nullable = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, property]) => /"null"/.test(JSON.stringify(property)))
        .map(([key]) => `${name}.${key}`),
    );
    expect(nullable).toEqual(['OptionalAiSummaryAnswer.detail']);
  });

  it('requires what is null only beside an error: REST then answers the error alone', () => {
    const { allOf: [, own] = [] } = document.components.schemas.QueuedDraft ?? {};
    expect(own?.required).toEqual(['project', 'document', 'branch']);
    expect(openapiYaml(routes, specials, operations, '1.2.3')).not.toMatch(/null, with an error/i);
  });

  it('contains every row and every special route once', () => {
    const all = [...routes, ...specials].map(({ method, path }) => `${method} ${path}`);
    expect(documented.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(all.sort());
    const ids = documented.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is accepted by the service itself without a warning', () => {
    const ingested = ingestOpenApi(openapiYaml(routes, specials, operations, '1.2.3'));
    expect(ingested).toMatchObject({ ok: true, format: 'OPENAPI_3_1', warnings: [] });
  });

  it('describes what a route reads, not the resource around it', () => {
    const read = (path: string) => document.paths[`/api/v1/private/projects/{project_id}${path}`]?.get?.description;
    expect(read('/members')).toMatch(/^The members, oldest membership first\./);
    expect(read('/documents/{document_id}/diffs/{diff_id}/summary')).toMatch(/^The counts/);
  });

  it('does not say NOT_FOUND where REST refuses people who are not members: it names the project or team', () => {
    const texts = openapiYaml(routes, specials, operations, '1.2.3').split('\n');
    expect(texts.filter(line => /NOT_FOUND (if|unless)[^.]*\bmember\b/.test(line))).toEqual([]);
  });

  it('describes every operation, and requires a credential except on public routes', () => {
    expect(documented.filter(({ operation }) => !operation.summary || !operation.description)).toEqual([]);
    const without = documented.filter(({ operation }) => operation.security?.length === 0).map(({ path }) => path);
    // Agents and visitors of shares send their own credentials to open paths.
    const free = /^\/api\/v1\/open\/(?!mcp$|document-shares\/)/;
    expect(without).toEqual(documented.map(({ path }) => path).filter(path => free.test(path)));
  });
});
