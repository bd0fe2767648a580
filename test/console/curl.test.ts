import { describe, expect, it } from 'vitest';
import { curlOf } from '../../facades/console/client/pages/versions/curl.ts';
import type { ShownOperation } from '../../facades/console/client/pages/versions/schema.ts';

const listPets: ShownOperation = {
  method: 'GET',
  path: '/pets',
  parameters: [],
  requestBody: undefined,
  responses: [],
  security: [],
  servers: [{ url: 'https://pets.example.com' }],
  definitions: {},
};
const curl = (changed: Partial<ShownOperation>): string => curlOf({ ...listPets, ...changed }).replaceAll(' \\\n ', '');
const string = { type: 'string' };
const needed = (name: string, place: string, rest: object = { schema: string }) => ({
  ...{ name, in: place, required: true },
  ...rest,
});
const body = (type: string, media: object) => ({ method: 'POST', requestBody: { content: { [type]: media } } });

describe('a call as curl', () => {
  it('goes to the server with the defaults of its variables', () => {
    const variables = { region: { default: 'eu' }, base: { default: 'v2' } };
    const servers = [{ url: 'https://{region}.example.com/{base}/', variables }];
    expect(curl({ servers })).toBe("curl -X GET 'https://eu.example.com/v2/pets'");
  });

  it.each(['/v1', 'v1/', './v1'])('names a host to replace if the server is %s, relative to the document', url => {
    expect(curl({ servers: [{ url }] })).toBe("curl -X GET 'https://your-host.example/v1/pets'");
  });

  it('names a host to replace if there is no server', () => {
    expect(curl({ servers: [] })).toBe("curl -X GET 'https://your-host.example/pets'");
    expect(curl({ servers: [{ url: '//pets.example.com' }] })).toBe("curl -X GET 'https://pets.example.com/pets'");
  });

  it('asks with HEAD for the headers alone: -X HEAD would wait for a body', () => {
    expect(curl({ method: 'HEAD' })).toBe("curl -I 'https://pets.example.com/pets'");
    expect(curl({ ...body('text/plain', { example: 'a' }), method: 'HEAD' })).not.toContain('--data');
  });

  it('sends the required cookies', () => {
    const parameters = [needed('sid', 'cookie'), needed('lang', 'cookie', { example: 'en;q' })];
    expect(curl({ parameters })).toBe("curl -X GET 'https://pets.example.com/pets' -b 'sid=string; lang=en%3Bq'");
    expect(curl({ parameters: [{ ...needed('sid', 'cookie'), required: false }] })).not.toContain('-b');
    // Else curl would read the cookies from that file.
    expect(curl({ parameters: [needed('@/etc/passwd', 'cookie')] })).toContain("-b '%40%2Fetc%2Fpasswd=string'");
  });

  it('keeps brackets of the path as they are', () => {
    expect(curl({ path: '/pets/{id}/[all]' })).toBe("curl -g -X GET 'https://pets.example.com/pets/{id}/[all]'");
    expect(curl({ path: '/pets/{id}', parameters: [{ name: 'id', in: 'path', schema: string }] })).toBe(
      "curl -X GET 'https://pets.example.com/pets/string'",
    );
  });

  it('writes lists and objects as the parameter says', () => {
    const list = { example: ['a b', 'c'] };
    const object = { example: { from: 1, to: 2 } };
    const query = (rest: object) => curl({ parameters: [needed('q', 'query', rest)] }).match(/\?(.*)'/)?.[1];
    expect(query(list)).toBe('q=a%20b&q=c');
    expect(query({ ...list, explode: false })).toBe('q=a%20b,c');
    expect(query(object)).toBe('from=1&to=2');
    expect(query({ ...object, style: 'deepObject' })).toBe('q%5Bfrom%5D=1&q%5Bto%5D=2');
    expect(query({ content: { 'application/json': object } })).toBe('q=%7B%22from%22%3A1%2C%22to%22%3A2%7D');
    expect(query({ examples: { one: { value: 'given' } }, schema: string })).toBe('q=given');
    expect(curl({ path: '/{q}', parameters: [needed('q', 'path', list)] })).toContain('/a%20b,c');
    expect(curl({ parameters: [needed('X-List', 'header', list)] })).toContain("-H 'X-List: a b,c'");
  });

  it('writes values in the style of the parameter', () => {
    const list = { example: ['a', 'b'] };
    const object = { example: { from: 1, to: 2 } };
    const query = (rest: object) => curl({ parameters: [needed('q', 'query', rest)] }).match(/\?(.*)'/)?.[1];
    expect(query({ ...list, style: 'pipeDelimited' })).toBe('q=a%7Cb');
    expect(query({ ...list, style: 'spaceDelimited' })).toBe('q=a%20b');
    const path = (rest: object) =>
      curl({ path: '/{q}', parameters: [needed('q', 'path', rest)] }).match(/m\/(.*)'/)?.[1];
    expect(path({ ...list, style: 'matrix' })).toBe(';q=a,b');
    expect(path({ ...list, style: 'matrix', explode: true })).toBe(';q=a;q=b');
    expect(path({ ...list, style: 'label', explode: true })).toBe('.a.b');
    expect(path({ example: 5, style: 'label' })).toBe('.5');
    expect(path({ ...object, explode: true })).toBe('from=1,to=2');
    const header = (rest: object) => curl({ parameters: [needed('X-Q', 'header', rest)] }).match(/-H '(.*)'/)?.[1];
    expect(header({ ...object, explode: true })).toBe('X-Q: from=1,to=2');
    // With "X-Q:", curl would leave the header out.
    expect(header({ example: '' })).toBe('X-Q;');
  });

  it('sends a form as its media type asks', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { const: 'Rex & co' },
        tags: { const: ['a', 'b'] },
        photo: { type: 'string', format: 'binary' },
        icon: { contentMediaType: 'image/png' },
        scans: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    };
    expect(
      curl(body('application/x-www-form-urlencoded', { schema: { properties: { name: { const: 'a&b' } } } })),
    ).toContain("-H 'Content-Type: application/x-www-form-urlencoded' --data-raw 'name=a%26b'");
    expect(curl(body('multipart/form-data', { schema }))).toBe(
      "curl -X POST 'https://pets.example.com/pets' --form-string 'name=Rex & co' --form-string 'tags=a' --form-string 'tags=b' -F 'photo=@path/to/file' -F 'icon=@path/to/file' -F 'scans=@path/to/file'",
    );
  });

  it('never reads a file that the document names', () => {
    const binary = { type: 'string', format: 'binary' };
    const schema = { type: 'object', properties: { 'a=@/etc/passwd;b': binary, text: { const: '@/etc/passwd' } } };
    expect(curl(body('multipart/form-data', { schema }))).toContain(
      "--form-string 'a=@/etc/passwd;b=string' --form-string 'text=@/etc/passwd'",
    );
    expect(curl(body('text/plain', { example: '@/etc/passwd' }))).toContain("--data-raw '@/etc/passwd'");
  });

  it('has a text in JSON as JSON, and quotes of a value in the shell', () => {
    expect(curl(body('application/json', { schema: string }))).toContain(`--data-raw '"string"'`);
    expect(curl(body('text/plain', { example: "it's" }))).toContain("--data-raw 'it'\\''s'");
    expect(curl(body('application/json', { schema: { enum: ['cat'] } }))).toContain(`--data-raw '"cat"'`);
    const written = { type: 'object', example: '{"a":1}' };
    expect(curl(body('application/json', { schema: written }))).toContain(`--data-raw '{"a":1}'`);
  });

  it('has no control characters, which a terminal could obey when it is pasted', () => {
    const ctrlC = 'a\u0003\u001b[201~\u009b\r\n\tb';
    expect(curl(body('text/plain', { example: ctrlC }))).toContain("--data-raw 'a[201~\n\tb'");
    expect(curl({ parameters: [needed('X-Q', 'header', { example: ctrlC })] })).toContain("-H 'X-Q: a[201~b'");
    expect(curl({ path: '/a\n\u0003b' })).toBe("curl -X GET 'https://pets.example.com/ab'");
  });

  it('replaces half characters in addresses', () => {
    expect(curl({ parameters: [needed('q', 'query', { example: '\ud83d' })] })).toContain("?q=%EF%BF%BD'");
  });
});
