import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import { stringsOf } from '../document.ts';
import type { Effect } from '../law.ts';
import { quote, sameValue } from '../values.ts';
import { appears, disappears } from './keyword-rule.ts';
import type { Occurrence, Rule } from './rule.ts';

/** The alternatives that authorise a call, as they are in effect. None at all means that no credential is needed. */
export type SecurityPair = { before: JsonValue[]; after: JsonValue[]; pointerBefore: string; pointerAfter: string };

type Alternative = { schemes: string; scopes: Map<string, Set<string>> };

const readAlternatives = (list: JsonValue[]): Map<string, Alternative[]> => {
  const alternatives = new Map<string, Alternative[]>();
  for (const requirement of list) {
    if (!isJsonObject(requirement)) continue;
    const names = Object.keys(requirement).sort();
    const scopes = new Map(names.map(name => [name, new Set(stringsOf(requirement[name]))]));
    const schemes = names.length === 0 ? NO_CREDENTIAL : names.join(' and ');
    alternatives.set(schemes, [...(alternatives.get(schemes) ?? []), { schemes, scopes }]);
  }
  if (alternatives.size === 0) alternatives.set(NO_CREDENTIAL, [{ schemes: NO_CREDENTIAL, scopes: new Map() }]);
  return alternatives;
};

const listRule = (id: string, effect: Effect, side: 'added' | 'removed'): Rule<SecurityPair> => ({
  id,
  effect,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const [old, now] = [readAlternatives(before), readAlternatives(after)];
    const [from, other] = side === 'added' ? [now, old] : [old, now];
    for (const schemes of from.keys()) {
      if (other.has(schemes)) continue;
      const values = side === 'added' ? { newValue: schemes } : { oldValue: schemes };
      const says = `security alternative ${quote(schemes)} ${side}`;
      const found = { before: pointerBefore, after: pointerAfter, ...values, says };
      yield side === 'removed' && isStillEnough(schemes, now) ? { ...found, effect: 'widens' } : found;
    }
  },
});

const NO_CREDENTIAL = 'no credential';

/** Whoever met the old alternative meets one that asks for less. */
const isStillEnough = (schemes: string, now: Map<string, Alternative[]>): boolean => {
  const held = new Set(schemes.split(' and '));
  return [...now].some(
    ([names, list]) =>
      names === NO_CREDENTIAL ||
      (names.split(' and ').every(name => held.has(name)) &&
        list.some(({ scopes }) => [...scopes.values()].every(set => set.size === 0))),
  );
};

type Change = { scheme: string; scope: string };

/**
 * What an alternative asks for beyond the one of the same schemes on the other side that comes closest. One of which the
 * other side asks no more is met.
 */
function* scopesBeyond(asked: JsonValue[], held: JsonValue[]): Iterable<Change> {
  const known = readAlternatives(asked);
  for (const [schemes, list] of readAlternatives(held)) {
    for (const holder of list) {
      const lacks = (known.get(schemes) ?? []).map(candidate => lacking(candidate, holder));
      const [least] = lacks.sort((a, b) => a.length - b.length);
      yield* least ?? [];
    }
  }
}

const lacking = (asked: Alternative, held: Alternative): Change[] =>
  [...asked.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter(scope => !held.scopes.get(scheme)?.has(scope)).map(scope => ({ scheme, scope })),
  );

const scopeRule = (id: string, effect: Effect, side: 'added' | 'removed'): Rule<SecurityPair> => ({
  id,
  effect,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const changes = side === 'added' ? scopesBeyond(after, before) : scopesBeyond(before, after);
    const told = new Set<string>();
    for (const { scheme, scope } of changes) {
      if (told.has(`${scheme} ${scope}`)) continue;
      told.add(`${scheme} ${scope}`);
      const values = side === 'added' ? { newValue: scope } : { oldValue: scope };
      const says = `scope ${quote(scope)} of \`${scheme}\` ${side}`;
      yield { before: pointerBefore, after: pointerAfter, name: scheme, ...values, says };
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
