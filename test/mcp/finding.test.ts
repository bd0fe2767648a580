import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { agent, createToken } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { statementsOf, withoutLaterRows } from '../support/statements.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, api, doc, apiVersions, writer, ids, docIds } = await createMcpStage(people);
const one = agent(app, (await createToken(writer)).token);

describe('list_drafts', async () => {
  const own = await api.createDraft({ by: writer, branch: 'test' });
  const foreign = await api.createDraft();
  const text = await doc.createDraft({ by: writer });
  await own.submit();
  const P = { project_id: project.id };
  type Listed = { id: string }[];
  const idsOf = async (args: object, by = one) => {
    const { status, value, message } = await by.call('list_drafts', { ...P, ...args });
    expect([status, message]).toEqual(['OK', undefined]);
    const listed = (value.items as Listed).map(({ id }) => id);
    return [own, foreign, text].filter(({ id }) => listed.includes(id)).map(({ id }) => id);
  };

  it('filters by document, branch, state and owner', async () => {
    expect(await idsOf({})).toEqual([own.id, foreign.id, text.id]);
    expect(await idsOf({ project_id: project.id.toUpperCase() })).toEqual([own.id, foreign.id, text.id]);
    expect(await idsOf({ project_id: project.id.toUpperCase(), search: 'nothing' })).toEqual([]);
    expect(await idsOf(ids)).toEqual([own.id, foreign.id]);
    expect(await idsOf({ ...ids, branch_id: 'test' })).toEqual([own.id]);
    expect(await idsOf({ ...ids, branch_id: api.branches.dev })).toEqual([foreign.id]);
    expect(await idsOf({ owner: 'me' })).toEqual([own.id, text.id]);
    expect(await idsOf({ owner: 'anyone', state: 'submitted' })).toEqual([own.id]);
    expect(await idsOf({ state: 2 })).toEqual([own.id]);
    const { value } = await one.call('list_drafts', { ...P, owner: 'me', state: 'submitted' });
    expect(value.items[0]).toMatchObject({ document_id: api.id, state: 'submitted', created_by: writer.id });
  });

  it('shows a token that only drafts the drafts of its owner', async () => {
    const drafting = agent(app, (await createToken(writer, [2])).token);
    expect(await idsOf({}, drafting)).toEqual([own.id]);
    expect(await idsOf({ ...ids, branch_id: 'test' }, drafting)).toEqual([own.id]);
    expect((await drafting.call('list_drafts', docIds)).status).toBe('PERMISSION_DENIED');
    const reading = agent(app, (await createToken(writer, [3])).token);
    expect(await idsOf({}, reading)).toEqual([text.id]);
  });

  it('refuses a branch without its document, and a document of elsewhere', async () => {
    const alone = await one.call('list_drafts', { ...P, branch_id: 'dev' });
    expect([alone.status, alone.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'branch_id']);
    const elsewhere = await (await people.admin.createProject()).createDocument();
    expect((await one.call('list_drafts', { ...P, document_id: elsewhere.id })).status).toBe('NOT_FOUND');
  });
});

describe('search_endpoints', async () => {
  const operation = { operationId: 'createInvoice', summary: 'Write a bill', tags: ['Money'] };
  const paths = { '/invoices/{id}': { post: { ...operation, responses: { 200: { description: 'OK' } } } } };
  const other = await people.admin.createProject();
  await other.addMember('reader', writer);
  const billing = await other.createDocument({ name: 'Billing' });
  const published = await billing.publish({ content: openapiWith(paths) });
  const found = async (args: Record<string, unknown>, by = one) => {
    const { status, value, message } = await by.call('search_endpoints', args);
    expect([status, message]).toEqual(['OK', undefined]);
    return value;
  };

  it('finds words in path, operation id, summary and tags of all documents', async () => {
    for (const search of ['invoices', 'createinvoice', 'bill write', 'money INVOICE', 'Write  a\tbill'])
      expect([search, await found({ search })]).toEqual([search, expect.objectContaining({ total: 1 })]);
    const [item] = (await found({ search: 'bill' })).items;
    expect(item).toMatchObject({
      method: 'POST',
      path: '/invoices/{id}',
      version: {
        id: published.id,
        project_id: other.id,
        document_id: billing.id,
        document: { name: 'Billing' },
        branch: { name: 'dev' },
      },
    });
    const { id: version_id, project_id, document_id } = item.version;
    const detail = await one.call('get_endpoint_detail', { project_id, document_id, version_id, endpoint_id: item.id });
    expect(detail.value).toMatchObject({ operation_id: 'createInvoice' });
    for (const search of ['bill pets', '%', '_nvoices', '\\'])
      expect([search, await found({ search })]).toEqual([search, { items: [], total: 0 }]);
  });

  it('can be limited to a project, a method and a branch', async () => {
    expect((await found({ search: 'invoices', project_id: project.id })).total).toBe(0);
    expect((await found({ search: 'invoices', method: 'get' })).total).toBe(0);
    expect((await found({ search: 'invoices', branch: 'prod' })).total).toBe(0);
    expect((await found({ search: 'invoices', branch: 'dev', method: 'post' })).total).toBe(1);
  });

  it('takes a branch by its name or id', async () => {
    const { dev = '', test = '' } = billing.branches;
    for (const branch of ['dev', dev, dev.toUpperCase()]) {
      const { total, items } = await found({ search: 'invoices', branch });
      expect([branch, total, items[0].version.id]).toEqual([branch, 1, published.id]);
    }
    const pets = await found({ search: 'pets', branch: api.branches.dev, page_size: 1 });
    expect(pets).toMatchObject({ total: 3, next_offset: 1 });
    expect(await found({ search: 'pets', branch: dev })).toEqual({ items: [], total: 0 });
    expect(await found({ search: 'invoices', branch: test })).toEqual({ items: [], total: 0 });
  });

  it('knows no branch that no readable document in use has', async () => {
    const foreign = await (await (await people.createPerson()).createProject()).createDocument();
    const unused = await other.createDocument();
    const { detail } = await people.admin.rest<{ id: string }>('POST', `${unused.path}/branches`, {
      body: { name: 'feature/unused' },
    });
    expect((await found({ search: 'pets', branch: 'feature/unused' })).total).toBe(0);
    await people.admin.rest('POST', `${unused.path}/branches/${detail.id}/archive`, { body: {} });
    for (const args of [
      { branch: 'main' },
      { branch: 'feature/unused' },
      { branch: detail.id },
      { branch: foreign.branches.dev },
      { branch: doc.branches.dev },
      { branch: api.branches.dev, project_id: other.id },
    ]) {
      const { status, message } = await one.call('search_endpoints', { search: 'pets', ...args });
      expect([args, status, message]).toEqual([
        ...[args, 'NOT_FOUND'],
        'No readable OpenAPI document has an active branch with this name or id',
      ]);
    }
  });

  it('looks at the latest version of the default branch, else of another one, in documents in use', async () => {
    const pets = await found({ search: 'pets', project_id: project.id });
    const versions = new Set(pets.items.map(({ version }: { version: { id: string } }) => version.id));
    expect([...versions]).toEqual([apiVersions[1].id]);
    const elsewhere = await other.createDocument();
    const paths = { '/only/on/prod': { get: { responses: { 200: { description: 'OK' } } } } };
    await elsewhere.publish({ content: openapiWith(paths), branch: 'prod' });
    expect((await found({ search: 'only/on/prod' })).total).toBe(1);
    await people.admin.rest('POST', `${elsewhere.path}/archive`, { body: {} });
    expect((await found({ search: 'only/on/prod' })).total).toBe(0);
  });

  it('pages, and asks the database as often however many documents there are', async () => {
    const first = await found({ search: 'pets', page_size: 1 });
    const second = await found({ search: 'pets', page_size: 1, offset: first.next_offset });
    expect(second.items[0].id > first.items[0].id).toBe(true);
    const count = async (args: Record<string, unknown>) =>
      withoutLaterRows(await statementsOf(app.database, () => found(args))).length;
    const few = await count({ search: 'pets', project_id: project.id });
    for (let made = 0; made < 3; made++) await (await project.createDocument()).publish();
    expect(await count({ search: 'pets', project_id: project.id })).toBeLessThanOrEqual(few);
  });

  it('refuses too many words, and a project of others', async () => {
    const { status, errors } = await one.call('search_endpoints', { search: 'a b c d e f g h i j k' });
    expect([status, errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'search']);
    const stranger = await (await people.createPerson()).createProject();
    expect((await one.call('search_endpoints', { search: 'x', project_id: stranger.id })).status).toBe(
      'PERMISSION_DENIED',
    );
  });
});

describe('the name of a branch', () => {
  const changes = { version_name: 'next', schema_content: openapiWith({}) };

  it('works like its id in every tool with a branch', async () => {
    const made = await one.call('create_api_version_draft', { ...ids, ...changes, branch_id: 'test' });
    expect(made.value).toMatchObject({ branch_id: api.branches.test });
    const text = { version_name: 'next', markdown_content: '# Text\n' };
    const written = await one.call('create_doc_draft', { ...docIds, ...text, branch_id: 'dev' });
    expect(written.value).toMatchObject({ branch_id: doc.branches.dev });
    for (const [name, args] of [
      ['list_api_versions', ids],
      ['list_doc_versions', docIds],
      ['list_drafts', ids],
      ['get_latest_schema', ids],
      ['get_latest_doc', docIds],
    ] as const)
      expect([name, (await one.call(name, { ...args, branch_id: 'dev' })).status]).toEqual([name, 'OK']);
  });

  it('that does not exist is refused with the existing names', async () => {
    for (const [name, args] of [
      ['list_api_versions', ids],
      ['list_drafts', ids],
      ['get_latest_schema', ids],
      ['create_api_version_draft', { ...ids, ...changes }],
    ] as const)
      for (const branch_id of ['master', doc.branches.dev, '\0', 'd\0ev']) {
        const { status, message } = await one.call(name, { ...args, branch_id });
        expect([name, branch_id, status, message]).toEqual([
          ...[name, branch_id, 'NOT_FOUND'],
          'Branch not found; this document has the branches dev, test, prod',
        ]);
      }
    const drafting = agent(app, (await createToken(writer, [2])).token);
    const hidden = await drafting.call('create_api_version_draft', { ...ids, ...changes, branch_id: 'master' });
    expect([hidden.status, hidden.message]).toEqual(['NOT_FOUND', 'Branch not found']);
  });
});
