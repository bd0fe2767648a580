import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, sending } from './documents.ts';
import { makeChooser, SCHEMAS, VALUES } from './truth-schemas.ts';

// Compares the breaking changes with a validator, for each keyword and place. A break is missed if a sender loses a
// value, or a reader gets a new one, and nothing is reported. A break is false if the validator finds no such value.
// More pairs: PAIRS=100 npx vitest run test/openapi-diff/truth.test.ts
const PAIRS = Number(process.env.PAIRS ?? 3);

const either = (...schemas: JsonObject[]): JsonObject => ({ oneOf: schemas });
type Place = [at: (schema: JsonObject) => JsonObject, value: (inner: JsonValue) => JsonValue];
const PLACES: Record<string, Place> = {
  'a body': [schema => schema, value => value],
  'a property': [schema => ({ type: 'object', properties: { p: schema } }), value => ({ p: value })],
  items: [schema => ({ type: 'array', items: schema }), value => [value]],
  'a map': [schema => ({ type: 'object', additionalProperties: schema }), value => ({ p: value })],
  'a conjunct': [schema => ({ allOf: [schema, { description: 'Words' }] }), value => value],
  'an alternative': [
    schema => either({ type: 'object', properties: { p: schema }, required: ['p'] }, { type: 'array' }),
    value => ({ p: value }),
  ],
};

/**
 * Clients are assumed not to send a property that is not described: a separate rule reports added and removed
 * properties.
 */
const COMES_OR_GOES = /^(new-(optional|required)-.*-property|.*-property-(added|removed))/;
const isTold = ({ severity, rule }: DiffItem): boolean => severity !== 'INFO' || COMES_OR_GOES.test(rule);
const breaks = ({ severity, rule }: DiffItem): boolean => severity === 'BREAKING' && !COMES_OR_GOES.test(rule);

const options = {
  strict: false,
  logger: false,
  validateFormats: false,
  validateSchema: false,
  addUsedSchema: false,
} as const;
const ajv = new Ajv2020(options);

/** More than one false break of a hundred, for the reasons that docs/diff-rules.md gives. */
const UNPROVEN: Record<string, number> = { properties: 3, 'sizes of objects': 2, allOf: 4, if: 3 };

type Judgement = { judged: number; missed: string[]; unfounded: string[] };

const judge = (keyword: string, [at, wrapped]: Place, seed: number): Judgement => {
  const values = VALUES.map(wrapped);
  const accepted = (schema: JsonObject): boolean[] => {
    const validate = ajv.compile({ ...schema });
    return values.map(value => validate(value));
  };
  const choose = makeChooser(seed);
  const make = SCHEMAS[keyword] as (typeof SCHEMAS)[string];
  const found: Judgement = { judged: 0, missed: [], unfounded: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const [before, after] = [at(make(choose)), at(make(choose))];
    const [old, now] = [accepted(before), accepted(after)];
    for (const document of [sending, answering]) {
      const [narrow, wide] = document === sending ? [old, now] : [now, old];
      const lost = values[narrow.findIndex((accepts, index) => accepts && !wide[index])];
      const { items } = compareOpenApi(document(before), document(after));
      const rules = items.map(({ severity, rule }) => `${severity} ${rule}`).join(', ');
      const text = `${JSON.stringify(before)} → ${JSON.stringify(after)}: ${rules || 'nothing'}`;
      found.judged++;
      if (lost !== undefined && !items.some(isTold)) found.missed.push(`${JSON.stringify(lost)} ${text}`);
      if (lost === undefined && items.some(breaks)) found.unfounded.push(text);
    }
  }
  return found;
};

describe('breaking changes, checked by a validator', () => {
  it.each(Object.keys(SCHEMAS))('%s', keyword => {
    const judgements = Object.values(PLACES).map((place, index) => judge(keyword, place, index + 1));
    expect(judgements.flatMap(({ missed }) => missed)).toEqual([]);
    const judged = judgements.reduce((sum, one) => sum + one.judged, 0);
    const unfounded = judgements.flatMap(one => one.unfounded);
    // One in a hundred, or one in the short run.
    const allowed = Math.max(1, (judged / 100) * (UNPROVEN[keyword] ?? 1));
    expect(unfounded.length, unfounded.join('\n')).toBeLessThanOrEqual(allowed);
  });
});
