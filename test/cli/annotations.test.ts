import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { petstore31Json } from '../support/documents.ts';
import { docsvc, folderOf } from './stage.ts';

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
