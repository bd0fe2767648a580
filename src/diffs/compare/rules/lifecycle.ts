import type { JsonObject, JsonValue } from '../../../platform/json.ts';
import { textOf } from '../document.ts';
import type { Effect } from '../law.ts';
import { quote, sameValue } from '../values.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** What counts as late: no clock is read here, so the day comes from whoever asks. */
export type Notice = {
  /** The day of the comparison as `YYYY-MM-DD`; without it no date counts as passed. */
  today?: string;
  /** Days that a sunset has to be announced ahead. */
  noticeDays?: number;
};

type Sunset = { state: 'none' | 'unreadable' } | { state: 'date'; day: string };

/** A date or a time of RFC 3339. */
export const readSunset = (value: JsonValue | undefined): Sunset => {
  if (value === undefined) return { state: 'none' };
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})([T ].*)?$/.exec(value)?.[1] : undefined;
  return day === undefined || Number.isNaN(Date.parse(day)) ? { state: 'unreadable' } : { state: 'date', day };
};

export const hasPassed = (day: string, { today }: Notice): boolean => today !== undefined && day <= today;

export const isTooSoon = (day: string, { today, noticeDays = 0 }: Notice): boolean =>
  today !== undefined && Date.parse(day) - Date.parse(today) < noticeDays * 86_400_000;

/** Something that can be deprecated: an operation or a parameter. */
export type LifecyclePair = {
  before: { value: JsonObject; pointer: string };
  after: { value: JsonObject; pointer: string };
  notice: Notice;
};

const isDeprecated = ({ value }: LifecyclePair['before']): boolean => value.deprecated === true;
const sunsetOf = ({ value }: LifecyclePair['before']): Sunset => readSunset(value['x-sunset']);

type State = 'missing' | 'unreadable' | 'too soon' | 'announced';

const stateOf = ({ after, notice }: LifecyclePair): State => {
  const sunset = sunsetOf(after);
  if (sunset.state === 'none') return 'missing';
  if (sunset.state === 'unreadable') return 'unreadable';
  return 'day' in sunset && isTooSoon(sunset.day, notice) ? 'too soon' : 'announced';
};

type Ids = {
  deprecated: string;
  withSunset?: string;
  reactivated: string;
  missing: string;
  unreadable: string;
  tooSoon: string;
  deleted: string;
  changedTooSoon: string;
  changedUnreadable: string;
  changed: string;
  added: string;
};

type Lifecycle = Rule<LifecyclePair>;

const lifecycleRule = (
  id: string,
  effect: Effect,
  when: (pair: LifecyclePair) => boolean,
  says: (pair: LifecyclePair) => string,
  onlyOf?: (pair: LifecyclePair) => Occurrence['only'],
): Lifecycle => ({
  id,
  effect,
  changeType: 'DEPRECATION_CHANGED',
  find(pair): Iterable<Occurrence> {
    if (!when(pair)) return NOTHING;
    const { before, after } = pair;
    const key = isDeprecated(before) && isDeprecated(after) ? 'x-sunset' : 'deprecated';
    const [oldValue, newValue] = [before.value[key], after.value[key]];
    const found = { before: before.pointer, after: after.pointer, oldValue, newValue, says: says(pair) };
    const only = onlyOf?.(pair);
    return [only === undefined ? found : { ...found, only }];
  },
});

const becomes =
  (state: State) =>
  (pair: LifecyclePair): boolean =>
    !isDeprecated(pair.before) && isDeprecated(pair.after) && stateOf(pair) === state;

const sunsetWords = ({ after }: LifecyclePair): string => quote(after.value['x-sunset']);

const withDate = (pair: LifecyclePair): string => `was deprecated, with the sunset date ${sunsetWords(pair)}`;

/** What is deprecated anew. Only what is declared stable promises a date along with it. */
const deprecations = (ids: Ids): Lifecycle[] => [
  lifecycleRule(
    ids.deprecated,
    'describes',
    pair => becomes('missing')(pair) || (ids.withSunset === undefined && becomes('announced')(pair)),
    pair => (stateOf(pair) === 'missing' ? 'was deprecated' : withDate(pair)),
    pair => (stateOf(pair) === 'missing' ? 'not stable' : undefined),
  ),
  ...(ids.withSunset === undefined ? [] : [lifecycleRule(ids.withSunset, 'describes', becomes('announced'), withDate)]),
  lifecycleRule(
    ids.missing,
    'may-change',
    becomes('missing'),
    () => 'was deprecated without a sunset date, although it is declared stable',
    () => 'stable',
  ),
  lifecycleRule(
    ids.unreadable,
    'may-change',
    becomes('unreadable'),
    pair => `was deprecated, with a sunset that is no date: ${sunsetWords(pair)}`,
  ),
  lifecycleRule(
    ids.tooSoon,
    'may-change',
    becomes('too soon'),
    pair => `was deprecated, with a sunset date that comes too soon: ${sunsetWords(pair)}`,
  ),
  lifecycleRule(
    ids.reactivated,
    'describes',
    ({ before, after }) => isDeprecated(before) && !isDeprecated(after),
    () => 'is no longer deprecated',
  ),
];

const bothDeprecated = ({ before, after }: LifecyclePair): boolean => isDeprecated(before) && isDeprecated(after);

const moves = ({ before, after }: LifecyclePair): boolean => {
  const [old, now] = [before.value['x-sunset'], after.value['x-sunset']];
  return old !== undefined && now !== undefined && !sameValue(old, now);
};

/** An announced date may come later than said, never earlier. */
const comesEarlier = (pair: LifecyclePair): boolean => {
  const [old, now] = [sunsetOf(pair.before), sunsetOf(pair.after)];
  return old.state === 'date' && now.state === 'date' && now.day < old.day && isTooSoon(now.day, pair.notice);
};

const isUnreadable = (pair: LifecyclePair): boolean =>
  [pair.before, pair.after].some(side => sunsetOf(side).state === 'unreadable');

const movesSunset = ({ before, after }: LifecyclePair): string =>
  `sunset date changed from ${quote(before.value['x-sunset'])} to ${quote(after.value['x-sunset'])}`;

const sunsets = (ids: Ids): Lifecycle[] => [
  lifecycleRule(
    ids.deleted,
    'may-change',
    pair => bothDeprecated(pair) && sunsetOf(pair.before).state !== 'none' && sunsetOf(pair.after).state === 'none',
    ({ before }) => `sunset date ${quote(before.value['x-sunset'])} removed`,
  ),
  lifecycleRule(
    ids.changedTooSoon,
    'may-change',
    pair => bothDeprecated(pair) && moves(pair) && comesEarlier(pair),
    pair => `${movesSunset(pair)}, which is too soon`,
  ),
  lifecycleRule(
    ids.changedUnreadable,
    'may-change',
    pair => bothDeprecated(pair) && moves(pair) && isUnreadable(pair),
    pair => `${movesSunset(pair)}, which is not a date on both sides`,
  ),
  lifecycleRule(
    ids.changed,
    'may-change',
    pair => bothDeprecated(pair) && moves(pair) && !isUnreadable(pair) && !comesEarlier(pair),
    movesSunset,
  ),
  lifecycleRule(
    ids.added,
    'describes',
    pair => bothDeprecated(pair) && sunsetOf(pair.before).state === 'none' && sunsetOf(pair.after).state !== 'none',
    pair => `sunset date ${sunsetWords(pair)} added`,
  ),
];

const lifecycleRules = (ids: Ids): Lifecycle[] => [...deprecations(ids), ...sunsets(ids)];

export const endpointLifecycleRules: Lifecycle[] = lifecycleRules({
  deprecated: 'endpoint-deprecated',
  withSunset: 'endpoint-deprecated-with-sunset',
  reactivated: 'endpoint-reactivated',
  missing: 'api-deprecated-sunset-missing',
  unreadable: 'api-deprecated-sunset-parse',
  tooSoon: 'api-sunset-date-too-small',
  deleted: 'sunset-deleted',
  changedTooSoon: 'api-sunset-date-changed-too-small',
  changedUnreadable: 'endpoint-sunset-changed-unreadable',
  changed: 'endpoint-sunset-changed',
  added: 'endpoint-sunset-added',
});

export const parameterLifecycleRules: Lifecycle[] = lifecycleRules({
  deprecated: '{direction}-parameter-deprecated',
  reactivated: '{direction}-parameter-reactivated',
  missing: '{direction}-parameter-deprecated-sunset-missing',
  unreadable: '{direction}-parameter-sunset-parse',
  tooSoon: '{direction}-parameter-sunset-date-too-small',
  deleted: '{direction}-parameter-sunset-deleted',
  changedTooSoon: '{direction}-parameter-sunset-date-changed-too-small',
  changedUnreadable: '{direction}-parameter-sunset-changed-unreadable',
  changed: '{direction}-parameter-sunset-changed',
  added: '{direction}-parameter-sunset-added',
});

const LEVELS = ['draft', 'alpha', 'beta', 'stable'];
type Level = { name: JsonValue | undefined; rank: number };

/** What says nothing about its stability is stable; an unknown level, or what is no text, is -1. */
export const rankOfLevel = (level: JsonValue | undefined): number =>
  level === undefined ? LEVELS.indexOf('stable') : LEVELS.indexOf(textOf(level) ?? '');

const levelOf = (value: JsonObject): Level => ({
  name: value['x-stability-level'],
  rank: rankOfLevel(value['x-stability-level']),
});

/** Drafts and alphas promise nothing yet. */
export const isUnstable = (value: JsonObject): boolean => {
  const { rank } = levelOf(value);
  return rank === 0 || rank === 1;
};
export const isDeclaredStable = (value: JsonObject): boolean => value['x-stability-level'] === 'stable';

const stabilityRule = (id: string, effect: Effect, when: (before: Level, after: Level) => boolean): Lifecycle => ({
  id,
  effect,
  find({ before, after }): Iterable<Occurrence> {
    const [old, now] = [levelOf(before.value), levelOf(after.value)];
    if (sameValue(old.name, now.name) || !when(old, now)) return NOTHING;
    const says = `stability level changed from ${quote(old.name ?? 'stable')} to ${quote(now.name ?? 'stable')}`;
    return [{ before: before.pointer, after: after.pointer, oldValue: old.name, newValue: now.name, says }];
  },
});

export const stabilityRules: Lifecycle[] = [
  stabilityRule('api-stability-decreased', 'removes', (old, now) => now.rank >= 0 && old.rank > now.rank),
  stabilityRule('api-stability-increased', 'describes', (old, now) => old.rank >= 0 && old.rank < now.rank),
  stabilityRule('api-invalid-stability-level', 'may-change', (old, now) => old.rank < 0 || now.rank < 0),
];
