import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { guideMarkdown, openapiWith, petstore30Yaml, petstore31Json, petstore31Yaml } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const writer = await project.addMember('writer');
const openapi = await project.createDocument();
const markdown = await project.createDocument({ type: 'MARKDOWN' });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const create = (document: Document, fields: object) =>
  writer.rest('POST', `${document.path}/drafts`, {
    body: { branch_id: document.branches.dev, version_name: '1.0.0', ...fields },
  });

const countDrafts = () => app.database.prisma.draft.count();

const fieldsOf = (detail: unknown) => (detail as { errors: { field: string; message: string }[] }).errors;

describe('a new draft', () => {
  it('is raw, unsubmitted and has a revision but no review revision', async () => {
    const { status, code, detail } = await create(openapi, {
      version_name: '  1.0.0  ',
      schema_content: petstore31Yaml,
      changelog: 'The first one.',
      source_git_commit_id: 'c0ffee',
    });
    expect({ status, code }).toEqual({ status: 'OK', code: 200 });
    expect(detail).toMatchObject({
      project_id: project.id,
      document_id: openapi.id,
      branch_id: openapi.branches.dev,
      version_name: '1.0.0',
      changelog: 'The first one.',
      source_git_commit_id: 'c0ffee',
      content_kind: 'raw',
      document_format: 2,
      source_type: 1,
      status: 1,
      state: 'draft',
      submission_round: 0,
      hash: sha256(petstore31Yaml),
      raw_content_hash: sha256(petstore31Yaml),
      created_by: writer.id,
      revision: expect.stringMatching(/^\S{16,}$/),
      diff_preview: { summary: { unchanged: false, added_endpoints: 3, removed_endpoints: 0 } },
    });
    for (const absent of [
      'review_revision',
      'submitted_at',
      'base_version_id',
      'stable_content_hash',
      'review_comment',
    ])
      expect(detail).not.toHaveProperty(absent);
    expect(detail.normalized_content_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('distinguishes OpenAPI 3.0, 3.1 and Markdown', async () => {
    expect((await create(openapi, { schema_content: petstore30Yaml })).detail.document_format).toBe(1);
    expect((await create(openapi, { schema_content: petstore31Json })).detail.document_format).toBe(2);
    expect((await create(markdown, { schema_content: guideMarkdown })).detail.document_format).toBe(3);
  });

  it('is the same over GraphQL', async () => {
    const draft = await writer.ask(
      `mutation($input: CreateDraftInput!) {
        createDraft(input: $input) {
          versionName contentKind documentFormat sourceType status submissionRound reviewRevision submittedAt
          rawContentHash stableContentHash createdById baseVersionId
        }
      }`,
      { input: { branchId: openapi.branches.dev, versionName: '1.0.0', schemaContent: petstore31Json } },
    );
    expect(draft).toEqual({
      versionName: '1.0.0',
      contentKind: 'RAW',
      documentFormat: 'OPENAPI_3_1',
      sourceType: 'WEB',
      status: 'DRAFT',
      submissionRound: 0,
      reviewRevision: null,
      submittedAt: null,
      rawContentHash: sha256(petstore31Json),
      stableContentHash: null,
      createdById: writer.id,
      baseVersionId: null,
    });
  });

  it('says that nothing changes when its content is published already', async () => {
    const document = await project.createDocument();
    const version = await document.publish({ content: petstore31Json });
    const { detail } = await create(document, { schema_content: petstore31Yaml });
    expect(detail).toMatchObject({
      base_version_id: version.id,
      diff_preview: {
        base_version_id: version.id,
        items: [],
        summary: {
          unchanged: true,
          added_endpoints: 0,
          removed_endpoints: 0,
          modified_endpoints: 0,
          breaking_changes: 0,
          warnings: 0,
          infos: 0,
        },
      },
    });
  });
});

describe('the kind of the content', () => {
  it('normalized stores the canonical JSON of the sent content', async () => {
    const { detail } = await create(openapi, { schema_content: petstore31Yaml, content_kind: 'normalized' });
    const { detail: content } = await writer.rest('GET', `${openapi.path}/drafts/${detail.id}/content/raw`);
    expect(detail.content_kind).toBe('normalized');
    expect(content.content).toBe(canonical(JSON.parse(petstore31Json)));
    expect(detail).toMatchObject({
      hash: sha256(content.content as string),
      raw_content_hash: detail.hash,
      normalized_content_hash: detail.hash,
    });
  });

  it('stable stores the stable form of the sent content', async () => {
    const sent = '# Cafe\u0301  \r\n\r\nText  \r\nmore\t\r\n\r\n\r\n';
    const { detail } = await create(markdown, { content: sent, content_kind: 'stable' });
    const { detail: content } = await writer.rest('GET', `${markdown.path}/drafts/${detail.id}/content/raw`);
    expect(content.content).toBe('# Café\n\nText  \nmore\n');
    expect(detail).toMatchObject({
      content_kind: 'stable',
      hash: sha256('# Café\n\nText  \nmore\n'),
      stable_content_hash: detail.hash,
    });
  });

  it.each([
    [openapi, 'stable', 'must be raw or normalized for an OpenAPI document'],
    [markdown, 'normalized', 'must be raw or stable for a Markdown document'],
  ])('of the other type of document is refused', async (document, content_kind, message) => {
    const before = await countDrafts();
    const answer = await create(document, { schema_content: petstore31Json, content_kind });
    expect(answer.status).toBe('INVALID_ARGUMENT');
    expect(fieldsOf(answer.detail)).toEqual([{ field: 'content_kind', message }]);
    expect(await countDrafts()).toBe(before);
  });

  it('must be one of the three', async () => {
    const answer = await create(openapi, { schema_content: petstore31Json, content_kind: 'pretty' });
    expect(answer.status).toBe('INVALID_ARGUMENT');
    expect(fieldsOf(answer.detail)).toMatchObject([{ field: 'content_kind' }]);
  });
});

describe('the field of the content', () => {
  it('of Markdown is schema_content, content, or both when they are equal', async () => {
    for (const fields of [
      { schema_content: guideMarkdown },
      { content: guideMarkdown },
      { schema_content: guideMarkdown, content: guideMarkdown },
    ]) {
      const answer = await create(markdown, fields);
      expect(answer).toMatchObject({ status: 'OK', detail: { hash: sha256(guideMarkdown) } });
    }
  });

  const other = openapiWith({ '/other': { get: { responses: { 200: { description: 'OK' } } } } });

  it.each([
    [
      'two different texts',
      markdown,
      { schema_content: '# A', content: '# B' },
      'content',
      'differs from schema_content: send only one of them',
    ],
    [
      'two different OpenAPI texts',
      openapi,
      { schema_content: petstore31Json, content: other },
      'content',
      'differs from schema_content: send only one of them',
    ],
    [
      'OpenAPI in content',
      openapi,
      { content: petstore31Json },
      'content',
      'must be Markdown: send OpenAPI in schema_content',
    ],
    ['no OpenAPI', openapi, {}, 'schema_content', 'is required'],
    ['no Markdown', markdown, {}, 'content', 'is required'],
  ])('is refused with %s', async (_name, document, fields, field, message) => {
    const before = await countDrafts();
    const answer = await create(document, fields);
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', code: 400 });
    expect(fieldsOf(answer.detail)).toEqual([{ field, message }]);
    expect(await countDrafts()).toBe(before);
  });

  it('is text', async () => {
    const answer = await create(openapi, { schema_content: { openapi: '3.1.0' } });
    expect(answer.status).toBe('INVALID_ARGUMENT');
    expect(fieldsOf(answer.detail)).toMatchObject([{ field: 'schema_content' }]);
  });
});

/** Sorted keys, two spaces, a final newline: for a document without special numbers or keys. */
function canonical(value: unknown): string {
  const sorted = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(sorted);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, child]) => [key, sorted(child)]),
    );
  };
  return `${JSON.stringify(sorted(value), null, 2)}\n`;
}
