import type { JsonObject } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';
import { type Example, operations, reversed } from './examples.ts';
import { BY_LAW } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

type Side = Located<JsonObject> | null;

export type BodyPair = { before: Side; after: Side; operationBefore: string; operationAfter: string };

const isRequired = (side: Side): boolean => side?.value.required === true;

type BodyRow = RuleFacts & { when: (before: Side, after: Side) => boolean; says: string };

const bodyRule = ({ when, says, ...facts }: BodyRow): Rule<BodyPair> => ({
  ...facts,
  find({ before, after, operationBefore, operationAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return NOTHING;
    return [{ before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, says }];
  },
});

const BODY: JsonObject = { content: { 'a/b': { schema: { type: 'string' } } } };
const sent = (requestBody: JsonObject): JsonObject => ({ requestBody });
const OPTIONAL: Example = operations({}, sent(BODY));
const REQUIRED: Example = operations(sent(BODY), sent({ ...BODY, required: true }));

export const requestBodyRules: Rule<BodyPair>[] = [
  bodyRule({
    id: '{direction}-body-added-required',
    effect: 'narrows',
    when: (before, after) => before === null && isRequired(after),
    says: 'was added as required',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [operations({}, sent({ ...BODY, required: true }))],
  }),
  bodyRule({
    id: '{direction}-body-added-optional',
    effect: 'adds',
    when: (before, after) => before === null && after !== null && !isRequired(after),
    says: 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [OPTIONAL],
  }),
  bodyRule({
    id: '{direction}-body-removed',
    effect: 'removes',
    when: (before, after) => before !== null && after === null,
    says: 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: ['request'],
    examples: [reversed(OPTIONAL)],
  }),
  bodyRule({
    id: '{direction}-body-became-required',
    effect: 'narrows',
    when: (before, after) => before !== null && !isRequired(before) && isRequired(after),
    says: 'became required',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [REQUIRED],
  }),
  bodyRule({
    id: '{direction}-body-became-optional',
    effect: 'widens',
    when: (before, after) => isRequired(before) && after !== null && !isRequired(after),
    says: 'became optional',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [reversed(REQUIRED)],
  }),
];
