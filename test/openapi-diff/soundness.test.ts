import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, isTold, rulesOf, sending } from './documents.ts';
import { pair, type Side, VALUES } from './soundness-schemas.ts';

// Checks the law with a validator. If a request schema no longer accepts a value, or a response schema newly accepts
// one, the change must be reported as breaking or as a warning. Excluded on purpose: whether branches of oneOf exclude
// each other, effects of `unevaluated…` on other keywords, and added or removed properties: clients are assumed not to
// send a property that is not described.

// More pairs: RUNS=10000 SEED=7 npx vitest run test/openapi-diff/soundness.test.ts
const RUNS = Number(process.env.RUNS ?? 1_000);

const ajv = new Ajv2020({ strict: false, logger: false });

const restOf = ({ component }: Side): JsonObject => ({ components: { schemas: { X: component } } });

/** The values that a schema accepts; null for the rare schema for which the validator generates broken code. */
const acceptedBy = (side: Side): Set<JsonValue> | null => {
  const validate = ajv.compile({ allOf: [side.schema], ...restOf(side) }) as (value: JsonValue) => boolean;
  try {
    return new Set(VALUES.filter(value => validate(value)));
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return null;
    throw error;
  }
};

it('every value that senders lose or that is new to readers is reported', () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const [old, now] = [acceptedBy(before), acceptedBy(after)];
      fc.pre(old !== null && now !== null);
      const told = (items: DiffItem[], value: JsonValue | undefined): void => {
        if (value === undefined || items.some(isTold)) return;
        expect.fail(`${JSON.stringify(value)}: ${rulesOf(items).join(', ') || 'nothing told'}`);
      };
      told(
        compareOpenApi(sending(before.schema, restOf(before)), sending(after.schema, restOf(after))).items,
        [...old.difference(now)][0],
      );
      told(
        compareOpenApi(answering(before.schema, restOf(before)), answering(after.schema, restOf(after))).items,
        [...now.difference(old)][0],
      );
    }),
    { numRuns: RUNS },
  );
});

const reversed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, element]) => [key, reversed(element as JsonValue)]));
};
const R: JsonObject = { $ref: '#/components/schemas/R' };
/** A schema in a property, in a component, and behind a read-only property. */
const everywhere = ({ schema, component }: Side): JsonObject =>
  sending(
    { type: 'object', properties: { p: schema, q: R, r: { allOf: [R], readOnly: true } } },
    { components: { schemas: { X: component, R: { allOf: [schema] } } } },
  );

it('what is reported does not depend on the order of keys', () => {
  const told = (before: JsonValue, after: JsonValue): string[] => {
    const { items } = compareOpenApi(before as JsonObject, after as JsonObject);
    return items.map(({ key, severity, message }) => `${key} ${severity} ${message}`).sort();
  };
  fc.assert(
    fc.property(pair, ([one, other]) => {
      const [before, after] = [everywhere(one), everywhere(other)];
      expect(told(reversed(before), reversed(after))).toEqual(told(before, after));
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  );
});
