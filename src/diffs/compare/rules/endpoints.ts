import { stringsOf, textOf } from '../document.ts';
import type { Effect } from '../law.ts';
import type { Operation } from '../operations.ts';
import { quote } from '../values.ts';
import { appears, disappears } from './keyword-rule.ts';
import { endpointLifecycleRules, hasPassed, type Notice, readSunset, stabilityRules } from './lifecycle.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

export type OperationPair = { before: Operation; after: Operation; notice: Notice };
/** An operation that one document has; `pathGone` says that nothing is left at its path. */
export type LoneOperation = { operation: Operation; goes: boolean; pathGone: boolean; notice: Notice };

type Kind = Operation['kind'];

const loneRule = (
  id: string,
  effect: Effect,
  changeType: Rule<LoneOperation>['changeType'],
  when: (lone: LoneOperation) => boolean,
  says: string | ((lone: LoneOperation) => string),
): Rule<LoneOperation> => ({
  id,
  effect,
  ...(changeType && { changeType }),
  find(lone): Iterable<Occurrence> {
    if (!when(lone)) return NOTHING;
    const { pointer } = lone.operation;
    const words = typeof says === 'string' ? says : says(lone);
    const undated = effect === 'may-remove' && lone.operation.value['x-sunset'] === undefined;
    return [{ [lone.goes ? 'before' : 'after']: pointer, says: words, ...(undated && { effect: 'removes' }) }];
  },
});

const isKind =
  (kind: Kind) =>
  ({ operation }: LoneOperation): boolean =>
    operation.kind === kind;

export const addedEndpointRules: Rule<LoneOperation>[] = [
  loneRule('endpoint-added', 'adds', 'ENDPOINT_ADDED', isKind('path'), 'was added'),
  loneRule('webhook-added', 'adds', 'ENDPOINT_ADDED', isKind('webhook'), 'was added'),
  loneRule('callback-added', 'may-change', 'ENDPOINT_MODIFIED', isKind('callback'), 'was added'),
];

type Announcement = 'none' | 'unreadable' | 'not yet' | 'kept';

/** Whether the removal was announced by a deprecation, and its date has come. */
const announcementOf = ({ operation, notice }: LoneOperation): Announcement => {
  if (operation.value.deprecated !== true) return 'none';
  const sunset = readSunset(operation.value['x-sunset']);
  if (sunset.state !== 'date') return sunset.state === 'none' ? 'kept' : 'unreadable';
  return hasPassed(sunset.day, notice) ? 'kept' : 'not yet';
};

const sunsetWords = ({ operation }: LoneOperation): string => quote(operation.value['x-sunset']);

/** A removal breaks whoever still calls, announced or not; once the announced day has come a human looks. */
const removals = (prefix: string, pathGone: boolean): Rule<LoneOperation>[] => {
  const rule = (end: string, announcement: Announcement, says: Parameters<typeof loneRule>[4]) =>
    loneRule(
      `${prefix}-${end}`,
      end === 'removed-with-deprecation' ? 'may-remove' : 'removes',
      'ENDPOINT_REMOVED',
      lone => isKind('path')(lone) && lone.pathGone === pathGone && announcementOf(lone) === announcement,
      says,
    );
  return [
    rule('removed-without-deprecation', 'none', 'was removed'),
    rule('removed-with-deprecation', 'kept', 'was removed after it had been deprecated'),
    rule('removed-before-sunset', 'not yet', lone => `was removed before its sunset date ${sunsetWords(lone)}`),
    rule('sunset-parse', 'unreadable', lone => `was removed, with a sunset that is no date: ${sunsetWords(lone)}`),
  ];
};

export const removedEndpointRules: Rule<LoneOperation>[] = [
  ...removals('api-path', true),
  ...removals('api', false),
  loneRule('webhook-removed', 'removes', 'ENDPOINT_REMOVED', isKind('webhook'), 'was removed'),
  loneRule('callback-removed', 'removes', 'ENDPOINT_MODIFIED', isKind('callback'), 'was removed'),
];

type Text = 'operationId' | 'summary' | 'description';

const textRules = (key: Text, name: string, words: string): Rule<OperationPair>[] => {
  const rule = (end: string, when: typeof appears): Rule<OperationPair> => ({
    id: `${name}-${end}`,
    effect: 'describes',
    find({ before, after }): Iterable<Occurrence> {
      const [oldValue, newValue] = [textOf(before.value[key]), textOf(after.value[key])];
      if (oldValue === newValue || !when(oldValue, newValue)) return NOTHING;
      const at = (operation: Operation, value?: string) => operation.pointer + (value === undefined ? '' : `/${key}`);
      const isChange = oldValue !== undefined && newValue !== undefined;
      const says = isChange ? `${words} changed` : `${words} ${end}`;
      return [{ before: at(before, oldValue), after: at(after, newValue), oldValue, newValue, says }];
    },
  });
  // Whoever knew an operation by its old id no longer finds it: the reference calls that removed.
  if (key === 'operationId') return [rule('added', appears), rule('removed', before => before !== undefined)];
  const changed = rule('changed', (before, after) => before !== undefined && after !== undefined);
  return [rule('added', appears), rule('removed', disappears), changed];
};

const tagRule = (id: string, side: 'added' | 'removed'): Rule<OperationPair> => ({
  id,
  effect: 'describes',
  *find({ before, after }): Iterable<Occurrence> {
    const [has, had] = side === 'added' ? [after, before] : [before, after];
    const known = new Set(stringsOf(had.value.tags));
    for (const tag of new Set(stringsOf(has.value.tags))) {
      if (known.has(tag)) continue;
      const values = side === 'added' ? { newValue: tag } : { oldValue: tag };
      yield { before: before.pointer, after: after.pointer, ...values, says: `tag ${quote(tag)} ${side}` };
    }
  },
});

export const endpointRules: Rule<OperationPair>[] = [
  ...textRules('operationId', 'api-operation-id', 'operationId'),
  ...textRules('summary', 'endpoint-summary', 'summary'),
  ...textRules('description', 'endpoint-description', 'description'),
  tagRule('api-tag-added', 'added'),
  tagRule('api-tag-removed', 'removed'),
  ...endpointLifecycleRules,
  ...stabilityRules,
];
