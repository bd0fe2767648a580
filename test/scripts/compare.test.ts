import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { compare as command } from '../../facades/cli/commands/compare.ts';
import type { Io } from '../../facades/cli/outcome.ts';
import { runCommand } from '../../facades/cli/run.ts';
import {
  guideMarkdown,
  guideMarkdownNext,
  openapiOfSize,
  petstore31Json,
  petstore31Yaml,
  petstoreNext,
} from '../support/documents.ts';

const root = join(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'docsvc-compare-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const optionalTag = petstore31Json;
const requiredTag = petstore31Json.replace(/"required": \[\s*"id",\s*"name"\s*\]/, '"required": ["id", "name", "tag"]');
const noted = petstore31Json.replace('"summary": "List pets"', '"summary": "List all pets"');

const files: Record<string, string> = {
  'old.json': optionalTag,
  'old.yaml': petstore31Yaml,
  'next.json': petstoreNext,
  'required.json': requiredTag,
  'noted.json': noted,
  'old.md': guideMarkdown,
  'next.md': guideMarkdownNext,
  'broken.yaml': 'info: { title: Broken }\nopenapi: 4.0.0\npaths: {}\n',
  'loose.yaml': 'openapi: 3.1.0\ninfo: { title: Loose }\npaths: {}\n',
  'torn.json': '{"openapi": "3.1.0",\n  "info": }',
  'empty.yaml': '',
  'many.json': openapiOfSize(3_000),
};
for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);

type Run = { code: number; out: string; err: string };

const spawn = (command: string, args: string[], cwd = folder): Promise<Run> =>
  new Promise(resolve => {
    execFile(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const compareInProcess = (...args: string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/compare.js'), ...args]);

/** The scripts of the command line client, with their texts. */
function clientScripts(): [name: string, text: string][] {
  const built = join(root, 'facades/cli/built');
  const names = readdirSync(built).filter(name => name.endsWith('.js'));
  return names.map(name => [name, readFileSync(join(built, name), 'utf8')]);
}

/** The same without a process of its own, which costs more than most comparisons. */
const compare = (...args: string[]) => compareIn({ folder, env: process.env }, ...args);

async function compareIn(place: Pick<Io, 'folder' | 'env'>, ...args: string[]): Promise<Run> {
  const run = { out: '', err: '' };
  const code = await runCommand('npm run -s compare --', command, args, {
    ...place,
    write: async piece => {
      run.out += piece;
    },
    settle: () => {},
    tell: line => {
      run.err += `${line}\n`;
    },
  });
  return { code, ...run };
}

type Found = { summary: Record<string, unknown>; items: Record<string, unknown>[] };
const json = async (...args: string[]) => JSON.parse((await compare(...args, '--format', 'json')).out) as Found;

describe('npm run compare', () => {
  it('prints nothing but the comparison', async () => {
    const paths = ['old.json', 'required.json'].map(name => join(folder, name));
    const { code, out, err } = await spawn('npm', ['run', '-s', 'compare', '--', ...paths, '--format', 'json'], root);
    expect([code, err]).toEqual([1, '']);
    expect(JSON.parse(out).items).toHaveLength(2);
  });

  it.each([
    ['a comparison without changes', ['old.json', 'old.yaml']],
    ['a break', ['old.json', 'required.json']],
    ['documents that cannot be read', ['torn.json', 'broken.yaml']],
    ['wrong arguments', ['old.json']],
  ])('ends its process for %s with the same code and the same outputs', async (_, args) => {
    expect(await compareInProcess(...args)).toEqual(await compare(...args));
  });

  it('writes JSON of exactly this form', async () => {
    const { summary, items } = await json('old.json', 'required.json');
    expect(summary).toEqual({
      ...{ unchanged: false, added_endpoints: 0, removed_endpoints: 0, modified_endpoints: 3 },
      ...{ breaking_changes: 1, warnings: 0, infos: 1, affected_operations: 3, ignored_changes: 0 },
    });
    expect(items[0]).toEqual({
      rule: 'request-property-became-required',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      severity: 'breaking',
      method: 'POST',
      path: '/pets',
      pointer_before: expect.stringMatching(/^\/components\/schemas\/Pet/),
      pointer_after: expect.stringMatching(/^\/components\/schemas\/Pet/),
      message: expect.stringContaining('`tag`'),
      affected_operations: [{ method: 'POST', path: '/pets', operation_id: 'createPet' }],
    });
    expect(items[1]?.affected_operations).toHaveLength(2);
  });

  it.each([
    ['no change', ['old.json', 'old.json'], 0],
    ['JSON against YAML', ['old.json', 'old.yaml'], 0],
    ['words', ['old.json', 'noted.json'], 0],
    ['a break', ['old.json', 'required.json'], 1],
    ['a break, asked for warnings', ['old.json', 'required.json', '--fail-on', 'warning'], 1],
    ['words, asked for warnings', ['old.json', 'noted.json', '--fail-on', 'warning'], 0],
    ['what only an upload refuses: no version', ['loose.yaml', 'loose.yaml'], 0],
    ['a removed operation', ['old.json', 'next.json', '--profile', 'lenient'], 1],
    ['Markdown', ['old.md', 'next.md'], 0],
  ])('ends for %s with its code', async (_, args, code) => {
    const ran = await compare(...args);
    expect([ran.code, ran.err]).toEqual([code, '']);
  });

  it.each([
    ['a document of another version', ['old.json', 'broken.yaml'], /^broken\.yaml:2:\d+: .*4\.0\.0/],
    ['both documents', ['torn.json', 'broken.yaml'], /^torn\.json:2:\d+: .*\nbroken\.yaml:2:\d+: /],
    ['an empty file', ['empty.yaml', 'old.json'], /^empty\.yaml/],
    ['a file that is not there', ['old.json', 'nowhere.yaml'], /^nowhere\.yaml: cannot be read \(ENOENT\)/],
    [
      'an address',
      ['https://localhost/a.json', 'old.json'],
      /^https:\/\/localhost\/a\.json: is an address\. Download it/,
    ],
    ['Markdown against OpenAPI', ['old.json', 'next.md'], /cannot be compared/],
    ['one file', ['old.json'], /^Name two files\.\nUsage/],
    ['another format', ['old.json', 'old.json', '--format', 'pdf'], /^--format must be one of text, json, markdown/],
    ['another profile', ['old.json', 'old.json', '--profile', 'mild'], /^--profile must be one of/],
    ['a limit that applies to Markdown only', ['old.json', 'old.json', '--max-characters', '500'], /--format markdown/],
    ['an unknown option', ['old.json', 'old.json', '--loud'], /--loud/],
  ])('refuses %s with code 2 and says where', async (_, args, message) => {
    const { code, out, err } = await compare(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('judges by the profile', async () => {
    const strict = await json('old.json', 'noted.json');
    expect(strict.items.map(({ severity }) => severity)).toEqual(['info']);
    const lenient = await json('old.json', 'required.json', '--profile', 'lenient');
    expect(lenient.items[0]?.severity).toBe('breaking');
  });

  it('writes text for people and Markdown for release notes', async () => {
    const text = await compare('old.json', 'required.json');
    expect(text.out).toMatch(/^breaking {2}.*\[request-property-became-required\] {2}POST \/pets\n/);
    expect(text.out).toMatch(/1 breaking, 0 warnings, 1 info\n$/);
    expect((await compare('old.json', 'old.json')).out).toContain('Nothing has changed.');
    const notes = await compare('old.json', 'required.json', '--format', 'markdown');
    expect(notes.out).toMatch(/^# Changelog\n/);
    expect((await compare('old.md', 'next.md', '--format', 'markdown')).out).toContain('lines added');
    expect((await json('old.md', 'next.md')).summary).toMatchObject({ unchanged: false, ignored_changes: 0 });
  });

  it('prints the same bytes each time, and all of them', async () => {
    const args = ['many.json', 'old.json', '--format', 'json'];
    const [first, second] = await Promise.all([1, 2].map(() => compareInProcess(...args)));
    expect(second).toEqual(first);
    expect((JSON.parse(first?.out ?? '') as Found).summary).toMatchObject({ removed_endpoints: 3_000 });
  });

  it('takes standard input, git revisions, and paths from where npm was called', async () => {
    const repository = join(folder, 'repository');
    await mkdir(join(repository, 'apis'), { recursive: true });
    await writeFile(join(repository, 'apis/pets.json'), optionalTag);
    await writeFile(join(repository, 'utf16.yaml'), Buffer.from(`\ufeff${petstore31Yaml}`, 'utf16le'));
    const git = (...args: string[]) => spawn('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], repository);
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
      ['branch', 'origin/main'],
    ])
      await git(...args);
    await writeFile(join(repository, 'apis/pets.json'), requiredTag);
    const script = [process.execPath, '--disable-warning=ExperimentalWarning', join(root, 'scripts/compare.js')];
    const below = (...args: string[]) => spawn('bash', ['-c', args.join(' ')], join(repository, 'apis'));
    expect((await below(...script, 'HEAD:pets.json', 'pets.json')).code).toBe(1);
    expect((await below(...script, 'HEAD:apis/pets.json', 'pets.json')).code).toBe(1);
    expect((await below('cat pets.json |', ...script, 'HEAD:pets.json', '-')).code).toBe(1);
    expect((await below(...script, 'nothing:pets.json', 'pets.json')).err).toMatch(
      /^nothing:pets\.json: cannot be read from git/,
    );
    expect((await below(...script, 'HEAD:utf16.yaml', 'pets.json')).err).toBe('HEAD:utf16.yaml: is not UTF-8\n');
    await writeFile(join(repository, 'apis/origin'), 'A file, not a folder');
    expect((await below(...script, 'origin/main:pets.json', 'pets.json')).code).toBe(1);
    const called = 'cd ../..; npm_lifecycle_event=compare INIT_CWD=$PWD/repository/apis';
    expect((await below(called, ...script, 'HEAD:pets.json', 'pets.json')).code).toBe(1);
    const { out } = await below(...script, 'pets.json', 'HEAD:pets.json', '--format', 'sarif', '--fail-on', 'none');
    expect(out).toContain('"uri": "apis/pets.json"');
  });

  it('names the repository of a file in a submodule, whose revisions it reads', async () => {
    const repository = join(folder, 'above');
    await mkdir(join(repository, 'apis/shared'), { recursive: true });
    await writeFile(join(repository, 'apis/shared/pets.json'), optionalTag);
    const git = (...args: string[]) => spawn('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], repository);
    for (const args of [
      ['init', '-q'],
      ['init', '-q', 'apis/shared'],
      ['-C', 'apis/shared', 'add', '.'],
      ['-C', 'apis/shared', 'commit', '-qm', 'Shared'],
      ['add', 'apis/shared'],
      ['commit', '-qm', 'First'],
      ['tag', 'v1'],
    ])
      await git(...args);
    const inFolder = (at: string, ...args: string[]) =>
      compareIn({ folder: join(repository, at), env: process.env }, ...args);
    expect((await inFolder('', 'HEAD:apis/shared/pets.json', 'apis/shared/pets.json')).code).toBe(0);
    for (const [at, file, shown] of [
      ['', 'apis/shared/pets.json', 'apis/shared'],
      ['apis', 'shared/pets.json', 'shared'],
      ['apis', 'apis/shared/pets.json', 'shared'],
    ] as const)
      expect(await inFolder(at, `v1:${file}`, '-')).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          `^v1:${file}: cannot be read from git .*It is in the repository ${shown}: name a revision of that\n$`,
        ),
      });
    expect((await inFolder('apis', 'v1:pets.json', '-')).err).not.toContain('It is in the repository');
  });

  it('reads a git revision below the working folder, also in a hook of a linked worktree', async () => {
    const repository = join(folder, 'hooked');
    await mkdir(join(repository, 'service'), { recursive: true });
    await writeFile(join(repository, 'pets.json'), requiredTag);
    await writeFile(join(repository, 'service/pets.json'), optionalTag);
    const git = (...args: string[]) => spawn('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], repository);
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
      ['worktree', 'add', '-q', 'linked'],
    ])
      await git(...args);
    const service = join(repository, 'linked/service');
    await writeFile(join(service, 'pets.json'), requiredTag);
    vi.stubEnv('GIT_DIR', join(repository, '.git/worktrees/linked'));
    const sides = ['HEAD:hooked/linked/service/pets.json', 'hooked/linked/service/pets.json'];
    const { code } = await compare(...sides).finally(() => vi.unstubAllEnvs());
    expect(code).toBe(1);
  });

  it.each([
    ['GIT_DIR', {}],
    ['GIT_DIR and GIT_WORK_TREE', { GIT_WORK_TREE: '.' }],
    ['GIT_DIR and a blank GIT_WORK_TREE', { GIT_WORK_TREE: '' }],
  ])('reads a git revision of a repository apart from its work tree, named by %s', async (_, more) => {
    const home = await mkdtemp(join(folder, 'apart-'));
    const tree = join(home, 'tree');
    await mkdir(join(tree, 'docs'), { recursive: true });
    await writeFile(join(tree, 'pets.json'), requiredTag);
    await writeFile(join(tree, 'docs/pets.json'), optionalTag);
    const both = [`--git-dir=${join(home, 'apart.git')}`, '--work-tree=.', '-c', 'user.name=x', '-c', 'user.email=x@x'];
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
    ])
      await spawn('git', [...both, ...args], tree);
    const paths = ['pets.json', 'docs/pets.json'].map(path => [`HEAD:${path}`, path]);
    const env = { ...process.env, GIT_DIR: '../apart.git', ...more };
    const found = await Promise.all(paths.map(sides => compareIn({ folder: tree, env }, ...sides)));
    expect(found.map(({ code, out }) => [code, out.split('\n')[0]])).toEqual(
      Array(2).fill([0, 'Nothing has changed.']),
    );
  });

  it('compares documents of several files, also of git revisions, and reads none outside of the root', async () => {
    const parts = join(folder, 'parts');
    await mkdir(join(parts, 'apis'), { recursive: true });
    const pet = (type: string) => `type: object\nproperties:\n  name:\n    type: ${type}\n`;
    const paths = 'paths: { /pets: { get: { responses: { 200: { $ref: ../pets.yaml#/Found } } } } }';
    await writeFile(join(parts, 'apis/api.yaml'), `openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\n${paths}\n`);
    await writeFile(
      join(parts, 'pets.yaml'),
      'Found: { description: ok, content: { application/json: { schema: { $ref: pet.yaml } } } }',
    );
    await writeFile(join(parts, 'pet.yaml'), pet('string'));
    const git = (...args: string[]) => spawn('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], parts);
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
    ])
      await git(...args);
    await writeFile(join(parts, 'pet.yaml'), pet('number'));
    const sides = ['HEAD:parts/apis/api.yaml', 'parts/apis/api.yaml'];
    const { code, out } = await compare(...sides, '--root', 'parts', '--format', 'github');
    expect([code, out]).toEqual([1, expect.stringContaining('`name` of schema `pet`')]);
    expect(out).toContain('file=pet.yaml,line=4,col=5,');
    await writeFile(join(parts, 'pets.yaml'), 'Found: { description: ok }');
    const removed = await compare(...sides, '--root', 'parts', '--format', 'github');
    expect(removed.out).toContain('file=pets.yaml,line=1,col=38,');
    await writeFile(join(parts, 'pets.yaml'), 'Found:\n  description: ok\n  content: 7\n');
    const broken = await compare(...sides, '--root', 'parts');
    expect([broken.code, broken.err]).toEqual([2, expect.stringMatching(/^parts\/pets\.yaml:3:3: /)]);
    await git('commit', '-qam', 'Broken');
    const before = await compare(...sides, '--root', 'parts');
    const places = before.err.match(/^\S+:3:3: /gm);
    expect([before.code, places]).toEqual([2, ['HEAD:parts/pets.yaml:3:3: ', 'parts/pets.yaml:3:3: ']]);
    await git('reset', '-q', '--hard', 'HEAD~');
    await writeFile(join(parts, 'pet.yaml'), Buffer.from('{ description: caf\xe9 }', 'latin1'));
    await git('commit', '-qam', 'Latin');
    expect((await compare(...sides, '--root', 'parts')).err).toBe('HEAD:parts/pet.yaml: is not UTF-8\n');
    await git('reset', '-q', '--hard', 'HEAD~');
    await writeFile(join(parts, 'pet.yaml'), pet('number'));
    const outside = await compare(...sides);
    expect(outside).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^(\S*api\.yaml:3:.*outside.*--root FOLDER .*\n){2}$/),
    });
    await rm(join(parts, 'pet.yaml'));
    const missing = await compare(...sides, '--root', 'parts');
    expect(missing.err).toMatch(
      /^parts\/pets\.yaml:1:\d+: The \$ref "pet\.yaml" leads to pet\.yaml: there is no such file\. \(\/Found\/.*\)\n$/,
    );
  });

  it('refuses texts in other encodings, also of standard input and of files that a $ref names', async () => {
    const latin = Buffer.from(petstore31Yaml.replace('title:', 'description: caf\xe9\n  title:'), 'latin1');
    await writeFile(join(folder, 'latin.yaml'), latin);
    const schemas = 'components: { schemas: { Pet: { $ref: pet-latin.yaml } } }';
    const several = `openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n${schemas}\n`;
    await writeFile(join(folder, 'several.yaml'), several);
    await writeFile(join(folder, 'pet-latin.yaml'), Buffer.from('{ description: caf\xe9 }', 'latin1'));
    const script = `${process.execPath} --disable-warning=ExperimentalWarning ${join(root, 'scripts/compare.js')}`;
    const piped = await spawn('bash', ['-c', `${script} old.yaml - < latin.yaml`]);
    expect([piped.code, piped.err]).toEqual([2, 'standard input: is not UTF-8\n']);
    for (const [name, refused] of [
      ['latin.yaml', 'latin.yaml'],
      ['several.yaml', 'pet-latin.yaml'],
    ] as const)
      expect(await compare('old.yaml', name)).toMatchObject({ code: 2, err: `${refused}: is not UTF-8\n` });
  });

  it('writes a problem on one line, whatever a document is called in it', async () => {
    const name = String.raw`/x\n::error::forged\e[2J`;
    const info = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }";
    await writeFile(join(folder, 'path.yaml'), `${info}\npaths: { "${name}": { get: { responses: 5 } } }\n`);
    const reference = `components: { schemas: { Pet: { $ref: "${name.slice(1)}" } } }`;
    await writeFile(join(folder, 'link.yaml'), `${info}\npaths: {}\n${reference}\n`);
    for (const file of ['path.yaml', 'link.yaml']) {
      const { code, err } = await compare('old.yaml', file);
      expect([code, err.trimEnd()]).toEqual([2, expect.stringMatching(/^\P{Cc}+forged\P{Cc}+$/u)]);
    }
  });

  it('writes no control characters of a document, in any format', async () => {
    const withPath = (path: string) =>
      `openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: { "${path}": { get: { responses: { 200: { description: x } } } } }\n`;
    const hostile = String.raw`/\x1b[2J\x7f\x9b2J\u202eforged\u2066`;
    const [before, after] = ['plain.yaml', 'hostile\u009b2J\u202e.yaml'];
    await writeFile(join(folder, before), withPath('/plain'));
    await writeFile(join(folder, after), withPath(hostile));
    for (const format of ['text', 'json', 'markdown', 'github', 'junit', 'sarif', 'html']) {
      const { code, out } = await compare(after, before, '--format', format);
      expect([format, code, out]).toEqual([format, 1, expect.stringContaining('forged')]);
      expect([format, out.match(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu)]).toEqual([format, null]);
    }
    const [item] = (await json(after, before)).items;
    expect(item?.path).toBe(JSON.parse(`"${hostile.replaceAll('\\x', '\\u00')}"`));
  });

  it('takes severities and accepted changes from a file', async () => {
    const [change] = (await json('old.json', 'required.json')).items;
    const accepted = `profile: strict\naccepted:\n  - { key: '${change?.key}', reason: Agreed, until: 2999-01-01 }\n`;
    await writeFile(join(folder, 'accepted.yaml'), accepted);
    const ran = await compare('old.json', 'required.json', '--policy', 'accepted.yaml');
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining('(accepted: Agreed)')]);
    await writeFile(join(folder, 'ticket.yaml'), accepted.replace('Agreed', '4711'));
    const ticket = await compare('old.json', 'required.json', '--policy', 'ticket.yaml');
    expect(ticket.out).toContain('(accepted: 4711)');
    await writeFile(join(folder, 'stale.yaml'), accepted.replace('2999', '2001'));
    expect((await compare('old.json', 'required.json', '--policy', 'stale.yaml')).code).toBe(1);
    await writeFile(join(folder, 'no-day.yaml'), accepted.replace('2999-01-01', '2999-02-30'));
    expect(await compare('old.json', 'required.json', '--policy', 'no-day.yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('until must be a date'),
    });
    await writeFile(join(folder, 'milder.yaml'), 'severities: { request-property-became-required: info }\n');
    expect((await compare('old.json', 'required.json', '--policy', 'milder.yaml')).code).toBe(0);
    for (const nothing of ['', '# profile: strict\n', '---\n', 'severities:\n  # endpoint-added: info\naccepted:\n']) {
      await writeFile(join(folder, 'empty.yaml'), nothing);
      expect((await compare('old.json', 'required.json', '--policy', 'empty.yaml')).code).toBe(1);
    }
    await writeFile(join(folder, 'two.yaml'), 'profile: strict\n---\nprofile: lenient\n');
    expect((await compare('old.json', 'required.json', '--policy', 'two.yaml')).err).toBe(
      'two.yaml: must be one YAML document\n',
    );
    await writeFile(join(folder, 'wrong.yaml'), 'severities: { no-such-rule: info }\n');
    const wrong = await compare('old.json', 'required.json', '--policy', 'wrong.yaml');
    expect([wrong.code, wrong.err]).toEqual([2, 'wrong.yaml:1:15: severities: there is no rule no-such-rule\n']);
  });

  it('compares only the paths that are asked for, under names without their prefix', async () => {
    expect((await compare('old.json', 'next.json', '--path', '/pets')).out).toContain('Nothing has changed.');
    expect((await compare('old.json', 'next.json', '--exclude-path', '/pets/*')).code).toBe(0);
    for (const [glob, code] of Object.entries({ '/pets/**': 1, '/**/pets': 1, '/p**': 1, '/pets/{petId}/**': 0 })) {
      const [only, others] = [
        await compare('old.json', 'required.json', '--path', glob),
        await compare('old.json', 'required.json', '--exclude-path', glob),
      ];
      expect([glob, only.code, others.code]).toEqual([glob, code, 1 - code]);
    }
    await writeFile(join(folder, 'prefixed.json'), optionalTag.replaceAll('"/pets', '"/v2/pets'));
    expect((await compare('old.json', 'prefixed.json')).code).toBe(1);
    expect((await compare('old.json', 'prefixed.json', '--strip-prefix', '/v2')).out).toContain('Nothing has changed.');
    for (const prefix of ['/v', '/V2', 'v2']) {
      const { code, err } = await compare(
        'old.json',
        'prefixed.json',
        '--strip-prefix',
        '/v2',
        '--strip-prefix',
        prefix,
      );
      const unused = `--strip-prefix ${prefix} matches no path of the documents, such as /pets`;
      expect([code, err]).toEqual([2, `${unused}\n`]);
    }
    const [plain, stripped] = await Promise.all(
      [[], ['--strip-prefix', '/pets']].map(more => compare('old.json', 'next.json', '--format', 'github', ...more)),
    );
    // Annotations are where the files have the changes, also if their paths have other names in the comparison.
    const placesIn = (text = '') => text.match(/file=[^:]*,line=\d+,col=\d+/g);
    expect(stripped?.out).toContain('/{petId})\n');
    expect(stripped?.out).not.toContain('/pets/{petId})\n');
    expect(placesIn(stripped?.out)).toEqual(placesIn(plain?.out));
    const idle = await compare('old.json', 'next.json', '--path', 'pets');
    expect([idle.code, idle.err]).toEqual([
      2,
      expect.stringMatching(/^--path pets matches no path .*, such as \/pets/),
    ]);
    await writeFile(join(folder, 'twice.json'), optionalTag.replace('"/pets/{petId}"', '"/v2/pets"'));
    const twice = await compare('old.json', 'twice.json', '--strip-prefix', '/v2');
    expect([twice.code, twice.err]).toEqual([2, '--strip-prefix: two paths become /pets\n']);
  });

  it('writes for workflows, test reports, code scanning and browsers', async () => {
    const ask = async (format: string) => (await compare('old.json', 'required.json', '--format', format)).out;
    const [github, junit, sarif, html] = await Promise.all(['github', 'junit', 'sarif', 'html'].map(ask));
    expect(github).toMatch(
      /^::error file=required\.json,line=\d{2,},col=\d+,title=request-property-became-required::.*tag/,
    );
    expect(junit).toMatch(/<testsuite name="docsvc diff required\.json" tests="2" failures="1" skipped="0">/);
    const warned = await compare('required.json', 'old.json', '--format', 'junit', '--fail-on', 'warning');
    const failures = Number(/failures="(\d+)"/.exec(warned.out)?.[1]);
    expect([warned.code, failures > 0]).toEqual([1, true]);
    const { runs } = JSON.parse(sarif ?? '') as { runs: { results: Record<string, unknown>[] }[] };
    expect(runs[0]?.results[0]).toMatchObject({ level: 'error', ruleId: 'request-property-became-required' });
    expect(html).toMatch(/^<!doctype html>[\s\S]*<td>breaking<\/td>/);
    expect(html).not.toMatch(/<script|https?:/);
    const cut = await compare('many.json', 'old.json', '--format', 'markdown', '--max-characters', '500');
    expect(cut.out.length).toBeLessThanOrEqual(500);
    expect(cut.out).toMatch(/… and \d+ more lines/);
  });

  it('uses no function that Node 20 lacks and the client does not bring', () => {
    const scripts = clientScripts();
    expect(scripts.length).toBeGreaterThan(1);
    for (const [name, text] of scripts) {
      const helpers =
        /\.(?:keys|values|entries)\(\)\.(?:map|filter|flatMap|some|every|find|reduce|toArray|take|drop|forEach)\(/g;
      expect([name, text.match(helpers)]).toEqual([name, null]);
    }
  });

  it('brings nothing of the service to the client: no compression, which Node 20 lacks, and no database', () => {
    for (const [name, text] of clientScripts()) expect([name, text.match(/zstd\w*|pgpass/g)]).toEqual([name, null]);
  });

  it('ends quietly when its reader has gone', async () => {
    const script = `${process.execPath} --disable-warning=ExperimentalWarning ${join(root, 'scripts/compare.js')}`;
    const piped = `set -o pipefail; ${script} many.json old.json | head -n 1`;
    const { code, out, err } = await spawn('bash', ['-c', piped]);
    expect([code, out.split('\n').length, err]).toEqual([1, 2, '']);
  });

  it.each([
    ['nobody reads its messages', 'nowhere.yaml', '2> >(exec true)'],
    ['the disk is full', 'old.json', '> /dev/full'],
    ['the disk of its messages is full', 'nowhere.yaml', '2> /dev/full'],
  ])('does not say that something breaks when %s', async (_, name, redirected) => {
    const script = `${process.execPath} --disable-warning=ExperimentalWarning ${join(root, 'scripts/compare.js')}`;
    const { code, err } = await spawn('bash', ['-c', `${script} old.json ${name} ${redirected}`]);
    expect([code, err]).toEqual([2, redirected.startsWith('>') ? 'standard output: cannot be written (ENOSPC)\n' : '']);
  });
});
