import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFiles } from '../../src/openapi/bundle.ts';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { filesBelow } from '../../src/platform/files-below.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docsvc-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => {
  const file = join(folder, 'api', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const main = (name: string, reference: string): string => {
  write(
    name,
    `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses:
        200: { description: ok, content: { application/json: { schema: { $ref: '${reference}' } } } }
`,
  );
  return name;
};
const bundled = (file: string) => bundleFiles(file, filesBelow(join(folder, 'api')));
const refusal = async (file: string): Promise<string> => {
  const outcome = await bundled(file);
  return outcome.ok ? 'bundled' : (outcome.problems[0]?.message ?? '');
};

describe('a document of several files', () => {
  it('is one document, with numbers as they are written', async () => {
    write(
      'schemas/pet.yaml',
      "{ type: object, properties: { id: { $ref: '../types.json#/Id' }, next: { $ref: '#' } } }",
    );
    write('types.json', '{"Id": {"type": "integer", "maximum": 9007199254740993}}');
    const outcome = await bundled(main('several.yaml', 'schemas/pet.yaml'));
    expect(outcome).toEqual({ ok: true, text: expect.stringContaining('9007199254740993') });
    if (!outcome.ok) return;
    const [old, now] = [outcome.text, outcome.text.replace('"integer"', '"string"')].map(text => ingestOpenApi(text));
    expect([old?.ok, now?.ok]).toEqual([true, true]);
    if (!old?.ok || !now?.ok) return;
    const { items } = compareOpenApi(old.document, now.document);
    expect(items[0]).toMatchObject({ severity: 'BREAKING', path: '/pets', rule: 'response-property-type-changed' });
  });

  it('reads no file outside of its folder', async () => {
    writeFileSync(join(folder, 'secret.yaml'), 'type: string');
    write('kept.yaml', 'type: string');
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'api/link.yaml'));
    expect(await refusal(main('a.yaml', '../secret.yaml'))).toMatch(/^\/secret\.yaml: stands outside of the folder/);
    expect(await refusal(main('b.yaml', 'link.yaml'))).toMatch(/^link\.yaml: no such file/);
    expect(await refusal(main('c.yaml', '/etc/passwd'))).toContain('stands outside of the folder');
    expect(await refusal(main('d.yaml', './kept.yaml'))).toBe('bundled');
  });

  it('fetches nothing', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end('{"type":"string"}');
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as { port: number }).port}/pet.json`;
    expect(await refusal(main('e.yaml', address))).toContain('nothing is fetched');
    server.close();
    expect(requests).toBe(0);
  });

  it('names the file that is missing, or the place that cannot be read', async () => {
    write('broken.yaml', 'type: [string');
    expect(await refusal(main('f.yaml', 'gone.yaml'))).toBe('gone.yaml: no such file. Correct the $ref that names it.');
    expect(await refusal(main('g.yaml', 'broken.yaml'))).toMatch(/^broken\.yaml:\d+:\d+: /);
  });
});
