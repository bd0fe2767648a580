import { describe, expect, it } from 'vitest';
import { compileOperations, type Operation, parseDefinitions } from '../../facades/load.ts';
import { resultSchema, variablesSchema } from '../../facades/operation.ts';
import { smallOperations, smallSchema } from './small-schema.ts';

const operations = compileOperations(smallSchema, parseDefinitions(smallOperations));

function operation(name: string): Operation {
  const found = operations.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

const compile = (text: string) => () => compileOperations(smallSchema, parseDefinitions(text));

describe('loading operations', () => {
  it('keeps of the fragments only those that an operation reaches', () => {
    const names = operation('GetDraft').document.definitions.map(definition =>
      'name' in definition ? definition.name?.value : '',
    );
    expect(names).toEqual(['GetDraft', 'Draft']);
  });

  it('finds the one path down to what is answered', () => {
    const { path, list } = operation('ListDocuments').result;
    expect({ path, list }).toEqual({ path: ['project', 'documents', 'items'], list: 'connection' });
    expect(operation('GetDraft').result.path).toEqual(['draft']);
    expect(operation('GetDraftSummary').result.path).toEqual(['draft', 'summary']);
  });

  it('refuses at start what the schema does not know, all mistakes together', () => {
    const text = 'query A { me { nothing } } query B($x: ID!) { draft(id: $x) { id nope } }';
    expect(compile(text)).toThrow(
      'Operations that do not fit the schema:\n' +
        'A: Cannot query field "nothing" on type "User".\n' +
        'B: Cannot query field "nope" on type "Draft".',
    );
  });

  it('refuses two root fields, two operations of one name and inputs that are not spelled out', () => {
    expect(compile('query A { a: me { isSuperAdmin } me { isSuperAdmin } }')).toThrow('A: must select one root field');
    expect(compile('query A { me { isSuperAdmin } } query A { me { isSuperAdmin } }')).toThrow('A: is there twice');
    expect(compile('mutation A($input: DraftInput!) { saveDraft(input: $input) { id } }')).toThrow(
      'A: $input: spell the fields of the input object out',
    );
  });
});

describe('JSON Schema of an operation', () => {
  it('describes variables by where they go', () => {
    expect(variablesSchema(operation('SaveDraft'), { leaveOut: ['project_id', 'document_id', 'draft_id'] })).toEqual({
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

  it('says where null is taken, and that the expected_ tokens are required', () => {
    const text = 'mutation A($expected_revision: String, $kind: ContentKind) '.concat(
      '{ saveDraft(input: { versionName: $expected_revision, contentKind: $kind }) { id } }',
    );
    const one = compile(text)().get('A') as Operation;
    expect(variablesSchema(one, { nulls: true })).toMatchObject({
      required: ['expected_revision'],
      properties: {
        expected_revision: { type: 'string' },
        kind: { type: ['string', 'null'], enum: ['raw', 'stable', null] },
      },
    });
  });

  it('gives paging its own bounds, defaults and words', () => {
    expect(variablesSchema(operation('ListDocuments')).properties).toMatchObject({
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
    expect(resultSchema(operation('ListDocuments'))).toEqual({
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
    const schema = resultSchema(operation('GetDraft')) as { properties: Record<string, unknown> };
    expect(schema.properties.state).toEqual({ type: 'string', enum: ['draft', 'submitted', 'changes_requested'] });
    const fragmentRef = ({ name }: { name: string }) => ({ $ref: `#/${name}` });
    expect(resultSchema(operation('GetDraft'), { fragmentRef })).toEqual({ $ref: '#/Draft' });
    expect(resultSchema(operation('GetDraftContent'), { fragmentRef })).toEqual({
      allOf: [{ $ref: '#/Draft' }, { type: 'object', properties: { content: { type: 'string' } } }],
    });
  });
});
