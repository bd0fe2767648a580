import { stringsOf, textOf } from '../document.ts';
import type { Effect } from '../law.ts';
import type { Operation } from '../operations.ts';
import { quote, sameValue } from '../values.ts';
import { appears, disappears } from './keyword-rule.ts';
import type { Occurrence, Rule } from './rule.ts';

export type OperationPair = { before: Operation; after: Operation };
export type LoneOperation = { operation: Operation };

const lone = (
  id: string,
  effect: Effect,
  changeType: Rule<LoneOperation>['changeType'],
  kind: Operation['kind'],
  says: string,
) =>
  ({
    id,
    effect,
    ...(changeType && { changeType }),
    *find({ operation }): Iterable<Occurrence> {
      if (operation.kind !== kind) return;
      const at = id.endsWith('-removed') ? { before: operation.pointer } : { after: operation.pointer };
      const unstable = stabilityOf(operation) < STABILITY.indexOf('beta');
      yield { ...at, says, ...(effect === 'removes' && unstable && { effect: 'may-remove' }) };
    },
  }) satisfies Rule<LoneOperation>;

export const addedEndpointRules: Rule<LoneOperation>[] = [
  lone('endpoint-added', 'adds', 'ENDPOINT_ADDED', 'path', 'was added{place}'),
  lone('webhook-added', 'adds', 'ENDPOINT_ADDED', 'webhook', 'was added{place}'),
  lone('callback-added', 'may-change', 'ENDPOINT_MODIFIED', 'callback', 'was added{place}'),
];

export const removedEndpointRules: Rule<LoneOperation>[] = [
  lone('endpoint-removed', 'removes', 'ENDPOINT_REMOVED', 'path', 'was removed{place}'),
  lone('webhook-removed', 'removes', 'ENDPOINT_REMOVED', 'webhook', 'was removed{place}'),
  lone('callback-removed', 'removes', 'ENDPOINT_MODIFIED', 'callback', 'was removed{place}'),
];

type Text = 'operationId' | 'summary' | 'description';

const textRules = (key: Text, name: string, words: string): Rule<OperationPair>[] => {
  const rule = (end: string, when: typeof appears): Rule<OperationPair> => ({
    id: `${name}-${end}`,
    effect: 'describes',
    *find({ before, after }): Iterable<Occurrence> {
      const [oldValue, newValue] = [textOf(before.value[key]), textOf(after.value[key])];
      if (oldValue === newValue || !when(oldValue, newValue)) return;
      const at = (operation: Operation, value?: string) => operation.pointer + (value === undefined ? '' : `/${key}`);
      const says = `${words} ${end}`;
      yield { before: at(before, oldValue), after: at(after, newValue), oldValue, newValue, says };
    },
  });
  return [
    rule('added', appears),
    rule('removed', disappears),
    rule('changed', (before, after) => before !== undefined && after !== undefined),
  ];
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

const isDeprecated = ({ value }: Operation): boolean => value.deprecated === true;

const deprecationRule = (id: string, now: boolean, sunset: boolean | null, says: string): Rule<OperationPair> => ({
  id,
  effect: 'describes',
  changeType: 'DEPRECATION_CHANGED',
  *find({ before, after }): Iterable<Occurrence> {
    if (isDeprecated(before) === now || isDeprecated(after) !== now) return;
    if (sunset !== null && (after.value['x-sunset'] !== undefined) !== sunset) return;
    yield { before: before.pointer, after: after.pointer, oldValue: !now, newValue: now, says };
  },
});

const sunsetRule = (id: string, when: typeof appears, effect: Effect, words: string): Rule<OperationPair> => ({
  id,
  effect,
  changeType: 'DEPRECATION_CHANGED',
  *find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [before.value['x-sunset'], after.value['x-sunset']];
    if (!isDeprecated(before) || !isDeprecated(after) || sameValue(oldValue, newValue) || !when(oldValue, newValue))
      return;
    yield { before: before.pointer, after: after.pointer, oldValue, newValue, says: `sunset date ${words}` };
  },
});

const STABILITY = ['draft', 'alpha', 'beta', 'stable'];
/** An operation without a level is stable. */
const stabilityOf = ({ value }: Operation): number => STABILITY.indexOf(textOf(value['x-stability-level']) ?? 'stable');

const stabilityRule = (
  id: string,
  effect: Effect,
  when: (before: number, after: number) => boolean,
): Rule<OperationPair> => ({
  id,
  effect,
  *find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [textOf(before.value['x-stability-level']), textOf(after.value['x-stability-level'])];
    if (!when(stabilityOf(before), stabilityOf(after))) return;
    const says = `stability level changed from ${quote(oldValue ?? 'stable')} to ${quote(newValue ?? 'stable')}`;
    yield { before: before.pointer, after: after.pointer, oldValue, newValue, says };
  },
});

export const endpointRules: Rule<OperationPair>[] = [
  ...textRules('operationId', 'api-operation-id', 'operationId'),
  ...textRules('summary', 'endpoint-summary', 'summary'),
  ...textRules('description', 'endpoint-description', 'description'),
  tagRule('api-tag-added', 'added'),
  tagRule('api-tag-removed', 'removed'),
  deprecationRule('endpoint-deprecated', true, false, 'deprecated'),
  deprecationRule('endpoint-deprecated-with-sunset', true, true, 'deprecated, with a sunset date'),
  deprecationRule('endpoint-reactivated', false, null, 'no longer deprecated'),
  sunsetRule('endpoint-sunset-removed', disappears, 'may-change', 'removed'),
  sunsetRule(
    'endpoint-sunset-changed',
    (before, after) => before !== undefined && after !== undefined,
    'may-change',
    'changed',
  ),
  sunsetRule('endpoint-sunset-added', appears, 'describes', 'added'),
  stabilityRule('api-stability-decreased', 'removes', (before, after) => after >= 0 && before > after),
  stabilityRule('api-stability-increased', 'describes', (before, after) => before >= 0 && before < after),
  stabilityRule('api-invalid-stability-level', 'may-change', (before, after) => before >= 0 && after < 0),
];
