import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import type { Direction, Effect } from '../law.ts';
import type { Parameter } from '../operations.ts';
import { quote, sameValue } from '../values.ts';
import type { Occurrence, Rule } from './rule.ts';

export type ParameterPair = {
  direction: Direction;
  before: Parameter | null;
  after: Parameter | null;
  operationBefore: string;
  operationAfter: string;
};

type When = (before: JsonObject | null, after: JsonObject | null, pair: ParameterPair) => boolean;

const parameterRule = (
  id: string,
  effect: Effect,
  when: When,
  says: string,
  changeType?: Rule<ParameterPair>['changeType'],
): Rule<ParameterPair> => ({
  id,
  effect,
  ...(changeType && { changeType }),
  *find(pair): Iterable<Occurrence> {
    const { before, after, operationBefore, operationAfter } = pair;
    if (!when(before?.value ?? null, after?.value ?? null, pair)) return;
    yield { before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, says };
  },
});

export const isRequired = (parameter: JsonObject | null): boolean =>
  parameter !== null && (parameter.in === 'path' || parameter.required === true);

const PRIMITIVE_STYLE: Record<string, string> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' };
const styleOf = (parameter: JsonObject): JsonValue =>
  parameter.style ?? PRIMITIVE_STYLE[String(parameter.in)] ?? 'form';
export const explodeOf = (parameter: JsonObject): JsonValue => parameter.explode ?? styleOf(parameter) === 'form';

const settingRule = (
  name: string,
  effect: Effect,
  read: (parameter: JsonObject) => JsonValue,
): Rule<ParameterPair> => ({
  id: `{direction}-parameter-${name}-changed`,
  effect,
  *find({ before, after }): Iterable<Occurrence> {
    if (before === null || after === null) return;
    const [oldValue, newValue] = [read(before.value), read(after.value)];
    if (sameValue(oldValue, newValue)) return;
    const says = `${name} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    yield { before: before.pointer, after: after.pointer, oldValue, newValue, says };
  },
});

/** A switch that lets callers send more: turning it off refuses what was accepted. */
const switchRules = (key: string, name: string): Rule<ParameterPair>[] => [
  parameterRule(
    `{direction}-parameter-${name}-set`,
    'widens',
    (before, after) => before !== null && after?.[key] === true && before[key] !== true,
    `${key} turned on`,
  ),
  parameterRule(
    `{direction}-parameter-${name}-unset`,
    'narrows',
    (before, after) => before?.[key] === true && after !== null && after[key] !== true,
    `${key} turned off`,
  ),
];

const flagged = (parameter: JsonObject | null): boolean => parameter?.deprecated === true;

export const parameterRules: Rule<ParameterPair>[] = [
  parameterRule(
    'new-required-{direction}-parameter',
    'narrows',
    (before, after) => before === null && isRequired(after),
    'added as required',
    'PARAMETER_ADDED',
  ),
  parameterRule(
    'new-optional-{direction}-parameter',
    'adds',
    (before, after) => before === null && !isRequired(after),
    'added',
    'PARAMETER_ADDED',
  ),
  parameterRule(
    '{direction}-parameter-removed',
    'may-remove',
    (before, after) => before !== null && after === null,
    'removed',
    'PARAMETER_REMOVED',
  ),
  parameterRule(
    '{direction}-parameter-became-required',
    'narrows',
    (before, after) => before !== null && !isRequired(before) && isRequired(after),
    'became required',
  ),
  parameterRule(
    '{direction}-parameter-became-optional',
    'widens',
    (before, after) => isRequired(before) && after !== null && !isRequired(after),
    'became optional',
  ),
  parameterRule(
    '{direction}-parameter-deprecated',
    'describes',
    (before, after) => before !== null && !flagged(before) && flagged(after),
    'deprecated',
    'DEPRECATION_CHANGED',
  ),
  parameterRule(
    '{direction}-parameter-reactivated',
    'describes',
    (before, after) => flagged(before) && after !== null && !flagged(after),
    'no longer deprecated',
    'DEPRECATION_CHANGED',
  ),
  settingRule('style', 'changes', styleOf),
  settingRule('explode', 'changes', explodeOf),
  ...switchRules('allowReserved', 'allow-reserved'),
  ...switchRules('allowEmptyValue', 'allow-empty-value'),
  {
    id: '{direction}-parameter-renamed',
    effect: 'describes',
    *find({ before, after }): Iterable<Occurrence> {
      if (before === null || after === null || before.in !== 'path' || before.name === after.name) return;
      const says = `renamed from ${quote(before.name)} to ${quote(after.name)}`;
      yield { before: before.pointer, after: after.pointer, oldValue: before.name, newValue: after.name, says };
    },
  },
];
