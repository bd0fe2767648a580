import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'docsvc-bundles-'));
const withoutClients = (source: string) => !/\/(built|client)(\/|$)/.test(source.slice(root.length));
for (const name of ['src', 'facades', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true, filter: withoutClients });
mkdirSync(join(copy, 'node_modules'));
for (const name of readdirSync(join(root, 'node_modules')).filter(entry => !entry.startsWith('.')))
  symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
afterAll(() => rmSync(copy, { recursive: true }));

const run = (...args: string[]) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: copy, encoding: 'utf8' });

const same = join(copy, 'same.yaml');
writeFileSync(same, 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n');
const compareSame = () => run('scripts/compare.js', same, same);

const bundle = join(copy, 'node_modules/.cache/bundles/compare.mjs');
const source = join(copy, 'facades/cli/diff/plain-formats.ts');

const original = readFileSync(source, 'utf8');
const makeBundles = () =>
  run('--input-type=module', '-e', "await (await import('./scripts/bundle.ts')).bundlePrograms()");

describe('a program', () => {
  it('runs as a bundle until one of its sources changes, and then its sources', () => {
    makeBundles();
    appendFileSync(bundle, "console.log('from the bundle');\n");
    expect(compareSame()).toMatch(/^Nothing has changed\.[\s\S]*from the bundle\n$/);

    writeFileSync(source, original.replaceAll('Nothing has changed.', 'Nothing is new.'));
    expect(compareSame()).toMatch(/^Nothing is new\./);
    expect(compareSame()).not.toContain('from the bundle');
  });

  it('does not run a bundle whose making has failed, also when its sources are back', () => {
    writeFileSync(source, original);
    makeBundles();
    const late = "export const late = () => import('dataloader');";
    writeFileSync(source, `${original.replaceAll('Nothing has changed.', 'Nothing is new.')}${late}\n`);
    expect(makeBundles).toThrow('dataloader/index.js is CommonJS and imported late');
    writeFileSync(source, original);
    expect(compareSame()).toMatch(/^Nothing has changed\./);
  });
});
