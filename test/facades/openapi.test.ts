import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operationsOf } from '../../facades/rest/compiled-routes.ts';
import { openapiDocument, openapiYaml } from '../../facades/rest/openapi.ts';
import { category, D, get, P, post, type Route } from '../../facades/rest/route.ts';
import { specials } from '../../facades/rest/routes.ts';
import { GetDraft, GetDraftSummary, ListDocuments, SaveDraft } from './small-operations.ts';
import { smallSchema } from './small-schema.ts';

const rows: Route[] = [
  ...category('Open', [post('/api/v1/open/drafts', SaveDraft, { who: 'anyone', summary: 'Save a draft' })]),
  ...category('Drafts', [
    get(`${P}/documents`, ListDocuments, { who: 'reader', summary: 'List documents' }),
    get(`${D}/drafts/{draft_id}`, GetDraft, { who: 'reader', summary: 'Read a draft' }),
    get('/api/v1/private/summaries/{draft_id}', GetDraftSummary, { who: 'signed in', summary: 'Read a summary' }),
  ]),
];
const operations = operationsOf(smallSchema, rows);

type Json = { [key: string]: Json };
const document = openapiDocument(rows, specials, operations, '1.2.3') as Json;
const at = (...keys: string[]): Json => keys.reduce((json, key) => json[key] ?? {}, document);

describe("the service's own OpenAPI document", () => {
  it('has the long form of every path and nothing else', () => {
    expect(Object.keys(at('paths'))).toEqual([
      '/api/v1/open/health',
      '/api/v1/open/health/live',
      '/api/v1/open/health/ready',
      '/api/v1/open/docs/openapi.yaml',
      '/api/v1/open/mcp',
      '/api/v1/open/drafts',
      `${P}/documents`,
      `${D}/drafts/{draft_id}`,
      '/api/v1/private/summaries/{draft_id}',
    ]);
  });

  it('describes parameters, envelope and detail of a list', () => {
    expect(at('paths', `${P}/documents`, 'get')).toMatchObject({
      operationId: 'listDocuments',
      tags: ['Drafts'],
      summary: 'List documents',
      parameters: [
        { name: 'project_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'document_type', in: 'query', required: false, schema: { type: 'integer', enum: [1, 2] } },
        { name: 'archived', in: 'query', required: false, schema: { type: 'boolean' } },
        { name: 'search', in: 'query', required: false, schema: { type: 'string', maxLength: 256 } },
        { name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 200 } },
        { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 } },
      ],
      responses: {
        '200': {
          content: {
            'application/json': {
              schema: {
                oneOf: [
                  { $ref: '#/components/schemas/DocumentListAnswer' },
                  { $ref: '#/components/schemas/ErrorEnvelope' },
                ],
                discriminator: {
                  propertyName: 'status',
                  mapping: {
                    OK: '#/components/schemas/DocumentListAnswer',
                    NOT_FOUND: '#/components/schemas/ErrorEnvelope',
                  },
                },
              },
            },
          },
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    });
  });

  it('names the envelope of a success', () => {
    expect(at('components', 'schemas', 'DocumentListAnswer')).toMatchObject({
      required: ['code', 'status', 'message', 'trace_id', 'timestamp', 'detail', 'total'],
      properties: {
        status: { enum: ['OK'] },
        detail: { type: 'array', items: { $ref: '#/components/schemas/Document' } },
        total: { type: 'integer', minimum: 0 },
      },
    });
  });

  it('describes the body without the path parameters, and open routes without a token', () => {
    expect(at('paths', '/api/v1/open/drafts', 'post')).toMatchObject({
      security: [],
      parameters: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/SaveDraftBody' } } },
      },
    });
    expect(at('components', 'schemas', 'SaveDraftBody')).toMatchObject({
      required: ['version_name'],
      additionalProperties: false,
    });
  });

  it('defines every schema that it refers to', () => {
    const text = JSON.stringify(document);
    const refs = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(match => match[1]));
    const defined = Object.keys(at('components', 'schemas'));
    expect([...refs].sort()).toEqual([...defined].sort());
  });

  it('is the same every time, and the YAML says the same', () => {
    const yaml = openapiYaml(rows, specials, operations, '1.2.3');
    expect(yaml).toBe(openapiYaml(rows, specials, operations, '1.2.3'));
    expect(parse(yaml)).toEqual(document);
  });
});
