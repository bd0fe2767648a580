import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { stringsOf } from '../read/document.ts';
import { quote } from '../read/values.ts';
import { documents, operations } from './examples.ts';
import { UNSEEN_BY_OASDIFF } from './levels.ts';
import type { Occurrence, Rule, RuleFacts } from './rule.ts';

/** What became of the alternatives that authorise a call. */
export type SecurityPair = {
  before: Alternative[];
  after: Alternative[];
  pointerBefore: string | undefined;
  pointerAfter: string | undefined;
} & Match;

/** The alternatives of a list, without repeated ones. */
export type Security = {
  alternatives: Alternative[];
  schemes: ReadonlySet<string>;
  /** The number of scopes, at least one for each alternative. */
  size: number;
};

type Alternative = {
  schemes: string[];
  scopes: Map<string, Set<string>>;
  /** What the schemes are called in messages. */
  name: string;
  /** Equal for equal alternatives. */
  text: string;
};

/** An empty list means that no credential is needed. */
export const readSecurity = (list: JsonValue[]): Security => {
  const requirements = list.filter(isJsonObject);
  const read = (requirements.length > 0 ? requirements : [{}]).map(readAlternative);
  const alternatives = [...new Map(read.map(one => [one.text, one])).values()];
  const schemes = new Set(alternatives.flatMap(one => one.schemes));
  return { alternatives, schemes, size: sizeOf(alternatives) };
};

const readAlternative = (requirement: JsonObject): Alternative => {
  const schemes = Object.keys(requirement).sort();
  const scopes = schemes.map((name): [string, Set<string>] => [name, new Set(stringsOf(requirement[name]).sort())]);
  return {
    schemes,
    scopes: new Map(scopes),
    name: schemes.length === 0 ? 'no credential' : schemes.join(' and '),
    text: JSON.stringify(scopes.map(([name, names]) => [name, ...names])),
  };
};

const sizeOf = (list: Alternative[]): number =>
  list.reduce((sum, { scopes }) => [...scopes.values()].reduce((inner, { size }) => inner + size, sum + 1), 0);

type Match = { pairs: [old: Alternative, now: Alternative][]; removed: Alternative[]; added: Alternative[] };

/** Matches by schemes and scopes; then by schemes alone, if the match is one to one. */
export const matchAlternatives = (before: Alternative[], after: Alternative[]): Match => {
  const match: Match = { pairs: [], removed: [], added: [] };
  const lost = Map.groupBy(unmatched(before, after), schemesOf);
  const come = Map.groupBy(unmatched(after, before), schemesOf);
  for (const schemes of new Set([...lost.keys(), ...come.keys()])) {
    const [old, now] = [lost.get(schemes) ?? [], come.get(schemes) ?? []];
    if (old.length === 1 && now.length === 1) match.pairs.push([old[0] as Alternative, now[0] as Alternative]);
    else {
      match.removed.push(...old);
      match.added.push(...now);
    }
  }
  return match;
};

const unmatched = (list: Alternative[], others: Alternative[]): Alternative[] => {
  const texts = new Set(others.map(({ text }) => text));
  return list.filter(({ text }) => !texts.has(text));
};

const schemesOf = ({ name }: Alternative): string => name;

/** Whether credentials for `held` are also enough for `asked`. */
const isMetBy = (asked: Alternative, held: Alternative): boolean =>
  asked.schemes.every(name => held.scopes.has(name)) && lacking(asked, held).length === 0;

type Change = { scheme: string; scope: string };

const lacking = (asked: Alternative, held: Alternative): Change[] =>
  [...asked.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter(scope => !held.scopes.get(scheme)?.has(scope)).map(scope => ({ scheme, scope })),
  );

/** The names of alternatives. They contain the scopes where several of `all` ask for the same schemes. */
const namesAmong = (all: Alternative[]): ((one: Alternative) => string) => {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ name, scopes }) =>
    (counts.get(name) ?? 0) < 2 ? name : `${name} [${[...scopes.values()].flatMap(names => [...names]).join(', ')}]`;
};

type Side = 'added' | 'removed';

const alternativeRule = ({ side, ...facts }: RuleFacts & { side: Side }): Rule<SecurityPair> => ({
  ...facts,
  *find(pair): Iterable<Occurrence> {
    const { before: old, after: now, pointerBefore, pointerAfter } = pair;
    const [others, own] = side === 'added' ? [old, now] : [now, old];
    const isFreeBeside = others.some(isFree);
    const isOptional = isFreeBeside && own.some(isFree);
    const nameOf = namesAmong([...old, ...now]);
    for (const alternative of pair[side]) {
      const isOpen = isFree(alternative);
      // Whether credentials are needed at all says more than which ones.
      if (!isOpen && isFreeBeside && !isOptional) continue;
      const name = nameOf(alternative);
      const values = side === 'added' ? { newValue: name } : { oldValue: name };
      const says = isOpen ? freeWords(side, now) : wordsFor(side, alternative, name, now);
      const found = { before: pointerBefore, after: pointerAfter, ...values, says };
      // Callers who were known by credentials that were optional may be strangers now.
      if (isOptional && side === 'removed') yield { ...found, effect: 'may-narrow' };
      else yield isStillEnough(alternative, others) ? { ...found, effect: 'describes' } : found;
    }
  },
});

const isFree = ({ schemes }: Alternative): boolean => schemes.length === 0;

const MAX_NAMED = 5;

/** `a` or `b`, or `a` or `b` or 3 more. */
const anyOf = (alternatives: Alternative[], nameOf: (one: Alternative) => string): string => {
  const more = alternatives.length - MAX_NAMED;
  const names = alternatives.slice(0, MAX_NAMED).map(one => `\`${nameOf(one)}\``);
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(' or ');
};

const wordsFor = (side: Side, one: Alternative, name: string, now: Alternative[]): string => {
  if (side === 'added') return `\`${name}\` is accepted now`;
  const enough = now.filter(other => !isFree(other) && isMetBy(other, one));
  if (enough.length > 0)
    return `\`${name}\` is no longer needed: ${anyOf(enough, namesAmong([one, ...now]))} is enough`;
  const more = now.filter(other => isMetBy(one, other));
  if (more.length === 0 || now.some(isFree)) return `\`${name}\` is no longer accepted`;
  return `\`${name}\` alone is no longer enough: ${anyOf(more, namesAmong([one, ...now]))} is required`;
};

const freeWords = (side: Side, now: Alternative[]): string => {
  if (side === 'added') return 'authentication is no longer required';
  return `authentication is required now: ${anyOf(now, namesAmong(now))}`;
};

/** Whether credentials for an alternative are also enough for one of the other side. */
const isStillEnough = (held: Alternative, now: Alternative[]): boolean => now.some(asked => isMetBy(asked, held));

const scopeRule = ({ side, ...facts }: RuleFacts & { side: Side }): Rule<SecurityPair> => ({
  ...facts,
  *find({ before, after, pairs, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    for (const [was, is] of pairs) {
      const harmless = side === 'added' ? isStillEnough(was, after) : isStillEnough(is, before);
      for (const { scheme, scope } of side === 'added' ? lacking(is, was) : lacking(was, is)) {
        const values = side === 'added' ? { newValue: scope } : { oldValue: scope };
        const says = `scope ${quote(scope)} of \`${scheme}\` is ${side === 'added' ? 'required now' : 'no longer required'}`;
        const found = { before: pointerBefore, after: pointerAfter, name: scheme, ...values, says };
        yield harmless ? { ...found, effect: 'describes' } : found;
      }
    }
  },
});

/** All security rules: oasdiff does not judge them. */
const OF_SECURITY = { direction: 'request', levels: UNSEEN_BY_OASDIFF, checks: 'own id' } as const;
const OF_DOCUMENT = { ...OF_SECURITY, countsOnlyInUse: true } as const;
const secured = (...security: JsonObject[]): JsonObject => ({ security });
const [ONE, TWO] = [secured({ a: [] }), secured({ a: [] }, { b: [] })];
const [READ, WRITE] = [secured({ a: ['r'] }), secured({ a: ['r', 'w'] })];

/** A new alternative accepts other credentials. It breaks no client, but a person must check it. */
const NEW_ALTERNATIVE = { effect: 'may-change', side: 'added', location: 'after' } as const;
const LOST_ALTERNATIVE = { effect: 'narrows', side: 'removed', location: 'before' } as const;
const NEW_SCOPE = { effect: 'narrows', side: 'added', location: 'after' } as const;
const LOST_SCOPE = { effect: 'widens', side: 'removed', location: 'before' } as const;

export const operationSecurityRules: Rule<SecurityPair>[] = [
  alternativeRule({ ...OF_SECURITY, ...NEW_ALTERNATIVE, id: 'api-security-added', examples: [operations(ONE, TWO)] }),
  alternativeRule({
    ...OF_SECURITY,
    ...LOST_ALTERNATIVE,
    id: 'api-security-removed',
    examples: [operations(TWO, ONE)],
  }),
  scopeRule({ ...OF_SECURITY, ...NEW_SCOPE, id: 'api-security-scope-added', examples: [operations(READ, WRITE)] }),
  scopeRule({ ...OF_SECURITY, ...LOST_SCOPE, id: 'api-security-scope-removed', examples: [operations(WRITE, READ)] }),
];

export const globalSecurityRules: Rule<SecurityPair>[] = [
  alternativeRule({
    ...OF_DOCUMENT,
    ...NEW_ALTERNATIVE,
    id: 'api-global-security-added',
    examples: [documents(ONE, TWO)],
  }),
  alternativeRule({
    ...OF_DOCUMENT,
    ...LOST_ALTERNATIVE,
    id: 'api-global-security-removed',
    examples: [documents(TWO, ONE)],
  }),
  scopeRule({
    ...OF_DOCUMENT,
    ...NEW_SCOPE,
    id: 'api-global-security-scope-added',
    examples: [documents(READ, WRITE)],
  }),
  scopeRule({
    ...OF_DOCUMENT,
    ...LOST_SCOPE,
    id: 'api-global-security-scope-removed',
    examples: [documents(WRITE, READ)],
  }),
];
