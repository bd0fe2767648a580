import type { DocumentNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { gql } from '../../facades/gql.ts';
import { resultSchema, variablesSchema } from '../../facades/json-schema.ts';
import { loadOperations, type Operation, operationOf } from '../../facades/operations.ts';
import { GetDraft, GetDraftContent, GetDraftSummary, ListDocuments, SaveDraft } from './small-operations.ts';
import { smallSchema } from './small-schema.ts';

const operation = (document: DocumentNode): Operation => operationOf(loadOperations(smallSchema, [document]), document);

const load =
  (...documents: DocumentNode[]) =>
  () =>
    loadOperations(smallSchema, documents);

describe('loading operations', () => {
  it('finds the path to the result', () => {
    const { path, list } = operation(ListDocuments).result;
    expect({ path, list }).toEqual({ path: ['project', 'documents', 'items'], list: 'connection' });
    expect(operation(GetDraft).result.path).toEqual(['draft']);
    expect(operation(GetDraftSummary).result.path).toEqual(['draft', 'summary']);
  });

  it('refuses at start everything unknown to the schema, with all errors at once', () => {
    const a = gql`query A { me { nothing } }`;
    const b = gql`query B($x: ID!) { draft(id: $x) { id nope } }`;
    expect(load(a, b)).toThrow(
      'Operations that do not fit the schema:\n' + 'A: nothing has no wire form\n' + 'B: nope has no wire form',
    );
  });

  it('refuses two root fields, several operations, and an input object as one variable', () => {
    const refuses = (document: DocumentNode, message: string) => expect(load(document)).toThrow(message);
    refuses(gql`query A { a: me { isSuperAdmin } me { isSuperAdmin } }`, 'A: must select one root field');
    refuses(
      gql`query A { me { isSuperAdmin } } query B { me { isSuperAdmin } }`,
      'A: must be a document of one operation',
    );
    refuses(gql`fragment F on User { isSuperAdmin }`, 'F: must be a document of one operation');
    refuses(gql`query { me { isSuperAdmin } }`, 'unnamed operation: must be a named operation');
    refuses(
      gql`mutation A($input: DraftInput!) { saveDraft(input: $input) { id } }`,
      'A: $input: spell the fields of the input object out',
    );
  });

  it('knows nothing of a document that was not loaded', () => {
    expect(() => operationOf(loadOperations(smallSchema, [GetDraft]), SaveDraft)).toThrow('SaveDraft was not loaded');
  });
});

describe('JSON Schema of an operation', () => {
  it('describes variables by where they go', () => {
    expect(variablesSchema(operation(SaveDraft), { leaveOut: ['project_id', 'document_id', 'draft_id'] })).toEqual({
      type: 'object',
      required: ['version_name'],
      properties: {
        version_name: { type: 'string', minLength: 1, maxLength: 100, description: 'The label.' },
        content: { type: 'string' },
        content_kind: { type: 'string', enum: ['raw', 'stable'] },
        priority: { type: 'integer' },
        urgent: { type: 'boolean' },
        since: { type: 'string', format: 'date-time' },
        scopes: {
          type: 'array',
          items: {
            type: 'integer',
            enum: [1, 2, 3],
            description: '1 = READER, 2 = WRITER, 3 = ADMIN.',
            'x-enum-varnames': ['READER', 'WRITER', 'ADMIN'],
          },
        },
        extra: {},
      },
    });
  });

  it('says that the expected_ tokens are required', () => {
    const one = operation(gql`
      mutation A($expected_revision: String, $kind: ContentKind) {
        saveDraft(input: { versionName: $expected_revision, contentKind: $kind }) { id }
      }`);
    const schema = variablesSchema(one);
    expect(schema).toMatchObject({
      required: ['expected_revision'],
      properties: {
        expected_revision: { type: 'string' },
        kind: { type: 'string', enum: ['raw', 'stable'] },
      },
    });
  });

  it('uses its own bounds, defaults and descriptions for paging', () => {
    expect(variablesSchema(operation(ListDocuments)).properties).toMatchObject({
      project_id: { type: 'string', format: 'uuid' },
      document_type: {
        type: 'integer',
        enum: [1, 2],
        description: expect.stringMatching(/^Only documents of this type\. 1 = /),
      },
      page_size: { type: 'integer', minimum: 1, maximum: 200, default: 200 },
      offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
      search: { type: 'string', maxLength: 256 },
    });
  });

  it('describes the items of a list without their wrappers, nullable fields as optional', () => {
    expect(resultSchema(operation(ListDocuments))).toEqual({
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'document_type'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          document_type: {
            type: 'integer',
            enum: [1, 2],
            description: 'What it is written in. 1 = OPENAPI, 2 = MARKDOWN.',
            'x-enum-varnames': ['OPENAPI', 'MARKDOWN'],
          },
          description: { type: 'string' },
          value: {},
        },
      },
    });
  });

  it('writes a state as its name and refers to fragments where asked to', () => {
    const schema = resultSchema(operation(GetDraft)) as { properties: Record<string, unknown> };
    expect(schema.properties.state).toEqual({ type: 'string', enum: ['draft', 'submitted', 'changes_requested'] });
    const fragmentRef = ({ name }: { name: string }) => ({ $ref: `#/${name}` });
    expect(resultSchema(operation(GetDraft), { fragmentRef })).toEqual({ $ref: '#/Draft' });
    expect(resultSchema(operation(GetDraftContent), { fragmentRef })).toEqual({
      allOf: [{ $ref: '#/Draft' }, { type: 'object', properties: { content: { type: 'string' } } }],
    });
  });
});
