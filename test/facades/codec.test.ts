import type { DocumentNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadOperations, operationOf } from '../../facades/operations.ts';
import { type Codec, compileCodec } from '../../facades/rest/compiled-routes.ts';
import type { Source } from '../../facades/rest/route.ts';
import { GetDraftSummary, ListDocuments, SaveDraft } from './small-operations.ts';
import { smallSchema } from './small-schema.ts';

function codec(document: DocumentNode, inPath: string[], source: Source): Codec {
  const operation = operationOf(loadOperations(smallSchema, [document]), document);
  return compileCodec(operation, inPath, source);
}

const list = codec(ListDocuments, ['project_id'], 'query');
const save = codec(SaveDraft, ['project_id', 'document_id', 'draft_id'], 'body');
const short = codec(SaveDraft, ['project_id', 'draft_id'], 'body');

const params = { project_id: 'p', document_id: 'd', draft_id: 'x' };
const saveBody = (body: unknown) => save.decodeVariables(params, {}, body);
const listQuery = (query: Record<string, unknown>) => list.decodeVariables({ project_id: 'p' }, query, undefined);
const problem = (field: string, message: string) => ({ errors: [{ field, message }] });

describe('variables of a body', () => {
  it('accepts names and integers of the wire', () => {
    const body = {
      version_name: 'v',
      content_kind: 'stable',
      priority: 3,
      urgent: true,
      scopes: [1, 3],
      extra: [null],
    };
    expect(saveBody(body)).toEqual({
      variables: {
        ...params,
        version_name: 'v',
        content_kind: 'STABLE',
        priority: 3,
        urgent: true,
        scopes: ['READER', 'ADMIN'],
        extra: [null],
      },
    });
  });

  it('refuse unknown keys and another id than the path, unless the decoder is lenient', () => {
    const body = JSON.parse('{"versionname":"v","nope":1,"draft_id":"other","__proto__":{"content":"evil"}}');
    const { errors } = saveBody(Object.assign(body, { version_name: 'v' })) as { errors: unknown[] };
    expect(errors).toEqual([
      { field: 'versionname', message: 'is not known here: did you mean version_name?' },
      { field: 'nope', message: expect.stringMatching(/^is not known here; known are version_name, content,/) },
      { field: '__proto__', message: expect.stringMatching(/^is not known here/) },
      { field: 'draft_id', message: 'differs from the path: leave it out' },
    ]);
    expect(saveBody(JSON.parse('{"version_name":"v","__proto__":{"content":"evil"}}'))).toMatchObject({
      errors: [{ field: '__proto__' }],
    });
    expect(saveBody({ version_name: 'v', draft_id: 'x' })).toEqual({ variables: { ...params, version_name: 'v' } });
    expect(save.decodeVariables(params, { page: '1' }, { version_name: 'v' })).toEqual(
      problem('page', 'is not known here; known are none'),
    );
    expect(save.decodeVariables(params, { page: '1' }, { ...body, version_name: 'v' }, true)).toEqual({
      variables: { ...params, version_name: 'v' },
    });
    expect(({} as { content?: unknown }).content).toBeUndefined();
  });

  it('may contain in the short form the ids of the long path', () => {
    const decoded = short.decodeVariables(
      { project_id: 'p', draft_id: 'x' },
      {},
      { version_name: 'v', document_id: 'e' },
    );
    expect(decoded).toEqual({ variables: { project_id: 'p', draft_id: 'x', document_id: 'e', version_name: 'v' } });
  });

  it('reads null as absent, and refuses both if a value is required', () => {
    expect(saveBody({ version_name: 'v', content: null })).toEqual({ variables: { ...params, version_name: 'v' } });
    expect(saveBody({ version_name: null })).toEqual(problem('version_name', 'is required'));
    expect(saveBody(undefined)).toEqual(problem('version_name', 'is required'));
  });

  it('names every field of a wrong type', () => {
    const body = {
      version_name: 1,
      content_kind: 'RAW',
      priority: '3',
      urgent: 'true',
      since: 'today',
      scopes: [1, 9],
    };
    expect(saveBody(body)).toEqual({
      errors: [
        { field: 'version_name', message: 'must be a string' },
        { field: 'content_kind', message: 'must be one of raw, stable' },
        { field: 'priority', message: 'must be an integer' },
        { field: 'urgent', message: 'must be true or false' },
        { field: 'since', message: 'must be an RFC 3339 time, such as 2026-01-31T12:00:00Z' },
        { field: 'scopes', message: 'item 1 must be one of 1 (READER), 2 (WRITER), 3 (ADMIN)' },
      ],
    });
    expect(saveBody({ version_name: 'v', priority: 1.5 })).toEqual(problem('priority', 'must be an integer'));
    const bounds = 'must be between -2147483647 and 2147483647';
    expect(saveBody({ version_name: 'v', priority: 2 ** 31 })).toEqual(problem('priority', bounds));
    expect(saveBody({ version_name: 'v', priority: -(2 ** 31) })).toEqual(problem('priority', bounds));
    expect(saveBody({ version_name: 'v', scopes: 1 })).toEqual(problem('scopes', 'must be an array'));
    expect(saveBody({ version_name: '\ud800' })).toEqual(problem('version_name', 'must be well-formed Unicode'));
  });

  it('accepts only a JSON object', () => {
    for (const body of [[], 'text', 1, true]) {
      expect(saveBody(body)).toEqual({ errors: [{ message: 'The body must be a JSON object' }] });
    }
  });

  it('refuses JSON values nested too deep instead of overflowing', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(saveBody({ version_name: 'v', extra: deep })).toEqual(
      problem('extra', 'must not be nested deeper than 500'),
    );
    expect(save.decodeVariables(params, {}, { version_name: 'v', nope: deep }, true)).toEqual({
      variables: { ...params, version_name: 'v' },
    });
  });
});

describe('variables of a query', () => {
  it('reads integers, booleans and enums from text', () => {
    const query = { document_type: '2', archived: 'false', page_size: '10', offset: '0', search: 'x' };
    expect(listQuery(query)).toEqual({
      variables: { project_id: 'p', document_type: 'MARKDOWN', archived: false, page_size: 10, offset: 0, search: 'x' },
    });
  });

  it('checks the bounds of paging', () => {
    const bounds = 'must be between 1 and 200';
    expect(listQuery({ page_size: '0' })).toEqual(problem('page_size', bounds));
    expect(listQuery({ page_size: '201' })).toEqual(problem('page_size', bounds));
    expect(listQuery({ page_size: 'ten' })).toEqual(problem('page_size', 'must be an integer'));
    expect(listQuery({ page_size: '' })).toEqual(problem('page_size', 'must be an integer'));
    expect(listQuery({ page_size: '2147483648' })).toEqual(problem('page_size', bounds));
    expect(listQuery({ page_size: '9'.repeat(400) })).toEqual(problem('page_size', bounds));
    expect(listQuery({ offset: '1000001' })).toEqual(problem('offset', 'must be between 0 and 1000000'));
    expect(listQuery({ offset: '1000000' })).toEqual({ variables: { project_id: 'p', offset: 1_000_000 } });
    expect(listQuery({ search: 'ü'.repeat(129) })).toEqual(problem('search', 'must have at most 256 bytes'));
    expect(listQuery({ search: 'ü'.repeat(128) })).toMatchObject({ variables: { project_id: 'p' } });
  });

  it('refuses unknown enum values, invalid booleans and repeated parameters', () => {
    const choices = 'must be one of 1 (OPENAPI), 2 (MARKDOWN)';
    expect(listQuery({ document_type: '3' })).toEqual(problem('document_type', choices));
    expect(listQuery({ document_type: 'openapi' })).toEqual(listQuery({ document_type: '1' }));
    expect(listQuery({ archived: '1' })).toEqual(problem('archived', 'must be true or false'));
    expect(listQuery({ search: ['a', 'b'] })).toEqual(problem('search', 'must be given only once'));
    expect(listQuery({ page_size: ['1', '2'] })).toEqual(problem('page_size', 'must be given only once'));
  });
});

describe('results', () => {
  it('removes wrappers, counts, writes integers and omits nulls', () => {
    const data = {
      project: {
        documents: { total: 7, items: [{ id: 'd', document_type: 'MARKDOWN', description: null, value: null }] },
      },
    };
    expect(list.encodeResult(data)).toMatchObject({ value: [{ id: 'd', document_type: 2 }], total: 7 });
  });

  it('writes a state by its name beside the integer', () => {
    const data = { saveDraft: { id: 'x', status: 'CHANGES_REQUESTED', state: 'CHANGES_REQUESTED', version_name: 'v' } };
    expect(save.encodeResult(data)?.value).toEqual({
      id: 'x',
      status: 3,
      state: 'changes_requested',
      version_name: 'v',
    });
  });

  it('leaves JSON values alone: nulls in them stay, exact numbers survive', () => {
    const value = JSON.parse('{"a":null,"n":1}');
    value.n = JSON.rawJSON('9007199254740993');
    const data = { project: { documents: { total: 1, items: [{ id: 'd', document_type: 'OPENAPI', value }] } } };
    expect(JSON.stringify(list.encodeResult(data)?.value)).toBe(
      '[{"id":"d","document_type":1,"value":{"a":null,"n":9007199254740993}}]',
    );
  });

  it('distinguishes nothing found from a null value', () => {
    const summary = codec(GetDraftSummary, ['draft_id'], 'query');
    expect(summary.encodeResult({ draft: null })).toBeUndefined();
    expect(summary.encodeResult({ draft: { summary: null } })).toMatchObject({ value: null });
  });
});
