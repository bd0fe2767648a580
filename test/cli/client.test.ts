import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../facades/cli/lookups.ts';
import { testApp } from '../support/app.ts';
import { cleanUp } from '../support/clean-up.ts';
import { guideMarkdown, petstore31Json, petstoreNext } from '../support/documents.ts';
import { listen } from '../support/mcp.ts';
import { seed, seedPassword } from '../support/seed.ts';
import { BUNDLE, docsvc, folderOf, run as runProgram } from './stage.ts';

/** Only Linux and root can mount, and not in every container. */
const mayMount = spawnSync('unshare', ['--mount', 'mount', '--bind', '/tmp', '/tmp']).status === 0;

const app = await testApp();
const { createPerson } = await seed(app);
const server = await listen(app);
const { prisma } = app.database;

const settings = `server: ${server}
project: Shop
documents:
  - { file: pets.json, document: apis/pets.json }
  - { file: guide.md, version: '1' }
`;
const folder = await folderOf({ 'pets.json': petstore31Json, 'guide.md': guideMarkdown, 'docsvc.yaml': settings });
const home = await folderOf({});
const person = await createPerson();
const { email } = await prisma.user.findUniqueOrThrow({ where: { id: person.id } });
const signedIn = { env: { HOME: home } };
const run = (...args: string[]) => docsvc(folder, args, signedIn);

async function approve(id: string): Promise<void> {
  const { detail } = await person.rest<{ draft: { project_id: string; document_id: string; review_revision: string } }>(
    'GET',
    `/private/projects/${(await prisma.draft.findUniqueOrThrow({ where: { id } })).projectId}/drafts/${id}/content/raw`,
  );
  const { project_id, document_id, review_revision } = detail.draft;
  const path = `/private/projects/${project_id}/documents/${document_id}/drafts/${id}/approve`;
  const body = { expected_review_revision: review_revision };
  expect((await person.rest('POST', path, { body })).status).toBe('OK');
}

async function decide(mutation: 'requestDraftChanges' | 'rejectDraft', id: string): Promise<void> {
  const read = 'query($id: ID!) { draft(id: $id) { reviewRevision } }';
  const { reviewRevision } = await person.ask<{ reviewRevision: string }>(read, { id });
  const input = { id, expectedReviewRevision: reviewRevision };
  await person.ask(`mutation($input: ReviewDraftInput!) { ${mutation}(input: $input) { id } }`, { input });
}

describe('docsvc', () => {
  it('signs in with two lines, and stores a file that other users cannot read', async () => {
    const wrong = await docsvc(folder, ['login'], { ...signedIn, input: `${email}\nwrong\n` });
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    const { code, out, err } = await docsvc(folder, ['login'], { ...signedIn, input: `${email}\n${seedPassword}\n` });
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain(`Signed in to ${server} as ${email}`);
    const file = join(home, '.config/docsvc/credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(seedPassword);
    await chmod(file, 0o644);
    expect(await run('status')).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
    await chmod(file, 0o600);
    expect(await run('login', 'secret')).toMatchObject({ code: 2 });
  });

  it('writes no password to a terminal, also if both lines are pasted at once', async () => {
    const env = { ...signedIn.env, NODE_OPTIONS: '--import=data:text/javascript,process.stdin.isTTY=true' };
    const { out, err } = await docsvc(folder, ['login'], { env, input: `${email}\n${seedPassword}\n` });
    expect(err).toContain(`Password (not shown): \nSigned in to ${server} as ${email}`);
    expect(out + err).not.toContain(seedPassword);
  });

  it('creates what is missing, submits, and does nothing the second time', async () => {
    expect(await run('push')).toMatchObject({ code: 1, err: expect.stringContaining('There is no project Shop') });
    const first = await run('push', '--create', '--submit', '--format', 'json');
    expect([first.code, first.err]).toEqual([0, '1 of 2: pets.json\n2 of 2: guide.md\n']);
    const made = JSON.parse(first.out) as { outcome: string; draft_id: string; document: string; version: string }[];
    expect(made).toMatchObject([
      { document: 'apis/pets.json', version: '1.0.0', outcome: 'created', status: 'SUBMITTED' },
      { document: 'guide.md', version: '1', outcome: 'created', status: 'SUBMITTED' },
    ]);
    expect((await run('push', '--create', '--submit')).out).toMatch(
      /is there already, submitted[\s\S]*is there already/,
    );
    for (const { draft_id } of made) await approve(draft_id);
    const third = await run('push', '--submit', '--wait');
    expect([third.code, third.out.match(/is published already/g)?.length]).toEqual([0, 2]);
    expect((await run('status')).out).toMatch(/^pets\.json → apis\/pets\.json \(dev\): the same, version 1\.0\.0\n/);
    expect((await run('pull', 'pets.json', '--output', '-')).out).toBe(petstore31Json);
  });

  it('waits for all drafts at once: one without a decision hides that of no other', async () => {
    const two = await folderOf({ 'undecided.md': '# Undecided\n', 'decided.md': '# Decided\n' });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    let said = () => '';
    const onStart = (_: unknown, written: () => string) => {
      said = written;
    };
    const args = ['push', 'undecided.md', 'decided.md', '--project', 'Shop', '--create', '--version', 'two'];
    const pushed = docsvc(two, [...args, '--wait', '--timeout', '0.2', '--format', 'json'], { env, onStart });
    await expect.poll(() => said()).toContain('waiting for a review of');
    const where = { versionName: 'two', document: { relativePath: 'decided.md' } };
    await approve((await prisma.draft.findFirstOrThrow({ where })).id);
    const { code, out, err } = await pushed;
    expect(err).toMatch(/undecided\.md: no decision in time\. The draft still waits at http\S+\n$/);
    expect(err.match(/no decision in time/g)).toHaveLength(1);
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      [
        { file: 'undecided.md', status: 'SUBMITTED' },
        { file: 'decided.md', status: 'PUBLISHED' },
      ],
    ]);
  });

  it('pushes the files before and after one that cannot be read', async () => {
    const some = await folderOf({ 'first.md': '# First\n', 'second.md': '# Second\n' });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const args = ['push', 'first.md', 'missing.md', 'second.md', '--project', 'Shop', '--create', '--version', '1'];
    const failed = await docsvc(some, args, { env });
    expect([failed.code, failed.err]).toEqual([2, expect.stringContaining('missing.md: cannot be read')]);
    const made = (name: string) =>
      `${name}\\.md → ${name}\\.md \\(dev\\): draft of version 1 created, draft\\n {2}http\\S+\\n`;
    expect(failed.out).toMatch(new RegExp(`^${made('first')}${made('second')}$`));
    const again = await docsvc(some, [...args, '--format', 'json'], { env });
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      2,
      [
        { file: 'first.md', outcome: 'found' },
        { file: 'missing.md', outcome: 'failed' },
        { file: 'second.md', outcome: 'found' },
      ],
    ]);
  });

  it('reads, checks and pulls all files, also if one of them fails, and ends with the worst exit code', async () => {
    const documents = '{ file: missing.json, document: apis/pets.json }, { file: unknown.md }, { file: guide.md }';
    const some = await folderOf({
      'unknown.md': ' ',
      'guide.md': guideMarkdown,
      'docsvc.yaml': `server: ${server}\nproject: Shop\ndocuments: [${documents}]\n`,
    });
    const missing = 'missing.json: cannot be read (ENOENT)\n';
    expect(await docsvc(some, ['status'], signedIn)).toEqual({
      code: 2,
      out: 'unknown.md → unknown.md (dev): no such document\nguide.md → guide.md (dev): the same, version 1\n',
      err: missing,
    });
    const empty = 'unknown.md:1:1: error: The document is empty.\n';
    expect(await docsvc(some, ['validate'])).toEqual({ code: 2, out: empty, err: missing });
    await writeFile(join(some, 'guide.md'), 'Old');
    expect(await docsvc(some, ['pull'], signedIn)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^missing\.json: version .*\n.* no document unknown\.md.*\nguide\.md: version 1 .*\n$/,
      ),
    });
    expect(await readFile(join(some, 'guide.md'), 'utf8')).toBe(guideMarkdown);
  });

  it('pulls the files after one that cannot be read', async () => {
    const documents = '{ file: pets.json, document: apis/pets.json }, { file: guide.md }';
    const settings = `server: ${server}\nproject: Shop\ndocuments: [${documents}]\n`;
    const some = await folderOf({ 'pets.json': '', 'docsvc.yaml': settings });
    await truncate(join(some, 'pets.json'), 3 * 1024 ** 3);
    expect(await docsvc(some, ['pull'], signedIn)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^pets\.json: cannot be read \(ERR_FS_FILE_TOO_LARGE\)\nguide\.md: version 1 .*\n$/),
    });
  });

  it('pulls into folders that do not exist yet', async () => {
    const fresh = await folderOf({
      'docsvc.yaml': `server: ${server}\nproject: Shop\ndocuments: [{ file: docs/api/guide.md, document: guide.md }]\n`,
    });
    expect(await docsvc(fresh, ['pull'], signedIn)).toMatchObject({ code: 0 });
    const more = ['pull', 'guide.md', '--output', 'other/place/guide.md'];
    expect(await docsvc(fresh, more, signedIn)).toMatchObject({ code: 0 });
    for (const file of ['docs/api/guide.md', 'other/place/guide.md'])
      expect(await readFile(join(fresh, file), 'utf8')).toBe(guideMarkdown);
  });

  it('pulls into no file whose name ends as that of a folder', async () => {
    const fresh = await folderOf({});
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    for (const line of ['guide.md --output new/', 'new/ --document guide.md']) {
      const { code, err } = await docsvc(fresh, ['pull', '--project', 'Shop', ...line.split(' ')], { env });
      expect([code, err]).toEqual([2, expect.stringMatching(/^new\/: is a folder\. Name a file\n/)]);
    }
    expect(await readdir(fresh)).toEqual([]);
  });

  it('refuses a version that is a number, and what is no document, as validate does, and pushes the files after it', async () => {
    const yaml = (version: string) => `openapi: 3.1.0\ninfo: { title: Numbers, version: ${version} }\npaths: {}\n`;
    const versions = ['1', '1.0', '2.0', '1.10', '1e400', '9007199254740993', 'true', '[1.0]'];
    const files = versions.map((version, index): [string, string] => [`${index}.yaml`, yaml(version)]);
    files.push(
      ['json.json', '{"openapi": "3.1.0", "info": {"title": "Numbers", "version": 1.0}, "paths": {}}'],
      ['broken.yaml', 'openapi: 3.1.0\ninfo: { title: Broken, version: 1.0.0\npaths: {}\n'],
      ['conflict.yaml', `<<<<<<< HEAD\n${yaml("'1'")}=======\n${yaml("'2'")}>>>>>>> theirs\n`],
      ['empty.yaml', ''],
      ['blank.yaml', '# Nothing yet\n'],
      ['list.yaml', '- openapi: 3.1.0\n'],
    );
    const numbers = await folderOf({ ...Object.fromEntries(files), 'text.yaml': yaml("'1.0'") });
    const names = files.map(([name]) => name);
    const refused = (await docsvc(numbers, ['validate', ...names])).out.trimEnd().split('\n');
    expect(refused).toHaveLength(names.length);
    const args = ['push', ...names, 'text.yaml', '--project', 'Shop', '--create', '--format', 'json'];
    const { code, out, err } = await docsvc(numbers, args, { env: { ...signedIn.env, DOCSVC_SERVER: server } });
    const told = names.flatMap((name, at) => [`${at + 1} of ${names.length + 1}: ${name}`, refused[at]]);
    expect([code, err.split('\n')]).toEqual([
      1,
      [...told, `${names.length + 1} of ${names.length + 1}: text.yaml`, ''],
    ]);
    expect(JSON.parse(out)).toMatchObject([
      ...names.map((file, at) => ({ file, outcome: 'refused', message: refused[at] })),
      { file: 'text.yaml', version: '1.0', outcome: 'created' },
    ]);
  });

  it('creates no team, project, document or branch for a draft that cannot be read or would be refused', async () => {
    const odd = await folderOf({
      'typo.txt': 'No API',
      'unnamed.yaml': 'openapi: 3.1.0\ninfo: { title: Unnamed }\n',
      'labels.md': '# Labels',
    });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const push = (line: string) => docsvc(odd, ['push', '--create', ...line.split(' ')], { env });
    const cases: [string, number, RegExp][] = [
      ['typo.txt --project Typo --version 1', 1, /^typo\.txt:1:1: error: /],
      ['missing.yaml --project Typo', 2, /^missing\.yaml: cannot be read/],
      ['unnamed.yaml --project Typo', 1, /^unnamed\.yaml:2:1: error: Add the required field "version"/m],
      ['typo.txt --project Shop --version 1', 1, /^typo\.txt:1:1: error: /],
      ['typo.txt --project Shop --version 1 --document apis/pets.json --branch feature/typo', 1, /^typo\.txt:1:1: /],
    ];
    for (const name of ['Typo', 'Shop'])
      cases.push(
        [`labels.md --project ${name} --version ${'x'.repeat(101)}`, 1, /^version must have at most 100 characters\n/],
        [`labels.md --project ${name} --version 1 --changelog a\u0001b`, 1, /^changelog must not contain .* U\+0001\n/],
      );
    for (const [line, code, message] of cases)
      expect([line, await push(line)]).toMatchObject([line, { code, err: expect.stringMatching(message) }]);
    const counts = await Promise.all([
      prisma.team.count({ where: { name: 'Typo' } }),
      prisma.project.count({ where: { name: 'Typo' } }),
      prisma.document.count({ where: { relativePath: { in: ['typo.txt', 'unnamed.yaml', 'labels.md'] } } }),
      prisma.branch.count({ where: { name: 'feature/typo' } }),
    ]);
    expect(counts).toEqual([0, 0, 0, 0]);
  });

  it('compares with what is published, by the policy and the accepted changes of the project', async () => {
    const next = await folderOf({ 'next.json': petstoreNext });
    const args = ['diff', 'next.json', '--against', 'dev', '--document', 'apis/pets.json', '--project', 'Shop'];
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const found = await docsvc(next, [...args, '--format', 'json'], { env });
    expect(found.code).toBe(1);
    const [change] = JSON.parse(found.out).items as { key: string; severity: string }[];
    expect(change?.severity).toBe('breaking');
    const document = await prisma.document.findFirstOrThrow({ where: { relativePath: 'apis/pets.json' } });
    const path = `/private/projects/${document.projectId}/documents/${document.id}/diff-exceptions`;
    await person.rest('POST', path, { body: { key: change?.key, reason: 'Nobody calls it' } });
    const accepted = await docsvc(next, args, { env });
    expect([accepted.code, accepted.out]).toEqual([0, expect.stringContaining('(accepted: Nobody calls it)')]);
    await writeFile(join(next, 'policy.yaml'), 'profile: strict\n');
    const judged = await docsvc(next, [...args, '--policy', 'policy.yaml'], { env });
    expect([judged.code, judged.out]).toEqual([0, expect.stringContaining('(accepted: Nobody calls it)')]);
  });

  it.each(['project', 'document', 'server'])(
    'compares no two files where --%s shows that --against was forgotten',
    async name => {
      const { code, out, err } = await docsvc(folder, ['diff', 'a.json', 'b.json', `--${name}`, 'http://127.0.0.1:1']);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(`--${name} needs --against BRANCH.\n`);
    },
  );

  it('annotates what was removed since a version in the new file, around its former place', async () => {
    const text = JSON.stringify({ ...JSON.parse(petstore31Json), paths: {} }, null, 2);
    const removed = await folderOf({ 'next.json': text });
    const args = ['diff', 'next.json', '--against', 'dev', '--document', 'apis/pets.json', '--project', 'Shop'];
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const { code, out } = await docsvc(removed, [...args, '--format', 'github'], { env });
    const line = text.split('\n').findIndex(one => one.includes('"paths"')) + 1;
    const places = out.match(/(?<=^::error )file=[^,]*,line=\d+/gm);
    expect([code, new Set(places)]).toEqual([1, new Set([`file=next.json,line=${line}`])]);
  });

  it('uploads and compares a file with its byte order mark, as the other ways to upload do', async () => {
    const marked = await folderOf({ 'bom.json': `\ufeff${petstore31Json}`, 'bom.md': '\ufeff# Guide\n' });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const send = (...args: string[]) => docsvc(marked, [...args, '--project', 'Shop'], { env });
    const files = ['bom.json', 'bom.md'];
    const pushed = await send('push', ...files, '--create', '--submit', '--version', '1', '--format', 'json');
    for (const { draft_id } of JSON.parse(pushed.out) as { draft_id: string }[]) await approve(draft_id);
    expect((await send('status', ...files)).out.match(/the same, version 1/g)).toHaveLength(2);
    expect((await send('pull', 'bom.md', '--output', '-')).out).toBe('\ufeff# Guide\n');
    await send('pull', ...files);
    expect((await send('push', ...files, '--version', '1')).out.match(/is published already/g)).toHaveLength(2);
    const { code, out } = await send('diff', 'bom.json', '--against', 'dev');
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing has changed')]);
  });

  it('reads versions in docsvc.yaml as strings, and a blank setting as absent', async () => {
    const lines = `documents:\n  - { file: pets.json, document: apis/pets.json, version: 1.10, branch: }\n`;
    const own = await folderOf({ 'pets.json': petstoreNext, 'docsvc.yaml': `server:\nproject: Shop\n${lines}` });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    expect((await docsvc(own, ['push'], { env })).out).toContain('(dev): draft of version 1.10 created');
  });

  it('refuses values in docsvc.yaml that are not strings, and a file that is there twice', async () => {
    const cases: [string, string][] = [
      [
        'documents: [{ file: pets.json }, { file: ./pets.json, branch: prod }]',
        '1:36: documents names ./pets.json twice, but one file is one document',
      ],
      ['project: [Shop]', '1:1: project must be a text'],
      ['documents: [{ file: { a: b } }]', '1:15: documents[0]: file must be a text'],
      ['documents: [{ file: pets.json, branch: [dev, prod] }]', '1:32: documents[0]: branch must be a text'],
    ];
    for (const [lines, message] of cases) {
      const ran = await docsvc(await folderOf({ 'docsvc.yaml': lines }), ['status'], signedIn);
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(`docsvc.yaml:${message}\n`) });
    }
  });

  it('names the file that is not UTF-8, such as those that PowerShell writes', async () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    const shell = await folderOf({ 'a.md': '# A', 'b.md': '# B' });
    await writeFile(join(shell, 'policy.yaml'), utf16('profile: lenient'));
    const compared = await docsvc(shell, ['diff', 'a.md', 'b.md', '--policy', 'policy.yaml']);
    expect([compared.code, compared.err]).toEqual([2, 'policy.yaml: is not UTF-8\n']);
    await writeFile(join(shell, 'docsvc.yaml'), utf16('project: Shop'));
    const { code, err } = await docsvc(shell, ['status', 'a.md'], signedIn);
    expect([code, err]).toEqual([2, expect.stringMatching(/^\S+docsvc\.yaml: is not UTF-8\n$/)]);
  });

  it('pulls into a file that has its old or its new text, also on a full disk, and keeps its rights', async () => {
    const some = await folderOf({ 'guide.md': 'Old\n', 'behind.md': 'Old\n' });
    const pull = (file: string) => ['pull', '--project', 'Shop', '--document', 'apis/pets.json', file];
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const limited = ['-c', 'ulimit -f 2; exec node "$@"', 'sh', BUNDLE, ...pull('guide.md')];
    const failed = await runProgram('sh', limited, some, { env });
    expect([failed.code, failed.err]).toEqual([2, expect.stringMatching(/^guide\.md: cannot be written \(EFBIG\)/)]);
    expect(await readFile(join(some, 'guide.md'), 'utf8')).toBe('Old\n');
    await chmod(join(some, 'behind.md'), 0o640);
    await symlink('behind.md', join(some, 'link.md'));
    expect((await docsvc(some, pull('link.md'), { env })).code).toBe(0);
    expect(await readFile(join(some, 'behind.md'), 'utf8')).toBe(petstore31Json);
    expect((await stat(join(some, 'behind.md'))).mode & 0o777).toBe(0o640);
    expect((await readdir(some)).sort()).toEqual(['behind.md', 'guide.md', 'link.md']);
  });

  it.runIf(mayMount)('pulls into a file that is mounted by itself, as in a container', async () => {
    const some = await folderOf({ 'guide.md': 'Old\n' });
    const pull = ['pull', '--project', 'Shop', '--document', 'apis/pets.json', 'guide.md'];
    const mounted = ['--mount', 'sh', '-c', 'mount --bind guide.md guide.md; exec node "$@"', 'sh', BUNDLE, ...pull];
    const { code } = await runProgram('unshare', mounted, some, { env: { ...signedIn.env, DOCSVC_SERVER: server } });
    expect([code, await readdir(some)]).toEqual([0, ['guide.md']]);
    expect(await readFile(join(some, 'guide.md'), 'utf8')).toBe(petstore31Json);
  });

  it('updates the draft of a version while it is editable, and promotes as a person', async () => {
    const changed = await folderOf({ 'pets.json': petstoreNext, 'docsvc.yaml': settings });
    const push = (text: string) => docsvc(changed, ['push', 'pets.json', '--version', text], signedIn);
    expect((await push('1.1.0')).out).toContain('draft of version 1.1.0 created, draft');
    await docsvc(changed, ['pull', 'pets.json'], signedIn);
    expect((await push('1.1.0')).out).toContain('draft of version 1.1.0 updated, draft');
    const promoted = await run('promote', 'apis/pets.json', '--to', 'test', '--submit');
    expect(promoted).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^apis\/pets\.json \(dev → test\): draft of version \S+ created, submitted\n/),
    });
    const token = (
      await person.rest<{ token: string }>('POST', '/private/api-tokens', { body: { name: 'x', scopes: [1, 2] } })
    ).detail.token;
    const robot = await docsvc(folder, ['promote', 'apis/pets.json', '--to', 'prod'], {
      env: { DOCSVC_TOKEN: token, HOME: folder },
    });
    expect(robot).toMatchObject({ code: 2, err: expect.stringContaining('Only people may do this') });
  });

  it('does for the token of a pipeline nothing in the name of the person who is signed in', async () => {
    const made = { name: 'x', scopes: [1, 2] };
    const { token } = (await person.rest<{ token: string }>('POST', '/private/api-tokens', { body: made })).detail;
    const file = join(await folderOf({}), 'token');
    await writeFile(file, token, { mode: 0o600 });
    for (const [variable, value] of Object.entries({ DOCSVC_TOKEN: token, DOCSVC_TOKEN_FILE: file }))
      for (const line of [
        'push guide.md --project Pipelines --create --version 1',
        'push guide.md --document piped.md --project Shop --create --version 1',
        'push guide.md --branch feature/piped --project Shop --create --version 1',
        'promote apis/pets.json --to prod --project Shop',
      ]) {
        const ran = await docsvc(folder, line.split(' '), { env: { ...signedIn.env, [variable]: value } });
        const err = `Only people may do this, not an API token. Unset ${variable}. Run: docsvc login --server ${server}\n`;
        expect([line, ran]).toEqual([line, { code: 2, out: '', err }]);
      }
    const counts = await Promise.all([
      prisma.team.count({ where: { name: 'Pipelines' } }),
      prisma.project.count({ where: { name: 'Pipelines' } }),
      prisma.document.count({ where: { relativePath: 'piped.md' } }),
      prisma.branch.count({ where: { name: 'feature/piped' } }),
    ]);
    expect(counts).toEqual([0, 0, 0, 0]);
  });

  it('finds the open draft of a version among many newer drafts of the same person', async () => {
    const project = await person.createProject({ name: 'Robots' });
    const document = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guide.md' });
    await document.createDraft({ content: '# Old', versionName: 'first' });
    for (let n = 0; n < 101; n++) await document.createDraft({ content: `# ${n}`, versionName: `n${n}` });
    const robots = ['--project', 'Robots', '--server', server];
    const pushed = await docsvc(folder, ['push', 'guide.md', '--version', ' first ', ...robots], signedIn);
    expect(pushed).toMatchObject({ code: 0, out: expect.stringContaining('draft of version first updated') });
    const { out } = await docsvc(folder, ['status', 'guide.md', ...robots], signedIn);
    expect(out.match(/^ {2}draft /gm)).toHaveLength(102);
  });

  it('shows the state of the other files when one does not exist, and ends with 2', async () => {
    await person.createProject({ name: 'Missing' });
    const folder = await folderOf({ 'guide.md': '# Guide' });
    const files = ['status', 'gude.md', 'guide.md', '--project', 'Missing', '--server', server];
    expect(await docsvc(folder, files, signedIn)).toEqual({
      code: 2,
      out: 'guide.md → guide.md (dev): no such document\n',
      err: expect.stringContaining('gude.md'),
    });
  });

  it('finds projects, documents and versions by names that are longer than a search', async () => {
    const name = 'ペット'.repeat(66);
    const relativePath = `${'pets/'.repeat(80)}guide.md`;
    const project = await person.createProject({ name });
    await project.createDocument({ type: 'MARKDOWN', relativePath });
    const args = ['push', 'guide.md', '--document', relativePath, '--project', name, '--version', '版'.repeat(100)];
    for (const how of ['created', 'is there already'])
      expect(await docsvc(folder, args, signedIn)).toMatchObject({ code: 0, out: expect.stringContaining(how) });
  });

  it('finds projects and documents by names with accents, however a computer composes them', async () => {
    const [composed, decomposed] = ['Café.md'.normalize('NFC'), 'Café.md'.normalize('NFD')];
    const both = await folderOf({ [composed]: '# Coffee\n', [decomposed]: '# Coffee\n' });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const push = async (file: string) => {
      const args = ['push', file, '--project', file, '--create', '--version', file, '--format', 'json'];
      const { code, out, err } = await docsvc(both, args, { env });
      return [code, err, out && JSON.parse(out)];
    };
    for (const [first, second] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      expect(await push(first)).toMatchObject([0, '', [{ outcome: 'created' }]]);
      expect(await push(second)).toMatchObject([0, '', [{ outcome: 'found', document: first }]]);
      expect(await prisma.project.count({ where: { name: composed } })).toBe(1);
      await prisma.project.updateMany({ where: { name: composed }, data: { name: 'Other' } });
    }
  });

  it('finds a file with accents in docsvc.yaml, however it is composed', async () => {
    const [composed, decomposed] = ['Café.md'.normalize('NFC'), 'Café.md'.normalize('NFD')];
    const lines = `project: Drinks\nserver: ${server}\ndocuments: [{ file: ${composed}, document: coffee.md }]\n`;
    const drinks = await folderOf({ [decomposed]: '# Coffee\n', 'docsvc.yaml': lines });
    const { out } = await docsvc(drinks, ['push', decomposed, '--create', '--version', '1'], signedIn);
    expect(out).toContain(`${decomposed} → coffee.md (dev): draft of version 1 created`);
  });

  it('says what is archived, and prefers the active one of two projects of the same name', async () => {
    await (await person.createProject({ name: 'Twice' })).archive();
    const project = await person.createProject({ name: 'Twice' });
    const document = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guide.md' });
    await document.publish({ content: guideMarkdown, versionName: '1' });
    const ask = (line: string, named = 'Twice') =>
      docsvc(folder, [...line.split(' '), '--project', named, '--server', server], signedIn);
    const archive = (mutation: string, id: string) =>
      person.ask(`mutation($id: ID!) { ${mutation}(input: { id: $id }) { id } }`, { id });
    const refused = (what: string) => ({ code: 1, out: '', err: `The ${what} is archived: it takes no drafts\n` });
    const isPublished = 'guide.md → guide.md (dev): the same, version 1';

    await archive('archiveBranch', document.branches.test);
    expect(await ask('push guide.md --version 2 --branch test')).toEqual(refused('branch test'));
    expect(await ask('promote guide.md --to test')).toEqual(refused('branch test'));
    expect(await ask('status guide.md')).toEqual({ code: 0, out: `${isPublished}\n`, err: '' });

    await document.archive();
    expect(await ask('push guide.md --version 2')).toEqual(refused('document guide.md'));
    expect((await ask('push guide.md --version 1')).out).toContain('is published already');
    expect((await ask('status guide.md')).out).toBe(`${isPublished}, the document guide.md is archived\n`);

    await project.archive();
    expect((await ask('status guide.md')).err).toContain('2 projects are named Twice');
    expect((await ask('status guide.md --format json', project.id)).out).toContain('"archived": "project Twice"');
    expect(await ask('push pets.json --create', project.id)).toEqual(refused('project Twice'));
    const err = 'The project Twice has no document apis/pets.json. The project Twice is archived\n';
    expect((await ask('push pets.json', project.id)).err).toBe(err);
  });

  it('updates the changelog of a draft with the same text, while it is editable', async () => {
    const project = await person.createProject({ name: 'Notes' });
    const { id } = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guide.md' });
    const push = (...more: string[]) => {
      const args = ['push', 'guide.md', '--version', '1', '--project', 'Notes', '--server', server, ...more];
      return docsvc(folder, args, signedIn);
    };
    const outcomes: [string[], string, string | null][] = [
      [[], 'created, draft', null],
      [['--changelog', 'More food.'], 'updated, draft', 'More food.'],
      [['--changelog', 'More food.'], 'is there already, draft', 'More food.'],
      [[], 'is there already, draft', 'More food.'],
      [['--changelog', ' '], 'updated, draft', null],
      [['--submit'], 'is there already, submitted', null],
      [['--changelog', 'Too late.'], 'is there already, submitted', null],
    ];
    for (const [more, outcome, changelog] of outcomes) {
      expect((await push(...more)).out).toContain(`draft of version 1 ${outcome}`);
      const drafts = await prisma.draft.findMany({ where: { documentId: id }, select: { changelog: true } });
      expect([more, drafts]).toEqual([more, [{ changelog }]]);
    }
  });

  it('promotes a version again only after its draft was rejected or withdrawn', async () => {
    const project = await person.createProject({ name: 'Again' });
    const document = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guide.md' });
    await document.publish({ content: guideMarkdown, versionName: '1' });
    const promote = async (outcome: string, option = '--submit') => {
      const args = ['promote', 'guide.md', '--to', 'prod', option, '--project', 'Again', '--server', server];
      const { code, out } = await docsvc(folder, args, signedIn);
      expect([code, out]).toEqual([
        0,
        expect.stringContaining(`guide.md (dev → prod): draft of version 1 ${outcome}\n`),
      ]);
      return out.trim().split('/').at(-1) as string;
    };
    const first = await promote('created, submitted');
    expect(await promote('is there already, submitted')).toBe(first);
    await decide('requestDraftChanges', first);
    expect(await promote('is there already, changes requested', '--from=dev')).toBe(first);
    const again = ['promote', 'guide.md', '--to', 'prod', '--submit', '--project', 'Again', '--server', server];
    expect(await docsvc(folder, again, signedIn)).toMatchObject({
      code: 1,
      err: expect.stringContaining('A reviewer has requested changes of the draft of version 1\n'),
    });
    await person.ask('mutation($id: ID!) { withdrawDraft(input: { id: $id }) { id } }', { id: first });
    const second = await promote('created, submitted');
    await decide('rejectDraft', second);
    expect([first, second]).not.toContain(await promote('created, submitted'));
  });

  it('says of a promoted draft that it is there already, by its own name, however the name was given', async () => {
    const project = await person.createProject({ name: 'Renamed' });
    const document = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guide.md' });
    await document.publish({ content: guideMarkdown, versionName: '1' });
    const promote = async (...more: string[]) => {
      const args = ['promote', 'guide.md', '--to', 'prod', '--project', 'Renamed', '--server', server, ...more];
      const { out } = await docsvc(folder, args, signedIn);
      return /draft of version .*/.exec(out)?.[0];
    };
    expect(await promote('--version', ' x ')).toBe('draft of version x created, draft');
    expect(await promote('--version', ' x ')).toBe('draft of version x is there already, draft');
    const { id, revision } = await prisma.draft.findFirstOrThrow({
      where: { documentId: document.id, status: 'DRAFT' },
    });
    const input = { id, expectedRevision: revision, versionName: 'y' };
    await person.ask('mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }', { input });
    expect(await promote('--version', 'x')).toBe('draft of version y is there already, draft');
  });

  it('names refused fields by their names for the user', async () => {
    const odd = await folderOf({
      'empty.yaml': '',
      'pets.json': petstore31Json,
      'guide.md': '# a\nb\0',
      'blank.md': ' ',
    });
    const long = 'x'.repeat(300);
    const cases: [string, RegExp][] = [
      ['push empty.yaml --version 1', /^empty\.yaml must not be empty\n/],
      ['push guide.md --version 1', /^guide\.md must not contain a NUL character\n/],
      [`push pets.json --version ${long}`, /^version must have at most 100 characters\n/],
      ['push pets.json --document a\\b.json', /^document must not contain a backslash/],
      [`push pets.json --branch feature/${long}`, /^branch must have at most \d+ characters\n/],
      [`push pets.json --project ${long}`, /^project must have at most 200 characters\n/],
      ['validate guide.md blank.md', /^$/],
    ];
    const args = (line: string) => [...line.split(' '), ...(line.startsWith('push') ? ['--create'] : [])];
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const named = (line: string) =>
      line.includes('--project') || line.startsWith('validate') ? [] : ['--project', 'Odd'];
    for (const [line, message] of cases) {
      const ran = await docsvc(odd, [...args(line), ...named(line)], { env });
      expect([line, ran.code]).toEqual([line, 1]);
      expect(ran.err).toMatch(message);
    }
    const { out } = await docsvc(odd, ['validate', 'guide.md', 'blank.md'], { env });
    expect(out).toBe(
      'guide.md:2:2: error: The document has a NUL character. Save it in UTF-8.\nblank.md:1:1: error: The document is empty.\n',
    );
  });

  it('warns of a document above the default limit of servers', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    const large = await folderOf({ 'fits.md': line.repeat(16 * 1024), 'large.md': `${line.repeat(16 * 1024)}x` });
    const { code, out } = await docsvc(large, ['validate', 'fits.md', 'large.md']);
    expect([code, out]).toEqual([
      0,
      'large.md:1:1: warning: The document has 16777217 bytes. A server refuses more than 16777216, unless its DOCSVC_MAX_CONTENT_BYTES is larger.\n',
    ]);
    expect((await docsvc(large, ['validate', 'large.md', '--quiet'])).out).toBe('');
  });

  it('writes no control characters of file names', async () => {
    const file = 'a\u001b[2J\u009b2J\u202e.md';
    const hostile = await folderOf({ [file]: '', 'b.md': '# B', 'docsvc.yaml': `project: Shop\nserver: ${server}\n` });
    const isPlain = /^(?:\n|[^\p{Cc}\u202e])*$/u;
    for (const line of [
      'validate',
      'validate --format json',
      'validate --format github',
      'push --create --version 1',
    ]) {
      const { code, out, err } = await docsvc(hostile, [...line.split(' '), file, 'b.md'], signedIn);
      expect([line, code, out + err]).toEqual([line, 1, expect.stringMatching(isPlain)]);
    }
    await writeFile(join(hostile, file), '# A');
    for (const line of ['push --create --version 1 --format json', 'status --format json', 'pull'])
      expect([line, await docsvc(hostile, [...line.split(' '), file, 'b.md'], signedIn)]).toMatchObject([
        line,
        { out: expect.stringMatching(isPlain), err: expect.stringMatching(isPlain) },
      ]);
  });

  it('uses the path of a file as the path of its document, even if it starts with full stops', async () => {
    const odd = await folderOf({});
    for (const name of ['..guides', 'own']) await mkdir(join(odd, name));
    await writeFile(join(odd, '..guides/a.md'), '# A');
    await writeFile(join(odd, 'own/docsvc.yaml'), `project: Shop\nserver: ${server}`);
    const args = ['push', '--create', '--version', '1'];
    const inside = await docsvc(odd, [...args, '..guides/a.md', '--project', 'Shop', '--server', server], signedIn);
    expect(inside.out).toContain('..guides/a.md → ..guides/a.md (dev)');
    const outside = await docsvc(join(odd, 'own'), [...args, '../..guides/a.md'], signedIn);
    expect(outside.out).toContain('../..guides/a.md → a.md (dev)');
  });

  it('uploads a document of several files as one', async () => {
    const api = `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths: { /pets: { get: { responses: { 200: { $ref: 'found.yaml' } } } } }
`;
    const several = await folderOf({ 'api.yaml': api, 'found.yaml': 'description: Found' });
    const push = () =>
      docsvc(several, ['push', 'api.yaml', '--project', 'Shop', '--create', '--server', server], signedIn);
    expect(await push()).toMatchObject({ code: 0, out: expect.stringContaining('draft of version 1 created') });
    expect((await push()).out).toContain('is there already');
    const { id, projectId } = await prisma.draft.findFirstOrThrow({
      where: { document: { relativePath: 'api.yaml' } },
    });
    const path = `/private/projects/${projectId}/drafts/${id}/content/raw`;
    const { content } = (await person.rest<{ content: string }>('GET', path)).detail;
    expect(JSON.parse(content).components.responses).toEqual({ found: { description: 'Found' } });
    await person.rest('POST', `/private/projects/${projectId}/drafts/${id}/submit`, { body: {} });
    const { review_revision } = (
      await person.rest<{ review_revision: string }>('GET', `/private/projects/${projectId}/drafts/${id}`)
    ).detail;
    await person.rest('POST', `/private/projects/${projectId}/drafts/${id}/approve`, {
      body: { expected_review_revision: review_revision },
    });
    const pulled = await docsvc(several, ['pull', 'api.yaml', '--project', 'Shop', '--server', server], signedIn);
    expect([pulled.code, pulled.err]).toEqual([
      1,
      expect.stringContaining('api.yaml: not replaced: it refers to other files.'),
    ]);
    expect(await readFile(join(several, 'api.yaml'), 'utf8')).toBe(api);
  });

  it('names the places of problems in the files of a document as they are written', async () => {
    const api = `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /pets:
    get: { responses: { 200: { $ref: found.yaml } } }
    post: { responses: 7 }
`;
    const several = await folderOf({ 'api.yaml': api, 'found.yaml': 'content: {}\nheaders:   7\n' });
    const lines = [
      expect.stringMatching(/^api\.yaml:6:13: error: .* \[/),
      expect.stringMatching(/^found\.yaml:1:1: error: .* \[/),
      expect.stringMatching(/^found\.yaml:2:1: error: .* \[/),
      '',
    ];
    const { code, out } = await docsvc(several, ['validate', 'api.yaml']);
    expect([code, out.split('\n')]).toEqual([1, lines]);
    const push = ['push', 'api.yaml', '--project', 'Shop', '--create', '--document', 'wrong.yaml', '--server', server];
    const pushed = await docsvc(several, push, signedIn);
    expect([pushed.code, pushed.err.split('\n')]).toEqual([1, lines]);
  });

  it('refuses a reference that leads to no file as every other mistake of a document, where it is written', async () => {
    const api = (reference: string) => `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths: { /a: { get: { responses: { 200: { $ref: found.yaml } } } } }
components: { responses: { Other: { $ref: '${reference}' } } }
`;
    const outside = '../outside.yaml';
    const several = await folderOf({
      'found.yaml': 'description: Found\ncontent: { a/b: { schema: { $ref: "#/Gone" } } }\n',
      'whole.yaml': 'description: Found\n',
      'torn.yaml': 'description: [\n',
      'gone.yaml': api('gone/part.yaml').replace('found.yaml', 'whole.yaml'),
      'address.yaml': api('https://localhost/part.yaml').replace('found.yaml', 'whole.yaml'),
      'outside.yaml': api(outside).replace('found.yaml', 'whole.yaml'),
      'inner.yaml': api('whole.yaml'),
      'syntax.yaml': api('torn.yaml').replace('found.yaml', 'whole.yaml'),
    });
    const here = { line: 4, column: 37, severity: 'error', pointer: '/components/responses/Other/$ref' };
    const cases: [string, object][] = [
      ['gone.yaml', { file: 'gone.yaml', ...here, rule: 'unresolved-ref' }],
      ['address.yaml', { file: 'address.yaml', ...here, rule: 'external-ref' }],
      ['outside.yaml', { file: 'outside.yaml', ...here, rule: 'external-ref' }],
      ['inner.yaml', { file: 'found.yaml', line: 2, column: 29, severity: 'error', rule: 'unresolved-ref' }],
      ['syntax.yaml', { file: 'torn.yaml', severity: 'error', rule: 'syntax' }],
    ];
    const files = cases.map(([name]) => name);
    const { id } = await person.createProject({ name: 'References' });
    const env = { ...signedIn.env, DOCSVC_SERVER: server };
    const found = await docsvc(several, ['validate', ...files, '--format', 'json']);
    expect([found.code, found.err, JSON.parse(found.out)]).toMatchObject([1, '', cases.map(([, problem]) => problem)]);
    const github = await docsvc(several, ['validate', 'gone.yaml', '--format', 'github']);
    expect(github).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^::error file=gone\.yaml,line=4,col=37::The \$ref "gone\/part\.yaml" leads to .*\n$/),
    });
    const { out } = await docsvc(several, ['validate', ...files]);
    expect(out).toMatch(/^gone\.yaml:4:37: error: The \$ref "gone\/part\.yaml" leads to .* \[unresolved-ref\]\n/);
    expect(out).toContain('Name a folder above all files: --root FOLDER [external-ref]\n');
    for (const name of files) {
      const said = (await docsvc(several, ['validate', name])).out;
      for (const command of ['push', 'status'])
        expect(await docsvc(several, [command, name, '--project', id], { env })).toEqual({
          code: 1,
          out: '',
          err: said,
        });
    }
    const compared = await docsvc(several, ['diff', 'gone.yaml', 'address.yaml']);
    expect([compared.code, compared.out, compared.err.split('\n')]).toEqual([
      2,
      '',
      [expect.stringMatching(/^gone\.yaml:4:37: The /), expect.stringMatching(/^address\.yaml:4:37: The /), ''],
    ]);
  });

  it('reports errors with an exit code and without a stack', async () => {
    const none = { DOCSVC_SERVER: server, HOME: folder };
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [[], none, 2, /^$/],
      [['publish'], none, 2, /There is no command publish/],
      [['completion'], none, 2, /^Name one of bash, zsh, fish\.\nUsage: docsvc completion/],
      [['completion', 'bash', 'extra'], none, 2, /^Name one of bash, zsh, fish\.\n/],
      [['login', '--days', '0.5'], none, 2, /^--days must be a number from 1 to 3650\n/],
      [['push', '--loud'], none, 2, /--loud[\s\S]*Usage: docsvc push/],
      [['push', 'pets.json', '--version', ''], none, 2, /^--version must not be blank\nUsage: docsvc push/],
      [['diff', 'pets.json', '--against', ' '], none, 2, /^--against must not be blank\n/],
      [['push', ''], none, 2, /^An argument is blank\nUsage: docsvc push/],
      [['status', 'pets.json'], none, 2, /No token for/],
      [
        ['status', 'pets.json'],
        { ...none, DOCSVC_TOKEN: 'docsvc_api_wrong' },
        2,
        /does not contain an API token.* Check DOCSVC_TOKEN\n/,
      ],
      // Pipelines set variables without a value to an empty string: then docsvc.yaml names the server.
      [
        ['status', 'pets.json'],
        { HOME: folder, DOCSVC_SERVER: '', DOCSVC_TOKEN: 'x' },
        2,
        /does not contain a valid token/,
      ],
      [['status', 'pets.json', '--server', 'nowhere'], none, 2, /nowhere: is no address/],
      [
        ['status', 'pets.json'],
        { ...none, DOCSVC_SERVER: 'ann:p@ss/word@docs.example.com' },
        2,
        /^…@docs\.example\.com: is no address/,
      ],
      [
        ['status', 'pets.json', '--server', 'http://127.0.0.1:59999'],
        { ...none, DOCSVC_TOKEN: 'x' },
        2,
        /cannot be reached: .*ECONNREFUSED/,
      ],
      [['status', 'pets.json', '--project', 'Nowhere'], signedIn.env, 1, /There is no project Nowhere/],
      [['validate', 'nowhere.yaml'], none, 2, /cannot be read/],
      [['validate', 'C:\\nowhere.yaml'], none, 2, /^C:\\nowhere\.yaml: cannot be read \(ENOENT\)\n/],
      [
        ['pull', 'pets.json', '--output', 'guide.md/pets.json'],
        signedIn.env,
        2,
        /guide\.md\/pets\.json: cannot be written/,
      ],
      [['pull', 'pets.json', '--output', '.'], signedIn.env, 2, /\.: cannot be written/],
      [['status', 'pets.json'], { ...none, DOCSVC_TOKEN_FILE: 'private' }, 2, /private: cannot be read \(EISDIR\)/],
      [['status', 'pets.json'], { ...none, XDG_CONFIG_HOME: `${folder}/pets.json` }, 2, /cannot be read \(ENOTDIR\)/],
      ...[
        `--against nowhere`,
        `--against prod`,
        `--against dev --project Nowhere`,
        `--against dev --document x.json`,
      ].map((text): [string[], Record<string, string>, number, RegExp] => [
        ['diff', 'pets.json', ...text.split(' ')],
        signedIn.env,
        2,
        /has no (branch|version|document)|There is no project/,
      ]),
    ];
    await mkdir(join(folder, 'private'), { mode: 0o700 });
    const ran = await Promise.all(cases.map(([args, env]) => docsvc(folder, args, { env })));
    for (const [index, [args, , code, message]] of cases.entries()) {
      expect([args, ran[index]?.code]).toEqual([args, code]);
      expect(ran[index]?.err).toMatch(message);
      expect(ran[index]?.err).not.toMatch(/\n\s+at /);
    }
  });

  it('never writes a token, not even one that cannot be sent', async () => {
    const file = join(folder, 'two-lines');
    await writeFile(file, 'docsvc_api_private\nof the robot\n', { mode: 0o600 });
    const ways = { DOCSVC_TOKEN: 'docsvc_api_private\nof the robot', DOCSVC_TOKEN_FILE: file };
    for (const [name, value] of Object.entries(ways)) {
      const ran = await docsvc(folder, ['status', 'pets.json'], { env: { HOME: folder, [name]: value } });
      expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/: is no token/) });
      expect(ran.err).not.toContain('private');
    }
  });

  it('says how to get another token when the stored one is refused', async () => {
    const env = { HOME: await folderOf({}) };
    const other = await createPerson();
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: other.id } });
    await docsvc(folder, ['login'], { env, input: `${email}\n${seedPassword}\n` });
    const { detail: tokens } = await other.rest<{ id: string }[]>('GET', '/private/api-tokens');
    for (const { id } of tokens) await other.rest('POST', `/private/api-tokens/${id}/revoke`, { body: {} });
    const { code, err } = await docsvc(folder, ['status', 'pets.json'], { env });
    expect([code, err]).toEqual([2, `This API token was revoked. Run: docsvc login --server ${server}\n`]);
  });

  describe('of the tokens that it makes', () => {
    const someone = async () => {
      const home = await folderOf({});
      const { id, email } = await createPerson();
      const at = (address: string) => ({ HOME: home, DOCSVC_SERVER: address });
      const lines = { input: `${email}\n${seedPassword}\n` };
      return {
        id,
        file: join(home, '.config/docsvc/credentials.json'),
        login: (address = server) => docsvc(folder, ['login'], { env: at(address), ...lines }),
        run: (...args: string[]) => docsvc(folder, args, { env: at(server) }),
        working: () => prisma.apiToken.count({ where: { userId: id, revokedAt: null } }),
        env: at(server),
      };
    };

    it('revokes the former one at the next login', async () => {
      const ada = await someone();
      for (let logins = 0; logins < 2; logins++) {
        expect(await ada.login()).toMatchObject({ code: 0, err: expect.not.stringContaining('still works') });
        expect(await ada.working()).toBe(1);
      }
      expect(await ada.run('status', 'pets.json')).toMatchObject({ err: expect.stringContaining('no project Shop') });
    });

    it('says which one it cannot revoke: that of another person, or of a login by an older client', async () => {
      const ada = await someone();
      await ada.login();
      const lines = { env: ada.env, input: `${email}\n${seedPassword}\n` };
      const remains = `The API token of the last login still works. Revoke it at ${server}/me/api-tokens`;
      const other = await docsvc(folder, ['login'], lines);
      expect(other).toMatchObject({ code: 0, err: expect.stringContaining(`${remains} (API token not found`) });
      const { tokenId: _, ...old } = JSON.parse(await readFile(ada.file, 'utf8'))[server];
      await writeFile(ada.file, JSON.stringify({ [server]: old }));
      expect(await ada.login()).toMatchObject({
        code: 0,
        err: expect.stringContaining(`${remains} (The login is too old)`),
      });
    });

    /** The address of a proxy that loses the first answer to an operation, and a function that closes it. */
    async function losing(operation: string) {
      let isLost = false;
      const proxy = createServer((incoming, outgoing) => {
        let body = '';
        incoming.on('data', piece => {
          body += piece;
        });
        passOn(incoming, outgoing, () => {
          if (isLost || !body.includes(operation)) return;
          isLost = true;
          outgoing.destroy();
        });
      });
      await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done));
      const close = () => {
        proxy.close();
        proxy.closeAllConnections();
      };
      cleanUp(close);
      return {
        address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        hasLost: () => isLost,
        close,
      };
    }

    it('leaves none that nobody has when an answer is lost', async () => {
      const ada = await someone();
      const { address, hasLost } = await losing('CliCreateApiToken');
      expect((await ada.login(address)).code).toBe(0);
      expect([hasLost(), await ada.working()]).toEqual([true, 1]);
      const { token } = JSON.parse(await readFile(ada.file, 'utf8'))[address];
      const env = { DOCSVC_TOKEN: token, DOCSVC_SERVER: server };
      expect((await docsvc(folder, ['status', 'pets.json'], { env })).err).toContain('no project Shop');
    });

    it('is signed out when the answer to the logout is lost, and kept while the service does not answer', async () => {
      const ada = await someone();
      const { address, hasLost, close } = await losing('CliLogout');
      await ada.login(address);
      expect((await ada.run('logout', '--server', address)).code).toBe(0);
      expect([hasLost(), await ada.working()]).toEqual([true, 0]);
      await ada.login(address);
      close();
      const kept = await readFile(ada.file, 'utf8');
      const { code, err } = await ada.run('logout', '--server', address);
      expect([code, err]).toEqual([2, expect.stringContaining(`${address} cannot be reached`)]);
      expect([await ada.working(), await readFile(ada.file, 'utf8')]).toEqual([1, kept]);
    });

    it('revokes it and ends the sessions at a logout, which deletes what was stored', async () => {
      const ada = await someone();
      await ada.login();
      const { session } = JSON.parse(await readFile(ada.file, 'utf8'))[server];
      const deleted = `The login at ${server} is deleted, and all your sessions have ended, also in browsers.\n`;
      expect(await ada.run('logout')).toEqual({ code: 0, out: '', err: deleted });
      expect([await ada.working(), JSON.parse(await readFile(ada.file, 'utf8'))]).toEqual([0, {}]);
      const me = await fetch(`${server}/api/v1/private/identity/me`, { headers: { authorization: session } });
      expect(await me.json()).toMatchObject({ status: 'UNAUTHENTICATED' });
      expect(await ada.run('logout')).toEqual({ code: 0, out: '', err: `There is no login at ${server}.\n` });
      expect((await ada.run('logout', 'now')).err).toMatch(/^logout takes no arguments\./);
    });

    it('is kept at a logout that another server than docsvc answers', async () => {
      const ada = await someone();
      const other = createServer((_, outgoing) => outgoing.writeHead(403).end('<html>'));
      await new Promise<void>(done => other.listen(0, '127.0.0.1', done));
      cleanUp(() => void other.close());
      const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      await ada.login();
      const stored = JSON.parse(await readFile(ada.file, 'utf8'));
      const kept = JSON.stringify({ [address]: stored[server] });
      await writeFile(ada.file, kept);
      const { code, err } = await ada.run('logout', '--server', address);
      expect([code, err]).toEqual([2, expect.stringContaining('does not answer as docsvc does (HTTP 403)')]);
      expect(await readFile(ada.file, 'utf8')).toBe(kept);
    });

    it('says at a logout that it still works when the session has ended elsewhere, and nothing of other sessions', async () => {
      const ada = await someone();
      await ada.login();
      const { session } = JSON.parse(await readFile(ada.file, 'utf8'))[server];
      const body = JSON.stringify({ query: 'mutation { logout { id } }' });
      const headers = { authorization: session, 'content-type': 'application/json' };
      expect((await fetch(`${server}/graphql`, { method: 'POST', headers, body })).status).toBe(200);
      const { code, err } = await ada.run('logout');
      expect([code, err]).toEqual([1, expect.stringMatching(/still works\. Revoke it at .*\n.* is deleted\.\n$/)]);
      expect(await ada.working()).toBe(1);
    });

    it('says at a logout that it still works when the session has expired', async () => {
      const ada = await someone();
      await ada.login();
      const stored = JSON.parse(await readFile(ada.file, 'utf8'));
      stored[server].sessionExpiresAt = new Date(0).toISOString();
      await writeFile(ada.file, JSON.stringify(stored));
      const { code, err } = await ada.run('logout');
      expect([code, err]).toEqual([1, expect.stringMatching(/still works\. Revoke it at .*\n.* is deleted\.\n$/)]);
      expect([await ada.working(), JSON.parse(await readFile(ada.file, 'utf8'))]).toEqual([1, {}]);
    });
  });

  it('asks for another login when the stored credentials are damaged', async () => {
    const damaged = await folderOf({});
    await mkdir(join(damaged, 'docsvc'));
    const file = join(damaged, 'docsvc/credentials.json');
    const env = { XDG_CONFIG_HOME: damaged, DOCSVC_SERVER: server };
    const unsendable = `{"${server}": {"token": "docsvc_api_x\\ny"}}`;
    for (const text of ['', 'null', '[]', `{"${server}": null}`, `{"${server}": {}}`, unsendable]) {
      await writeFile(file, text, { mode: 0o600 });
      const { code, err } = await docsvc(folder, ['status', 'pets.json'], { env });
      expect([text, code, err]).toEqual([text, 2, expect.stringContaining(`${file}: is not what docsvc wrote`)]);
    }
  });

  it('makes no token that it cannot store', async () => {
    const before = await prisma.apiToken.count();
    const env = { XDG_CONFIG_HOME: join(folder, 'pets.json'), DOCSVC_SERVER: server };
    const { code, err } = await docsvc(folder, ['login'], { env, input: `${email}\n${seedPassword}\n` });
    expect([code, err]).toEqual([2, expect.stringMatching(/credentials\.json: cannot be read \(ENOTDIR\)\n$/)]);
    expect(await prisma.apiToken.count()).toBe(before);
  });

  it('creates no second project for a token that works for another project only', async () => {
    const env = { HOME: await folderOf({}), DOCSVC_SERVER: server };
    const other = await person.createProject();
    await docsvc(folder, ['login', '--project', other.id], { env, input: `${email}\n${seedPassword}\n` });
    const counted = { where: { name: 'Shop' } };
    const before = await prisma.project.count(counted);
    const { code, err } = await docsvc(folder, ['push', 'guide.md', '--create'], { env });
    expect([code, err]).toEqual([
      1,
      `Your token does not work for the project Shop. Run: docsvc login --server ${server}\n`,
    ]);
    expect(await prisma.project.count(counted)).toBe(before);
  });

  it('creates a project again after the one that it has created got another name, and so a team', async () => {
    const args = ['push', 'guide.md', '--project', 'Former', '--create', '--version', '1'];
    const where = { where: { name: 'Former' } };
    const rename = (type: 'Project' | 'Team', { id }: { id: string }) =>
      person.ask(`mutation($input: Update${type}Input!) { update${type}(input: $input) { id } }`, {
        input: { id, name: 'Other' },
      });
    for (const renamesTeam of [false, true, true]) {
      expect(await run(...args)).toMatchObject({ code: 0 });
      const project = await prisma.project.findFirstOrThrow({ ...where, include: { documents: true } });
      expect(project.documents).toHaveLength(1);
      const team = await prisma.team.findFirstOrThrow(where);
      expect(project.teamId).toBe(team.id);
      await rename('Project', project);
      if (renamesTeam) await rename('Team', team);
    }
  });

  it('creates no team, project or document for a login that cannot draft', async () => {
    const env = { HOME: await folderOf({}), DOCSVC_SERVER: server };
    await docsvc(folder, ['login', '--read-only'], { env, input: `${email}\n${seedPassword}\n` });
    const push = (name: string, file: string) =>
      docsvc(folder, ['push', file, '--project', name, '--create', '--version', '1'], { env });
    const err = `Your login is read-only. Run: docsvc login --server ${server}\n`;
    expect(await push('Unread', 'guide.md')).toEqual({ code: 2, out: '', err });
    expect(await prisma.team.count({ where: { name: 'Unread' } })).toBe(0);
  });

  it('creates no team or project for a login that works for another project only', async () => {
    const env = { HOME: await folderOf({}), DOCSVC_SERVER: server };
    await docsvc(folder, ['login', '--project', 'Shop'], { env, input: `${email}\n${seedPassword}\n` });
    const args = ['push', 'guide.md', '--project', 'Elsewhere', '--create', '--version', '1'];
    const err = `Your token does not work for the project Elsewhere. Run: docsvc login --server ${server}\n`;
    expect(await docsvc(folder, args, { env })).toEqual({ code: 1, out: '', err });
    const where = { where: { name: 'Elsewhere' } };
    expect([await prisma.team.count(where), await prisma.project.count(where)]).toEqual([0, 0]);
  });

  it('promotes nothing for a login that cannot draft, or works for another project only', async () => {
    const project = await person.createProject({ name: 'Guarded' });
    const document = await project.createDocument({ type: 'MARKDOWN', relativePath: 'guide.md' });
    await document.publish({ content: guideMarkdown, versionName: '1' });
    const cases: [string[], number, string][] = [
      [['--read-only'], 2, 'Your login is read-only'],
      [['--project', 'Shop'], 1, 'Your token does not work for the project Guarded'],
    ];
    for (const [options, code, reason] of cases) {
      const env = { HOME: await folderOf({}), DOCSVC_SERVER: server };
      await docsvc(folder, ['login', ...options], { env, input: `${email}\n${seedPassword}\n` });
      const args = ['promote', 'guide.md', '--to', 'test', '--project', 'Guarded', '--submit'];
      const err = `${reason}. Run: docsvc login --server ${server}\n`;
      expect(await docsvc(folder, args, { env })).toEqual({ code, out: '', err });
    }
    expect(await prisma.draft.count({ where: { documentId: document.id, status: { not: 'PUBLISHED' } } })).toBe(0);
  });

  it('says that a login works for another project only, also if nothing is to be created', async () => {
    const env = { HOME: await folderOf({}), DOCSVC_SERVER: server };
    await person.createProject({ name: 'Unlisted' });
    await docsvc(folder, ['login', '--project', 'Shop'], { env, input: `${email}\n${seedPassword}\n` });
    const err = `Your token does not work for the project Unlisted. Run: docsvc login --server ${server}\n`;
    for (const command of ['push', 'pull', 'status', 'open'])
      expect(await docsvc(folder, [command, 'guide.md', '--project', 'Unlisted'], { env })).toEqual({
        code: 1,
        out: '',
        err,
      });
  });

  it('names the file of a token that does not exist', async () => {
    const env = { HOME: folder, DOCSVC_TOKEN_FILE: 'nowhere' };
    const { code, err } = await docsvc(folder, ['status', 'pets.json'], { env });
    expect([code, err]).toEqual([2, 'nowhere: the file of DOCSVC_TOKEN_FILE does not exist\n']);
  });

  it('says what to set for a user without a home folder', async () => {
    const script = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
      os.homedir = () => { throw new Error('ENOENT'); }; syncBuiltinESMExports();`;
    const env = {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
      DOCSVC_SERVER: server,
    };
    const { code, err } = await docsvc(folder, ['status', 'pets.json'], { env });
    expect([code, err]).toEqual([2, expect.stringMatching(/^This user has no home folder\. Set HOME /)]);
  });

  it('reports an answer of another program, and honours Retry-After', async () => {
    let [answer, times] = ['', [] as number[]];
    // Computed when the answer is sent, because a client takes seconds to start on a busy machine.
    let headers = (): Record<string, string> => ({});
    let code = 401;
    const gateway = createServer((_, response) => {
      times.push(Date.now());
      const sent = headers();
      response.writeHead(sent['retry-after'] && times.length === 1 ? 503 : code, sent).end(answer);
    });
    await new Promise<void>(done => gateway.listen(0, '127.0.0.1', done));
    afterAll(() => gateway.close());
    const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const status = () =>
      docsvc(folder, ['status', 'pets.json'], { env: { DOCSVC_TOKEN: 'x', DOCSVC_SERVER: address } });
    const answers = [
      '{"errors": ["Unauthorized"]}',
      '{"errors": [{"status": 401, "detail": "no"}]}',
      '{"errors": []}',
      '{"errors": [null]}',
      '{"data": null}',
      '{"data": "none"}',
    ];
    for (answer of answers) {
      const err = `${address} does not answer as docsvc does (HTTP 401). Is this its address?\n`;
      expect([answer, await status()]).toEqual([answer, { code: 2, out: '', err }]);
    }
    [answer, code] = ['<html>', 413];
    expect((await status()).err).toBe(
      `${address} refuses so large a request (HTTP 413): a proxy before docsvc has a lower limit\n`,
    );
    [headers, code] = [() => ({ location: 'https://docs.example.com/graphql' }), 301];
    expect((await status()).err).toBe(
      `${address} redirects to https://docs.example.com/graphql (HTTP 301). Name the address of docsvc itself\n`,
    );
    times = [];
    headers = () => ({ 'retry-after': new Date(Date.now() + 4_000).toUTCString() });
    await status();
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThan(1_500);
  });

  it('writes no control characters of a server to the terminal', async () => {
    const hostile = 'a\u001b[2J\u202e\nb';
    const version = { id: hostile, versionName: hostile, rawContentHash: hashOf('# Guide\n') };
    const branches = {
      totalCount: 2,
      nodes: ['dev', 'prod'].map(name => ({ id: name, name, latestVersion: version })),
    };
    const documents = {
      totalCount: 1,
      nodes: [{ id: hostile, relativePath: 'guide.md', documentType: 'MARKDOWN' }],
    };
    const answers: Record<string, unknown> = {
      CliLogin: { login: { token: 't', expiresAt: '2999-01-01T00:00:00.000Z', user: { email: hostile } } },
      CliCreateApiToken: { createApiToken: { token: 'docsvc_api_t' } },
      CliProjects: { projects: { totalCount: 1, nodes: [{ id: 'p', name: 'Shop' }] } },
      CliDocuments: { project: { documents } },
      CliBranches: { document: { branches } },
      CliVersionContent: { version: { content: { content: '# Guide\n', nextOffset: null } } },
      CliOwnDrafts: { document: { drafts: { totalCount: 0, nodes: [] } } },
      CliPromoteDraft: { promoteDraft: { id: hostile, versionName: 'a', status: 'DRAFT' } },
    };
    const gateway = createServer(async (incoming, outgoing) => {
      const name = /(?:query|mutation) (\w+)/.exec(await text(incoming))?.[1] as string;
      outgoing.end(JSON.stringify({ data: answers[name] }));
    });
    await new Promise<void>(done => gateway.listen(0, '127.0.0.1', done));
    cleanUp(() => void gateway.close());
    const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const own = await folderOf({});
    const env = { HOME: own, DOCSVC_SERVER: address };
    const cases: [string[], string][] = [
      [['login'], 'Signed in to'],
      [['pull', 'guide.md', '--project', 'Shop'], 'guide.md: version a'],
      [['promote', 'guide.md', '--to', 'prod', '--project', 'Shop'], 'draft of version a'],
      [['open', 'guide.md', '--print', '--project', 'Shop'], `${address}/documents/a%1B`],
    ];
    for (const [args, said] of cases) {
      const { code, out, err } = await docsvc(own, args, { env, input: 'a@example.com\nsecret\n' });
      expect([args, code, out + err]).toEqual([args, 0, expect.stringContaining(said)]);
      expect(out + err).not.toMatch(/(?!\n)\p{Cc}|\u202e|^b/mu);
    }
  });

  it('explains every command, and completes them in each shell', async () => {
    const help = (await run('--help')).out;
    const commands = [...help.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name as string);
    expect(commands.length).toBeGreaterThan(8);
    const [bash, zsh, fish, ...each] = await Promise.all([
      ...['bash', 'zsh', 'fish'].map(shell => run('completion', shell)),
      ...commands.map(name => run(name, '--help')),
    ]);
    for (const { code, out } of each)
      expect([code, out, / $/m.test(out)]).toEqual([
        0,
        expect.stringMatching(/Usage: docsvc[\s\S]*Examples:\n {2}# /),
        false,
      ]);
    for (const script of [bash, zsh, fish]) for (const name of commands) expect(script?.out).toContain(name);
    const { run: start } = await import('./stage.ts');
    const completed = async (...words: string[]) => {
      const asked = `COMP_WORDS=(docsvc ${words.join(' ')}); COMP_CWORD=${words.length}; _docsvc; echo "\${COMPREPLY[@]}"`;
      return (await start('bash', ['-c', `${bash?.out}\n${asked}`], folder)).out.trim();
    };
    expect(await completed('diff', '--format', 's')).toBe('sarif');
    expect(await completed('completion', '""')).toBe('bash zsh fish --help');
    expect(zsh?.out).toContain('completion) words_of="bash zsh fish --help"');
    expect(fish?.out).toContain("'__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'");
    // zsh reads the file at the first completion, and takes it for the body of the function.
    expect(zsh?.out).toContain('if [ "$funcstack[1]" = _docsvc ]; then _docsvc "$@"; else compdef');
  });
});

/** Sends a request on to the service. */
function passOn(incoming: IncomingMessage, outgoing: ServerResponse, onAnswer: () => unknown = () => undefined): void {
  const { host, port } = new URL(server);
  const { url: path, method, headers } = incoming;
  const forwarded = request({ port, path, method, headers: { ...headers, host } }, answer => {
    onAnswer();
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(forwarded);
}

describe('a push that is killed at any request', () => {
  it('creates one draft after a second run, even if it is killed twice', async () => {
    const { token } = (
      await person.rest<{ token: string }>('POST', '/private/api-tokens', { body: { name: 'x', scopes: [1, 2] } })
    ).detail;
    let lost = -1;
    let kill = () => {};
    // Kills the client when the service has answered the lost request.
    const proxy = createServer((incoming, outgoing) => {
      const isLost = lost-- === 0;
      passOn(incoming, outgoing, () => isLost && kill());
    });
    await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done));
    afterAll(() => proxy.close());
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const env = { DOCSVC_TOKEN: token, DOCSVC_SERVER: address };
    const onStart = (end: () => void) => {
      kill = end;
    };
    const push = (version: string) => {
      const args = ['push', 'pets.json', '--version', version, '--submit', '--project', 'Shop'];
      return docsvc(folder, args, { env, onStart });
    };
    // A push sends 8 requests. The sixth makes the draft, the seventh submits it.
    for (const at of process.env.EVERY_REQUEST ? [0, 1, 2, 3, 4, 5, 6, 7] : [5, 6]) {
      const version = `9.0.${at}`;
      lost = at;
      expect([at, (await push(version)).code]).toEqual([at, null]);
      lost = at;
      await push(version);
      lost = -1;
      expect((await push(version)).code).toBe(0);
      const drafts = await prisma.draft.findMany({ where: { versionName: version }, select: { status: true } });
      expect([at, ...drafts]).toEqual([at, { status: 'SUBMITTED' }]);
    }
  });
});

describe('a push that waits for the decision survives an outage of the service', () => {
  async function listenAt(port: number, onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
    const gateway = createServer(onRequest);
    await new Promise<void>(done => gateway.listen(port, '127.0.0.1', done));
    afterAll(() => gateway.close());
    return gateway;
  }
  let said = () => '';
  const waits = () =>
    expect.poll(() => said(), { timeout: 60_000, interval: 100 }).toContain('waiting for a review of');

  it.each([
    ['it looks for an open draft', 'sought', 'CliOwnDrafts'],
    ['of its last answers before the wait', 'lost', 'submitDraft'],
    ['of the wait', 'waited', undefined],
  ])(
    'from the time %s',
    async (_, version, mutation) => {
      const { promise: answered, resolve: loseAnswer } = Promise.withResolvers<void>();
      const gateway = await listenAt(0, (incoming, outgoing) => {
        let body = '';
        incoming.on('data', piece => {
          body += piece;
        });
        passOn(incoming, outgoing, () => mutation !== undefined && body.includes(mutation) && loseAnswer());
      });
      const { port } = gateway.address() as AddressInfo;
      const made = { name: version, scopes: [1, 2] };
      const { token } = (await person.rest<{ token: string }>('POST', '/private/api-tokens', { body: made })).detail;
      const env = { DOCSVC_TOKEN: token, DOCSVC_SERVER: `http://127.0.0.1:${port}` };
      const onStart = (_: unknown, written: () => string) => {
        said = written;
      };
      const args = ['push', 'guide.md', '--project', 'Shop', '--version', version, '--wait'];
      const pushed = docsvc(folder, args, { env, onStart });
      await (mutation === undefined ? waits() : answered);
      gateway.close();
      gateway.closeAllConnections();
      // Longer than the retries of a client without --wait.
      await wait(10_000);
      await listenAt(port, (incoming, outgoing) => passOn(incoming, outgoing));
      await waits();
      const { id } = await prisma.draft.findFirstOrThrow({ where: { versionName: version, status: 'SUBMITTED' } });
      await approve(id);
      const { code, out, err } = await pushed;
      expect([code, out]).toEqual([0, expect.stringContaining(`version ${version} created, published`)]);
      expect(err).toContain('Trying again');
    },
    120_000,
  );
});

it('starts fast: it runs no other program, and loads the comparison only when it compares', async () => {
  const programs = await folderOf({ git: '#!/bin/sh\n: > "$0.called"\n' });
  await chmod(join(programs, 'git'), 0o755);
  const env = { PATH: [programs, dirname(process.execPath)].join(delimiter) };
  expect((await docsvc(folder, ['--help'], { env })).code).toBe(0);
  expect(await readdir(programs)).toEqual(['git']);
  expect(await bytesAtStart(pathToFileURL(BUNDLE))).toBeLessThan(200_000);
});

/** The size of a script and of all that it imports at once. */
async function bytesAtStart(script: URL, known = new Set<string>()): Promise<number> {
  if (known.has(script.href)) return 0;
  known.add(script.href);
  const text = await readFile(script, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)].map(
    ([, path]) => new URL(path as string, script),
  );
  let bytes = text.length;
  for (const one of imported) bytes += await bytesAtStart(one, known);
  return bytes;
}

it('is served as a package whose cached copies are revalidated', async () => {
  const answer = await fetch(`${server}/cli.tgz`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  const etag = answer.headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await fetch(`${server}/cli.tgz`, { headers: { 'if-none-match': known } })).status).toBe(304);
  expect((await fetch(`${server}/cli.tgz`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});
