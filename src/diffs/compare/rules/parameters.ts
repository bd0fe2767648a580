import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Direction, Effect } from '../law.ts';
import type { Parameter } from '../operations.ts';
import type { Family } from '../schemas/pair.ts';
import { quote, sameValue } from '../values.ts';
import { hasPassed, type Notice, readSunset } from './lifecycle.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

export type ParameterPair = {
  direction: Direction;
  before: Parameter | null;
  after: Parameter | null;
  operationBefore: string;
  operationAfter: string;
  notice: Notice;
  /** Holds nothing that could be exploded. */
  isPlain?: boolean;
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
  find(pair): Iterable<Occurrence> {
    const { before, after, operationBefore, operationAfter } = pair;
    if (!when(before?.value ?? null, after?.value ?? null, pair)) return NOTHING;
    return [{ before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, says }];
  },
});

export const isRequired = (parameter: JsonObject | null): boolean =>
  parameter !== null && (parameter.in === 'path' || parameter.required === true);

const PRIMITIVE_STYLE: Record<string, string> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' };
export const styleOf = (parameter: JsonObject): JsonValue =>
  parameter.style ?? PRIMITIVE_STYLE[String(parameter.in)] ?? 'form';
export const explodeOf = (parameter: JsonObject): JsonValue => parameter.explode ?? styleOf(parameter) === 'form';

const settingRule = (
  name: string,
  effect: Effect,
  read: (parameter: JsonObject) => JsonValue,
): Rule<ParameterPair> => ({
  id: `{direction}-parameter-${name}-changed`,
  effect,
  find({ before, after, isPlain }): Iterable<Occurrence> {
    if (before === null || after === null || before.in !== after.in) return NOTHING;
    const [oldValue, newValue] = [read(before.value), read(after.value)];
    if (sameValue(oldValue, newValue)) return NOTHING;
    const says = `${name} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    const found = { before: before.pointer, after: after.pointer, oldValue, newValue, says };
    return [isPlain && name === 'explode' ? { ...found, effect: 'describes' } : found];
  },
});

const inQuery = (...parts: Parameters<typeof parameterRule>): Rule<ParameterPair> => {
  const rule = parameterRule(...parts);
  return {
    ...rule,
    *find(pair): Iterable<Occurrence> {
      const works = pair.before?.in === 'query' || pair.after?.in === 'query';
      for (const found of rule.find(pair)) yield works ? found : { ...found, effect: 'describes' };
    },
  };
};

/** A switch that lets callers send more: turning it off refuses what was accepted. It works in a query only. */
const switchRules = (key: string, name: string): Rule<ParameterPair>[] => [
  inQuery(
    `{direction}-parameter-${name}-set`,
    'widens',
    (before, after) => before !== null && after?.[key] === true && before[key] !== true,
    `${key} turned on`,
  ),
  inQuery(
    `{direction}-parameter-${name}-unset`,
    'narrows',
    (before, after) => before?.[key] === true && after !== null && after[key] !== true,
    `${key} turned off`,
  ),
];

const comes: When = (before, after) => before === null && after !== null;
const isAtPath = ({ after }: ParameterPair): boolean => after?.atPath === true && after.in !== 'path';
const isInPath = ({ after }: ParameterPair): boolean => after?.in === 'path';

const additions: Rule<ParameterPair>[] = [
  parameterRule(
    'new-{direction}-path-parameter',
    'narrows',
    (before, after, pair) => comes(before, after, pair) && isInPath(pair),
    'was added',
    'PARAMETER_ADDED',
  ),
  ...(['', 'default-'] as const).flatMap(atPath => {
    const end = atPath === '' ? '' : '-to-existing-path';
    const fits: When = (before, after, pair) =>
      comes(before, after, pair) && !isInPath(pair) && isAtPath(pair) === (atPath !== '');
    const where = atPath === '' ? 'was added' : 'was added for all operations of the path';
    return [
      parameterRule(
        `new-required-{direction}-${atPath}parameter${end}`,
        'narrows',
        (before, after, pair) => fits(before, after, pair) && isRequired(after),
        `${where} as required`,
        'PARAMETER_ADDED',
      ),
      parameterRule(
        `new-optional-{direction}-${atPath}parameter${end}`,
        'adds',
        (before, after, pair) => fits(before, after, pair) && !isRequired(after),
        where,
        'PARAMETER_ADDED',
      ),
    ];
  }),
];

type Announcement = 'none' | 'unreadable' | 'kept' | 'not yet';

const announcementOf = (parameter: JsonObject | null, { notice }: ParameterPair): Announcement => {
  if (parameter?.deprecated !== true) return 'none';
  const sunset = readSunset(parameter['x-sunset']);
  if (sunset.state !== 'date') return sunset.state === 'none' ? 'kept' : 'unreadable';
  return hasPassed(sunset.day, notice) ? 'kept' : 'not yet';
};

const removal = (end: string, effect: Effect, announcement: Announcement, says: string): Rule<ParameterPair> =>
  parameterRule(
    `{direction}-parameter-removed${end}`,
    effect,
    (before, after, pair) => before !== null && after === null && announcementOf(before, pair) === announcement,
    says,
    'PARAMETER_REMOVED',
  );

const changeRule = (id: string, read: (parameter: Parameter) => string, words: string, effect: Effect) =>
  ({
    id,
    effect,
    find({ before, after }: ParameterPair): Iterable<Occurrence> {
      if (before === null || after === null || read(before) === read(after)) return NOTHING;
      if (words === 'renamed' && !(before.in === 'path' && after.in === 'path')) return NOTHING;
      const [oldValue, newValue] = [read(before), read(after)];
      const says = `was ${words} from ${quote(oldValue)} to ${quote(newValue)}`;
      return [{ before: before.pointer, after: after.pointer, oldValue, newValue, says }];
    },
  }) satisfies Rule<ParameterPair>;

export const parameterRules: Rule<ParameterPair>[] = [
  ...additions,
  removal('', 'may-remove', 'none', 'was removed'),
  removal('-with-deprecation', 'may-remove', 'kept', 'was removed after it had been deprecated'),
  removal('-before-sunset', 'removes', 'not yet', 'was removed before its sunset date'),
  removal('-sunset-parse', 'removes', 'unreadable', 'was removed, with a sunset that is no date'),
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
  settingRule('style', 'changes', styleOf),
  // The members of an object are written one by one in a deepObject, whatever is said about it.
  settingRule('explode', 'changes', parameter => styleOf(parameter) === 'deepObject' || explodeOf(parameter)),
  ...switchRules('allowReserved', 'allow-reserved'),
  ...switchRules('allowEmptyValue', 'allow-empty-value'),
  changeRule('{direction}-parameter-moved', parameter => parameter.in, 'moved', 'changes'),
  changeRule('{direction}-parameter-renamed', parameter => parameter.name, 'renamed', 'describes'),
];

/** A parameter or a header of an answer that is written by a media type on one side, and by a style on the other. */
export type ContentPair = { before: Located<JsonObject>; after: Located<JsonObject>; family: Family };

const contentRule = (site: 'parameter' | 'header'): Rule<ContentPair> => ({
  id: `{direction}-${site}-content-changed`,
  effect: 'changes',
  find({ before, after, family }): Iterable<Occurrence> {
    if ((family === 'header') !== (site === 'header')) return NOTHING;
    const [oldValue, newValue] = [before, after].map(({ value }) =>
      isJsonObject(value.content) ? (Object.keys(value.content)[0] ?? 'content') : 'a style',
    );
    const says = `is written by ${newValue} now, no longer by ${oldValue}`;
    return [{ before: before.pointer, after: after.pointer, oldValue, newValue, says }];
  },
});

export const contentRules: Rule<ContentPair>[] = [contentRule('parameter'), contentRule('header')];
