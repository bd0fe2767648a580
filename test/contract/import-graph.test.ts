import { expect, it } from 'vitest';
import { importsIn, isOwn, targetOf } from '../support/imports.ts';

const FOLDERS = ['src', 'facades', 'test', 'scripts', 'bench'];

/** They count as one file: a proof looks at keywords and at what two schemas have in common, and both ask for proofs. */
const PROOF = ['apart', 'keywords', 'prove'].map(name => `src/openapi-diff/containment/${name}.ts`);
const countedAs = (file: string): string => (PROOF.includes(file) ? `(${PROOF.join(', ')})` : file);

/** With a cycle, Node's loading order is not visible in any file. Type imports count too. */
it('no file imports itself through others, but apart.ts, keywords.ts and prove.ts of openapi-diff/containment', () => {
  const targets = new Map<string, Set<string>>();
  for (const one of importsIn(FOLDERS).filter(isOwn)) {
    const [file, target] = [countedAs(one.file), countedAs(targetOf(one))];
    if (file !== target) targets.set(file, (targets.get(file) ?? new Set()).add(target));
  }
  expect(targets.size).toBeGreaterThan(300);
  expect(circlesIn(targets)).toEqual([]);
});

/** The folder of a test, script or benchmark: below test, or scripts, or bench. */
const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('test/') ? 2 : 1)
    .join('/');

it('tests, scripts and benchmarks share code in test/support only', () => {
  const shared = ['src', 'facades', 'test/support'];
  const borrowed = importsIn(['test', 'scripts', 'bench'])
    .filter(isOwn)
    .map(one => ({ from: one.file, to: targetOf(one) }))
    .filter(({ from, to }) => to.endsWith('.ts') && roomOf(from) !== roomOf(to) && !shared.includes(roomOf(to)))
    // A test may import the script that it tests.
    .filter(({ from, to }) => !(from.endsWith('.test.ts') && roomOf(to) === 'scripts'))
    .map(({ from, to }) => `${from} -> ${to}`);
  expect(borrowed).toEqual([]);
});

/** Each cycle once, as the path that closes it. */
function circlesIn(targets: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push([...path.slice(start), file].join(' -> '));
      return;
    }
    path.push(file);
    for (const next of targets.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of targets.keys()) visit(file);
  return circles;
}
