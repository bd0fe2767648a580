import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown, petstore31Json, petstoreNext } from '../support/documents.ts';
import { agent, createToken } from '../support/mcp.ts';
import { idAhead, withoutRules } from '../support/moved-ids.ts';
import { type Document, type Draft, type Person, type Project, seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
let project: Project;
let document: Document;
let writer: Person;
let reader: Person;

type Comment = {
  id: string;
  body: string;
  html: string;
  reply_to?: string;
  anchor?: { change_key?: string; pointer?: string; line?: number };
  outdated: boolean;
  is_resolved: boolean;
  is_deleted: boolean;
  author: { id: string; name: string };
};

beforeAll(async () => {
  project = await admin.createProject();
  writer = await project.addMember('writer');
  reader = await project.addMember('reader');
  document = await project.createDocument();
  await document.publish({ content: petstore31Json });
});

const comment = (by: Person, draft: Draft, body: object) =>
  by.rest<Comment>('POST', `${draft.path}/comments`, { body });
const discussion = async (draft: Draft) => (await reader.rest<Comment[]>('GET', `${draft.path}/comments`)).detail;
const act = (by: Person, draft: Draft, id: string, verb: string) =>
  by.rest<Comment>('POST', `${draft.path}/comments/${id}/${verb}`, { body: {} });
const newDraft = (content = petstoreNext, of = document) => of.createDraft({ by: writer, content });

async function changeKey(draft: Draft): Promise<string> {
  const query = 'query($id: ID!) { draft(id: $id) { diffPreview { items { key } } } }';
  const { diffPreview } = await reader.ask<{ diffPreview: { items: { key: string }[] } }>(query, { id: draft.id });
  return diffPreview.items[0]?.key as string;
}

describe('the discussion of a draft', () => {
  it('is in the order in which it was written, also by servers whose clocks differ', async () => {
    const draft = await newDraft();
    const { id } = (await comment(reader, draft, { body: 'Why?' })).detail;
    const first = idAhead(id);
    await withoutRules(app.database, `UPDATE comments SET id = '${first}' WHERE id = '${id}'`);
    const reply = await comment(writer, draft, { body: 'Because', reply_to: first });
    const next = await comment(reader, draft, { body: 'Ah' });
    expect((await discussion(draft)).map(one => one.id)).toEqual([first, reply.detail.id, next.detail.id]);
  });

  it('is threads with replies, in safe HTML, with authors by name', async () => {
    const draft = await newDraft();
    const first = await comment(reader, draft, { body: '**Why?** <script>alert(1)</script> [x](javascript:alert(1))' });
    expect(first).toMatchObject({ status: 'OK', detail: { outdated: false, is_resolved: false, is_deleted: false } });
    const { id } = first.detail;
    const reply = await comment(writer, draft, { body: '# Because', reply_to: id });
    const again = await comment(reader, draft, { body: 'Ah', reply_to: reply.detail.id });
    expect([reply.detail.reply_to, again.detail.reply_to]).toEqual([id, id]);
    const all = await discussion(draft);
    expect(all.map(one => one.id)).toEqual([id, reply.detail.id, again.detail.id]);
    expect(all[0]?.html).toContain('<strong>Why?</strong>');
    expect(all[0]?.html).not.toMatch(/<script|href/);
    expect(all[1]).toMatchObject({ html: '<h1>Because</h1>\n', author: { id: writer.id, name: expect.any(String) } });
  });

  it.each([
    ['nothing', { body: ' ' }, 'body'],
    ['too much', { body: 'x'.repeat(10_001) }, 'body'],
    ['two places', { body: 'x', anchor: { line: 1, pointer: '/info' } }, 'anchor'],
    ['no place', { body: 'x', anchor: {} }, 'anchor'],
    ['a change that is none', { body: 'x', anchor: { change_key: '0'.repeat(32) } }, 'anchor'],
    ['a pointer to nothing', { body: 'x', anchor: { pointer: '/paths/~1nowhere' } }, 'anchor'],
    ['a line after the end', { body: 'x', anchor: { line: 100_000 } }, 'anchor'],
    ['a place of a reply', { body: 'x', reply_to: newId(), anchor: { line: 1 } }, 'anchor'],
    ['an unknown key of an anchor', { body: 'x', anchor: { changekey: 'x' } }, 'anchor'],
  ])('refuses %s', async (_, body, field) => {
    const draft = await newDraft();
    const answer = await comment(reader, draft, body);
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field }] } });
  });

  it.each([
    [{ lin: 1 }, 'anchor: lin is not known here: did you mean line?'],
    [{ line: '1' }, 'anchor: line must be an integer'],
  ])('says what is wrong in the anchor %j', async (anchor, message) => {
    expect(await comment(reader, await newDraft(), { body: 'x', anchor })).toMatchObject({ message });
  });

  it('accepts 10,000 characters', async () => {
    expect((await comment(reader, await newDraft(), { body: '𝄞'.repeat(10_000) })).status).toBe('OK');
  });

  it('is changed and deleted only by its author; with replies it stays empty', async () => {
    const draft = await newDraft();
    const { id } = (await comment(reader, draft, { body: 'One' })).detail;
    const path = `${draft.path}/comments/${id}`;
    for (const [method, request] of [
      ['PATCH', { body: { body: 'Two' } }],
      ['DELETE', {}],
    ] as const)
      for (const other of [admin, writer])
        expect(await other.rest(method, path, request)).toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await reader.rest('PATCH', path, { body: { body: 'Two' } })).toMatchObject({ detail: { body: 'Two' } });
    const reply = (await comment(writer, draft, { body: 'Reply', reply_to: id })).detail;
    expect(await reader.rest('DELETE', path)).toMatchObject({ detail: { id, body: '', html: '', is_deleted: true } });
    expect(await discussion(draft)).toMatchObject([{ id, body: '', is_deleted: true }, { body: 'Reply' }]);
    expect(await reader.rest('PATCH', path, { body: { body: 'Three' } })).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
    await writer.rest('DELETE', `${draft.path}/comments/${reply.id}`);
    expect(await discussion(draft)).toEqual([]);
  });

  it('is resolved and opened again by the thread, which GraphQL counts', async () => {
    const draft = await newDraft();
    const { id } = (await comment(reader, draft, { body: 'One' })).detail;
    const reply = (await comment(writer, draft, { body: 'Two', reply_to: id })).detail;
    const open = () =>
      reader.ask<{ openThreadCount: number }>('query($id: ID!) { draft(id: $id) { openThreadCount } }', {
        id: draft.id,
      });
    expect(await open()).toEqual({ openThreadCount: 1 });
    for (let twice = 0; twice < 2; twice += 1)
      expect(await act(writer, draft, id, 'resolve')).toMatchObject({
        detail: { is_resolved: true, resolved_by: { id: writer.id } },
      });
    expect(await open()).toEqual({ openThreadCount: 0 });
    expect(await act(reader, draft, reply.id, 'resolve')).toMatchObject({ status: 'INVALID_ARGUMENT' });
    expect(await act(reader, draft, id, 'reopen')).toMatchObject({ detail: { is_resolved: false } });
    expect(await open()).toEqual({ openThreadCount: 1 });
    const acts = await app.database.prisma.auditEntry.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } });
    expect(acts.map(({ action }) => action)).toEqual(['comment.create', 'comment.resolve', 'comment.reopen']);
    expect(acts[0]?.metadata).toEqual({ draft_id: draft.id });
  });

  it('is read-only after a decision, and deleted with a withdrawn draft', async () => {
    for (const end of ['approve', 'reject'] as const) {
      const draft = await newDraft(`${petstoreNext} `);
      const { id } = (await comment(writer, draft, { body: 'One' })).detail;
      await draft.submit();
      await draft[end]();
      const answers = [
        await comment(writer, draft, { body: 'Late' }),
        await act(writer, draft, id, 'resolve'),
        await writer.rest('PATCH', `${draft.path}/comments/${id}`, { body: { body: 'Late' } }),
        await writer.rest('DELETE', `${draft.path}/comments/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('FAILED_PRECONDITION'));
      expect(await discussion(draft)).toMatchObject([{ id, body: 'One' }]);
    }
    const draft = await newDraft();
    await comment(writer, draft, { body: 'One' });
    await draft.withdraw(writer);
    expect(await app.database.prisma.comment.count({ where: { draftId: draft.id } })).toBe(0);
  });

  it('answers NOT_FOUND for a comment under another draft', async () => {
    const [one, two] = [await newDraft(), await newDraft()];
    const { id } = (await comment(reader, one, { body: 'One' })).detail;
    expect(await act(reader, two, id, 'resolve')).toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('an anchor', () => {
  it('survives a change of the draft while its place is there, and is outdated when it is not', async () => {
    const lines = JSON.stringify(JSON.parse(petstoreNext), null, 2).split('\n');
    const fresh = await project.createDocument();
    await fresh.publish({ content: petstore31Json });
    const draft = await newDraft(lines.join('\n'), fresh);
    const at = lines.findIndex(line => line.includes('"/pets"')) + 1;
    const key = await changeKey(draft);
    for (const anchor of [{ change_key: key }, { pointer: '/paths/~1pets/get' }, { line: at }])
      expect(await comment(reader, draft, { body: 'Here', anchor })).toMatchObject({
        status: 'OK',
        detail: { anchor },
      });
    const now = async () => (await discussion(draft)).map(({ anchor, outdated }) => [anchor, outdated]);
    const all = (line: number, outdated: boolean) => [
      [{ change_key: key }, outdated],
      [{ pointer: '/paths/~1pets/get' }, outdated],
      [{ line }, outdated],
    ];
    expect(await now()).toEqual(all(at, false));
    await draft.update({ by: writer, content: ['', '', ...lines].join('\n') });
    expect(await now()).toEqual(all(at + 2, false));
    const other = { ...JSON.parse(petstore31Json), paths: {} };
    await draft.update({ by: writer, content: JSON.stringify(other) });
    expect(await now()).toEqual(all(at, true));
  });

  it('on a line moves with the lines around it, and is outdated when it is removed, however many lines are equal', async () => {
    const property = (name: string) => [`        ${name}:`, '          type: string'];
    const text = (...names: string[]) =>
      [
        'openapi: 3.1.0',
        'info: { title: Orders, version: "1" }',
        'paths: {}',
        'components:',
        '  schemas:',
        '    Order:',
        '      properties:',
        ...names.flatMap(property),
      ].join('\n');
    const firstProperty = 8;
    const draft = await newDraft(text('id', 'name', 'total'), await project.createDocument());
    await comment(reader, draft, { body: 'How long?', anchor: { line: firstProperty + 3 } });
    const afterChange = async (...names: string[]) => {
      await draft.update({ by: writer, content: text(...names) });
      return (await discussion(draft)).map(({ anchor, outdated }) => [anchor?.line, outdated]);
    };
    expect(await afterChange('tenant', 'id', 'name', 'total')).toEqual([[firstProperty + 5, false]]);
    expect(await afterChange('id', 'total')).toEqual([[firstProperty + 3, true]]);
    expect(await afterChange('name', 'id', 'total')).toEqual([[firstProperty + 1, false]]);
    expect(await afterChange('id', 'title', 'total')).toEqual([[firstProperty + 3, true]]);
    expect(await afterChange('id', 'name', 'total', 'tax')).toEqual([[firstProperty + 3, false]]);
  });

  it('on a blank line of Markdown moves with its paragraph', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await newDraft('# Guide\n\nOne\n\nTwo\n\nThree\n', guide);
    await comment(reader, draft, { body: 'A heading?', anchor: { line: 4 } });
    await draft.update({ by: writer, content: '# Guide\n\nNew\n\nOne\n\nTwo\n\nThree\n' });
    expect(await discussion(draft)).toMatchObject([{ anchor: { line: 6 }, outdated: false }]);
  });

  it('keeps its place when its line has moved behind others and is a sentence that no other has', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await newDraft('This sentence has moved\nOne\nTwo\n', guide);
    await comment(reader, draft, { body: 'Later', anchor: { line: 1 } });
    await draft.update({ by: writer, content: 'One\nTwo\nThis sentence has moved\n' });
    expect(await discussion(draft)).toMatchObject([{ anchor: { line: 3 }, outdated: false }]);
  });

  it('on a line that nothing tells apart stays while the text does, and is outdated when that changes', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const rows = '| a |\n'.repeat(9);
    const draft = await newDraft(rows, guide);
    await comment(reader, draft, { body: 'Which one?', anchor: { line: 5 } });
    expect(await discussion(draft)).toMatchObject([{ anchor: { line: 5 }, outdated: false }]);
    await draft.update({ by: writer, content: `${rows}| b |\n` });
    expect(await discussion(draft)).toMatchObject([{ anchor: { line: 5 }, outdated: true }]);
  });

  it('of a release that did not keep its marks is found by the text of its line', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await newDraft('# Guide\n\nOne\n', guide);
    const { id } = (await comment(reader, draft, { body: 'x', anchor: { line: 3 } })).detail;
    await app.database.prisma.comment.update({ where: { id }, data: { lineMarks: null } });
    await draft.update({ by: writer, content: '# Guide\n\nNew\n\nOne\n' });
    expect(await discussion(draft)).toMatchObject([{ anchor: { line: 5 }, outdated: false }]);
    await draft.update({ by: writer, content: '# Guide\n' });
    expect(await discussion(draft)).toMatchObject([{ anchor: { line: 3 }, outdated: true }]);
  });

  it('with a revision is refused when the draft has changed since: its line is now another one', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await newDraft('# Guide\n\nPay 100.\n\nPay 200.\n', guide);
    const { revision } = await draft.read();
    const anchor = { line: 5, revision };
    const sent = await comment(reader, draft, { body: 'Why 200?', anchor });
    expect(sent).toMatchObject({ status: 'OK', detail: { anchor: { line: 5 } } });
    await draft.update({ by: writer, content: '# Guide\n\nPay 50.\n\nPay 100.\n\nPay 200.\n' });
    expect(await comment(reader, draft, { body: 'Why still 200?', anchor })).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'anchor.revision is stale: the draft has changed since it was read. Read it again',
    });
    expect((await discussion(draft)).map(({ body }) => body)).toEqual(['Why 200?']);
  });

  it('of Markdown is a line or a change, no pointer', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await guide.createDraft({ by: writer, content: guideMarkdown });
    expect(await comment(reader, draft, { body: 'x', anchor: { pointer: '/line/1' } })).toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
    expect(await comment(reader, draft, { body: 'x', anchor: { line: 1 } })).toMatchObject({ status: 'OK' });
    expect(await comment(reader, draft, { body: 'x', anchor: { change_key: await changeKey(draft) } })).toMatchObject({
      status: 'OK',
    });
  });
});

it('is not begun by an API token, which may only reply', async () => {
  const draft = await newDraft();
  const body = { name: 'Pipeline', scopes: [1, 2] };
  const { detail } = await writer.rest<{ token: string }>('POST', '/private/api-tokens', { body });
  const say = (body: object) => app.rest('POST', `${draft.path}/comments`, { token: detail.token, body });
  const reply_to = (await comment(reader, draft, { body: 'Why?' })).detail.id;
  expect((await say({ body: 'Begun' })).status).toBe('PERMISSION_DENIED');
  expect((await say({ body: 'Because', reply_to })).status).toBe('OK');
});

describe('an agent', () => {
  it('reads the discussion, and replies about drafts of its owner only', async () => {
    const [own, foreign] = [await newDraft(), await document.createDraft({ by: admin, content: petstoreNext })];
    const one = agent(app, (await createToken(writer)).token);
    const ids = { project_id: project.id, document_id: document.id };
    const begun = { own: '', foreign: '' };
    for (const [name, draft] of [
      ['own', own],
      ['foreign', foreign],
    ] as const)
      begun[name] = (await comment(reader, draft, { body: 'Why?' })).detail.id;
    const list = await one.call('list_api_version_draft_comments', { ...ids, draft_id: own.id });
    expect(list.value).toMatchObject({
      total: 1,
      items: [{ id: begun.own, body: 'Why?', author: { name: expect.any(String) } }],
    });
    const reply = { ...ids, draft_id: own.id, reply_to: begun.own, body: 'Renamed it.' };
    expect((await one.call('reply_to_api_version_draft_comment', reply)).value).toMatchObject({
      reply_to: begun.own,
      created_by: writer.id,
    });
    await reader.rest('DELETE', `${own.path}/comments/${begun.own}`);
    const left = await one.call('list_api_version_draft_comments', { ...ids, draft_id: own.id });
    expect(left.value.items).toMatchObject([
      { id: begun.own, body: '', is_deleted: true },
      { body: 'Renamed it.', is_deleted: false },
    ]);
    const lost = { ...ids, draft_id: own.id, reply_to: 'first', body: 'No' };
    expect(await one.call('reply_to_api_version_draft_comment', lost)).toMatchObject({ status: 'NOT_FOUND' });
    const stray = { ...ids, draft_id: foreign.id, reply_to: begun.foreign, body: 'No' };
    expect(await one.call('reply_to_api_version_draft_comment', stray)).toMatchObject({
      status: 'PERMISSION_DENIED',
      message: 'MCP tokens can do this only for drafts of their owner',
    });
    expect(await discussion(own)).toMatchObject([
      { is_deleted: true },
      { body: 'Renamed it.', author: { id: writer.id } },
    ]);
  });
});
