import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
const bundled = (file: string) =>
  bundleFiles(file, async path => (await filesBelow(join(folder, 'api'))(path))?.toString());
const refusal = async (file: string): Promise<string> => {
  const outcome = await bundled(file);
  if (outcome.ok) return 'bundled';
  const { path, line, column, message } = outcome.problem;
  return path === undefined ? message : `${path}:${line}:${column}: ${message}`;
};

describe('a document of several files', () => {
  it('is one document, with numbers as they are written', async () => {
    write(
      'schemas/pet.yaml',
      "{ type: object, properties: { id: { $ref: '../types.json#/Id' }, next: { $ref: '#' } } }",
    );
    write('types.json', '{"Id": {"type": "integer", "maximum": 9007199254740993}}');
    const outcome = await bundled(main('several.yaml', 'schemas/pet.yaml'));
    if (!outcome.ok) return expect.unreachable();
    expect(outcome.text).toContain('9007199254740993');
    const [old, now] = [outcome.text, outcome.text.replace('"integer"', '"string"')].map(text => ingestOpenApi(text));
    expect([old?.ok, now?.ok]).toEqual([true, true]);
    if (!old?.ok || !now?.ok) return;
    const { items } = compareOpenApi(old.document, now.document);
    expect(items[0]).toMatchObject({ severity: 'BREAKING', path: '/pets', rule: 'response-property-type-changed' });
  });

  it('names components by their files, and adopts those that only refer to a file', async () => {
    write('parts/cat.yaml', "{ type: object, properties: { owner: { $ref: '../owner.yaml#/Owner' } } }");
    write('owner.yaml', "Owner: { type: object, properties: { cats: { items: { $ref: 'parts/cat.yaml' } } } }");
    write(
      'error.yaml',
      "{ description: bad, content: { a/b: { schema: { $ref: 'pets.yaml#/components/schemas/Own' } } } }",
    );
    write('path.yaml', "get: { responses: { default: { $ref: 'error.yaml' } } }");
    write('all.yaml', "Named: { $ref: 'parts/cat.yaml' }\nOwner: { type: boolean }\nOwn: { type: 'null' }\n");
    write(
      'pets.yaml',
      `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths: { /pets: { $ref: path.yaml } }
components:
  schemas: { Cat: { $ref: parts/cat.yaml }, Own: { type: string }, Owner: { type: number } }
`,
    );
    const outcome = await bundled('pets.yaml');
    const document = outcome.ok ? JSON.parse(outcome.text) : outcome;
    expect(document.paths['/pets']).toEqual({
      get: { responses: { default: { $ref: '#/components/responses/error' } } },
    });
    expect(document.components.responses.error.content['a/b'].schema).toEqual({ $ref: '#/components/schemas/Own' });
    expect(document.components.schemas).toEqual({
      Cat: { type: 'object', properties: { owner: { $ref: '#/components/schemas/owner.Owner' } } },
      'owner.Owner': { type: 'object', properties: { cats: { items: { $ref: '#/components/schemas/Cat' } } } },
      Own: { type: 'string' },
      Owner: { type: 'number' },
    });
    write(
      'map.yaml',
      "openapi: 3.2.0\ninfo: { title: Pets, version: '1' }\ncomponents: { schemas: { $ref: all.yaml } }\n",
    );
    const whole = await bundled('map.yaml');
    expect(whole.ok && Object.keys(JSON.parse(whole.text).components.schemas)).toEqual([
      'Named',
      'Owner',
      'Own',
      'cat',
      'owner.Owner',
    ]);
  });

  it('ends for files that lead back to themselves or grow without end', async () => {
    write('a1.yaml', '$ref: a2.yaml');
    write('a2.yaml', '$ref: a1.yaml');
    const circle = await bundled(main('h.yaml', 'a1.yaml'));
    const ingested = circle.ok ? ingestOpenApi(circle.text) : circle;
    expect(ingested).toMatchObject({ ok: false, problems: [{ rule: 'ref-cycle' }] });
    const twice = (name: string) => `post: { callbacks: { a: { x: { $ref: ${name} }, y: { $ref: ${name} } } } }`;
    for (let level = 0; level < 40; level++) write(`level${level}.yaml`, twice(`level${level + 1}.yaml`));
    write('level40.yaml', 'summary: last');
    write('bomb.yaml', "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: { /a: { $ref: level0.yaml } }\n");
    expect(await refusal('bomb.yaml')).toMatch(/^More than \d+ characters when all files are put together/);
    write('level40.yaml', twice('level0.yaml'));
    expect(await refusal('bomb.yaml')).toMatch(/^Files lead back to themselves/);
  });

  it('reads no file outside of its folder', async () => {
    writeFileSync(join(folder, 'secret.yaml'), 'type: string');
    write('kept.yaml', 'type: string');
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'api/link.yaml'));
    expect(await refusal(main('a.yaml', '../secret.yaml'))).toMatch(
      /^a\.yaml:7:74: The \$ref "\.\.\/secret\.yaml" leads to \.\.\/secret\.yaml, which is outside of the folder/,
    );
    expect(await refusal(main('b.yaml', 'link.yaml'))).toContain('leads to link.yaml: there is no such file');
    expect(await refusal(main('c.yaml', '/etc/passwd'))).toContain('outside of the folder');
    expect(await refusal(main('d.yaml', './kept.yaml'))).toBe('bundled');
  });

  it('knows where each of its places is written', async () => {
    write(
      'places.yaml',
      `openapi: 3.1.0
info: { title: Places, version: '1' }
paths:
  /inlined: { $ref: paths/first.yaml }
  /beside: { $ref: 'paths/second.yaml', summary: Own }
  /own: { get: { responses: { 200: { $ref: 'parts.yaml#/Found' } } } }
components:
  schemas:
    Adopted: { $ref: 'parts.yaml#/Adopted' }
    Any: { $ref: 'parts.yaml#/Any' }
  parameters: { $ref: 'parts.yaml#/Parameters' }
`,
    );
    write('paths/first.yaml', '$ref: second.yaml\n');
    write('paths/second.yaml', 'get:\n  responses:\n    200: { description: ok }\n');
    write(
      'parts.yaml',
      `Adopted: { type: object, properties: { id: { $ref: '#/Id' }, list: { $ref: '#/List' } } }
Id:
  type: integer
Found:
  description: ok
Parameters:
  Limit: { name: limit, in: query, schema: { type: integer } }
Any: true
List: [wrong, 7]
`,
    );
    const outcome = await bundled('places.yaml');
    if (!outcome.ok) return expect.unreachable();
    const places = {
      '/info/title': 'places.yaml:2:9',
      '/paths/~1inlined/get/responses': 'paths/second.yaml:2:3',
      '/paths/~1beside': 'places.yaml:5:3',
      '/components/pathItems/second/get': 'paths/second.yaml:1:1',
      '/components/responses/Found/description': 'parts.yaml:5:3',
      '/components/schemas/Adopted/properties/id': 'parts.yaml:1:40',
      '/components/schemas/Id/type': 'parts.yaml:3:3',
      '/components/schemas/Id/missing': 'parts.yaml:2:1',
      '/components/parameters/Limit/schema/type': 'parts.yaml:7:46',
      '/components/schemas/Any': 'parts.yaml:8:1',
      '/components/schemas/List/1': 'parts.yaml:9:15',
    };
    const found = outcome.locateAll(Object.keys(places));
    expect(found.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual(Object.values(places));
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

  it('keeps components of one name apart when all components, or a section of them, are in another file', async () => {
    write('detail/Error.yaml', 'type: integer');
    write('parts/index.yaml', '{ Error: { properties: { detail: { $ref: ../detail/Error.yaml } } } }');
    write('parts/all.yaml', '{ schemas: { $ref: index.yaml } }');
    for (const components of ['{ schemas: { $ref: parts/index.yaml } }', '{ $ref: parts/all.yaml }']) {
      const file = main('names.yaml', '#/components/schemas/Error');
      const text = await readFile(join(folder, 'api', file), 'utf8');
      write(file, `${text}components: ${components}\n`);
      const outcome = await bundled(file);
      expect(outcome).toMatchObject({ ok: true });
      const { components: made } = JSON.parse(outcome.ok ? outcome.text : '');
      expect(made.schemas).toEqual({
        Error: { properties: { detail: { $ref: '#/components/schemas/detail.Error' } } },
        'detail.Error': { type: 'integer' },
      });
    }
  });

  it('keeps the names of components that are all in another file, wherever references to them are', async () => {
    write('whole/schemas.yaml', "{ Pet: { properties: { owner: { $ref: '#/Owner' } } }, Owner: { type: object } }");
    write('whole/components.yaml', '{ schemas: { $ref: schemas.yaml } }');
    for (const components of ['{ schemas: { $ref: whole/schemas.yaml } }', '{ $ref: whole/components.yaml }']) {
      const file = main('whole.yaml', 'whole/schemas.yaml#/Pet');
      const text = await readFile(join(folder, 'api', file), 'utf8');
      write(file, `${text}components: ${components}\n`);
      const outcome = await bundled(file);
      const made = JSON.parse(outcome.ok ? outcome.text : '{}');
      expect(made.components.schemas).toEqual({
        Pet: { properties: { owner: { $ref: '#/components/schemas/Owner' } } },
        Owner: { type: 'object' },
      });
      const { content } = made.paths['/pets'].get.responses['200'];
      expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Pet' });
    }
  });

  it('has a component for a definition named __proto__, and ignores a file in an example that is no document', async () => {
    write('odd.yaml', '{ __proto__: { type: string } }');
    write('notes.txt', 'a: [');
    const file = main('odd-names.yaml', 'odd.yaml#/__proto__');
    const text = await readFile(join(folder, 'api', file), 'utf8');
    write(file, `${text}components: { examples: { One: { value: { $ref: notes.txt } } } }\n`);
    const outcome = await bundled(file);
    expect(outcome).toMatchObject({ ok: true });
    const ingested = ingestOpenApi(outcome.ok ? outcome.text : '');
    expect(ingested).toMatchObject({ ok: true });
    expect(outcome.ok && outcome.text).toContain('"type": "string"');
  });

  it('encodes percent signs in the references that it writes', async () => {
    const mapping = "mapping: { a: 'percent.yaml#/paths/~1a%2541/get/responses/200/content/a~1b/schema' }";
    write('own.yaml', `{ discriminator: { propertyName: k, ${mapping} }, items: { $ref: 'percent.yaml#/x-%2541' } }`);
    write(
      'percent.yaml',
      `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /a%41: { get: { responses: { 200: { description: a, content: { a/b: { schema: { $ref: own.yaml } } } } } } }
  /b: { $ref: item.yaml }
x-%41: { type: string }
`,
    );
    write('item.yaml', "{ $ref: 'percent.yaml#/paths/~1a%2541' }");
    const outcome = await bundled('percent.yaml');
    const { paths, components } = outcome.ok ? JSON.parse(outcome.text) : {};
    expect(paths['/b']).toEqual({ $ref: '#/paths/~1a%2541' });
    expect(components.schemas.own).toEqual({
      discriminator: {
        propertyName: 'k',
        mapping: { a: '#/paths/~1a%2541/get/responses/200/content/a~1b/schema' },
      },
      items: { $ref: '#/x-%2541' },
    });
    expect(outcome.ok && ingestOpenApi(outcome.text).ok).toBe(true);
  });

  it('keeps the fields beside the $ref of a path item where the version permits them', async () => {
    write('items/pets.yaml', "get: { responses: { default: { $ref: '../bad.yaml' } } }");
    write('bad.yaml', 'description: bad');
    const beside = (version: string): string => `openapi: ${version}
info: { title: Pets, version: '1' }
paths:
  /pets: { $ref: items/pets.yaml, summary: Pets }
  /cats: { $ref: items/pets.yaml, put: { responses: { 200: { $ref: bad.yaml } } } }
`;
    write('beside.yaml', beside('3.1.0'));
    const outcome = await bundled('beside.yaml');
    const document = outcome.ok ? JSON.parse(outcome.text) : outcome;
    const bad = { $ref: '#/components/responses/bad' };
    expect(document).toMatchObject({
      paths: {
        '/pets': { $ref: '#/components/pathItems/pets', summary: 'Pets' },
        '/cats': { $ref: '#/components/pathItems/pets', put: { responses: { 200: bad } } },
      },
      components: { pathItems: { pets: { get: { responses: { default: bad } } } } },
    });
    expect(ingestOpenApi(JSON.stringify(document)).ok).toBe(true);
    for (const version of ['3.0.3', '3.0']) {
      write('beside.yaml', beside(version));
      const outcome = await refusal('beside.yaml');
      expect([version, outcome]).toEqual([version, expect.stringContaining('has fields beside it')]);
    }
  });

  it('names the file that is missing, or the place that cannot be read', async () => {
    write('broken.yaml', 'type: [string');
    expect(await refusal(main('f.yaml', 'gone.yaml'))).toBe(
      'f.yaml:7:74: The $ref "gone.yaml" leads to gone.yaml: there is no such file.',
    );
    expect(await refusal(main('g.yaml', 'broken.yaml'))).toMatch(/^broken\.yaml:\d+:\d+: /);
    symlinkSync('loop.yaml', join(folder, 'api/loop.yaml'));
    execFileSync('mkfifo', [join(folder, 'api/pipe.yaml')]);
    for (const name of ['loop.yaml', 'pipe.yaml', `${'x'.repeat(300)}.yaml`, '.'])
      expect(await refusal(main('i.yaml', name))).toContain('there is no such file');
    expect((await refusal(main('i.yaml', `${'x'.repeat(100_000)}.yaml`))).length).toBeLessThan(3_000);
  });

  it('takes no value that is not an object for a path', async () => {
    write('item.yaml', "openapi: 3.1.0\ninfo: { title: Item, version: '1' }\npaths: { /a: { $ref: no-item.yaml } }\n");
    for (const text of ['7', 'null', '[get]', 'get']) {
      write('no-item.yaml', text);
      expect([text, await refusal('item.yaml')]).toEqual([
        text,
        'item.yaml:3:16: The $ref "no-item.yaml" leads to a value that is not an object.',
      ]);
    }
  });
});
