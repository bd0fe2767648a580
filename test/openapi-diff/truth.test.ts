import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, comesOrGoes, isTold, sending } from './documents.ts';
import { makeChooser, SCHEMAS, VALUES } from './truth-schemas.ts';

// Compares the breaking changes with a validator, for each keyword and place. A break is missed if a sender loses a
// value, or a reader gets a new one, and nothing is reported. A break is false if the validator finds no such value.
// More pairs: PAIRS=100 npx vitest run test/openapi-diff/truth.test.ts
const PAIRS = Number(process.env.PAIRS ?? 3);

const either = (...schemas: JsonObject[]): JsonObject => ({ oneOf: schemas });
/** Where a schema is written: in its place, or as the component X. `holds`: a value around the value of the schema. */
type Place = {
  before: (schema: JsonObject) => JsonObject;
  after: (schema: JsonObject) => JsonObject;
  holds: (inner: JsonValue) => JsonValue;
};
const place = (before: Place['before'], holds: Place['holds'] = value => value, after = before): Place => ({
  ...{ before, after, holds },
});
const withComponent = (schema: JsonObject): JsonObject => ({ components: { schemas: { X: schema, Any: {} } } });
const X = { $ref: '#/components/schemas/X' };
const PLACES: Record<string, Place> = {
  'a body': place(schema => schema),
  'a property': place(
    schema => ({ type: 'object', properties: { p: schema } }),
    value => ({ p: value }),
  ),
  items: place(
    schema => ({ type: 'array', items: schema }),
    value => [value],
  ),
  'a map': place(
    schema => ({ type: 'object', additionalProperties: schema }),
    value => ({ p: value }),
  ),
  'a conjunct': place(schema => ({ allOf: [schema, { description: 'Words' }] })),
  'an alternative': place(
    schema => either({ type: 'object', properties: { p: schema }, required: ['p'] }, { type: 'array' }),
    value => ({ p: value }),
  ),
  'a component': place(() => ({ allOf: [X, { description: 'Words' }] })),
  'beside a reference': place(schema => ({ $ref: '#/components/schemas/Any', ...schema })),
  'what a component replaces': place(
    schema => schema,
    value => value,
    () => ({ allOf: [X] }),
  ),
};

const breaks = (item: DiffItem): boolean => item.severity === 'BREAKING' && !comesOrGoes(item);

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

const judge = (keyword: string, place: Place, seed: number): Judgement => {
  const values = VALUES.map(place.holds);
  const accepted = (schema: JsonObject, rest: JsonObject): boolean[] => {
    const validate = ajv.compile({ ...schema, ...rest });
    return values.map(value => validate(value));
  };
  const choose = makeChooser(seed);
  const make = SCHEMAS[keyword] as (typeof SCHEMAS)[string];
  const found: Judgement = { judged: 0, missed: [], unfounded: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const [one, other] = [make(choose), make(choose)];
    const [before, after] = [place.before(one), place.after(other)];
    const [having, getting] = [withComponent(one), withComponent(other)];
    const [old, now] = [accepted(before, having), accepted(after, getting)];
    for (const document of [sending, answering]) {
      const [narrow, wide] = document === sending ? [old, now] : [now, old];
      const lost = values[narrow.findIndex((accepts, index) => accepts && !wide[index])];
      const { items } = compareOpenApi(document(before, having), document(after, getting));
      const rules = items.map(({ severity, rule }) => `${severity} ${rule}`).join(', ');
      const text = `${JSON.stringify([before, one])} → ${JSON.stringify([after, other])}: ${rules || 'nothing'}`;
      found.judged++;
      if (lost !== undefined && !items.some(isTold)) found.missed.push(`${JSON.stringify(lost)} ${text}`);
      if (lost === undefined && items.some(breaks)) found.unfounded.push(text);
    }
  }
  return found;
};

describe('breaking changes, checked by a validator', () => {
  it.each(Object.keys(SCHEMAS))('%s', keyword => {
    const judgements = Object.values(PLACES).map((one, index) => judge(keyword, one, index + 1));
    expect(judgements.flatMap(({ missed }) => missed)).toEqual([]);
    const judged = judgements.reduce((sum, one) => sum + one.judged, 0);
    const unfounded = judgements.flatMap(one => one.unfounded);
    // One in a hundred, or a few in the short run.
    const share = UNPROVEN[keyword] ?? 1;
    const allowed = Math.max(share, (judged / 100) * share);
    expect(unfounded.length, unfounded.join('\n')).toBeLessThanOrEqual(allowed);
  });
});
