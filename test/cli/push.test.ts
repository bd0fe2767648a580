import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../facades/cli/lookups.ts';
import { testApp } from '../support/app.ts';
import { cleanUp } from '../support/clean-up.ts';
import { petstore31Json } from '../support/documents.ts';
import { listen } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { draftOf, type SeededDraft } from '../support/seed-draft.ts';
import { docsvc, folderOf } from './stage.ts';

const app = await testApp();
const { createPerson } = await seed(app);
const server = await listen(app);
const { prisma } = app.database;
const person = await createPerson();
const project = await person.createProject({ name: 'Shop' });
const made = { name: 'pipeline', scopes: [1, 2] };
const { token } = (await person.rest<{ token: string }>('POST', '/private/api-tokens', { body: made })).detail;

type Document = Awaited<ReturnType<typeof project.createDocument>>;
type Pushed = { status: string; raw_content_hash: string; outcome: string };

/** A document, and a push of a text as its version 1. */
async function documentToPush(address = server, type: 'MARKDOWN' | 'OPENAPI' = 'MARKDOWN') {
  const document = await project.createDocument({ type });
  const { relativePath } = await prisma.document.findUniqueOrThrow({ where: { id: document.id } });
  const folder = await folderOf({});
  const file = type === 'MARKDOWN' ? 'guide.md' : 'api.json';
  const push = async (content: string, ...more: string[]) => {
    const some = await folderOf({ [file]: content });
    const args = ['push', file, '--document', relativePath, '--project', project.id, '--version', '1'];
    const env = { HOME: folder, DOCSVC_TOKEN: token, DOCSVC_SERVER: address };
    const { code, out, err } = await docsvc(some, [...args, '--format', 'json', ...more], { env });
    return { code, err, results: (out === '' ? [] : JSON.parse(out)) as Pushed[] };
  };
  return { document, push };
}

const draftsOf = ({ id }: Document) =>
  prisma.draft.findMany({
    where: { documentId: id, status: { not: 'PUBLISHED' } },
    select: { id: true, status: true, contentHash: true, submissionRound: true },
    orderBy: { createdAt: 'asc' },
  });

async function onlyDraftOf(document: Document): Promise<SeededDraft<Document>> {
  const [draft, ...more] = await draftsOf(document);
  expect(more).toEqual([]);
  return draftOf(document, draft?.id as string);
}

type Happens = () => Promise<unknown>;
type Answer = { status?: number; headers?: Record<string, string>; body: string };

/**
 * The address of a proxy before the service. At the first request of an operation, `before` happens before it is passed on;
 * `after` happens once it is answered, and its answer is lost. The first requests get the answers in `instead`.
 */
async function proxyWith(
  operation: string,
  happens: { before?: Happens; after?: Happens; instead?: Answer[] },
): Promise<string> {
  let isFirst = true;
  const proxy = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const isNamed = body.includes(`${operation}(`);
    const instead = isNamed ? happens.instead?.shift() : undefined;
    if (instead) {
      outgoing.writeHead(instead.status ?? 200, instead.headers).end(instead.body);
      return;
    }
    const isMeant = isFirst && isNamed;
    if (isMeant) isFirst = false;
    if (isMeant) await happens.before?.();
    const { authorization = '', 'idempotency-key': key } = incoming.headers as Record<string, string>;
    const headers = { 'content-type': 'application/json', authorization, ...(key && { 'idempotency-key': key }) };
    const answer = await fetch(`${server}/graphql`, { method: 'POST', body, headers });
    const answered = await answer.text();
    if (isMeant && happens.after) {
      await happens.after();
      outgoing.destroy();
    } else outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
  });
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done));
  cleanUp(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe('a push of a text that was published before', () => {
  it('does nothing if a version of this name has it, also if later ones have another name', async () => {
    const { document, push } = await documentToPush();
    for (const [content, versionName] of [
      ['# One\n', '1'],
      ['# Two\n', '1'],
      ['# Three\n', '1.1'],
    ] as const)
      await document.publish({ content, versionName });
    for (const content of ['# One\n', '# Two\n']) {
      const { code, err, results } = await push(content, '--submit');
      expect([code, err]).toEqual([0, expect.stringContaining('guide.md: later versions have another text.')]);
      expect(results).toMatchObject([{ outcome: 'unchanged', status: 'PUBLISHED', raw_content_hash: hashOf(content) }]);
    }
    expect(await draftsOf(document)).toEqual([]);
    expect((await push('# Three\n', '--version', '1.1')).err).toBe('');
    expect((await push('# Three\n')).results).toMatchObject([{ outcome: 'created', status: 'DRAFT' }]);
  });

  it('makes a draft if the latest version has its name: its team takes a later text back', async () => {
    const { document, push } = await documentToPush();
    for (const content of ['# One\n', '# Two\n']) await document.publish({ content, versionName: '1' });
    expect((await push('# One\n')).results).toMatchObject([{ outcome: 'created', status: 'DRAFT' }]);
  });
});

describe('a push while another run of the same account changes the draft', () => {
  it('submits no other text', async () => {
    const change = async () => (await onlyDraftOf(document)).update({ content: '# Other\n' });
    const { document, push } = await documentToPush(await proxyWith('CliSubmitDraft', { before: () => change() }));
    const { code, err, results } = await push('# Own\n', '--submit');
    const message = 'The draft was changed meanwhile. Run the command again';
    expect([code, err, results]).toMatchObject([1, `${message}\n`, [{ outcome: 'refused', message }]]);
    expect(await draftsOf(document)).toMatchObject([{ status: 'DRAFT', contentHash: hashOf('# Other\n') }]);
  });

  it('does not report its file as published if another text was', async () => {
    const publishOther = async () => {
      const draft = await onlyDraftOf(document);
      await draft.requestChanges();
      await draft.update({ content: '# Other\n' });
      await draft.submit();
      await draft.approve();
    };
    const proxy = await proxyWith('CliDraftState', { before: () => publishOther() });
    const { document, push } = await documentToPush(proxy);
    const { code, err, results } = await push('# Own\n', '--wait');
    expect([code, err]).toEqual([1, expect.stringContaining('guide.md: The draft was changed meanwhile.')]);
    expect(results).toMatchObject([{ status: 'SUBMITTED', raw_content_hash: hashOf('# Own\n') }]);
  });

  it('makes a draft of its own if its former one was submitted with another text', async () => {
    const { document, push } = await documentToPush();
    await push('# One\n', '--submit');
    await (await onlyDraftOf(document)).requestChanges();
    await push('# Two\n', '--submit');
    expect((await push('# One\n', '--submit')).results).toMatchObject([{ raw_content_hash: hashOf('# One\n') }]);
    expect((await push('# One\n', '--submit')).results).toMatchObject([{ outcome: 'found', status: 'SUBMITTED' }]);
    expect(await draftsOf(document)).toMatchObject([
      { status: 'SUBMITTED', contentHash: hashOf('# Two\n') },
      { status: 'SUBMITTED', contentHash: hashOf('# One\n') },
    ]);
  });
});

const failure = (code: string): Answer => ({
  body: JSON.stringify({ errors: [{ message: 'Failed', extensions: { code } }] }),
});

describe('a push that waits for the decision', () => {
  it('goes on after a failure of the service, or of a gateway, that passes', async () => {
    const instead = [failure('INTERNAL'), { status: 404, body: '<html>' }, failure('DEADLINE_EXCEEDED')];
    const { document, push } = await documentToPush(await proxyWith('CliDraftState', { instead }));
    const pushed = push('# One\n', '--wait');
    await expect.poll(() => instead).toEqual([]);
    await (await onlyDraftOf(document)).approve();
    const { code, results } = await pushed;
    expect([code, results]).toMatchObject([0, [{ status: 'PUBLISHED' }]]);
  });

  it('says once for each draft that the service fails, and waits on', async () => {
    const moved = { status: 308, headers: { location: 'https://docs.example.com' }, body: '' };
    const instead = [moved, failure('INTERNAL'), moved];
    const { document, push } = await documentToPush(await proxyWith('CliDraftState', { instead }));
    const pushed = push('# One\n', '--wait');
    await expect.poll(() => instead, { timeout: 20_000 }).toEqual([]);
    await (await onlyDraftOf(document)).approve();
    const { code, err } = await pushed;
    expect([code, err.trimEnd().split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^guide\.md: waiting for a review of /),
        expect.stringMatching(/^guide\.md: still waiting: http\S+ redirects to https:\/\/docs\.example\.com /),
      ],
    ]);
  });

  it.each(['CliCreateDraft', 'CliDraftState'])(
    'ends at once if its limit lasts longer than it waits: %s',
    async name => {
      const limited = { status: 429, headers: { 'retry-after': '600' }, body: '' };
      const instead = [limited, limited];
      const proxy = await proxyWith(name, { instead });
      const { code, err } = await (await documentToPush(proxy)).push('# One\n', '--wait', '--timeout', '1');
      expect([code, err.trimEnd().split('\n').at(-1)]).toEqual([2, `${proxy}: HTTP 429`]);
      expect(instead).toEqual([limited]);
    },
  );

  it('ends with the failure that lasts until its end', async () => {
    const instead = Array.from({ length: 9 }, () => failure('INTERNAL'));
    const { push } = await documentToPush(await proxyWith('CliDraftState', { instead }));
    const { code, err, results } = await push('# One\n', '--wait', '--timeout', '0.1');
    expect([code, err, results]).toMatchObject([2, expect.stringMatching(/\nFailed\n$/), [{ status: 'SUBMITTED' }]]);
  });
});

describe('a push whose breaking changes are not counted', () => {
  const uncounted = (summary: object): Answer => ({
    body: JSON.stringify({ data: { draft: { diffPreview: { summary } } } }),
  });

  it('says so', async () => {
    const cases: [Answer, string][] = [
      [uncounted({ breakingChanges: null }), 'the changes are too large'],
      [failure('DEADLINE_EXCEEDED'), 'Failed'],
      [failure('INTERNAL'), 'Failed'],
    ];
    for (const [answer, why] of cases) {
      const { push } = await documentToPush(await proxyWith('CliDraftOutcome', { instead: [answer] }), 'OPENAPI');
      const { code, err, results } = await push(petstore31Json);
      expect([code, err]).toEqual([0, `api.json: its breaking changes are not counted: ${why}\n`]);
      expect(results).toEqual([expect.not.objectContaining({ breaking_changes: expect.anything() })]);
    }
  });

  it('says nothing of Markdown, which has none, and of a first version', async () => {
    expect((await (await documentToPush()).push('# One\n')).err).toBe('');
    for (const answer of [uncounted({ breakingChanges: null }), failure('INTERNAL')]) {
      const { push } = await documentToPush(await proxyWith('CliDraftOutcome', { instead: [answer] }));
      expect(await push('# One\n')).toMatchObject({ code: 0, err: '' });
    }
    expect((await (await documentToPush(server, 'OPENAPI')).push(petstore31Json)).err).toBe('');
  });
});

describe('a push of a changelog', () => {
  it('says that a draft that is submitted keeps its own', async () => {
    const { push } = await documentToPush();
    await push('# One\n', '--changelog', 'First.', '--submit');
    expect((await push('# One\n', '--changelog', 'First.')).err).toBe('');
    const { code, err, results } = await push('# One\n', '--changelog', 'Second.');
    expect([code, err]).toEqual([0, 'guide.md: the draft is submitted, so it keeps its changelog\n']);
    expect(results).toMatchObject([{ outcome: 'found', status: 'SUBMITTED' }]);
  });
});

describe('a push after a reviewer has requested changes', () => {
  const isSentBack = (url: string) =>
    [
      'A reviewer has requested changes of the draft of version 1: More.',
      `Change the text or the changelog, or submit the draft as it is at ${url}`,
      '',
    ].join('\n');

  it('does not submit the same text again, but a change of it', async () => {
    const { document, push } = await documentToPush();
    await push('# One\n', '--submit');
    const draft = await onlyDraftOf(document);
    await draft.requestChanges({ comment: 'More.' });
    for (const option of ['--submit', '--wait']) {
      const { code, err, results } = await push('# One\n', option);
      const refused = [{ outcome: 'refused' }];
      expect([code, err, results]).toMatchObject([1, isSentBack(`${server}/drafts/${draft.id}`), refused]);
    }
    expect((await push('# One\n')).results).toMatchObject([{ outcome: 'found', status: 'CHANGES_REQUESTED' }]);
    expect(await draftsOf(document)).toMatchObject([{ status: 'CHANGES_REQUESTED', submissionRound: 1 }]);
    const changed = await push('# One\n', '--submit', '--changelog', 'It is enough.');
    expect(changed.results).toMatchObject([{ outcome: 'updated', status: 'SUBMITTED' }]);
  });

  it('does not override that when the answer to its first submission was lost', async () => {
    const sendBack = async () => (await onlyDraftOf(document)).requestChanges({ comment: 'More.' });
    const proxy = await proxyWith('CliSubmitDraft', { after: () => sendBack() });
    const { document, push } = await documentToPush(proxy);
    const { code, err } = await push('# One\n', '--wait');
    const { id } = await onlyDraftOf(document);
    expect([code, err]).toEqual([1, isSentBack(`${proxy}/drafts/${id}`)]);
    expect(await draftsOf(document)).toMatchObject([{ status: 'CHANGES_REQUESTED', submissionRound: 1 }]);
  });
});

describe('a push of several files', () => {
  const yaml = (info: string, responses: string) =>
    `openapi: 3.1.0\ninfo: { title: Pets${info} }\npaths: { /a: { get: { responses: ${responses} } } }\n`;
  const files = {
    'unversioned.md': '# Guide\n',
    'nameless.yaml': yaml('', '{}'),
    'torn.yaml': yaml(", version: '1'", '{ 200: { $ref: gone.yaml } }'),
    'wrong.yaml': yaml(", version: '1'", '{ 200: 7 }'),
    'good.yaml': yaml(", version: '1'", "{ 200: { description: '' } }"),
  };
  const push = async (names: string[], ...more: string[]) => {
    const folder = await folderOf(files);
    await writeFile(join(folder, 'latin.yaml'), Buffer.from('# caf\xe9\n', 'latin1'));
    const env = { HOME: folder, DOCSVC_TOKEN: token, DOCSVC_SERVER: server };
    return docsvc(folder, ['push', ...names, '--project', project.id, ...more], { env });
  };

  it('goes on after each that cannot be read or is refused, and says of each what became of it', async () => {
    for (const relativePath of ['wrong.yaml', 'good.yaml']) await project.createDocument({ relativePath });
    const names = ['missing.yaml', 'latin.yaml', ...Object.keys(files)];
    const { code, out, err } = await push(names, '--wait', '--format', 'json');
    const errors = (at: object) => [{ message: expect.any(String), severity: 'error', ...at }];
    const outcomes = [
      { file: 'missing.yaml', outcome: 'failed', message: 'missing.yaml: cannot be read (ENOENT)', errors: [] },
      { file: 'latin.yaml', outcome: 'failed', message: 'latin.yaml: is not UTF-8', errors: [] },
      {
        file: 'unversioned.md',
        outcome: 'failed',
        message: expect.stringContaining('no version from git (fatal: not a git repository'),
      },
      { file: 'nameless.yaml', outcome: 'refused', message: expect.stringContaining('required field "version"') },
      { file: 'torn.yaml', outcome: 'refused', errors: errors({ file: 'torn.yaml', line: 3, rule: 'unresolved-ref' }) },
      { file: 'wrong.yaml', outcome: 'refused', errors: errors({ file: 'wrong.yaml', line: 3, column: 36 }) },
      { file: 'good.yaml', outcome: 'created', status: 'SUBMITTED' },
    ];
    expect([code, JSON.parse(out)]).toMatchObject([2, outcomes]);
    const told = (JSON.parse(out) as { message?: string }[]).map(({ message }, at) =>
      [`${at + 1} of ${names.length}: ${names[at]}`, ...(message ? [message] : [])].join('\n'),
    );
    expect(err).toBe(`${told.join('\n')}\n`);
  });

  it('writes JSON also if none was pushed', async () => {
    expect(await push(['nameless.yaml'], '--format', 'json')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^\[\n {2}\{\n {4}"file": "nameless\.yaml",\n {4}"outcome": "refused",/),
    });
    expect(await push(['nameless.yaml'])).toMatchObject({ code: 1, out: '' });
    const unknown = await push(['good.yaml'], '--format', 'json', '--project', 'Nowhere');
    expect(unknown).toMatchObject({ code: 1, out: '[]\n' });
  });

  it('names the file at which it ends because the service fails', async () => {
    const { push } = await documentToPush(await proxyWith('CliCreateDraft', { instead: [failure('INTERNAL')] }));
    const { code, results } = await push('# One\n');
    expect([code, results]).toEqual([2, [{ file: 'guide.md', outcome: 'failed', message: 'Failed', errors: [] }]]);
  });
});

it('shows a pushed draft in the JSON of status as in that of push', async () => {
  await project.createDocument({ relativePath: 'named.md', type: 'MARKDOWN' });
  const folder = await folderOf({ 'named.md': '# Named\n' });
  const env = { HOME: folder, DOCSVC_TOKEN: token, DOCSVC_SERVER: server };
  const ask = async (...args: string[]) => {
    const { out } = await docsvc(folder, [...args, 'named.md', '--project', project.id, '--format', 'json'], { env });
    return JSON.parse(out)[0];
  };
  const { version, status, draft_id, url } = await ask('push', '--version', '1.0 rc', '--submit');
  expect(status).toBe('SUBMITTED');
  expect((await ask('status')).drafts).toEqual([{ version, status, draft_id, url }]);
});

describe('the JSON of status', () => {
  const statusOf = async (files: string[], more: Record<string, string> = {}, named = project.id) => {
    const folder = await folderOf({ 'shown.md': '# Shown\n', 'torn.yaml': `$ref: gone.yaml\n` });
    await writeFile(join(folder, 'latin.md'), Buffer.from('# caf\xe9\n', 'latin1'));
    const env = { HOME: folder, DOCSVC_TOKEN: token, DOCSVC_SERVER: server, ...more };
    const args = ['status', ...files, '--project', named, '--format', 'json'];
    const { code, out, err } = await docsvc(folder, args, { env });
    return { code, err, rows: JSON.parse(out) };
  };

  it('has an entry of each file, also of those that fail', async () => {
    await project.createDocument({ relativePath: 'shown.md', type: 'MARKDOWN' });
    const found = await statusOf(['gone.md', 'torn.yaml', 'latin.md', 'shown.md']);
    expect(found).toMatchObject({
      code: 2,
      rows: [
        { file: 'gone.md', outcome: 'failed', message: 'gone.md: cannot be read (ENOENT)', errors: [] },
        { file: 'torn.yaml', outcome: 'refused', errors: [{ file: 'torn.yaml', severity: 'error', line: 1 }] },
        { file: 'latin.md', outcome: 'failed', message: 'latin.md: is not UTF-8', errors: [] },
        { file: 'shown.md', state: 'not published', drafts: [] },
      ],
    });
    const told = found.rows.flatMap(({ message }: { message?: string }) => message ?? []);
    expect(found.err).toBe(`${told.join('\n')}\n`);
  });

  it('is a list also if no file was tried', async () => {
    expect(await statusOf(['shown.md'], {}, 'Nowhere')).toMatchObject({ code: 1, rows: [] });
    expect(await statusOf(['shown.md'], { DOCSVC_TOKEN: 'x' })).toMatchObject({ code: 2, rows: [] });
  });
});
