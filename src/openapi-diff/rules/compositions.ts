import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Effect } from '../law.ts';
import type { Located } from '../read/document.ts';
import type { SchemaPair } from '../schemas/pair.ts';
import { documents, type Example, reversed, schemas } from './examples.ts';
import { BY_LAW, type Levels, ONLY_IN_BODIES, TOLERATED, TOLERATED_BY_READERS, UNSEEN_BY_OASDIFF } from './levels.ts';
import { BODIES, NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

/** Branches of allOf, oneOf or anyOf that have no counterpart on the other side. */
export type BranchPair = {
  schemas: SchemaPair;
  added: Branch[];
  removed: Branch[];
  effect?: Effect;
  /** A whole list of alternatives was added or removed. */
  isWhole?: boolean;
};
export type Branch = Located & { name: string };

type BranchRow = RuleFacts & { side: 'added' | 'removed'; keyword: 'allOf' | 'oneOf' | 'anyOf' };

const branchRule = ({ side, keyword, ...facts }: BranchRow): Rule<BranchPair> => ({
  ...facts,
  *find({ schemas, effect, isWhole = false, ...branches }): Iterable<Occurrence> {
    for (const { name, pointer } of keyword === 'allOf' && !isWhole ? branches[side] : asOne(branches[side])) {
      const says = WORDS[isWhole ? 'whole' : kindOf(keyword, effect)][side](listed(name));
      const places =
        side === 'added'
          ? { before: schemas.before.pointer, after: pointer, newValue: name }
          : { before: pointer, after: schemas.after.pointer, oldValue: name };
      yield { ...places, says, ...(effect && { effect }) };
    }
  },
});

type Say = (names: string) => string;

type Kind = 'conjunct' | 'replacement' | 'branch';
const kindOf = (keyword: BranchRow['keyword'], effect: Effect | undefined): Kind => {
  if (keyword !== 'allOf') return 'branch';
  return effect === 'changes' ? 'replacement' : 'conjunct';
};

/** The messages about conjuncts, about single branches, and about a whole list of alternatives. */
const WORDS: Record<Kind | 'whole', Record<BranchRow['side'], Say>> = {
  conjunct: { added: names => `must match ${names} too now`, removed: names => `need not match ${names} any more` },
  replacement: {
    added: names => `is ${names} now instead of what it was`,
    removed: names => `is another schema now instead of ${names}`,
  },
  branch: { added: names => `may be ${names} now`, removed: names => `may no longer be ${names}` },
  whole: {
    added: names => `must now match one of ${names}`,
    removed: names => `need not match one of ${names} any more`,
  },
};

const MAX_NAMED = 10;

const listed = (names: string | string[]): string => {
  const all = [names].flat();
  const more = all.length - MAX_NAMED;
  return `${all.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Reports alternatives that were added or removed together as one change of their list. */
const asOne = (branches: Branch[]): { name: string | string[]; pointer: string }[] => {
  const [first, ...more] = branches;
  if (first === undefined || more.length === 0) return branches;
  return [{ name: branches.map(({ name }) => name), pointer: first.pointer.replace(/\/\d+$/, '') }];
};

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const MEMBER: Example = schemas(
  { allOf: [ref('Cat')], maxProperties: 3 },
  { allOf: [ref('Cat'), ref('Dog')], maxProperties: 3 },
);
const REMARK: Example = schemas({ allOf: [ref('Cat'), ref('Dog')] }, { allOf: [ref('Cat'), ref('Dog'), ref('Note')] });
/** Alternatives with one more in the end. */
const longer = (keyword: 'oneOf' | 'anyOf'): Example => {
  const short: JsonValue[] = [ref('Cat'), ref('Dog')];
  return schemas({ [keyword]: short }, { [keyword]: [...short, { type: 'object', properties: { moo: {} } }] });
};

/** A whole number matches both. */
const OVERLAPPING: Example = schemas(
  { oneOf: [{ type: 'number' }, { type: 'string', maxLength: 3 }] },
  { oneOf: [{ type: 'number' }, { type: 'string', maxLength: 3 }, { type: 'integer' }] },
);

export const allOfRules: Rule<BranchPair>[] = [
  branchRule({
    id: '{subject}-all-of-added',
    effect: 'narrows',
    side: 'added',
    keyword: 'allOf',
    location: 'after',
    levels: TOLERATED,
    checks: BODIES,
    examples: [MEMBER],
  }),
  branchRule({
    id: '{subject}-all-of-removed',
    effect: 'widens',
    side: 'removed',
    keyword: 'allOf',
    location: 'before',
    levels: {
      strict: 'law',
      oasdiff: { ...ONLY_IN_BODIES, request: 'WARNING', response: 'INFO' },
      lenient: TOLERATED_BY_READERS,
    },
    checks: BODIES,
    examples: [reversed(MEMBER)],
  }),
];

/** Branches that only describe: they accept and refuse no value. */
export const annotationBranchRules: Rule<BranchPair>[] = [
  branchRule({
    id: '{subject}-all-of-added-annotation-only',
    effect: 'describes',
    side: 'added',
    keyword: 'allOf',
    location: 'after',
    levels: BY_LAW,
    checks: BODIES,
    examples: [REMARK],
    isText: true,
  }),
  branchRule({
    id: '{subject}-all-of-removed-annotation-only',
    effect: 'describes',
    side: 'removed',
    keyword: 'allOf',
    location: 'before',
    levels: BY_LAW,
    checks: BODIES,
    examples: [reversed(REMARK)],
    isText: true,
  }),
];

export const oneOfRules: Rule<BranchPair>[] = [
  branchRule({
    id: '{subject}-one-of-added',
    effect: 'widens',
    side: 'added',
    keyword: 'oneOf',
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...ONLY_IN_BODIES, request: 'INFO' }, lenient: TOLERATED_BY_READERS },
    checks: BODIES,
    examples: [longer('oneOf'), OVERLAPPING],
  }),
  branchRule({
    id: '{subject}-one-of-removed',
    effect: 'narrows',
    side: 'removed',
    keyword: 'oneOf',
    location: 'before',
    levels: TOLERATED,
    checks: BODIES,
    examples: [reversed(longer('oneOf'))],
  }),
];

export const anyOfRules: Rule<BranchPair>[] = [
  branchRule({
    id: '{subject}-any-of-added',
    effect: 'widens',
    side: 'added',
    keyword: 'anyOf',
    location: 'after',
    levels: { strict: 'law', oasdiff: 'INFO', lenient: TOLERATED_BY_READERS },
    checks: BODIES,
    examples: [longer('anyOf')],
  }),
  branchRule({
    id: '{subject}-any-of-removed',
    effect: 'narrows',
    side: 'removed',
    keyword: 'anyOf',
    location: 'before',
    levels: TOLERATED,
    checks: BODIES,
    examples: [reversed(longer('anyOf'))],
  }),
];

/** A plain schema that became a list of alternatives, or the reverse. */
export type WrapPair = {
  schemas: SchemaPair;
  keyword: 'oneOf' | 'anyOf';
  names: string[];
  wrapped: boolean;
  /** Whether the plain side is one of the alternatives; `apart` if no other alternative accepts its values. */
  contained: 'apart' | 'beside others' | false;
};

type WrapRow = RuleFacts & { keyword: WrapPair['keyword']; wrapped: boolean };

const wrapRule = ({ keyword, wrapped, ...facts }: WrapRow): Rule<WrapPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    if (pair.keyword !== keyword || pair.wrapped !== wrapped) return NOTHING;
    const alternatives = `one of ${listed(pair.names)} (${keyword})`;
    const says = wrapped ? `is ${alternatives} now` : `is one schema now instead of ${alternatives}`;
    const { before, after } = pair.schemas;
    const isClear = pair.contained === 'apart' || (pair.contained !== false && keyword === 'anyOf');
    const effect = wrapped ? 'widens' : 'narrows';
    return [{ before: before.pointer, after: after.pointer, says, ...(isClear && { effect }) }];
  },
});

const wrapped = (keyword: 'oneOf' | 'anyOf'): Example => schemas(ref('Cat'), { [keyword]: [ref('Cat'), ref('Dog')] });

/** oneOf refuses values that two branches accept, so even the branch that stays may accept less: breaking both ways. */
export const wrapRules: Rule<WrapPair>[] = [
  wrapRule({
    id: '{subject}-wrapped-in-one-of',
    effect: 'changes',
    keyword: 'oneOf',
    wrapped: true,
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...ONLY_IN_BODIES, 'request-property': 'INFO' }, lenient: 'WARNING' },
    checks: ['request-body', 'response-body'],
    examples: [wrapped('oneOf')],
  }),
  wrapRule({
    id: '{subject}-wrapped-in-any-of',
    effect: 'changes',
    keyword: 'anyOf',
    wrapped: true,
    location: 'after',
    levels: {
      strict: 'law',
      oasdiff: { ...ONLY_IN_BODIES, request: 'INFO', 'request-header': 'law' },
      lenient: 'WARNING',
    },
    checks: 'none',
    examples: [wrapped('anyOf')],
  }),
  wrapRule({
    id: '{subject}-unwrapped-from-one-of',
    effect: 'changes',
    keyword: 'oneOf',
    wrapped: false,
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...ONLY_IN_BODIES, response: 'INFO' }, lenient: 'WARNING' },
    checks: 'none',
    examples: [reversed(wrapped('oneOf'))],
  }),
  wrapRule({
    id: '{subject}-unwrapped-from-any-of',
    effect: 'changes',
    keyword: 'anyOf',
    wrapped: false,
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...ONLY_IN_BODIES, response: 'INFO' }, lenient: 'WARNING' },
    checks: 'none',
    examples: [reversed(wrapped('anyOf'))],
  }),
];

/** The keyword that the alternatives have moved to. */
export type LooseningPair = { schemas: SchemaPair; keyword: WrapPair['keyword'] };

const looseningRule = ({
  keyword,
  says,
  ...facts
}: RuleFacts & { keyword: WrapPair['keyword']; says: string }): Rule<LooseningPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { before, after } = pair.schemas;
    return pair.keyword === keyword ? [{ before: before.pointer, after: after.pointer, says }] : NOTHING;
  },
});

const LOOSENED: Example = schemas({ oneOf: [ref('Cat'), ref('Dog')] }, { anyOf: [ref('Cat'), ref('Dog')] });
/** oasdiff compares oneOf and anyOf separately: a move between them counts as removed and added. */
const BREAKS_IN_REQUESTS: Levels['oasdiff'] = {
  request: 'INFO',
  response: 'INFO',
  'request-body': 'BREAKING',
  'request-property': 'BREAKING',
};
const BREAKS_IN_BODIES: Levels['oasdiff'] = {
  ...BREAKS_IN_REQUESTS,
  'response-body': 'BREAKING',
  'response-property': 'BREAKING',
};

/** oneOf refuses values that several alternatives accept, anyOf takes them. */
export const looseningRules: Rule<LooseningPair>[] = [
  looseningRule({
    id: '{subject}-one-of-became-any-of',
    effect: 'widens',
    keyword: 'anyOf',
    says: 'several alternatives may match now',
    location: 'after',
    levels: { ...BY_LAW, oasdiff: BREAKS_IN_REQUESTS },
    checks: 'none',
    examples: [LOOSENED],
  }),
  looseningRule({
    id: '{subject}-any-of-became-one-of',
    effect: 'narrows',
    keyword: 'oneOf',
    says: 'exactly one alternative may match now',
    location: 'after',
    levels: { ...BY_LAW, oasdiff: BREAKS_IN_BODIES },
    checks: 'none',
    examples: [reversed(LOOSENED)],
  }),
];

/** Alternatives of oneOf whose components changed. */
export type OverlapPair = { schemas: SchemaPair; names: string[] };

const meowing = { type: 'object', properties: { meow: {} }, required: ['meow'] };
const barking = (required: string[]) => ({ type: 'object', properties: { bark: {} }, required });
/** A document with animals that only their required property distinguishes. */
const animals = (required: string[]): JsonObject => {
  const content = { 'application/json': { schema: { oneOf: [ref('Cat'), ref('Dog')] } } };
  return {
    paths: { '/p': { post: { requestBody: { content }, responses: { 200: { description: '', content } } } } },
    components: { schemas: { Cat: meowing, Dog: barking(required) } },
  };
};
const CROWDED: Example = documents(animals(['bark']), animals([]));

/** oneOf refuses values that several alternatives accept: the more one of them accepts, the less all of them do. */
export const overlapRules: Rule<OverlapPair>[] = [
  {
    id: '{direction}-one-of-overlaps',
    effect: 'may-change',
    find({ schemas: { before, after, direction }, names }): Iterable<Occurrence> {
      const many = `values that match more than one of ${listed(names)}`;
      const says = direction === 'request' ? `there are ${many} now` : `there are fewer ${many} now`;
      return [{ before: before.pointer, after: after.pointer, says }];
    },
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [CROWDED, reversed(CROWDED)],
  },
];
