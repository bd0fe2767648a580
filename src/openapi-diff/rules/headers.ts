import type { JsonObject } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';
import { canonical, sameValue } from '../read/values.ts';
import { answered, type Example, operations, reversed } from './examples.ts';
import { BY_LAW, UNSEEN_BY_OASDIFF } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

type Side = Located<JsonObject> | null;

/** One header of a response. */
export type HeaderPair = {
  name: string;
  /** The value is neither an array nor an object, so `explode` has no effect. */
  isPlain?: boolean;
  before: Side;
  after: Side;
  responseBefore: string;
  responseAfter: string;
};

const isRequired = (side: Side): boolean => side?.value.required === true;

type When = (before: Side, after: Side) => boolean;

const headerRule = ({ when, says, ...facts }: RuleFacts & { when: When; says: string }): Rule<HeaderPair> => ({
  ...facts,
  find({ name, before, after, responseBefore, responseAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return NOTHING;
    const found = { before: before?.pointer ?? responseBefore, after: after?.pointer ?? responseAfter, name, says };
    const lone = before === null ? after : after === null ? before : null;
    if (lone === null) return [found];
    const content = `${name.toLowerCase()} ${canonical(lone.value)}`;
    // The sender of an answer must send a new header that is required.
    return [before === null && isRequired(after) ? { ...found, content, effect: 'narrows' } : { ...found, content }];
  },
});

const findExplode = ({ name, before, after, isPlain }: HeaderPair): Iterable<Occurrence> => {
  if (before === null || after === null) return NOTHING;
  const [oldValue, newValue] = [before, after].map(({ value }) => value.explode === true);
  if (oldValue === newValue) return NOTHING;
  const says = `explode changed from ${oldValue} to ${newValue}`;
  const found = { before: before.pointer, after: after.pointer, name, oldValue, newValue, says };
  return [isPlain ? { ...found, effect: 'describes' } : found];
};

const header = (rest: JsonObject = {}): JsonObject =>
  answered({ headers: { H: { schema: { type: 'string' }, ...rest } } });
const ADDED: Example = operations(answered({}), header());
const REQUIRED: Example = operations(header(), header({ required: true }));
const DEPRECATED: Example = operations(header(), header({ deprecated: true }));

export const headerRules: Rule<HeaderPair>[] = [
  headerRule({
    id: '{direction}-header-added',
    effect: 'adds',
    when: (before, after) => before === null && after !== null,
    says: 'was added',
    location: 'after',
    levels: BY_LAW,
    checks: ['response'],
    examples: [ADDED],
  }),
  headerRule({
    id: 'required-{direction}-header-removed',
    effect: 'removes',
    when: (before, after) => isRequired(before) && after === null,
    says: 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: ['response'],
    examples: [operations(header({ required: true }), answered({}))],
  }),
  headerRule({
    id: 'optional-{direction}-header-removed',
    effect: 'may-remove',
    when: (before, after) => before !== null && !isRequired(before) && after === null,
    says: 'was removed',
    location: 'before',
    levels: BY_LAW,
    checks: ['response'],
    examples: [reversed(ADDED)],
  }),
  headerRule({
    id: '{direction}-header-became-optional',
    effect: 'widens',
    when: (before, after) => isRequired(before) && after !== null && !isRequired(after),
    says: 'became optional',
    location: 'after',
    levels: BY_LAW,
    checks: ['response'],
    examples: [reversed(REQUIRED)],
  }),
  headerRule({
    id: '{direction}-header-became-required',
    effect: 'narrows',
    when: (before, after) => before !== null && !isRequired(before) && isRequired(after),
    says: 'became required',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [REQUIRED],
  }),
  headerRule({
    id: '{direction}-header-deprecated',
    effect: 'describes',
    changeType: 'DEPRECATION_CHANGED',
    when: (before, after) => before !== null && before.value.deprecated !== true && after?.value.deprecated === true,
    says: 'was deprecated',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [DEPRECATED],
  }),
  headerRule({
    id: '{direction}-header-reactivated',
    effect: 'describes',
    changeType: 'DEPRECATION_CHANGED',
    when: (before, after) => before?.value.deprecated === true && after !== null && after.value.deprecated !== true,
    says: 'is no longer deprecated',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [reversed(DEPRECATED)],
  }),
  {
    id: '{direction}-header-explode-changed',
    effect: 'changes',
    find: findExplode,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(header(), header({ explode: true }))],
  },
];

/** One link of a response. */
export type LinkPair = {
  name: string;
  before: Side;
  after: Side;
  /** The identities of the operations, if they are in the documents. */
  targetBefore?: string | undefined;
  targetAfter?: string | undefined;
  responseBefore: string;
  responseAfter: string;
};

type LinkRow = RuleFacts & { when: (before: Side, after: Side, pair: LinkPair) => boolean; says: string };

const linkRule = ({ when, says, ...facts }: LinkRow): Rule<LinkPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { name, before, after, responseBefore, responseAfter } = pair;
    if (!when(before, after, pair)) return NOTHING;
    const at = { before: before?.pointer ?? responseBefore, after: after?.pointer ?? responseAfter };
    return [{ ...at, name, says: `link \`${name}\` ${says}` }];
  },
});

const LEADS = new Set(['operationId', 'operationRef']);

/** A link without its text for people and the fields of vendors, and without the name of a known operation. */
const meaning = ({ value }: Located<JsonObject>, target?: string): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(value).filter(
      ([key]) => key !== 'description' && !key.startsWith('x-') && !(target !== undefined && LEADS.has(key)),
    ),
  ),
  ...(target !== undefined && { target }),
});

const leadsElsewhere = (before: Side, after: Side, { targetBefore, targetAfter }: LinkPair): boolean =>
  before !== null &&
  after !== null &&
  !sameValue(meaning(before), meaning(after)) &&
  !sameValue(meaning(before, targetBefore), meaning(after, targetAfter));

const link = (operationId: string): JsonObject => answered({ links: { next: { operationId } } });

export const linkRules: Rule<LinkPair>[] = [
  linkRule({
    id: '{direction}-link-added',
    effect: 'describes',
    when: before => before === null,
    says: 'added',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [operations(answered({}), link('a'))],
  }),
  linkRule({
    id: '{direction}-link-removed',
    effect: 'may-remove',
    when: (_, after) => after === null,
    says: 'removed',
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(link('a'), answered({}))],
  }),
  linkRule({
    id: '{direction}-link-changed',
    effect: 'may-change',
    when: leadsElsewhere,
    says: 'leads elsewhere now',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [operations(link('a'), link('b'))],
  }),
];
