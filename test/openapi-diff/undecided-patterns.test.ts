import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { answering, changes, sending } from './documents.ts';

// Some patterns are not matched, because that could take long. Whether they match the name of a property is unknown then.

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };
const object = (rest: JsonObject): JsonObject => ({ type: 'object', ...rest });

const ADDED = 'INFO new-optional-request-property';
const ASKED = 'WARNING request-property-pattern-undecided';
const ANSWERED = 'WARNING response-property-pattern-undecided';

const PATTERNS: [what: string, pattern: string, name: string][] = [
  ['a look-ahead', '^(?=x-)', 'x-id'],
  ['a look-ahead that it does not have', '^(?!x-)', 'x-id'],
  ['a repeated group', '^(x-)?(id)*$', 'x-id'],
  ['many word boundaries', '\\bx\\b.\\bid\\b\\b', 'x-id'],
  ['a long pattern', `^${'a'.repeat(210)}|^x-`, 'x-id'],
  ['a long name', '^x-', `x-${'a'.repeat(70)}`],
  ['a long other name', '^x-', 'a'.repeat(70)],
];

describe.each(PATTERNS)('a pattern may match the name of a property or not: %s', (_, pattern, name) => {
  const patterns = { patternProperties: { [pattern]: STRING } };
  const open = object(patterns);

  it('and values may be lost if it matches', () => {
    const named = object({ ...patterns, properties: { [name]: NUMBER } });
    expect(changes(sending(open), sending(named))).toEqual([ASKED, ADDED]);
    expect(changes(answering(named), answering(open))).toContain(ANSWERED);
  });

  it('and values may be lost if it does not match', () => {
    const required = object({ ...patterns, required: [name] });
    const named = { ...required, properties: { [name]: STRING } };
    expect(changes(sending(required), sending(named))).toContain(ASKED);
    expect(changes(answering(named), answering(required))).toContain(ANSWERED);
    const rest = object({ patternProperties: { [pattern]: NUMBER }, additionalProperties: STRING });
    expect(changes(sending(rest), sending({ ...rest, properties: { [name]: NUMBER } }))).toEqual([ASKED, ADDED]);
  });

  it('and a new property may be one that a closed object refused', () => {
    const closed = { ...open, additionalProperties: false };
    expect(changes(sending(closed), sending({ ...closed, properties: { [name]: NUMBER } }))).toEqual([ASKED, ADDED]);
  });

  it('and nothing is said if it does not matter', () => {
    expect(changes(sending(open), sending({ ...open, properties: { [name]: STRING } }))).toEqual([ADDED]);
  });
});

it('one of several patterns may match the name alone', () => {
  const patterns = object({ patternProperties: { '^(?=x)': STRING, '^(?=y)': { type: 'boolean' }, '^x': {} } });
  const named = { ...patterns, properties: { 'x-id': STRING } };
  expect(changes(sending(patterns), sending(named))).toEqual([ASKED, ADDED]);
});

it('what is so with the pattern and without it is said', () => {
  const patterns = object({ patternProperties: { '^x-': STRING, '^(?=x-)': { minLength: 1 } } });
  const named = { ...patterns, properties: { 'x-id': { maxLength: 2 } } };
  expect(changes(sending(patterns), sending(named))).toEqual(['BREAKING request-property-max-length-set', ADDED]);
});

it('properties inside properties do not multiply the comparisons', () => {
  const nested = (depth: number, leaf: JsonObject): JsonObject =>
    depth === 0 ? leaf : object({ patternProperties: { '^(?=x)': nested(depth - 1, leaf) } });
  const named = (depth: number, leaf: JsonObject): JsonObject =>
    depth === 0 ? leaf : object({ properties: { x: named(depth - 1, leaf) } });
  const { items } = compareOpenApi(sending(nested(30, STRING)), sending(named(30, STRING)));
  expect(items.length).toBeGreaterThan(0);
});
