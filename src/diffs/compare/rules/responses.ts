import type { JsonObject } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Effect } from '../law.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

type Side = Located<JsonObject> | null;

export type ResponsePair = {
  /** Different where a range or `default` takes the place of a code, or gives way to it. */
  codes: { before: string; after: string };
  before: Side;
  after: Side;
  operationBefore: string;
  operationAfter: string;
};

const isSuccess = (code: string): boolean => /^2(\d\d|XX)$/i.test(code);

const responseRule = (
  id: string,
  effect: Effect,
  when: (code: string, before: Side, after: Side) => boolean,
  says: string,
): Rule<ResponsePair> => ({
  id,
  effect,
  find({ codes, before, after, operationBefore, operationAfter }): Iterable<Occurrence> {
    if (!when(codes.after, before, after)) return NOTHING;
    const at = { before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter };
    return [{ ...at, name: codes.after, says }];
  },
});

/** `default` speaks of what went wrong: no success is promised any more. */
const losesSuccess = ({ before, after }: ResponsePair['codes']): boolean => isSuccess(before) && after === 'default';

const breadth = (code: string): number => (code === 'default' ? 2 : /XX$/i.test(code) ? 1 : 0);

const rangeRule = (id: string, effect: Effect, sign: 1 | -1): Rule<ResponsePair> => ({
  id,
  effect,
  find({ codes, before, after }): Iterable<Occurrence> {
    if (before === null || after === null || losesSuccess(codes)) return NOTHING;
    return (breadth(codes.after) - breadth(codes.before)) * sign > 0 ? [replaced(codes, before, after)] : NOTHING;
  },
});

const replaced = ({ before, after }: ResponsePair['codes'], old: Located, now: Located): Occurrence => ({
  ...{ before: old.pointer, after: now.pointer, oldValue: before, newValue: after },
  says: `took the place of ${before}`,
});

export const responseRules: Rule<ResponsePair>[] = [
  rangeRule('response-status-generalized', 'may-widen', 1),
  rangeRule('response-status-specialized', 'narrows', -1),
  responseRule(
    'response-success-status-added',
    'adds',
    (code, before) => isSuccess(code) && before === null,
    'was added',
  ),
  {
    id: 'response-success-status-removed',
    effect: 'removes',
    *find({ codes, before, after, operationAfter }): Iterable<Occurrence> {
      if (before === null) return;
      if (after !== null && losesSuccess(codes)) yield replaced(codes, before, after);
      if (after === null && isSuccess(codes.after))
        yield { before: before.pointer, after: operationAfter, name: codes.after, says: 'was removed' };
    },
  },
  responseRule(
    'response-non-success-status-added',
    'adds',
    (code, before) => !isSuccess(code) && before === null,
    'was added',
  ),
  responseRule(
    'response-non-success-status-removed',
    'describes',
    (code, _, after) => !isSuccess(code) && after === null,
    'was removed',
  ),
];

export type HeaderPair = {
  name: string;
  /** Holds neither a list nor an object. */
  isPlain?: boolean;
  before: Side;
  after: Side;
  responseBefore: string;
  responseAfter: string;
};

const isRequired = (side: Side): boolean => side?.value.required === true;

const headerRule = (
  id: string,
  effect: Effect,
  when: (before: Side, after: Side) => boolean,
  says: string,
  changeType?: Rule<HeaderPair>['changeType'],
): Rule<HeaderPair> => ({
  id,
  effect,
  ...(changeType && { changeType }),
  find({ name, before, after, responseBefore, responseAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return NOTHING;
    return [{ before: before?.pointer ?? responseBefore, after: after?.pointer ?? responseAfter, name, says }];
  },
});

export const headerRules: Rule<HeaderPair>[] = [
  headerRule('{direction}-header-added', 'adds', (before, after) => before === null && after !== null, 'was added'),
  headerRule('required-{direction}-header-removed', 'removes', (a, b) => isRequired(a) && b === null, 'was removed'),
  headerRule(
    'optional-{direction}-header-removed',
    'may-remove',
    (a, b) => a !== null && !isRequired(a) && b === null,
    'was removed',
  ),
  headerRule(
    '{direction}-header-became-optional',
    'widens',
    (a, b) => isRequired(a) && b !== null && !isRequired(b),
    'became optional',
  ),
  headerRule(
    '{direction}-header-became-required',
    'narrows',
    (a, b) => a !== null && !isRequired(a) && isRequired(b),
    'became required',
  ),
  headerRule(
    '{direction}-header-deprecated',
    'describes',
    (a, b) => a !== null && a.value.deprecated !== true && b?.value.deprecated === true,
    'was deprecated',
    'DEPRECATION_CHANGED',
  ),
  headerRule(
    '{direction}-header-reactivated',
    'describes',
    (a, b) => a?.value.deprecated === true && b !== null && b.value.deprecated !== true,
    'is no longer deprecated',
    'DEPRECATION_CHANGED',
  ),
  {
    id: '{direction}-header-explode-changed',
    effect: 'changes',
    find({ name, before, after, isPlain }): Iterable<Occurrence> {
      if (before === null || after === null) return NOTHING;
      const [oldValue, newValue] = [before, after].map(({ value }) => value.explode === true);
      if (oldValue === newValue) return NOTHING;
      const says = `explode changed from ${oldValue} to ${newValue}`;
      const found = { before: before.pointer, after: after.pointer, name, oldValue, newValue, says };
      return [isPlain ? { ...found, effect: 'describes' } : found];
    },
  },
];
