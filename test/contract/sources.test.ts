import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sources = ['src', 'facades'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(tsx?|js)$/.test(name) && !/^generated|\/(gql|built)\//.test(name))
    .map(name => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);

const filesWith = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

const TENANT_LOOKUP =
  /\.(project|document|branch|draft|version|endpoint|diff|review|member|documentShare)\.findUnique(OrThrow)?\(\{\s*where: \{ id(?:, \.\.\.\w+)? \}/g;

/** The functions that load a tenant's row by an id of the caller; each takes the action. */
const loaders = [
  'loadProject',
  'loadDocument',
  'findBranch',
  'loadDraft',
  'loadVersion',
  'loadEndpoint',
  'loadDiff',
  'loadShare',
];

/** Ids in a job or a chat session, whose permission was checked at creation (ai/subjects.ts). */
const subjects = ['findDraft', 'findVersion', 'findDiff'];

describe('the sources', () => {
  it('read the environment at the two ways in only, and hand it to the settings', () => {
    // The client is a program of its own, with none of these settings. The variable of compiled code is one of Node.
    const others = ['facades/cli/compare.ts', 'facades/cli/run.ts', 'src/platform/compiled-code.js'];
    const ways = ['src/admin/main.ts', 'src/migrate.ts', 'src/server.ts'];
    expect(filesWith(/process\.env/).sort()).toEqual([...others, ...ways].sort());
    for (const { file, text } of sources)
      if (text.includes('process.env') && !others.includes(file))
        expect(text.match(/.*process\.env.*/g), file).toEqual([expect.stringContaining('readConfig(process.env')]);
  });

  it('look tenant rows up by a sent id in the loaders only', () => {
    const found = sources.flatMap(({ text }) =>
      [...text.matchAll(TENANT_LOOKUP)].map(({ index }) => {
        const before = text.slice(0, index);
        return [...before.matchAll(/\bfunction (\w+)/g)].at(-1)?.[1] ?? 'no function';
      }),
    );
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.filter(name => ![...loaders, ...subjects].includes(name))).toEqual([]);
  });

  it('write SQL with parameters only', () => {
    expect(filesWith(/\$(query|execute)RawUnsafe/)).toEqual([]);
  });

  it('export by name: no default exports and no barrel files', () => {
    expect(filesWith(/^export default/m)).toEqual([]);
    expect(filesWith(/^export \*/m)).toEqual([]);
  });
});

describe('the documentation', () => {
  const folders = ['src', 'facades', 'test', 'docs', 'scripts', 'bench', 'prisma', 'deploy', 'examples', 'skills'];
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  );
  const ofRoot = readdirSync(root).filter(name => name.endsWith('.md') && name !== 'CHANGELOG.md');
  const pages = [...ofRoot, ...files.filter(name => name.endsWith('.md') && !name.startsWith('test/'))];
  const PATH = new RegExp(`(?<![\\w@./-])(?:(?:${folders.join('|')})/[\\w./-]*\\w|[\\w-]+\\.tsx?)(?![\\w/*])`, 'g');
  const LINK = /\]\(([\w./-]+)(?:#[\w-]+)?\)/g;

  it('names only files that exist', () => {
    const names = new Set(files.map(file => basename(file)));
    const exists = (page: string, path: string): boolean =>
      (path.includes('/') ? existsSync(join(root, path)) : names.has(path)) || existsSync(join(root, page, '..', path));
    const named = pages.flatMap(page => {
      // `VERSION` in capitals stands for a name.
      const text = readFileSync(join(root, page), 'utf8').replaceAll(/\/[A-Z]+\b(?!\.)/g, '');
      const links = [...text.matchAll(LINK)].map(([, link = '']) => link);
      return [...(text.match(PATH) ?? []), ...links].map(path => ({ page, path }));
    });
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ page, path }) => !exists(page, path))).toEqual([]);
  });
});

describe('the lock file', () => {
  it('lists packages without their registry', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"/);
  });
});
