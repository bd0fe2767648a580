import type { JsonObject } from '../../platform/json.ts';
import type { Direction } from '../law.ts';
import type { Parameter } from '../read/operations.ts';
import { type Announcement, announcementOf, type Notice } from './deprecations.ts';
import { deprecated, documents, type Example, OK, operations } from './examples.ts';
import { BY_LAW, type Levels, UNSEEN_BY_OASDIFF } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

export type ParameterPair = {
  direction: Direction;
  before: Parameter | null;
  after: Parameter | null;
  operationBefore: string;
  operationAfter: string;
  notice: Notice;
  /** The value is neither an array nor an object, so `explode` has no effect. */
  isPlain?: boolean;
  /** The name is a part of the path: `/p;id=5`. */
  writesName?: boolean;
  /** The documents are of OpenAPI 3.2, where `allowReserved` has an effect beyond queries. */
  isReservable?: boolean;
};

type When = (before: JsonObject | null, after: JsonObject | null, pair: ParameterPair) => boolean;

type ParameterRow = RuleFacts & { when: When; says: string };

export const parameterRule = ({ when, says, ...facts }: ParameterRow): Rule<ParameterPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { before, after, operationBefore, operationAfter } = pair;
    if (!when(before?.value ?? null, after?.value ?? null, pair)) return NOTHING;
    return [{ before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, says }];
  },
});

export const isRequired = (parameter: JsonObject | null): boolean =>
  parameter !== null && (parameter.in === 'path' || parameter.required === true);

const comes: When = (before, after) => before === null && after !== null;
const isAtPath = ({ after }: ParameterPair): boolean => after?.atPath === true && after.in !== 'path';
const isInPath = ({ after }: ParameterPair): boolean => after?.in === 'path';

type Addition = RuleFacts & { atPath: boolean; required: boolean };

/** A new parameter of one operation, or of all operations of a path. */
const additionRule = ({ atPath, required, ...facts }: Addition): Rule<ParameterPair> => {
  const where = atPath ? 'was added for all operations of the path' : 'was added';
  return parameterRule({
    ...facts,
    when: (before, after, pair) =>
      comes(before, after, pair) && !isInPath(pair) && isAtPath(pair) === atPath && isRequired(after) === required,
    says: required ? `${where} as required` : where,
  });
};

export const q = (rest: JsonObject = {}): JsonObject => ({
  parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...rest }],
});
export const inPath = (name: string): JsonObject => q({ name, in: 'path', required: true });
const atPath = (parameters: JsonObject): [Example, Example] => {
  const item = (more: JsonObject): JsonObject => ({ '/p': { ...more, post: { responses: OK } } });
  return [
    documents({ paths: item({}) }, { paths: item(parameters) }),
    documents({ webhooks: item({}) }, { webhooks: item(parameters) }),
  ];
};

export const additionRules: Rule<ParameterPair>[] = [
  parameterRule({
    id: 'new-{direction}-path-parameter',
    effect: 'narrows',
    changeType: 'PARAMETER_ADDED',
    when: (before, after, pair) => comes(before, after, pair) && isInPath(pair),
    says: 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [operations({}, inPath('id'))],
  }),
  additionRule({
    id: 'new-required-{direction}-parameter',
    effect: 'narrows',
    changeType: 'PARAMETER_ADDED',
    atPath: false,
    required: true,
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [operations({}, q({ required: true }))],
  }),
  additionRule({
    id: 'new-optional-{direction}-parameter',
    effect: 'adds',
    changeType: 'PARAMETER_ADDED',
    atPath: false,
    required: false,
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [operations({}, q())],
  }),
  additionRule({
    id: 'new-required-{direction}-default-parameter-to-existing-path',
    effect: 'narrows',
    changeType: 'PARAMETER_ADDED',
    atPath: true,
    required: true,
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [...atPath(q({ required: true }))],
  }),
  additionRule({
    id: 'new-optional-{direction}-default-parameter-to-existing-path',
    effect: 'adds',
    changeType: 'PARAMETER_ADDED',
    atPath: true,
    required: false,
    location: 'after',
    levels: BY_LAW,
    checks: ['request'],
    examples: [...atPath(q())],
  }),
];

type Removal = RuleFacts & { state: Announcement['state']; says: string };

const removalRule = ({ state, says, ...facts }: Removal): Rule<ParameterPair> => ({
  ...facts,
  find({ before, after, operationAfter, notice, direction }): Iterable<Occurrence> {
    if (before === null || after !== null) return NOTHING;
    const { state: announced, dated } = announcementOf(before.value, notice);
    if (announced !== state) return NOTHING;
    // The receivers of a webhook rely on what always comes, like the readers of a required header.
    const isLost = state === 'none' && direction === 'response' && isRequired(before.value);
    const effect = isLost ? { effect: 'removes' as const } : {};
    return [{ before: before.pointer, after: operationAfter, says, ...effect, ...(dated && { dated }) }];
  },
});

const deprecatedParameter = (sunset: string): JsonObject => q(deprecated(sunset));
const UNREADABLE_BREAKS: Levels = { ...BY_LAW, oasdiff: 'BREAKING' };

export const removalRules: Rule<ParameterPair>[] = [
  removalRule({
    id: '{direction}-parameter-removed',
    effect: 'may-remove',
    changeType: 'PARAMETER_REMOVED',
    state: 'none',
    says: 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: ['request'],
    examples: [operations(q(), {}), operations(q({ required: true }), {})],
  }),
  removalRule({
    id: '{direction}-parameter-removed-with-deprecation',
    effect: 'may-remove',
    changeType: 'PARAMETER_REMOVED',
    state: 'kept',
    says: 'was removed after it had been deprecated',
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request'],
    examples: [operations(deprecatedParameter('2026-06-10'), {})],
  }),
  removalRule({
    id: '{direction}-parameter-removed-before-sunset',
    effect: 'removes',
    changeType: 'PARAMETER_REMOVED',
    state: 'not yet',
    says: 'was removed before its sunset date',
    location: 'before',
    levels: BY_LAW,
    checks: ['request'],
    examples: [operations(deprecatedParameter('2026-06-20'), {})],
  }),
  removalRule({
    id: '{direction}-parameter-removed-sunset-parse',
    effect: 'removes',
    changeType: 'PARAMETER_REMOVED',
    state: 'unreadable',
    says: 'was removed, with a sunset that is no date',
    location: 'after',
    levels: UNREADABLE_BREAKS,
    checks: 'none',
    examples: [operations(deprecatedParameter('soon'), {})],
    knownAs: '{direction}-parameter-sunset-parse',
  }),
];
