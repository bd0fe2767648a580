import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { isDay } from '../containment/text-formats.ts';
import { quote, sameValue } from '../read/values.ts';
import { deprecated, type Example, inStable, operations, reversed } from './examples.ts';
import { BY_LAW, type Levels } from './levels.ts';
import { type Identity, NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

/** The day of the comparison and the notice period. The caller gives the day, so that no clock is read here. */
export type Notice = {
  /** The day of the comparison as `YYYY-MM-DD`; without it no date counts as passed. */
  today?: string;
  /** Days between the announcement of a sunset and its date. */
  noticeDays?: number;
};

type Sunset = { state: 'none' | 'unreadable' } | { state: 'date'; day: string };

/** The day of `x-sunset`, a date or date-time of RFC 3339. `none` if it is absent, `unreadable` for any other value. */
export const readSunset = (value: JsonValue | undefined): Sunset => {
  if (value === undefined) return { state: 'none' };
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})([T ].*)?$/.exec(value)?.[1] : undefined;
  return day === undefined || !isDay(day) ? { state: 'unreadable' } : { state: 'date', day };
};

const isTooSoon = (day: string, { today, noticeDays = 0 }: Notice): boolean =>
  today !== undefined && Date.parse(day) - Date.parse(today) < noticeDays * 86_400_000;

/** How a removal was announced. `dated`: the result may be different on another day. */
export type Announcement = { state: 'none' | 'unreadable' | 'not yet' | 'kept'; dated: boolean };

/** Whether a deprecation announced a removal, and the announced day has come. Without a sunset, it counts as `kept`. */
export const announcementOf = (value: JsonObject, { today }: Notice): Announcement => {
  if (value.deprecated !== true) return { state: 'none', dated: false };
  const sunset = readSunset(value['x-sunset']);
  if (sunset.state !== 'date') return { state: sunset.state === 'none' ? 'kept' : 'unreadable', dated: false };
  return { state: today !== undefined && sunset.day <= today ? 'kept' : 'not yet', dated: true };
};

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

type Row = RuleFacts & {
  when: (pair: LifecyclePair) => boolean;
  says: (pair: LifecyclePair) => string;
  only?: (pair: LifecyclePair) => Occurrence['only'];
};

const lifecycleRule = ({ when, says, only, ...facts }: Row): Rule<LifecyclePair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    if (!when(pair)) return NOTHING;
    const { before, after } = pair;
    const key = bothDeprecated(pair) ? 'x-sunset' : 'deprecated';
    const [oldValue, newValue] = [before.value[key], after.value[key]];
    const found = { before: before.pointer, after: after.pointer, oldValue, newValue, says: says(pair) };
    const when_ = only?.(pair);
    return [{ ...found, ...(when_ && { only: when_ }), ...(isDated(pair) && { dated: true }) }];
  },
});

const becomesDeprecated = ({ before, after }: LifecyclePair): boolean => !isDeprecated(before) && isDeprecated(after);
const bothDeprecated = ({ before, after }: LifecyclePair): boolean => isDeprecated(before) && isDeprecated(after);

const becomes =
  (state: State) =>
  (pair: LifecyclePair): boolean =>
    becomesDeprecated(pair) && stateOf(pair) === state;

/** Whether the result depends on the day of the comparison: the sunset date is new, or earlier than announced. */
const isDated = (pair: LifecyclePair): boolean =>
  (becomesDeprecated(pair) && sunsetOf(pair.after).state === 'date') || (bothDeprecated(pair) && isEarlier(pair));

const sunsetWords = ({ after }: LifecyclePair): string => quote(after.value['x-sunset']);

const withDate = (pair: LifecyclePair): string => `was deprecated, with the sunset date ${sunsetWords(pair)}`;

const moves = ({ before, after }: LifecyclePair): boolean => {
  const [old, now] = [before.value['x-sunset'], after.value['x-sunset']];
  return old !== undefined && now !== undefined && !sameValue(old, now);
};

/** An announced date may move to a later day, never to an earlier one. */
const isEarlier = (pair: LifecyclePair): boolean => {
  const [old, now] = [sunsetOf(pair.before), sunsetOf(pair.after)];
  return old.state === 'date' && now.state === 'date' && now.day < old.day;
};
const comesEarlier = (pair: LifecyclePair): boolean => {
  const now = sunsetOf(pair.after);
  return isEarlier(pair) && now.state === 'date' && isTooSoon(now.day, pair.notice);
};

const isUnreadable = (pair: LifecyclePair): boolean =>
  [pair.before, pair.after].some(side => sunsetOf(side).state === 'unreadable');

const movesSunset = ({ before, after }: LifecyclePair): string =>
  `sunset date changed from ${quote(before.value['x-sunset'])} to ${quote(after.value['x-sunset'])}`;

const SUNSET_BREAKS: Levels = { ...BY_LAW, oasdiff: 'BREAKING' };
const OF_DEPRECATION = { effect: 'may-change', changeType: 'DEPRECATION_CHANGED', location: 'after' } as const;
const HARMLESS = { ...OF_DEPRECATION, effect: 'describes', levels: BY_LAW } as const;

type End =
  | 'deprecated'
  | 'missing'
  | 'unreadable'
  | 'tooSoon'
  | 'reactivated'
  | 'deleted'
  | 'changedTooSoon'
  | 'changedUnreadable'
  | 'changed'
  | 'added';
type Named = Identity & Pick<RuleFacts, 'checks' | 'knownAs'>;
/** What operations and parameters differ in: the names of the rules, and what an example of a state looks like. */
type Thing = {
  names: Record<End, Named> & { withSunset?: Named };
  holding: (state: JsonObject) => JsonObject;
};

const FAR = '2030-01-01';
const SOON = '2026-06-20';

/** Rules about things that become deprecated, or no longer are. Only those declared stable must have a sunset date. */
const deprecations = ({ names, holding }: Thing): Rule<LifecyclePair>[] => {
  const change = (sunset?: string): Example => operations(holding({}), holding(deprecated(sunset)));
  return [
    lifecycleRule({
      ...HARMLESS,
      ...names.deprecated,
      when: pair => becomes('missing')(pair) || (names.withSunset === undefined && becomes('announced')(pair)),
      says: pair => (stateOf(pair) === 'missing' ? 'was deprecated' : withDate(pair)),
      only: pair => (stateOf(pair) === 'missing' ? 'not stable' : undefined),
      examples: [change()],
    }),
    ...(names.withSunset === undefined
      ? []
      : [
          lifecycleRule({
            ...HARMLESS,
            ...names.withSunset,
            when: becomes('announced'),
            says: withDate,
            examples: [change(FAR)],
          }),
        ]),
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.missing,
      when: becomes('missing'),
      says: () => 'was deprecated without a sunset date, although it is declared stable',
      only: () => 'stable',
      levels: SUNSET_BREAKS,
      examples: [inStable(change())],
    }),
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.unreadable,
      when: becomes('unreadable'),
      says: pair => `was deprecated, with a sunset that is no date: ${sunsetWords(pair)}`,
      levels: SUNSET_BREAKS,
      examples: [change('soon')],
    }),
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.tooSoon,
      when: becomes('too soon'),
      says: pair => `was deprecated, with a sunset date that comes too soon: ${sunsetWords(pair)}`,
      levels: SUNSET_BREAKS,
      examples: [change(SOON)],
    }),
    lifecycleRule({
      ...HARMLESS,
      ...names.reactivated,
      when: ({ before, after }) => isDeprecated(before) && !isDeprecated(after),
      says: () => 'is no longer deprecated',
      examples: [reversed(change())],
    }),
  ];
};

/** Rules about the sunset date of a thing that is deprecated on both sides. */
const sunsets = ({ names, holding }: Thing): Rule<LifecyclePair>[] => {
  const change = (before?: string, after?: string): Example =>
    operations(holding(deprecated(before)), holding(deprecated(after)));
  return [
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.deleted,
      when: pair =>
        bothDeprecated(pair) && sunsetOf(pair.before).state !== 'none' && sunsetOf(pair.after).state === 'none',
      says: ({ before }) => `sunset date ${quote(before.value['x-sunset'])} removed`,
      location: 'before',
      levels: SUNSET_BREAKS,
      examples: [change(FAR)],
    }),
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.changedTooSoon,
      when: pair => bothDeprecated(pair) && moves(pair) && comesEarlier(pair),
      says: pair => `${movesSunset(pair)}, which is too soon`,
      levels: SUNSET_BREAKS,
      examples: [change(FAR, SOON)],
    }),
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.changedUnreadable,
      when: pair => bothDeprecated(pair) && moves(pair) && isUnreadable(pair),
      says: pair => `${movesSunset(pair)}, which is not a date on both sides`,
      levels: SUNSET_BREAKS,
      examples: [change(FAR, 'soon')],
    }),
    lifecycleRule({
      ...OF_DEPRECATION,
      ...names.changed,
      when: pair => bothDeprecated(pair) && moves(pair) && !isUnreadable(pair) && !comesEarlier(pair),
      says: movesSunset,
      levels: BY_LAW,
      examples: [change(SOON, FAR)],
    }),
    lifecycleRule({
      ...HARMLESS,
      ...names.added,
      when: pair =>
        bothDeprecated(pair) && sunsetOf(pair.before).state === 'none' && sunsetOf(pair.after).state !== 'none',
      says: pair => `sunset date ${sunsetWords(pair)} added`,
      examples: [change(undefined, FAR)],
    }),
  ];
};

const lifecycleRules = (thing: Thing): Rule<LifecyclePair>[] => [...deprecations(thing), ...sunsets(thing)];

const IN_REQUESTS = { direction: 'request', checks: 'own id' } as const;
const NO_CHECK = { direction: 'request', checks: 'none' } as const;

export const endpointLifecycleRules: Rule<LifecyclePair>[] = lifecycleRules({
  names: {
    deprecated: { id: 'endpoint-deprecated', ...IN_REQUESTS },
    withSunset: { id: 'endpoint-deprecated-with-sunset', ...IN_REQUESTS },
    reactivated: { id: 'endpoint-reactivated', ...IN_REQUESTS },
    missing: { id: 'api-deprecated-sunset-missing', ...IN_REQUESTS },
    unreadable: { id: 'api-deprecated-sunset-parse', ...IN_REQUESTS },
    tooSoon: { id: 'api-sunset-date-too-small', ...IN_REQUESTS },
    deleted: { id: 'sunset-deleted', ...IN_REQUESTS },
    changedTooSoon: { id: 'api-sunset-date-changed-too-small', ...IN_REQUESTS },
    changedUnreadable: { id: 'endpoint-sunset-changed-unreadable', knownAs: 'api-path-sunset-parse', ...NO_CHECK },
    changed: { id: 'endpoint-sunset-changed', ...NO_CHECK },
    added: { id: 'endpoint-sunset-added', ...NO_CHECK },
  },
  holding: state => state,
});

const CHECKED = { checks: ['request'] } as const;

export const parameterLifecycleRules: Rule<LifecyclePair>[] = lifecycleRules({
  names: {
    deprecated: { id: '{direction}-parameter-deprecated', ...CHECKED },
    reactivated: { id: '{direction}-parameter-reactivated', ...CHECKED },
    missing: { id: '{direction}-parameter-deprecated-sunset-missing', ...CHECKED },
    unreadable: { id: '{direction}-parameter-sunset-parse', ...CHECKED },
    tooSoon: { id: '{direction}-parameter-sunset-date-too-small', ...CHECKED },
    deleted: { id: '{direction}-parameter-sunset-deleted', ...CHECKED },
    changedTooSoon: { id: '{direction}-parameter-sunset-date-changed-too-small', ...CHECKED },
    changedUnreadable: {
      id: '{direction}-parameter-sunset-changed-unreadable',
      knownAs: '{direction}-parameter-sunset-parse',
      checks: 'none',
    },
    changed: { id: '{direction}-parameter-sunset-changed', checks: 'none' },
    added: { id: '{direction}-parameter-sunset-added', checks: 'none' },
  },
  holding: state => ({ parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...state }] }),
});
