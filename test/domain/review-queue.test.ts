import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Caller, type Document, type Person, type Project, seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);

type Page = { totalCount: number; nodes: { id: string; status: string }[]; pageInfo: { endCursor: string } };

const LIST = 'totalCount nodes { id status } pageInfo { endCursor }';
const queueOf = (caller: Caller, args = '') => caller.ask<Page>(`{ reviewQueue${args} { ${LIST} } }`);
const idsOf = async (page: Promise<Page>) => (await page).nodes.map(({ id }) => id);

async function documentOf(owner: Person): Promise<{ project: Project; document: Document; writer: Person }> {
  const project = await owner.createProject();
  return { project, document: await project.createDocument(), writer: await project.addMember('writer') };
}

async function submitted(document: Document, by: Caller): Promise<string> {
  const draft = await document.createDraft({ by });
  await draft.submit(by);
  return draft.id;
}

describe('the review queue', () => {
  it('contains the submitted drafts of all projects of a reviewer, newest submission first, and nothing for others', async () => {
    const admin = await people.createPerson();
    const [first, second] = [await documentOf(admin), await documentOf(admin)];
    const early = await first.document.createDraft({ by: first.writer });
    const waiting = [await submitted(first.document, first.writer), await submitted(second.document, second.writer)];
    await first.document.createDraft({ by: first.writer });
    await early.submit();
    waiting.push(early.id);
    expect(await queueOf(admin)).toMatchObject({ totalCount: 3 });
    expect(await idsOf(queueOf(admin))).toEqual(waiting.toReversed());
    const all = await idsOf(queueOf(people.superAdmin, '(first: 200)'));
    expect(waiting.every(id => all.includes(id))).toBe(true);
    for (const other of [first.writer, await people.createPerson()]) expect(await idsOf(queueOf(other))).toEqual([]);
  });

  it('is paged by cursor in the order of submission', async () => {
    const admin = await people.createPerson();
    const { document, writer } = await documentOf(admin);
    const drafts = [];
    for (let index = 0; index < 5; index += 1) drafts.push(await document.createDraft({ by: writer }));
    for (const draft of drafts.toReversed()) await draft.submit();
    const found: string[] = [];
    for (let after = ''; found.length < 5; ) {
      const page = await queueOf(admin, `(first: 2${after})`);
      found.push(...page.nodes.map(({ id }) => id));
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(found).toEqual(drafts.map(({ id }) => id));
  });

  it('continues after a draft that was decided meanwhile, and does not know drafts of other projects', async () => {
    const admin = await people.createPerson();
    const [{ document, writer }, foreign] = [await documentOf(admin), await documentOf(await people.createPerson())];
    const [first, second] = [await document.createDraft({ by: writer }), await document.createDraft({ by: writer })];
    await first.submit();
    await second.submit();
    const cursorOf = (id: string) => Buffer.from(id).toString('base64url');
    await second.reject();
    expect(await idsOf(queueOf(admin, `(after: "${cursorOf(second.id)}")`))).toEqual([first.id]);
    for (const id of [await submitted(foreign.document, foreign.writer), foreign.project.id])
      await expect(queueOf(admin, `(after: "${cursorOf(id)}")`)).rejects.toThrow('names an item that is gone');
  });

  it.each([
    ['the queue', 'reviewQueue', ''],
    ['a search in it', 'reviewQueue', ', search: "v-"'],
    ['open drafts of a writer', 'myDrafts', ', open: true'],
    ['a search in them', 'myDrafts', ', open: true, search: "v-"'],
  ])(
    '%s: the next page is the same after the last draft of a page moved to the start or went away',
    async (_, field, args) => {
      const admin = await people.createPerson();
      const { document, writer } = await documentOf(admin);
      const drafts = [];
      for (let index = 0; index < 5; index += 1) {
        const draft = await document.createDraft({ by: writer });
        await draft.submit(writer);
        drafts.unshift(draft);
      }
      const [, moved, gone, ...others] = drafts as [(typeof drafts)[0], (typeof drafts)[0], (typeof drafts)[0]];
      const caller = field === 'myDrafts' ? writer : admin;
      const pageOf = (more: string) => caller.ask<Page>(`{ ${field}(first: 2${more}${args}) { ${LIST} } }`);
      const { endCursor } = (await pageOf('')).pageInfo;
      const rest = [gone, ...others].map(({ id }) => id);
      expect(await idsOf(pageOf(`, after: "${endCursor}"`))).toEqual(rest.slice(0, 2));
      await moved.requestChanges();
      await moved.submit(writer);
      for (let time = 0; time < 2; time += 1)
        expect(await idsOf(pageOf(`, after: "${endCursor}"`))).toEqual(rest.slice(0, 2));
      const { endCursor: next } = (await pageOf(`, after: "${endCursor}"`)).pageInfo;
      expect(await idsOf(pageOf(`, after: "${next}"`))).toEqual(rest.slice(2));
      await gone.requestChanges();
      await gone.withdraw(writer);
      expect(await idsOf(pageOf(`, after: "${endCursor}"`))).toEqual(rest.slice(1));
    },
  );

  it('leaves out decided, returned and archived drafts', async () => {
    const admin = await people.createPerson();
    const { document, project, writer } = await documentOf(admin);
    const drafts = [];
    for (let index = 0; index < 4; index += 1) drafts.push(await document.createDraft({ by: writer }));
    for (const draft of drafts) await draft.submit();
    const [sent, rejected, approved, left] = drafts as [(typeof drafts)[0], ...typeof drafts];
    await sent.requestChanges({ comment: 'More' });
    await rejected?.reject();
    await approved?.approve();
    expect(await idsOf(queueOf(admin))).toEqual([left?.id]);
    const { document: another } = { document: await project.createDocument() };
    await submitted(another, writer);
    await another.archive();
    expect(await idsOf(queueOf(admin))).toEqual([left?.id]);
    await project.archive();
    expect(await idsOf(queueOf(admin))).toEqual([]);
  });

  it('is searched by version name, changelog and document, over REST too, with names and figures', async () => {
    const admin = await people.createPerson('reviewer-of-pets');
    const { project, writer } = await documentOf(admin);
    const pets = await project.createDocument({ name: 'Pet 100% API', relativePath: 'apis/pets.yaml' });
    await pets.publish({ content: petstore31Json });
    const draft = await pets.createDraft({ by: writer, content: petstoreNext, versionName: '9.8.7' });
    await draft.submit(writer);
    await submitted(await project.createDocument({ name: 'Others' }), writer);
    for (const search of ['9.8', 'pet 100%', 'APIS/pets'])
      expect(await idsOf(queueOf(admin, `(search: "${search}")`))).toEqual([draft.id]);
    const answer = await admin.rest<Record<string, unknown>[]>('GET', '/private/review-queue?search=pets&page_size=1');
    expect(answer).toMatchObject({
      status: 'OK',
      total: 1,
      detail: [
        {
          ...{ id: draft.id, state: 'submitted', submission_round: 1, version_name: '9.8.7' },
          ...{ project: { id: project.id }, document: { id: pets.id, name: 'Pet 100% API' } },
          ...{ branch: { name: 'dev' }, author: { id: writer.id } },
          diff_preview: { summary: { unchanged: false, breaking_changes: expect.any(Number) } },
        },
      ],
    });
  });
});

describe('the own drafts', () => {
  it('are those of all projects and every state, as long as the author may read them', async () => {
    const admin = await people.createPerson();
    const writer = await people.createPerson();
    const [first, second] = [await documentOf(admin), await documentOf(admin)];
    for (const { project } of [first, second]) await project.addMember('writer', writer);
    const open = await first.document.createDraft({ by: writer });
    const rejected = await second.document.createDraft({ by: writer });
    await rejected.submit(writer);
    await rejected.reject({ comment: 'No' });
    await first.document.createDraft({ by: admin });
    const mine = () => idsOf(writer.ask<Page>(`{ myDrafts { ${LIST} } }`));
    expect(await mine()).toEqual([rejected.id, open.id]);
    const { detail } = await writer.rest<{ id: string; state: string }[]>('GET', '/private/my-drafts');
    expect(detail.map(({ id, state }) => [id, state])).toEqual([
      [rejected.id, 'rejected'],
      [open.id, 'draft'],
    ]);
    await admin.rest('DELETE', `${second.project.path}/members/${writer.id}`);
    expect(await mine()).toEqual([open.id]);
  });

  it('that are open can be had alone, the last changed first, and counted', async () => {
    const admin = await people.createPerson();
    const { project, document } = await documentOf(admin);
    const writer = await project.addMember('writer');
    const returned = await document.createDraft({ by: writer });
    const begun = await document.createDraft({ by: writer });
    const published = await document.createDraft({ by: writer, content: petstoreNext });
    for (const draft of [published, returned]) await draft.submit(writer);
    await published.approve();
    await returned.requestChanges();
    const open = () => idsOf(writer.ask<Page>(`{ myDrafts(open: true) { ${LIST} } }`));
    expect(await open()).toEqual([returned.id, begun.id]);
    await begun.update({ by: writer, versionName: 'changed' });
    expect(await open()).toEqual([begun.id, returned.id]);
    const { detail, total } = await writer.rest<{ id: string }[]>('GET', '/private/my-drafts?open=true&page_size=1');
    expect([detail.map(({ id }) => id), total]).toEqual([[begun.id], 2]);
    const state = (open: boolean) => writer.ask<{ count: number }>(`{ myDraftsState(open: ${open}) { count } }`);
    expect([await state(true), await state(false)]).toEqual([{ count: 2 }, { count: 3 }]);
  });
});

describe('the decided drafts', () => {
  it('are those of all projects of a reader, the newest submission first, without what is open', async () => {
    const admin = await people.createPerson();
    const [first, second] = [await documentOf(admin), await documentOf(admin)];
    const reader = await first.project.addMember('reader');
    const rejected = await first.document.createDraft();
    await rejected.submit();
    const foreign = await second.document.createDraft();
    await foreign.submit();
    const published = await first.document.createDraft();
    await published.submit();
    await first.document.createDraft();
    for (const draft of [published, foreign]) await draft.approve();
    await rejected.reject({ comment: 'No' });
    const decidedOf = (caller: Caller) => idsOf(caller.ask<Page>(`{ decidedDrafts(first: 10) { ${LIST} } }`));
    expect(await decidedOf(admin)).toEqual([published.id, foreign.id, rejected.id]);
    expect(await decidedOf(reader)).toEqual([published.id, rejected.id]);
    expect(await decidedOf(await people.createPerson())).toEqual([]);
  });
});
