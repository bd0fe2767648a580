import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/openapi/document.ts';
import { endpointDetail, indexEndpoints } from '../../src/openapi/endpoints.ts';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { answering, brief, operation, problemsOf, sound } from './documents.ts';

const examples = new URL('../../node_modules/@readme/oas-examples/', import.meta.url);
const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = (count: number, entry: (index: number) => [string, unknown]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));

/** Processes a document as the service does; throws only on an internal error. */
function useAll(text: string): void {
  const outcome = ingestOpenApi(text);
  if (!outcome.ok) {
    expect(outcome.problems.length).toBeGreaterThan(0);
    for (const { message, line, column } of outcome.problems) {
      expect(message).not.toContain('undefined');
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    }
    return;
  }
  for (const { method, path } of indexEndpoints(outcome.document)) {
    JSON.stringify(endpointDetail(outcome.document, method, path));
  }
}

describe('any input', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'{}[]:,-?&*!|>"\'%@`#~\n\t \\',
      '  ',
      '- ',
      ': ',
      '&a',
      '*a',
      '<<: ',
      '---',
      '!!str',
      '0x',
      '.5',
      '"a"',
      '\u2028',
    ),
    fc.string({ maxLength: 4 }),
  );

  it('parseDocument answers with a value or with problems that have a place', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('', '{"', '[', 'a: '), (pieces, start) => {
        const { document, problems } = parseDocument(start + pieces.join(''));
        expect(document === undefined).toBe(problems.length > 0);
        for (const { line, column } of problems) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['3.0/json/petstore.json', '3.1/json/train-travel.json', '3.0/json/circular.json', '3.1/json/webhooks.json'])(
    '%s with any part replaced is taken or refused, and nothing throws',
    file => {
      const text = readFileSync(new URL(file, examples), 'utf8');
      const paths = everyPath(JSON.parse(text));
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(...['#', '#/paths', '#/components/schemas/Pet', '#/info'].map(target => ({ $ref: target }))),
        fc.constantFrom(null, {}, [], '', [null], { '': {} }, { $ref: 1 }, { schema: 1 }, { type: [] }, { allOf: {} }),
      );
      fc.assert(
        fc.property(fc.constantFrom(...paths), value, (path, replacement) => {
          const document = JSON.parse(text);
          const parent = path.slice(0, -1).reduce((at, key) => at[key], document);
          parent[path.at(-1) as string] = replacement;
          useAll(JSON.stringify(document));
        }),
        { numRuns: 250 },
      );
    },
  );
});

function everyPath(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...path, key], ...everyPath(child, [...path, key])]);
}

describe('a malicious document', () => {
  const hostile: [string, () => object, number][] = [
    [
      '20,000 references in a chain',
      () => sound({ components: { schemas: many(20_000, at => [`s${at}`, at < 19_999 ? $ref(`s${at + 1}`) : {}]) } }),
      1,
    ],
    [
      '20,000 path items in a chain',
      () => sound({ paths: many(20_000, at => [`/p${at}`, at < 19_999 ? { $ref: `#/paths/~1p${at + 1}` } : {}]) }),
      1,
    ],
    [
      '50,000 tags',
      () => sound({ openapi: '3.0.0', tags: Array.from({ length: 50_000 }, (_, at) => ({ name: `t${at}` })) }),
      0,
    ],
    [
      '50,000 types of one schema',
      () => sound({ components: { schemas: { A: { type: Array.from({ length: 50_000 }, (_, at) => `t${at}`) } } } }),
      0,
    ],
    [
      '50,000 anchors',
      () =>
        sound({
          components: {
            schemas: many(50_000, at => [`s${at}`, { $anchor: `a${at}`, items: { $ref: `#a${49_999 - at}` } }]),
          },
        }),
      0,
    ],
    [
      '50,000 schemas with one anchor',
      () => sound({ components: { schemas: many(50_000, at => [`s${at}`, { $anchor: 'a', items: { $ref: '#a' } }]) } }),
      0,
    ],
    [
      '20,000 subtypes of one schema',
      () =>
        sound({
          components: {
            schemas: {
              Base: { discriminator: { propertyName: 'kind' } },
              ...many(20_000, at => [`s${at}`, { allOf: [$ref('Base')] }]),
            },
          },
        }),
      0,
    ],
    [
      '4,000 fragments that lead nowhere, beside 4,000 schemas with an $id',
      () =>
        sound({
          components: {
            schemas: {
              Base: { discriminator: { propertyName: 'kind', mapping: many(4_000, at => [`v${at}`, `#/n/${at}`]) } },
              ...many(4_000, at => [`s${at}`, { $id: `i${at}`, n: {} }]),
            },
          },
        }),
      0,
    ],
    [
      '50,000 wrong operations',
      () => sound({ paths: many(50_000, at => [`/p${at}`, { get: operation({ tags: 1 }) }]) }),
      100,
    ],
  ];

  it.each(hostile)('%s cost a bounded time', async (_name, build, problemCount) => {
    const text = JSON.stringify(build());
    expect(await cpuMsOf(() => expect(problemsOf(text)).toHaveLength(problemCount))).toBeLessThan(3_000);
  });

  it('a wide object below hundreds of levels is refused, not indented into gigabytes', () => {
    let schema: object = { properties: many(150_000, at => [`p${at}`, {}]) };
    for (let level = 0; level < 240; level++) schema = { properties: { x: schema } };
    expect(problemsOf(JSON.stringify(sound({ components: { schemas: { A: schema } } })))).toMatchObject([
      { rule: 'budget', line: 1, column: 1 },
    ]);
  });

  it('a chain of more than twenty references is refused where it grows too long', () => {
    const schemas = (length: number) => many(length, at => [`s${at}`, at < length - 1 ? $ref(`s${at + 1}`) : {}]);
    expect(problemsOf(sound({ components: { schemas: schemas(20) } }))).toEqual([]);
    expect(brief(problemsOf(sound({ components: { schemas: schemas(21) } })))).toEqual([
      'ref-chain /components/schemas/s0/$ref',
    ]);
  });

  it('a schema of 490 levels passes through a worker thread', async () => {
    let schema: object = { type: 'string' };
    for (let level = 0; level < 485; level++) schema = { items: schema };
    const text = JSON.stringify(
      sound({ paths: { '/a': { get: answering($ref('A')) } }, components: { schemas: { A: schema } } }),
    );
    const url = (file: string) => new URL(`../../src/openapi/${file}`, import.meta.url).href;
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      Promise.all([import('${url('ingest.ts')}'), import('${url('endpoints.ts')}')]).then(([ingest, endpoints]) => {
        const { ok, document } = ingest.ingestOpenApi(workerData);
        const [endpoint] = endpoints.indexEndpoints(document);
        parentPort.postMessage([ok, JSON.stringify(endpoints.endpointDetail(document, endpoint.method, endpoint.path)).length > 9000]);
      });`;
    const worker = new Worker(code, { eval: true, workerData: text });
    expect(await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))).toEqual([
      true,
      true,
    ]);
    await worker.terminate();
  });
});
