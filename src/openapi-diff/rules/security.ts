import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_SECURITY_STEPS } from '../budgets.ts';
import { stringsOf } from '../read/document.ts';
import { quote } from '../read/values.ts';
import { documents, operations } from './examples.ts';
import { UNSEEN_BY_OASDIFF } from './levels.ts';
import type { Occurrence, Rule, RuleFacts } from './rule.ts';

/** The alternatives that authorise a call, as they are in effect. None at all means that no credential is needed. */
export type SecurityPair = { before: JsonValue[]; after: JsonValue[]; pointerBefore: string; pointerAfter: string };

type Alternative = {
  schemes: string[];
  scopes: Map<string, Set<string>>;
  /** What the schemes are called in messages. */
  name: string;
  /** Equal for equal alternatives. */
  text: string;
};

const readAlternatives = (list: JsonValue[]): Alternative[] => {
  const alternatives = list.filter(isJsonObject).map((requirement): Alternative => {
    const schemes = Object.keys(requirement).sort();
    const scopes = schemes.map((name): [string, Set<string>] => [name, new Set(stringsOf(requirement[name]).sort())]);
    const text = JSON.stringify(scopes.map(([name, names]) => [name, ...names]));
    return {
      schemes,
      scopes: new Map(scopes),
      name: schemes.length === 0 ? NO_CREDENTIAL : schemes.join(' and '),
      text,
    };
  });
  return alternatives.length > 0 ? alternatives : [{ schemes: [], scopes: new Map(), name: NO_CREDENTIAL, text: '[]' }];
};

const NO_CREDENTIAL = 'no credential';

type Match = { pairs: [old: Alternative, now: Alternative][]; removed: Alternative[]; added: Alternative[] };

/** Matches by schemes and scopes; then by schemes alone, if the match is one to one. */
const matchAlternatives = (before: Alternative[], after: Alternative[]): Match => {
  const match: Match = { pairs: [], removed: [], added: [] };
  const [gone, came] = [unmatched(before, after), unmatched(after, before)];
  if ((gone.length + came.length) * (sizeOf(before) + sizeOf(after)) > MAX_SECURITY_STEPS)
    throw new ComparisonTooLarge(`${MAX_SECURITY_STEPS} pairs of security requirements`);
  const [lost, come] = [Map.groupBy(gone, schemesOf), Map.groupBy(came, schemesOf)];
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

/** The number of scopes, at least one for each alternative. */
const sizeOf = (list: Alternative[]): number =>
  list.reduce((sum, { scopes }) => [...scopes.values()].reduce((inner, { size }) => inner + size, sum + 1), 0);

const schemesOf = ({ name }: Alternative): string => name;

/** Whether credentials for `held` are also enough for `asked`. */
const isMetBy = (asked: Alternative, held: Alternative): boolean =>
  asked.schemes.every(name => held.scopes.has(name)) && lacking(asked, held).length === 0;

type Change = { scheme: string; scope: string };

const lacking = (asked: Alternative, held: Alternative): Change[] =>
  [...asked.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter(scope => !held.scopes.get(scheme)?.has(scope)).map(scope => ({ scheme, scope })),
  );

/** The name contains the scopes where several alternatives ask for the same schemes. */
const nameOf = (one: Alternative, all: Alternative[]): string => {
  const schemes = schemesOf(one);
  if (all.filter(other => schemesOf(other) === schemes).length < 2) return schemes;
  return `${schemes} [${[...one.scopes.values()].flatMap(scopes => [...scopes]).join(', ')}]`;
};

type Side = 'added' | 'removed';

const alternativeRule = ({ side, ...facts }: RuleFacts & { side: Side }): Rule<SecurityPair> => ({
  ...facts,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const [old, now] = [readAlternatives(before), readAlternatives(after)];
    const [others, own] = side === 'added' ? [old, now] : [now, old];
    const isFreeBeside = others.some(isFree);
    const isOptional = isFreeBeside && own.some(isFree);
    for (const alternative of matchAlternatives(old, now)[side]) {
      const isOpen = isFree(alternative);
      // Whether credentials are needed at all says more than which ones.
      if (!isOpen && isFreeBeside && !isOptional) continue;
      const name = nameOf(alternative, [...old, ...now]);
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

const wordsFor = (side: Side, one: Alternative, name: string, now: Alternative[]): string => {
  if (side === 'added') return `\`${name}\` is accepted now`;
  const more = now.filter(other => isMetBy(one, other)).map(other => `\`${nameOf(other, [one, ...now])}\``);
  if (more.length === 0 || isStillEnough(one, now)) return `\`${name}\` is no longer accepted`;
  return `\`${name}\` alone is no longer enough: ${more.join(' or ')} is required`;
};

const freeWords = (side: Side, now: Alternative[]): string => {
  if (side === 'added') return 'authentication is no longer required';
  return `authentication is required now: ${now.map(one => `\`${nameOf(one, now)}\``).join(' or ')}`;
};

/** Whether credentials for an alternative are also enough for one of the other side. */
const isStillEnough = (held: Alternative, now: Alternative[]): boolean => now.some(asked => isMetBy(asked, held));

const scopeRule = ({ side, ...facts }: RuleFacts & { side: Side }): Rule<SecurityPair> => ({
  ...facts,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const [old, now] = [readAlternatives(before), readAlternatives(after)];
    for (const [was, is] of matchAlternatives(old, now).pairs) {
      const harmless = side === 'added' ? isStillEnough(was, now) : isStillEnough(is, old);
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
