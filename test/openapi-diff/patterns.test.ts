import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { sending } from './documents.ts';

// Authors write regular expressions. The comparison matches names and values with them only if that cannot take long.

const ID = '6f1c1e1a-0c5b-4b6e-9d0a-0123456789ab';
const WORDS = Array.from({ length: 40 }, (_, index) => `w${index}`).join('|');

const values = (...list: string[]): JsonObject => sending({ type: 'string', enum: list });
const pattern = (source: string): JsonObject => sending({ type: 'string', pattern: source });

/** A pattern in place of values breaks callers unless it is known to match all of them. */
const isMatchKnown = (source: string, text: string): boolean =>
  compareOpenApi(values(text), pattern(source)).summary.breakingChanges === 0;

const many = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

const properties = (count: number, of: (index: number) => JsonObject): JsonObject =>
  sending({ type: 'object', properties: Object.fromEntries(many(count, index => [`p${index}`, of(index)])) });

describe('an ordinary pattern is decided', () => {
  it('also among a thousand others', () => {
    const texts = properties(1000, index => ({ type: 'string', enum: [`item-${index}`] }));
    const patterns = properties(1000, index => ({
      ...{ type: 'string', pattern: `^[a-z]+-${index}$|^[A-Z]{3}-[0-9]{4}-[a-z]{2}$` },
    }));
    expect(compareOpenApi(texts, patterns).summary.breakingChanges).toBe(0);
  });

  it.each([
    ['one word of many', `^(${WORDS})$`, 'w39', 'w40'],
    ['one word of many anywhere', WORDS, 'a w39', 'a'],
    ['an identifier', '^[a-z][a-z0-9_-]*$', 'some_long-name', 'Some'],
    ['a UUID', `^[0-9a-f]{8}-([0-9a-f]{4}-)([0-9a-f]{4}-)([0-9a-f]{4}-)[0-9a-f]{12}$`, ID, ID.slice(1)],
    ['a version', '^v[0-9]+[.][0-9]+$', 'v10.12', 'v10'],
    ['words anywhere', '[a-z]+-[a-z]+', 'some_long-name', 'some_long_name'],
    ['optional signs', '^-?[0-9]+[.]?[0-9]*$', '-12.5', '-'],
    ['a class of signs', '^[?*+|{}]$', '?', 'a'],
    ['a telephone number', '^[0-9()+ -]+$', '+1 (23) 4-5', 'a'],
    ['a choice', '^(?:a|b)$', 'b', 'c'],
    ['a language with a country', '^[a-z]{2}(-[A-Z]{2})?$', 'en-US', 'en-'],
    ['brackets', '^\\(\\w+\\)+$', '(a))', '(a'],
    ['optional groups in others', '^(?:(?:a-)?b)?c$', 'a-bc', 'a-c'],
    ['a long limit', '^[a-z]{0,1000}$', 'abc', 'ABC'],
    ['letters of all languages', '^\\p{L}+$', 'größe', '12'],
    ['an address of an e-mail anywhere', '\\S+@\\S+\\.\\S+', 'jane.doe@example.com', 'jane.doe'],
    ['signs of two units', '^.😀.$', '😀😀😀', '😀😀'],
    ['the end', 'b$', 'ab', 'ba'],
    ['a word', '\\b\\p{L}+\\b', 'a größe', '12'],
  ])('%s', (_, source, text, other) => {
    expect([isMatchKnown(source, text), isMatchKnown(source, other)]).toEqual([true, false]);
  });
});

const ENDLESS: [what: string, source: string][] = [
  ['empty alternatives', `^${'(|)'.repeat(60)}!$`],
  ['empty alternatives inside others', `^${'(|(|))'.repeat(33)}!$`],
  ['equal alternatives', `^${'(a|a)'.repeat(38)}!$`],
  ['alternatives of other lengths', `^${'(a|aa)'.repeat(32)}!$`],
  ['optional letters', `^${'a?'.repeat(30)}${'a'.repeat(30)}!$`],
  ['lazy optional letters', `^${'a??'.repeat(30)}${'a'.repeat(30)}!$`],
  ['optional classes', `^${'[a?]?'.repeat(30)}!$`],
  ['repeated letters', `${'a*'.repeat(30)}!$`],
  ['limited repetitions', `^${'a{0,9}'.repeat(30)}!$`],
  ['long limits', `^${'a{1,99999999}'.repeat(14)}!$`],
  ['repetitions in alternatives', `^${'(a*|a+)'.repeat(25)}!$`],
  ['repeated groups', '^(a+)+!$'],
  ['groups repeated up to a limit', '^(a{0,9}){0,99}!$'],
  ['optional groups', `^${'(a|a)?'.repeat(30)}!$`],
  ['optional groups without number', `^${'(?:a|aa)?'.repeat(22)}!$`],
  ['groups without number that are repeated', '^(?:a+)*!$'],
  ['repeated groups beside classes of brackets', '^[(](a+)+[)]!$'],
  ['look-ahead', `^${'(?=a*)'.repeat(9)}(?=(a+)+!)a`],
  ['look-behind', '(?<=(a+)+)!'],
  ['back references', `^${'(a*)'.repeat(5)}\\1\\2\\3\\4\\5!$`],
  ['named back references', '^(?<n>a*)(?<m>a*)\\k<n>\\k<m>!$'],
  ['classes anywhere', '\\P{L}'.repeat(10)],
  ['alternatives of classes anywhere', `${'(\\P{L}|)'.repeat(5)}${'\\P{L}'.repeat(10)}`],
  ['alternatives of classes of all kinds', `${'(.|\\P{L})'.repeat(10)}${'\\P{L}'.repeat(18)}`],
  ['alternatives of signs that are no letters', `${'(.|\\W|\\S|\\D)'.repeat(7)}${'\\W'.repeat(50)}`],
  ['word boundaries between classes', '\\p{L}\\b'.repeat(28)],
  ['a word boundary before classes', `\\b${'[^\\p{L}]'.repeat(20)}`],
  ['word boundaries in alternatives', `\\b${'(\\W|\\b)'.repeat(8)}${'\\W\\b'.repeat(30)}`],
  ['no group that ends', '^[]abc)]+$'],
  ['no valid pattern', 'a|)'],
  ['empty alternatives before a class', `^${'(|)'.repeat(15)}\\P{L}{32}b`],
];

describe('a pattern built to never end', () => {
  const name = 'a'.repeat(62);
  const named = (names: string[]): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map(one => [one, { type: 'string' }])),
  });
  const matched = (source: string): JsonObject => ({
    type: 'object',
    patternProperties: { [source]: { maxLength: 5 } },
  });

  it.each(ENDLESS)('is not matched: %s', async (_, source) => {
    const cpuMs = await cpuMsOf(() => {
      for (const text of [name, 'id', '€a']) {
        const [properties, patterns] = [named([text]), matched(source)];
        const both = { ...properties, ...patterns };
        for (const one of [properties, { ...properties, additionalProperties: false }])
          for (const other of [patterns, both, { ...patterns, additionalProperties: false }]) {
            compareOpenApi(sending(one), sending(other));
            compareOpenApi(sending(other), sending(one));
          }
        expect(isMatchKnown(source, text)).toBe(false);
      }
    });
    expect(cpuMs).toBeLessThan(4_000);
  });

  it.each<[string, (index: number) => string]>([
    ['optional letters', index => `^${'a?'.repeat(14)}b${index}$`],
    ['empty alternatives', index => `^${'(|)'.repeat(14)}a{50}b${index}$`],
    ['repetitions anywhere', index => `a*a*b${index}`],
    ['signs that take long to compile', index => `${'(.|\\W|\\S|\\D)'.repeat(5)}${'.'.repeat(100)}${index}`],
    ['optional groups', index => `^${'(?:a)?'.repeat(14)}b${index}$`],
    ['word boundaries', index => `\\b${'(\\W|\\b)'.repeat(3)}${'\\W'.repeat(40)}${index}`],
    ['word boundaries beside choices', index => `\\b^${'(|.)'.repeat(9)}\\b\\b\\b${'\\S'.repeat(70)}${index}`],
    ['letters that take long to compile', index => `^${'\\p{L}{2,3}'.repeat(17)}${index}`],
  ])('takes no longer with many others like it: %s', async (_, sourceAt) => {
    const names = sending(named(many(2000, index => `${'a'.repeat(50)}!${index}`)));
    const patterns = sending({
      type: 'object',
      patternProperties: Object.fromEntries(many(500, index => [sourceAt(index), { maxLength: 5 }])),
    });
    expect(await cpuMsOf(() => compareOpenApi(names, patterns))).toBeLessThan(8_000);
  });

  it('takes no longer with many others that take long to read', async () => {
    const patterns = properties(2000, index => ({ pattern: `[${'\\P{L}'.repeat(37)}]${index}` }));
    expect(
      await cpuMsOf(() =>
        compareOpenApi(
          properties(2000, () => ({ enum: ['a'] })),
          patterns,
        ),
      ),
    ).toBeLessThan(8_000);
  });
});
