import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import { stringsOf } from '../document.ts';
import type { Effect } from '../law.ts';
import { quote, sameValue } from '../values.ts';
import { appears, disappears } from './keyword-rule.ts';
import type { Occurrence, Rule } from './rule.ts';

/** The alternatives that authorise a call, as they are in effect. None at all means that no credential is needed. */
export type SecurityPair = { before: JsonValue[]; after: JsonValue[]; pointerBefore: string; pointerAfter: string };

type Alternative = { schemes: string[]; scopes: Map<string, Set<string>> };

const readAlternatives = (list: JsonValue[]): Alternative[] => {
  const alternatives = list.filter(isJsonObject).map((requirement): Alternative => {
    const schemes = Object.keys(requirement).sort();
    return { schemes, scopes: new Map(schemes.map(name => [name, new Set(stringsOf(requirement[name]))])) };
  });
  return alternatives.length > 0 ? alternatives : [{ schemes: [], scopes: new Map() }];
};

type Match = { pairs: [old: Alternative, now: Alternative][]; removed: Alternative[]; added: Alternative[] };

/** By the schemes and scopes; then by the schemes alone, as long as it is one to one. */
const matchAlternatives = (before: Alternative[], after: Alternative[]): Match => {
  const unmatched = (list: Alternative[], others: Alternative[]): Alternative[] =>
    list.filter(one => !others.some(other => isMetBy(one, other) && isMetBy(other, one)));
  const match: Match = { pairs: [], removed: [], added: [] };
  const [lost, come] = [
    Map.groupBy(unmatched(before, after), schemesOf),
    Map.groupBy(unmatched(after, before), schemesOf),
  ];
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

const schemesOf = ({ schemes }: Alternative): string => schemes.join(' and ') || 'no credential';

/** Whoever holds the one has all that the other asks for. */
const isMetBy = (asked: Alternative, held: Alternative): boolean =>
  asked.schemes.every(name => held.scopes.has(name)) && lacking(asked, held).length === 0;

type Change = { scheme: string; scope: string };

const lacking = (asked: Alternative, held: Alternative): Change[] =>
  [...asked.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter(scope => !held.scopes.get(scheme)?.has(scope)).map(scope => ({ scheme, scope })),
  );

/** Scopes are told where several alternatives ask for the same schemes. */
const nameOf = (one: Alternative, all: Alternative[]): string => {
  const schemes = schemesOf(one);
  if (all.filter(other => schemesOf(other) === schemes).length < 2) return schemes;
  return `${schemes} [${[...one.scopes.values()].flatMap(scopes => [...scopes]).join(', ')}]`;
};

const listRule = (id: string, effect: Effect, side: 'added' | 'removed'): Rule<SecurityPair> => ({
  id,
  effect,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const [old, now] = [readAlternatives(before), readAlternatives(after)];
    for (const alternative of matchAlternatives(old, now)[side]) {
      const name = nameOf(alternative, [...old, ...now]);
      const values = side === 'added' ? { newValue: name } : { oldValue: name };
      const says = `security alternative ${quote(name)} ${side}`;
      const found = { before: pointerBefore, after: pointerAfter, ...values, says };
      yield side === 'removed' && isStillEnough(alternative, now) ? { ...found, effect: 'widens' } : found;
    }
  },
});

/** Whoever met the old alternative meets one that asks for no more. */
const isStillEnough = (held: Alternative, now: Alternative[]): boolean => now.some(asked => isMetBy(asked, held));

const scopeRule = (id: string, effect: Effect, side: 'added' | 'removed'): Rule<SecurityPair> => ({
  id,
  effect,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const [old, now] = [readAlternatives(before), readAlternatives(after)];
    for (const [was, is] of matchAlternatives(old, now).pairs) {
      const harmless = side === 'added' && isStillEnough(was, now);
      for (const { scheme, scope } of side === 'added' ? lacking(is, was) : lacking(was, is)) {
        const values = side === 'added' ? { newValue: scope } : { oldValue: scope };
        const says = `scope ${quote(scope)} of \`${scheme}\` ${side}`;
        const found = { before: pointerBefore, after: pointerAfter, name: scheme, ...values, says };
        yield harmless ? { ...found, effect: 'widens' } : found;
      }
    }
  },
});

/** A way in that comes opens a door, which nobody's client notices and somebody should look at. */
const requirementRules = (prefix: string): Rule<SecurityPair>[] => [
  listRule(`${prefix}-added`, 'may-change', 'added'),
  listRule(`${prefix}-removed`, 'narrows', 'removed'),
  scopeRule(`${prefix}-scope-added`, 'narrows', 'added'),
  scopeRule(`${prefix}-scope-removed`, 'widens', 'removed'),
];

export const operationSecurityRules = requirementRules('api-security');
export const globalSecurityRules = requirementRules('api-global-security');

/** One security scheme of the components. */
export type SchemePair = { name: string; before: JsonObject | null; after: JsonObject | null; pointer: string };

const schemeRule = (id: string, effect: Effect, find: (pair: SchemePair) => Iterable<Partial<Occurrence>>) =>
  ({
    id,
    effect,
    *find(pair): Iterable<Occurrence> {
      const before = pair.before === null ? undefined : pair.pointer;
      const after = pair.after === null ? undefined : pair.pointer;
      for (const found of find(pair)) yield { before, after, says: '', ...found };
    },
  }) satisfies Rule<SchemePair>;

const flowsOf = (scheme: JsonObject): [string, JsonObject][] =>
  Object.entries(isJsonObject(scheme.flows) ? scheme.flows : {}).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );

/** Visits every value that both or one of the schemes hold at the same place of the same flow. */
function* flowValues(
  { before, after }: SchemePair,
  key: string,
): Iterable<[JsonValue | undefined, JsonValue | undefined, string]> {
  if (before === null || after === null) return;
  const [old, now] = [new Map(flowsOf(before)), new Map(flowsOf(after))];
  for (const flow of new Set([...old.keys(), ...now.keys()])) yield [old.get(flow)?.[key], now.get(flow)?.[key], flow];
}

const isKept = ({ before, after }: SchemePair, flow: string): boolean =>
  [before, after].every(scheme => isJsonObject(scheme?.flows) && isJsonObject(scheme.flows[flow]));

const urlRule = (id: string, key: string): Rule<SchemePair> =>
  schemeRule(id, 'may-change', function* (pair) {
    for (const [oldValue, newValue, flow] of flowValues(pair, key)) {
      if (oldValue === newValue || !isKept(pair, flow)) continue;
      yield { oldValue, newValue, name: flow, says: `${key} changed from ${quote(oldValue)} to ${quote(newValue)}` };
    }
  });

const scopeOfSchemeRule = (id: string, words: string, when: typeof appears): Rule<SchemePair> =>
  schemeRule(id, 'describes', function* (pair) {
    for (const [before, after, flow] of flowValues(pair, 'scopes')) {
      const [old, now] = [isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}];
      for (const scope of new Set([...Object.keys(old), ...Object.keys(now)])) {
        const [oldValue, newValue] = [old[scope], now[scope]];
        if (oldValue === newValue || !when(oldValue, newValue)) continue;
        yield { oldValue, newValue, name: `${flow} ${scope}`, says: `scope ${quote(scope)} ${words}` };
      }
    }
  });

const flowRule = (id: string, effect: Effect, side: 'added' | 'removed'): Rule<SchemePair> =>
  schemeRule(id, effect, function* ({ before, after }) {
    if (before === null || after === null || before.type !== after.type) return;
    const [old, now] = [new Map(flowsOf(before)), new Map(flowsOf(after))];
    const [from, other] = side === 'added' ? [now, old] : [old, now];
    for (const flow of from.keys()) if (!other.has(flow)) yield { name: flow, says: `flow \`${flow}\` ${side}` };
  });

const settingRule = (key: string, name: string): Rule<SchemePair> =>
  schemeRule(`api-security-component-${name}-changed`, 'changes', function* ({ before, after }) {
    if (before === null || after === null || (key !== 'type' && before.type !== after.type)) return;
    const [oldValue, newValue] = [before[key], after[key]];
    const ignoresCase = key === 'scheme' || (key === 'name' && before.in === 'header' && after.in === 'header');
    const spelled = (value: JsonValue | undefined) => (ignoresCase ? String(value).toLowerCase() : value);
    if (sameValue(spelled(oldValue), spelled(newValue))) return;
    yield { oldValue, newValue, says: `${key} changed from ${quote(oldValue)} to ${quote(newValue)}` };
  });

export const schemeRules: Rule<SchemePair>[] = [
  schemeRule('api-security-component-added', 'describes', function* ({ before }) {
    if (before === null) yield { says: 'was added' };
  }),
  schemeRule('api-security-component-removed', 'describes', function* ({ after }) {
    if (after === null) yield { says: 'was removed' };
  }),
  settingRule('type', 'type'),
  settingRule('scheme', 'http-scheme'),
  settingRule('in', 'api-key-location'),
  settingRule('name', 'api-key-name'),
  settingRule('openIdConnectUrl', 'open-id-connect-url'),
  urlRule('api-security-component-oauth-url-changed', 'authorizationUrl'),
  urlRule('api-security-component-oauth-token-url-changed', 'tokenUrl'),
  urlRule('api-security-component-oauth-refresh-url-changed', 'refreshUrl'),
  flowRule('api-security-component-oauth-flow-added', 'describes', 'added'),
  flowRule('api-security-component-oauth-flow-removed', 'narrows', 'removed'),
  scopeOfSchemeRule('api-security-component-oauth-scope-added', 'added', appears),
  scopeOfSchemeRule('api-security-component-oauth-scope-removed', 'removed', disappears),
  scopeOfSchemeRule(
    'api-security-component-oauth-scope-changed',
    'changed',
    (before, after) => before !== undefined && after !== undefined,
  ),
];
