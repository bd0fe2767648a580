import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { agent, createToken } from '../support/mcp.ts';
import { type Document, type Person, seed } from '../support/seed.ts';

/** Each user may send DOCSVC_DAILY_CONTENT_BYTES of new contents in drafts within a day. */

const DAILY_BYTES = 9_000;
const app = await testApp({ DOCSVC_RATE_LIMITS: 'on', DOCSVC_DAILY_CONTENT_BYTES: String(DAILY_BYTES) });
const { createPerson } = await seed(app);

let texts = 0;
/** A text of 3,000 bytes, and far fewer characters, that was never sent before. */
const newText = (): string => `${++texts}`.padEnd(300, 'x') + '€'.repeat(900);

const createGuide = async (by: Person): Promise<Document> =>
  (await by.createProject()).createDocument({ type: 'MARKDOWN' });
const named = ({ branches }: Document) => ({ branch_id: branches.dev, version_name: '1' });

const idsOf = ({ id, project }: Document) => ({ project_id: project.id, document_id: id });

function senderOf(by: Person, document: Document) {
  const drafts = `${document.path}/drafts`;
  return {
    create: (content = newText()) => by.rest('POST', drafts, { body: { ...named(document), content } }),
    change: (id: string, revision: unknown, fields: object) =>
      by.rest('PATCH', `${drafts}/${id}`, { body: { expected_revision: revision, ...fields } }),
  };
}

const refused = {
  status: 'RESOURCE_EXHAUSTED',
  message: expect.stringMatching(/^Too many bytes of contents\. Try again in \d{5} seconds$/),
};

it('over REST, GraphQL and MCP together, whichever sends the last', async () => {
  const owner = await createPerson();
  const document = await createGuide(owner);
  const { create, change } = senderOf(owner, document);
  const { call } = agent(app, (await createToken(owner)).token);
  const sendByAgent = () =>
    call('create_doc_draft', { ...idsOf(document), ...named(document), markdown_content: newText() });
  const first = await create();
  expect([first.status, (await sendByAgent()).status]).toEqual(['OK', 'OK']);
  const draft = await document.createDraft({ content: newText() });
  expect(await create()).toMatchObject({ ...refused, headers: { 'retry-after': expect.stringMatching(/^\d{5}$/) } });
  expect(await change(draft.id, (await draft.read()).revision, { content: newText() })).toMatchObject(refused);
  expect(await sendByAgent()).toMatchObject(refused);
  // Nobody else is refused, nor is anything else.
  expect((await senderOf(await createPerson(), document).create()).status).toBe('PERMISSION_DENIED');
  const other = await createPerson();
  expect((await senderOf(other, await createGuide(other)).create()).status).toBe('OK');
  expect((await change(first.detail.id, first.detail.revision, { changelog: 'x' })).status).toBe('OK');
});

it('a change that leaves the text as it is does not count, nor does a text that is refused', async () => {
  const owner = await createPerson();
  const { create, change } = senderOf(owner, await createGuide(owner));
  const content = newText();
  let { detail } = await create(content);
  for (let changes = 0; changes < 4; changes += 1) {
    ({ detail } = await change(detail.id, detail.revision, { content, changelog: `${changes}` }));
    expect((await create('\0'.repeat(3_000))).status).toBe('INVALID_ARGUMENT');
  }
  expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
    'OK',
    'OK',
    refused.status,
  ]);
});

it('a content that is refused leaves the rest of the day, and one above the limit is named as such', async () => {
  const owner = await createPerson();
  const { create } = senderOf(owner, await createGuide(owner));
  expect(await create('x'.repeat(DAILY_BYTES + 1))).toMatchObject({
    status: 'INVALID_ARGUMENT',
    message: 'This is more than the 9000 bytes of contents that are allowed in a day',
  });
  expect((await create('x'.repeat(5_000))).status).toBe('OK');
  expect((await create('y'.repeat(5_000))).status).toBe('RESOURCE_EXHAUSTED');
  expect((await create('z'.repeat(4_000))).status).toBe('OK');
});

it('without end if the setting is 0', async () => {
  const unlimited = await app.with({ DOCSVC_RATE_LIMITS: 'on', DOCSVC_DAILY_CONTENT_BYTES: '0' });
  const owner = await createPerson();
  const document = await createGuide(owner);
  for (let sent = 0; sent <= DAILY_BYTES; sent += 3_000) {
    const body = { ...named(document), content: newText() };
    const answer = await unlimited.rest('POST', `${document.path}/drafts`, { token: owner.token, body });
    expect(answer.status).toBe('OK');
  }
});
