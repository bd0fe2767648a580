import type { JsonObject } from '../../platform/json.ts';
import type { Operation } from '../read/operations.ts';
import { quote } from '../read/values.ts';
import { type Announcement, announcementOf, type Notice } from './deprecations.ts';
import { deprecated, documents, type Example, OK, operations, reversed } from './examples.ts';
import { BY_LAW, type Levels, UNSEEN_BY_OASDIFF } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

/** An operation that one document has; `pathGone`: no operation is left at its path. */
export type LoneOperation = { operation: Operation; goes: boolean; pathGone: boolean; notice: Notice };

type LoneRow = RuleFacts & {
  when: (lone: LoneOperation) => boolean;
  says: (lone: LoneOperation) => string;
  effectOf?: (lone: LoneOperation) => RuleFacts['effect'];
};

const loneRule = ({ when, says, effectOf, ...facts }: LoneRow): Rule<LoneOperation> => ({
  ...facts,
  find(lone): Iterable<Occurrence> {
    if (!when(lone)) return NOTHING;
    const { operation, goes, notice } = lone;
    const { dated } = goes && operation.kind === 'path' ? announcementOf(operation.value, notice) : UNDATED;
    const found = { [goes ? 'before' : 'after']: operation.pointer, says: says(lone) };
    return [{ ...found, ...(effectOf && { effect: effectOf(lone) }), ...(dated && { dated }) }];
  },
});

const UNDATED = { dated: false };

const isKind =
  (kind: Operation['kind']) =>
  ({ operation }: LoneOperation): boolean =>
    operation.kind === kind;

const ADDED_PATH: Example = documents(
  {},
  { paths: { '/p': { post: { responses: OK } }, '/q': { get: { responses: OK } } } },
);
const ADDED_WEBHOOK: Example = documents({}, { webhooks: { done: { post: { responses: OK } } } });
const ADDED_CALLBACK: Example = operations({}, { callbacks: { c: { '{$url}': { post: { responses: OK } } } } });

export const addedEndpointRules: Rule<LoneOperation>[] = [
  loneRule({
    id: 'endpoint-added',
    direction: 'request',
    effect: 'adds',
    changeType: 'ENDPOINT_ADDED',
    when: isKind('path'),
    says: () => 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [ADDED_PATH],
  }),
  loneRule({
    id: 'webhook-added',
    direction: 'request',
    effect: 'adds',
    changeType: 'ENDPOINT_ADDED',
    when: isKind('webhook'),
    says: () => 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [ADDED_WEBHOOK],
  }),
  loneRule({
    id: 'callback-added',
    direction: 'request',
    effect: 'may-change',
    changeType: 'ENDPOINT_MODIFIED',
    when: isKind('callback'),
    says: () => 'was added',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [ADDED_CALLBACK],
  }),
];

type Removal = RuleFacts & { pathGone: boolean; state: Announcement['state']; says: LoneRow['says'] };

/** A removal breaks callers. If its announced day has come, it is only a warning that a person must check. */
const removalRule = ({ pathGone, state, ...row }: Removal): Rule<LoneOperation> =>
  loneRule({
    ...row,
    when: lone =>
      lone.operation.kind === 'path' &&
      lone.pathGone === pathGone &&
      announcementOf(lone.operation.value, lone.notice).state === state,
    ...(row.effect === 'may-remove' && { effectOf: effectOfKept }),
  });

/** A deprecation without a sunset date announced no day, so the removal still breaks. */
const effectOfKept = ({ operation }: LoneOperation) =>
  operation.value['x-sunset'] === undefined ? 'removes' : 'may-remove';

const keptWords: LoneRow['says'] = ({ operation }) =>
  `was removed after it had been deprecated${operation.value['x-sunset'] === undefined ? ' without a sunset date' : ''}`;

const sunsetWords = ({ operation }: LoneOperation): string => quote(operation.value['x-sunset']);
const UNREADABLE_BREAKS: Levels = { ...BY_LAW, oasdiff: 'BREAKING' };

/** The removal of the only operation of a path, or of one of two. */
const removed = (pathGone: boolean, state: JsonObject): Example => {
  const others: JsonObject = pathGone ? {} : { '/p': { get: { responses: OK } } };
  const kept: JsonObject = pathGone ? {} : { get: { responses: OK } };
  return documents({ paths: { '/p': { ...kept, post: { responses: OK, ...state } } } }, { paths: others });
};

export const removedEndpointRules: Rule<LoneOperation>[] = [
  removalRule({
    id: 'api-path-removed-without-deprecation',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: true,
    state: 'none',
    says: () => 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [removed(true, {})],
  }),
  removalRule({
    id: 'api-path-removed-with-deprecation',
    direction: 'request',
    effect: 'may-remove',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: true,
    state: 'kept',
    says: keptWords,
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'own id',
    examples: [removed(true, deprecated('2026-06-10'))],
  }),
  removalRule({
    id: 'api-path-removed-before-sunset',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: true,
    state: 'not yet',
    says: lone => `was removed before its sunset date ${sunsetWords(lone)}`,
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [removed(true, deprecated('2026-06-20'))],
  }),
  removalRule({
    id: 'api-path-sunset-parse',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: true,
    state: 'unreadable',
    says: lone => `was removed, with a sunset that is no date: ${sunsetWords(lone)}`,
    location: 'after',
    levels: UNREADABLE_BREAKS,
    checks: 'own id',
    examples: [removed(true, deprecated('soon'))],
  }),
  removalRule({
    id: 'api-removed-without-deprecation',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: false,
    state: 'none',
    says: () => 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [removed(false, {})],
  }),
  removalRule({
    id: 'api-removed-with-deprecation',
    direction: 'request',
    effect: 'may-remove',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: false,
    state: 'kept',
    says: keptWords,
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'own id',
    examples: [removed(false, deprecated('2026-06-10'))],
  }),
  removalRule({
    id: 'api-removed-before-sunset',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: false,
    state: 'not yet',
    says: lone => `was removed before its sunset date ${sunsetWords(lone)}`,
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [removed(false, deprecated('2026-06-20'))],
  }),
  removalRule({
    id: 'api-sunset-parse',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    pathGone: false,
    state: 'unreadable',
    says: lone => `was removed, with a sunset that is no date: ${sunsetWords(lone)}`,
    location: 'after',
    levels: UNREADABLE_BREAKS,
    checks: 'none',
    examples: [removed(false, deprecated('soon'))],
    knownAs: 'api-path-sunset-parse',
  }),
  loneRule({
    id: 'webhook-removed',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_REMOVED',
    when: isKind('webhook'),
    says: () => 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: 'own id',
    examples: [reversed(ADDED_WEBHOOK)],
  }),
  loneRule({
    id: 'callback-removed',
    direction: 'request',
    effect: 'removes',
    changeType: 'ENDPOINT_MODIFIED',
    when: isKind('callback'),
    says: () => 'was removed',
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [reversed(ADDED_CALLBACK)],
  }),
];
