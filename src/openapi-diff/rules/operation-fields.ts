import { stringsOf, textOf } from '../read/document.ts';
import type { Operation } from '../read/operations.ts';
import { quote } from '../read/values.ts';
import { endpointLifecycleRules, type Notice } from './deprecations.ts';
import { type Example, operations, reversed } from './examples.ts';
import { BY_LAW } from './levels.ts';
import { appears, differs, disappears, NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';
import { stabilityRules } from './stability.ts';

export type OperationPair = { before: Operation; after: Operation; notice: Notice };

type TextRow = RuleFacts & {
  key: 'operationId' | 'summary' | 'description';
  end: 'added' | 'removed' | 'changed';
  when: typeof appears;
};

const textRule = ({ key, end, when, ...facts }: TextRow): Rule<OperationPair> => ({
  ...facts,
  find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [textOf(before.value[key]), textOf(after.value[key])];
    if (oldValue === newValue || !when(oldValue, newValue)) return NOTHING;
    const at = (operation: Operation, value?: string) => operation.pointer + (value === undefined ? '' : `/${key}`);
    const says = differs(oldValue, newValue) ? `${key} changed` : `${key} ${end}`;
    return [{ before: at(before, oldValue), after: at(after, newValue), oldValue, newValue, says }];
  },
});

const tagRule = ({ side, ...facts }: RuleFacts & { side: 'added' | 'removed' }): Rule<OperationPair> => ({
  ...facts,
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

const TAGGED: Example = operations({}, { tags: ['a'] });

/** What callers and people know an operation by. */
const descriptionRules: Rule<OperationPair>[] = [
  textRule({
    id: 'api-operation-id-added',
    direction: 'request',
    effect: 'describes',
    key: 'operationId',
    end: 'added',
    when: appears,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [operations({}, { operationId: 'a' })],
  }),
  // A caller that uses the old id no longer finds the operation: oasdiff calls that removed.
  textRule({
    id: 'api-operation-id-removed',
    direction: 'request',
    effect: 'describes',
    key: 'operationId',
    end: 'removed',
    when: before => before !== undefined,
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [operations({ operationId: 'a' }, {}), operations({ operationId: 'a' }, { operationId: 'b' })],
  }),
  textRule({
    id: 'endpoint-summary-added',
    direction: 'request',
    effect: 'describes',
    key: 'summary',
    end: 'added',
    when: appears,
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations({}, { summary: 'a' })],
    isText: true,
  }),
  textRule({
    id: 'endpoint-summary-removed',
    direction: 'request',
    effect: 'describes',
    key: 'summary',
    end: 'removed',
    when: disappears,
    location: 'before',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations({ summary: 'a' }, {})],
    isText: true,
  }),
  textRule({
    id: 'endpoint-summary-changed',
    direction: 'request',
    effect: 'describes',
    key: 'summary',
    end: 'changed',
    when: differs,
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations({ summary: 'a' }, { summary: 'b' })],
    isText: true,
  }),
  textRule({
    id: 'endpoint-description-added',
    direction: 'request',
    effect: 'describes',
    key: 'description',
    end: 'added',
    when: appears,
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations({}, { description: 'a' })],
    isText: true,
  }),
  textRule({
    id: 'endpoint-description-removed',
    direction: 'request',
    effect: 'describes',
    key: 'description',
    end: 'removed',
    when: disappears,
    location: 'before',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations({ description: 'a' }, {})],
    isText: true,
  }),
  textRule({
    id: 'endpoint-description-changed',
    direction: 'request',
    effect: 'describes',
    key: 'description',
    end: 'changed',
    when: differs,
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations({ description: 'a' }, { description: 'b' })],
    isText: true,
  }),
  tagRule({
    id: 'api-tag-added',
    direction: 'request',
    effect: 'describes',
    side: 'added',
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [TAGGED],
    isText: true,
  }),
  tagRule({
    id: 'api-tag-removed',
    direction: 'request',
    effect: 'describes',
    side: 'removed',
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [reversed(TAGGED)],
    isText: true,
  }),
];

export const endpointRules: Rule<OperationPair>[] = [...descriptionRules, ...endpointLifecycleRules, ...stabilityRules];
