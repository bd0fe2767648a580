import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { petstore31Json } from '../support/documents.ts';
import { BUNDLE, docsvc, folderOf, run } from './stage.ts';

const workspace = await folderOf({});
await mkdir(join(workspace, 'shop/.git'), { recursive: true });
const renamed = petstore31Json.replaceAll('"/pets', '"/animals');
const broken = JSON.stringify({ ...JSON.parse(petstore31Json), paths: { '/pets': 7 } });
await mkdir(join(workspace, 'shop/submodule/.git'), { recursive: true });
await mkdir(join(workspace, 'base/.git'), { recursive: true });
for (const folder of ['shop/my apis', 'unpacked', 'shop/submodule', 'base']) {
  await mkdir(join(workspace, folder), { recursive: true });
  await writeFile(join(workspace, folder, 'old.json'), petstore31Json);
  await writeFile(join(workspace, folder, 'new.json'), renamed);
  await writeFile(join(workspace, folder, 'broken.json'), broken);
}

/** The files that the output of a command names, in the workspace of a workflow. */
async function filesIn(folder: string, ...args: string[]): Promise<string[]> {
  const { out } = await docsvc(join(workspace, folder), args, { env: { GITHUB_WORKSPACE: workspace } });
  return [...new Set(out.match(/(?<=file=|"uri": ")[^",]*/g))].sort();
}

it.each([
  ['shop', 'my apis/', 'my apis/'],
  ['shop/my apis', '', 'my apis/'],
  ['.', 'shop/my apis/', 'my apis/'],
  ['unpacked', '', 'unpacked/'],
  ['..', 'WORKSPACE/unpacked/', 'unpacked/'],
])('annotations of a command in %s name %s… from the top of the repository: %s…', async (folder, given, named) => {
  const path = given.replace('WORKSPACE', workspace);
  const diff = ['diff', `${path}old.json`, `${path}new.json`, '--format'];
  expect(await filesIn(folder, ...diff, 'github')).toEqual([`${named}old.json`]);
  expect(await filesIn(folder, ...diff, 'sarif')).toEqual([`${named}new.json`, `${named}old.json`].map(encodeURI));
  expect(await filesIn(folder, 'validate', `${path}broken.json`, '--format', 'github')).toEqual([
    `${named}broken.json`,
  ]);
});

it.each([
  ['shop', 'submodule/broken.json', 'submodule/broken.json'],
  ['shop', '../base/broken.json', '../base/broken.json'],
  ['.', 'base/broken.json', 'broken.json'],
])('annotations of a command in %s name %s of another repository %s', async (folder, given, named) => {
  expect(await filesIn(folder, 'validate', given, '--format', 'github')).toEqual([named]);
});

it('annotations of a comparison of two checkouts are those of the new side', async () => {
  const diff = ['diff', 'base/old.json', 'shop/my apis/new.json', '--format', 'sarif'];
  expect(await filesIn('.', ...diff)).toEqual(['base/old.json', 'my%20apis/new.json']);
});

it('annotations of what is in no repository or is no file keep its name', async () => {
  const folder = await folderOf({ 'broken.json': broken });
  expect((await docsvc(folder, ['validate', 'broken.json', '--format', 'github'])).out).toContain(' file=broken.json,');
  const args = ['diff', 'old.json', '-', '--format', 'sarif'];
  const { out } = await docsvc(join(workspace, 'shop/my apis'), args, { input: renamed });
  expect(out).toContain('"uri": "standard%20input"');
});

describe('a file that cannot be compared', async () => {
  await writeFile(join(workspace, 'shop/my apis/torn.json'), '{\n  "openapi": ');
  await writeFile(join(workspace, 'shop/my apis/latin.json'), Buffer.from('{"caf\xe9": 1}', 'latin1'));
  const diff = (file: string, format: string, ...more: string[]) =>
    docsvc(join(workspace, 'shop/my apis'), ['diff', 'old.json', file, '--format', format, ...more]);
  const cases = [
    ['torn.json', 'my apis/torn.json', 2, 14, /^The text ends where a value should follow\.$/],
    ['latin.json', 'my apis/latin.json', 1, 1, /^latin\.json: is not UTF-8$/],
    ['gone.json', 'gone.json', 1, 1, /^gone\.json: cannot be read \(ENOENT\)$/],
    ['broken.json', 'my apis/broken.json', 1, 75, /^Must be an object, not a number\.$/],
  ] as const;

  it.each(cases)('is annotated: %s', async (file, named, line, column, message) => {
    const { code, out, err } = await diff(file, 'github');
    const [, ...found] = /^::error file=(.*),line=(\d+),col=(\d+)::(.*)\n$/.exec(out) ?? [];
    expect([code, found]).toEqual([2, [named, `${line}`, `${column}`, expect.stringMatching(message)]]);
    expect(err).toContain(found[3]);
    const sarif = await diff(file, 'sarif');
    expect(JSON.parse(sarif.out).runs[0].invocations).toEqual([{ executionSuccessful: false }]);
    expect([sarif.code, JSON.parse(sarif.out).runs[0].results]).toMatchObject([
      2,
      [
        {
          level: 'error',
          message: { text: found[3] },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(named) },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        },
      ],
    ]);
    const junit = await diff(file, 'junit');
    expect([junit.code, junit.out]).toEqual([2, expect.stringContaining(`name="${named}:${line}:`)]);
    expect(junit.out).toMatch(/ errors="1">\n<testcase [^>]*><error message="[^"]+"\/><\/testcase>\n<\/testsuite>/);
  });

  const key = '0123456789abcdef0123456789abcdef';
  it.each([
    ['an unknown profile', '# Ours\nprofile: odd\n', 2, 1, 'profile must be one of strict, oasdiff, lenient'],
    ['an unknown setting', 'profile: strict\nsevere:\n  - 1\n', 2, 1, 'there is no setting severe'],
    ['an unknown rule', 'severities:\n  # Why\n  no-rule: info\n', 3, 3, 'severities: there is no rule no-rule'],
    ['an unknown severity', '{\n"severities":\n{ "endpoint-added":\n1 } }', 3, 3, /endpoint-added must be one of/],
    ['a missing key', 'accepted:\n  - reason: Agreed\n', 2, 5, /^accepted\[0\]: key must be that of a change$/],
    ['no date', `accepted:\n- ${'{'} key: ${key} }\n- key: ${key}\n  until: soon\n`, 4, 3, /^accepted\[1\]: until /],
    ['no mapping', '# Ours\n- profile\n', 2, 1, 'must hold a mapping'],
    ['invalid YAML', 'profile: strict\nseverities: a: b\n', 2, 14, 'bad indentation of a mapping entry'],
    ['invalid YAML behind a byte order mark', '\ufeffprofile: a: b\n', 1, 11, 'bad indentation of a mapping entry'],
    ['YAML that starts like JSON', '{\n"profile": strict,\n"severities": { no-rule: info } }', 3, 17, /no-rule$/],
    ['JSON with a comma at the end', '{ "accepted": [],\n  "severe": {},\n}', 2, 3, 'there is no setting severe'],
  ])('is annotated where it is wrong if it is the policy: %s', async (_, policy, line, column, message) => {
    await writeFile(join(workspace, 'shop/my apis/policy.yaml'), policy);
    const { code, out, err } = await diff('new.json', 'github', '--policy', 'policy.yaml');
    const [, place, said] = /^::error file=my apis\/policy\.yaml,(.*)::(.*)\n$/.exec(out) ?? [];
    expect([code, place, said]).toEqual([2, `line=${line},col=${column}`, expect.stringMatching(message)]);
    expect(err).toBe(`policy.yaml:${line}:${column}: ${said}\n`);
  });

  it('is annotated without a line if that is not known in the policy', async () => {
    await writeFile(join(workspace, 'shop/my apis/policy.yaml'), 'profile: strict\n---\nprofile: strict\n');
    const { out, err } = await diff('new.json', 'github', '--policy', 'policy.yaml');
    expect([out, err]).toEqual([
      '::error file=my apis/policy.yaml,line=1,col=1::must be one YAML document\n',
      'policy.yaml: must be one YAML document\n',
    ]);
    await writeFile(join(workspace, 'shop/my apis/policy.yaml'), 'accepted: [{ reason: .inf }]\n');
    expect((await diff('new.json', 'github', '--policy', 'policy.yaml')).err).toMatch(/^policy\.yaml: accepted\[0\]: /);
  });

  it('is annotated itself if another file names it', async () => {
    const several = JSON.stringify({
      ...JSON.parse(petstore31Json),
      components: { schemas: { Pet: { $ref: 'latin.json' } } },
    });
    await writeFile(join(workspace, 'shop/my apis/several.json'), several);
    const annotated = '::error file=my apis/latin.json,line=1,col=1::latin.json: is not UTF-8\n';
    expect(await diff('several.json', 'github')).toMatchObject({ code: 2, out: annotated });
    const validate = ['validate', 'several.json', '--format'];
    const github = await docsvc(join(workspace, 'shop/my apis'), [...validate, 'github']);
    expect(github).toMatchObject({ code: 2, out: annotated });
    const { out } = await docsvc(join(workspace, 'shop/my apis'), [...validate, 'json']);
    expect(JSON.parse(out)).toEqual([{ file: 'latin.json', severity: 'error', message: 'latin.json: is not UTF-8' }]);
  });

  it('is called standard input if it is', async () => {
    for (const command of [
      ['diff', 'old.json', '-'],
      ['validate', '-'],
    ])
      expect(
        await docsvc(join(workspace, 'shop/my apis'), [...command, '--format', 'github'], { input: Buffer.of(0xff) }),
      ).toEqual({
        code: 2,
        out: '::error file=standard input,line=1,col=1::standard input: is not UTF-8\n',
        err: 'standard input: is not UTF-8\n',
      });
  });

  it('is standard input if that is closed; an empty one is an empty document', async () => {
    const folder = await folderOf({ 'a.md': '# A' });
    const withInput = (input: string, ...args: string[]) =>
      run('sh', ['-c', `exec node "$@" ${input}`, 'sh', BUNDLE, ...args], folder);
    const closed = 'standard input: is closed. Send the document to it, such as cat FILE | docsvc …';
    for (const args of [
      ['diff', 'a.md', '-'],
      ['diff', '-', 'a.md'],
      ['validate', '-'],
    ])
      expect(await withInput('<&-', ...args, '--format', 'github')).toEqual({
        code: 2,
        out: `::error file=standard input,line=1,col=1::${closed}\n`,
        err: `${closed}\n`,
      });
    for (const input of ['</dev/null', '<<-END\nEND\n'])
      expect(await withInput(input, 'diff', 'a.md', '-')).toMatchObject({ code: 0, err: '' });
  });

  it('is no part of the other formats', async () => {
    for (const format of ['text', 'json', 'markdown', 'html'])
      expect(await diff('latin.json', format)).toEqual({ code: 2, out: '', err: 'latin.json: is not UTF-8\n' });
  });
});

it('validate annotates a file that cannot be read', async () => {
  const validate = (...format: string[]) =>
    docsvc(join(workspace, 'shop/my apis'), ['validate', 'latin.json', 'old.json', '--quiet', ...format]);
  const err = 'latin.json: is not UTF-8\n';
  expect(await validate('--format', 'github')).toEqual({
    code: 2,
    out: '::error file=my apis/latin.json,line=1,col=1::latin.json: is not UTF-8\n',
    err,
  });
  const { out } = await validate('--format', 'json');
  expect(JSON.parse(out)).toEqual([{ file: 'latin.json', severity: 'error', message: err.trim() }]);
  expect(await validate()).toEqual({ code: 2, out: '', err });
});

describe('a mistake in docsvc.yaml', () => {
  const entry = 'documents:\n  - file: a.md\n';
  it.each([
    ['an unknown setting', 'project: Shop\nsever: x\n', 2, 1, /^there is no setting sever; /],
    ['an unknown setting of a document', `${entry}    brunch: dev\n`, 3, 5, /^there is no setting brunch; /],
    ['no file', `${entry}  - { branch: dev }\n`, 3, 5, 'documents[1]: file is missing'],
    ['a file that is there twice', `${entry}  - branch: dev\n    file: a.md\n`, 4, 5, /^documents names a\.md twice, /],
    ['no text', `project: Shop\n${entry}    version: [1]\n`, 4, 5, 'documents[0]: version must be a text'],
    ['no list', 'documents: a.md\n', 1, 1, 'documents must be a list'],
    ['no mapping', '# Ours\n- a.md\n', 2, 1, 'must hold a mapping with server, project and documents'],
    ['invalid YAML', 'project: Shop\nserver: a: b\n', 2, 10, 'bad indentation of a mapping entry'],
  ])('is annotated where it is: %s', async (_, settings, line, column, message) => {
    const folder = await folderOf({ 'docsvc.yaml': settings });
    await mkdir(join(folder, '.git'));
    const placed = expect.stringMatching(new RegExp(`docsvc\\.yaml:${line}:${column}: `));
    const json = await docsvc(folder, ['validate', '--format', 'json']);
    const said = typeof message === 'string' ? message : expect.stringMatching(message);
    const problem = { file: join(folder, 'docsvc.yaml'), severity: 'error', line, column, message: said };
    expect([json.code, JSON.parse(json.out), json.err]).toEqual([2, [problem], placed]);
    const github = [
      2,
      `::error file=docsvc.yaml,line=${line},col=${column}::${JSON.parse(json.out)[0].message}\n`,
      placed,
    ];
    for (const command of [['validate'], ['diff', 'a.md', '--against', 'dev']]) {
      const { code, out, err } = await docsvc(folder, [...command, '--format', 'github']);
      expect([code, out, err]).toEqual(github);
    }
    expect(await docsvc(folder, ['validate'])).toEqual({ code: 2, out: '', err: json.err });
  });

  it('is none if all is commented out', async () => {
    for (const settings of ['# project: Shop\n', 'documents:\n  # - file: b.md\n']) {
      const folder = await folderOf({ 'docsvc.yaml': settings, 'a.md': '# A' });
      expect(await docsvc(folder, ['validate', 'a.md'])).toEqual({ code: 0, out: '', err: '1 file: nothing to fix\n' });
    }
  });
});
