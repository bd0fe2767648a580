import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { listen } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { draftOf } from '../support/seed-draft.ts';
import { docsvc, folderOf, run } from './stage.ts';

const app = await testApp();
const { createPerson } = await seed(app);
const server = await listen(app);
const { prisma } = app.database;
const person = await createPerson();
const project = await person.createProject({ name: 'Shop' });
const made = { name: 'pipeline', scopes: [1, 2] };
const { token } = (await person.rest<{ token: string }>('POST', '/private/api-tokens', { body: made })).detail;

const apiOf = (part: string) => `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths: { /pets: { get: { responses: { 200: { $ref: '${part}' } } } } }
`;
const PART = 'description: Found\n';

/** A repository with these files in its first commit, which has the tag v1, and a push of one of them to an own document. */
async function repository(files: Readonly<Record<string, string>>, ofGit: Readonly<Record<string, string>> = {}) {
  const folder = await folderOf(files);
  const git = async (...args: string[]) => {
    const { code, out } = await run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], folder);
    expect([args, code]).toEqual([args, 0]);
    return out.trim();
  };
  const commit = async () => {
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Next');
    return git('rev-parse', 'HEAD');
  };
  await git('init', '--quiet');
  const first = await commit();
  await git('tag', 'v1');
  const documents = new Map<string, Awaited<ReturnType<typeof project.createDocument>>>();
  const documentOf = async (file: string) => {
    const type = file.endsWith('.md') ? 'MARKDOWN' : 'OPENAPI';
    const document = documents.get(file) ?? (await project.createDocument({ type }));
    documents.set(file, document);
    return document;
  };
  /** The newest draft of a file after a push of it, with how it came about. */
  const push = async (file: string, ...more: string[]) => {
    const { id: documentId } = await documentOf(file);
    const { relativePath } = await prisma.document.findUniqueOrThrow({ where: { id: documentId } });
    const args = ['push', file, '--document', relativePath, '--project', project.id, '--format', 'json', ...more];
    const env = { ...ofGit, HOME: folder, DOCSVC_TOKEN: token, DOCSVC_SERVER: server };
    const { code, out, err } = await docsvc(folder, args, { env });
    expect([code, err]).toEqual([0, '']);
    const [{ outcome }] = JSON.parse(out) as [{ outcome: string }];
    const draft = await prisma.draft.findFirstOrThrow({ where: { documentId }, orderBy: { createdAt: 'desc' } });
    return { outcome, commit: draft.sourceGitCommitId, version: draft.versionName, status: draft.status, id: draft.id };
  };
  const lastOf = async (file: string, id: string) => draftOf(await documentOf(file), id);
  return { folder, first, git, commit, push, lastOf };
}

describe('the Git commit in a pushed draft', () => {
  it('is that of a file which has no other text in it, whatever else has changed', async () => {
    const { folder, first, commit, push } = await repository({ 'guide.md': '# Guide\n', 'lock.json': '{}' });
    expect((await push('guide.md')).commit).toBe(first);
    await writeFile(join(folder, 'lock.json'), '{ "changed": true }');
    expect((await push('guide.md', '--version', 'beside')).commit).toBe(first);
    await appendFile(join(folder, 'guide.md'), 'Changed.\n');
    expect((await push('guide.md', '--version', 'changed')).commit).toBeNull();
    const below = join('below [1]', 'own[a].md');
    await mkdir(join(folder, 'below [1]'));
    await writeFile(join(folder, below), '# Own\n');
    expect((await push(below, '--version', 'untracked')).commit).toBeNull();
    const second = await commit();
    expect((await push(below, '--version', 'tracked')).commit).toBe(second);
  });

  it('is none if a file that is bundled is ignored, not tracked, changed, or in no or another repository', async () => {
    const outside = `../${basename(await folderOf({ 'part.yaml': PART }))}/part.yaml`;
    const parts = ['tracked.yaml', 'ignored.yaml', 'untracked.yaml', 'nested/part.yaml', outside];
    const nameOf = (part: string) => `api-${parts.indexOf(part)}.yaml`;
    const apis = Object.fromEntries(parts.map(part => [nameOf(part), apiOf(part)]));
    const own = { '.gitignore': 'ignored.yaml\nnested\n', 'tracked.yaml': PART };
    const { folder, first, push } = await repository({ ...apis, ...own });
    for (const part of ['ignored.yaml', 'untracked.yaml']) await writeFile(join(folder, part), PART);
    await mkdir(join(folder, 'nested'));
    await run('git', ['init', '--quiet'], join(folder, 'nested'));
    await writeFile(join(folder, 'nested/part.yaml'), PART);
    const commits = [];
    for (const part of parts) commits.push([part, (await push(nameOf(part), '--root', '..')).commit]);
    expect(commits).toEqual(parts.map(part => [part, part === 'tracked.yaml' ? first : null]));
    await writeFile(join(folder, 'tracked.yaml'), 'description: Changed\n');
    expect((await push(nameOf('tracked.yaml'), '--version', '2')).commit).toBeNull();
  });

  it('is none for a link out of the repository, or one that is not in it', async () => {
    const outside = await folderOf({ 'guide.md': '# Outside\n' });
    const { folder, commit, push } = await repository({ 'own.md': '# Own\n' });
    await symlink(join(outside, 'guide.md'), join(folder, 'guide.md'));
    await commit();
    expect((await push('guide.md')).commit).toBeNull();
    await symlink('own.md', join(folder, 'new.md'));
    expect(await push('new.md')).toMatchObject({ commit: null, version: expect.stringMatching(/-dirty$/) });
  });

  it('is also found in a hook of Git', async () => {
    const { folder, commit, push } = await repository({ 'guide.md': '# Other\n' }, { GIT_DIR: '.git' });
    await mkdir(join(folder, 'below'));
    await writeFile(join(folder, 'below/guide.md'), '# Guide\n');
    const second = await commit();
    expect((await push('below/guide.md', '--version', '1')).commit).toBe(second);
  });

  it('goes as the draft gets a text that is in none', async () => {
    const { folder, first, push } = await repository({ 'guide.md': '# Guide\n' });
    expect(await push('guide.md', '--version', '1')).toMatchObject({ outcome: 'created', commit: first });
    await appendFile(join(folder, 'guide.md'), 'Changed.\n');
    expect(await push('guide.md', '--version', '1')).toMatchObject({ outcome: 'updated', commit: null });
  });

  it('is added to a draft of the same text, and stays when only the changelog changes', async () => {
    const { folder, push, commit, git } = await repository({ 'other.md': '# Other\n' });
    const file = join(folder, 'guide.md');
    await writeFile(file, '# Guide\n');
    expect(await push('guide.md', '--version', '1')).toMatchObject({ outcome: 'created', commit: null });
    const head = await commit();
    expect(await push('guide.md', '--version', '1')).toMatchObject({ outcome: 'updated', commit: head });
    await writeFile(join(folder, 'more.md'), '# More\n');
    await commit();
    expect(await push('guide.md', '--version', '1')).toMatchObject({ outcome: 'found', commit: head });
    await git('rm', '--quiet', '--cached', 'guide.md');
    const changed = await push('guide.md', '--version', '1', '--changelog', 'New.');
    expect(changed).toMatchObject({ outcome: 'updated', commit: head });
  });

  it('alone changes no draft that a reviewer has sent back', async () => {
    const { folder, push, commit, lastOf } = await repository({ 'guide.md': '# Guide\n' });
    const { id, commit: first } = await push('guide.md', '--version', '1', '--submit');
    await (await lastOf('guide.md', id)).requestChanges({ comment: 'More.' });
    await writeFile(join(folder, 'other.md'), '# Other\n');
    await commit();
    const again = await push('guide.md', '--version', '1');
    expect(again).toMatchObject({ outcome: 'found', commit: first, status: 'CHANGES_REQUESTED' });
  });
});

describe('a version that Git names', () => {
  it('is dirty for a text that has a file which Git neither has nor ignores', async () => {
    const { folder, push } = await repository({
      'guide.md': '# Guide\n',
      '.gitignore': 'built.*',
      'api.yaml': apiOf('part.yaml'),
    });
    for (const file of ['new.md', 'built.md']) await writeFile(join(folder, file), '# New\n');
    await writeFile(join(folder, 'part.yaml'), PART);
    expect((await push('guide.md')).version).toBe('v1');
    expect((await push('built.md')).version).toBe('v1');
    expect((await push('new.md')).version).toBe('v1-dirty');
    expect((await push('api.yaml', '--version', 'git')).version).toBe('v1-dirty');
    await appendFile(join(folder, 'guide.md'), 'Changed.\n');
    expect((await push('guide.md')).version).toBe('v1-dirty');
    expect((await push('new.md')).version).toBe('v1-dirty');
  });
});
