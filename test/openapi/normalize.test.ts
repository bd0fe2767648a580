import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/openapi/document.ts';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { normalizeOpenApi } from '../../src/openapi/normalize.ts';
import { type JsonValue, parseJson } from '../../src/platform/json.ts';
import { sound } from './documents.ts';

const normalized = (text: string): string => normalizeOpenApi(parseDocument(text).document as JsonValue).toString();

describe('normalizeOpenApi', () => {
  it('sorts keys by UTF-16 code units, indents by two spaces and ends the line', () => {
    expect(normalized('{"b":[1,{"10":{},"9":[]}],"a":"x","\u20ac":1,"\\ud83d\\ude00":2,"\\ufb33":3,"\\r":4}')).toBe(
      '{\n  "\\r": 4,\n  "a": "x",\n  "b": [\n    1,\n    {\n      "10": {},\n      "9": []\n    }\n  ],\n  "€": 1,\n  "😀": 2,\n  "\ufb33": 3\n}\n',
    );
  });

  it('escapes strings as RFC 8785 does', () => {
    expect(normalized('"\\u20ac$\\u000f\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"')).toBe(
      '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"\n',
    );
  });

  it('keeps numbers as they were written and every reference', () => {
    const text = '{"a":[9007199254740993,1e400,1.0,-0,1E5],"$ref":"#/x"}';
    expect(normalized(text).replaceAll(/\s/g, '')).toBe('{"$ref":"#/x","a":[9007199254740993,1e400,1.0,-0,1E5]}');
  });

  it('writes the same as JSON.stringify with sorted keys, for every expected size', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 30, maxLength: 60 }));
    // JavaScript sorts integer-like keys first in every object.
    const { value } = fc.letrec<{ value: JsonValue }>(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number + 0),
        fc.constantFrom(null, true, false),
        fc.array(tie('value')),
        fc.dictionary(
          text.map(key => `k${key}`),
          tie('value'),
          { maxKeys: 20 },
        ),
      ),
    }));
    const sorted = (_: string, child: unknown): unknown =>
      typeof child === 'object' && child !== null && !Array.isArray(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child;
    fc.assert(
      fc.property(value, fc.nat(5_000), (document, room) => {
        expect(normalizeOpenApi(document, room).toString()).toBe(`${JSON.stringify(document, sorted, 2)}\n`);
      }),
    );
  });

  it('is deep-safe', () => {
    const text = `${'['.repeat(500)}${']'.repeat(500)}`;
    expect(normalized(text).replaceAll(/\s/g, '')).toBe(text);
  });

  it('returns the same form for JSON and YAML of one content', () => {
    const yaml = `openapi: 3.1.0
info: {version: "1", title: Pets, description: All about pets.}
paths: {}
x-numbers: [1.0, 9007199254740993, 1e400, .5]
`;
    const json = JSON.stringify(sound()).replace(/}$/, ',"x-numbers":[1.0,9007199254740993,1e400,0.5]}');
    const [fromYaml, fromJson] = [ingestOpenApi(yaml), ingestOpenApi(json)];
    expect(fromYaml).toMatchObject({
      ok: true,
      normalized: (fromJson as unknown as { normalized: Buffer }).normalized,
    });
  });

  const json = fc.jsonValue({ noUnicodeString: false } as object).map(value => JSON.stringify(value));

  it('is idempotent', () => {
    fc.assert(
      fc.property(json, text => {
        const once = normalizeOpenApi(parseJson(text)).toString();
        expect(normalizeOpenApi(parseJson(once)).toString()).toBe(once);
      }),
    );
  });

  it('does not depend on JSON or YAML, nor on the order of keys', () => {
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    const value = fc.dictionary(
      fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.string()),
        fc.dictionary(fc.string(), fc.integer()),
      ),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(value, object => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        const yaml = `# YAML\n${dump(object)}`;
        expect(parseDocument(yaml).problems).toEqual([]);
        expect(sha(normalized(yaml))).toBe(sha(normalized(JSON.stringify(object))));
        expect(normalized(JSON.stringify(reversed))).toBe(normalized(JSON.stringify(object)));
      }),
    );
  });
});
