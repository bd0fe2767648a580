import type { JsonObject } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';
import { type Example, OK, operations, reversed } from './examples.ts';
import { BY_LAW, type LevelFacts } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

type Side = Located<JsonObject> | null;

export type ResponsePair = {
  /** Different if a range or `default` replaces a code, or is replaced by it. */
  codes: { before: string; after: string };
  before: Side;
  after: Side;
  operationBefore: string;
  operationAfter: string;
  /** The range that describes a removed code now. */
  range: string | null;
};

export const isSuccess = (code: string): boolean => /^2(\d\d|XX)$/i.test(code);

type ResponseRow = RuleFacts & { when: (code: string, before: Side, after: Side) => boolean; says: string };

const responseRule = ({ when, says, ...facts }: ResponseRow): Rule<ResponsePair> => ({
  ...facts,
  find({ codes, before, after, operationBefore, operationAfter }): Iterable<Occurrence> {
    if (!when(codes.after, before, after)) return NOTHING;
    const at = { before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter };
    return [{ ...at, name: codes.after, says }];
  },
});

/** `default` describes errors, so a success code that becomes `default` is no longer promised. */
const losesSuccess = ({ before, after }: ResponsePair['codes']): boolean => isSuccess(before) && after === 'default';

const breadth = (code: string): number => (code === 'default' ? 2 : /XX$/i.test(code) ? 1 : 0);

const rangeRule = ({ sign, ...facts }: RuleFacts & { sign: 1 | -1 }): Rule<ResponsePair> => ({
  ...facts,
  find({ codes, before, after }): Iterable<Occurrence> {
    if (before === null || after === null || losesSuccess(codes)) return NOTHING;
    return (breadth(codes.after) - breadth(codes.before)) * sign > 0 ? [replaced(codes, before, after)] : NOTHING;
  },
});

const replaced = ({ before, after }: ResponsePair['codes'], old: Located, now: Located): Occurrence => ({
  ...{ before: old.pointer, after: now.pointer, oldValue: before, newValue: after },
  says: `took the place of ${before}`,
});

function* findLostSuccess({ codes, before, after, operationAfter, range }: ResponsePair): Iterable<Occurrence> {
  if (before === null) return;
  if (after !== null && losesSuccess(codes)) yield replaced(codes, before, after);
  if (after !== null || !isSuccess(codes.after)) return;
  const lost = { before: before.pointer, after: operationAfter, name: codes.after };
  yield range === null
    ? { ...lost, says: 'was removed' }
    : { ...lost, says: `was removed; ${range} describes it`, effect: 'describes' };
}

const wasOneSuccess = ({ oldValue }: LevelFacts): boolean => /^2\d\d$/.test(String(oldValue));
const codes = (more: JsonObject): JsonObject => ({ responses: { ...OK, ...more } });
const RANGE: Example = operations({}, { responses: { '2XX': { description: 'ok' } } });
const SUCCESS: Example = operations({}, codes({ 201: { description: '' } }));
const REFUSAL: Example = operations({}, codes({ 404: { description: '' } }));
const OTHERS: JsonObject = { '4XX': { description: '' } };
/** The range still describes the removed code, although `default` was added. */
const BESIDE_RANGE: Example = operations(
  codes({ ...OTHERS, 404: { description: '' } }),
  codes({ ...OTHERS, default: { description: '' } }),
);

export const responseRules: Rule<ResponsePair>[] = [
  rangeRule({
    id: 'response-status-generalized',
    direction: 'response',
    effect: 'may-widen',
    sign: 1,
    location: 'after',
    levels: { ...BY_LAW, oasdiff: { cases: [['BREAKING', wasOneSuccess]] } },
    checks: 'none',
    examples: [RANGE],
  }),
  rangeRule({
    id: 'response-status-specialized',
    direction: 'response',
    effect: 'narrows',
    sign: -1,
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [reversed(RANGE)],
  }),
  responseRule({
    id: 'response-success-status-added',
    direction: 'response',
    effect: 'adds',
    when: (code, before) => isSuccess(code) && before === null,
    says: 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [SUCCESS],
  }),
  {
    id: 'response-success-status-removed',
    direction: 'response',
    effect: 'removes',
    find: findLostSuccess,
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [reversed(SUCCESS)],
  },
  responseRule({
    id: 'response-non-success-status-added',
    direction: 'response',
    effect: 'adds',
    when: (code, before) => !isSuccess(code) && before === null,
    says: 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [REFUSAL],
  }),
  responseRule({
    id: 'response-non-success-status-removed',
    direction: 'response',
    effect: 'describes',
    when: (code, _, after) => !isSuccess(code) && after === null,
    says: 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [reversed(REFUSAL), BESIDE_RANGE],
  }),
];
