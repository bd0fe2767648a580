import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import { quote, sameValue, spell } from '../read/values.ts';
import { documents, type Example, OK, reversed } from './examples.ts';
import { type Levels, UNSEEN_BY_OASDIFF } from './levels.ts';
import { appears, differs, disappears, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

/** One security scheme of the components. */
export type SchemePair = { name: string; before: JsonObject | null; after: JsonObject | null; pointer: string };

type SchemeRow = Omit<RuleFacts, 'id' | 'direction' | 'checks' | 'levels'> & {
  id: `api-security-component-${string}`;
  checks: RuleFacts['checks'];
  levels?: Levels;
  find: (pair: SchemePair) => Iterable<Partial<Occurrence> & { says: string }>;
};

/** A scheme that no operation uses does no harm; oasdiff does not judge security. */
const schemeRule = ({ find, ...row }: SchemeRow): Rule<SchemePair> => ({
  ...{ levels: UNSEEN_BY_OASDIFF, direction: 'request', countsOnlyInUse: true },
  ...row,
  *find(pair): Iterable<Occurrence> {
    const before = pair.before === null ? undefined : pair.pointer;
    const after = pair.after === null ? undefined : pair.pointer;
    for (const found of find(pair)) yield { before, after, ...found };
  },
});

const flowsOf = (scheme: JsonObject): [string, JsonObject][] =>
  Object.entries(isJsonObject(scheme.flows) ? scheme.flows : {}).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );

/** Visits the values of the flows that both schemes have. Other rules report flows that were added or removed. */
function* flowValues(
  { before, after }: SchemePair,
  key: string,
): Iterable<[JsonValue | undefined, JsonValue | undefined, string]> {
  if (before === null || after === null) return;
  const now = new Map(flowsOf(after));
  for (const [flow, was] of flowsOf(before)) {
    const is = now.get(flow);
    if (is !== undefined) yield [was[key], is[key], flow];
  }
}

/** Reports an address of a flow that differs. */
function* findUrl(key: 'authorizationUrl' | 'tokenUrl' | 'refreshUrl' | 'deviceAuthorizationUrl', pair: SchemePair) {
  for (const [oldValue, newValue, flow] of flowValues(pair, key)) {
    if (oldValue === newValue) continue;
    const says = `${key} of flow \`${flow}\` changed from ${quote(oldValue)} to ${quote(newValue)}`;
    yield { oldValue, newValue, name: flow, says };
  }
}

function* findScope(end: 'added' | 'removed' | 'changed', when: typeof appears, pair: SchemePair) {
  for (const [before, after, flow] of flowValues(pair, 'scopes')) {
    const [old, now] = [isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}];
    for (const scope of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [oldValue, newValue] = [ownField(old, scope), ownField(now, scope)];
      if (oldValue === newValue || !when(oldValue, newValue)) continue;
      yield { oldValue, newValue, name: `${flow} ${scope}`, says: `scope ${quote(scope)} of flow \`${flow}\` ${end}` };
    }
  }
}

function* findFlow(side: 'added' | 'removed', { before, after }: SchemePair) {
  if (before === null || after === null || before.type !== after.type) return;
  const [old, now] = [new Map(flowsOf(before)), new Map(flowsOf(after))];
  const [from, other] = side === 'added' ? [now, old] : [old, now];
  for (const flow of from.keys()) if (!other.has(flow)) yield { name: flow, says: `flow \`${flow}\` ${side}` };
}

function* findSetting(key: string, { before, after }: SchemePair) {
  if (before === null || after === null || (key !== 'type' && before.type !== after.type)) return;
  const [oldValue, newValue] = [before[key], after[key]];
  const ignoresCase = key === 'scheme' || (key === 'name' && before.in === 'header' && after.in === 'header');
  const spelled = (value: JsonValue | undefined) => (ignoresCase ? spell(value).toLowerCase() : value);
  if (sameValue(spelled(oldValue), spelled(newValue))) return;
  yield { oldValue, newValue, says: `${key} changed from ${quote(oldValue)} to ${quote(newValue)}` };
}

/** Metadata that are new help callers, who had to do without them. */
function* findMetadataUrl(pair: SchemePair) {
  for (const found of findSetting('oauth2MetadataUrl', pair))
    yield found.oldValue === undefined ? { ...found, effect: 'describes' as const } : found;
}

const scheme = (x?: JsonObject): JsonObject => ({
  paths: { '/p': { post: { responses: OK, security: x ? [{ x: [] }] : [] } } },
  components: { securitySchemes: x ? { x } : {} },
});
const http = (name: string): JsonObject => scheme({ type: 'http', scheme: name });
const apiKey = (place: string, name: string): JsonObject => scheme({ type: 'apiKey', in: place, name });
const metadata = (url: string): JsonObject => scheme({ type: 'oauth2', flows: {}, oauth2MetadataUrl: url });
const openId = (url: string): JsonObject => scheme({ type: 'openIdConnect', openIdConnectUrl: url });
const flow = (rest: JsonObject = {}): JsonObject =>
  scheme({ type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a', scopes: {}, ...rest } } });
const ADDED: Example = documents(scheme(), http('basic'));
const FLOW: Example = documents(scheme({ type: 'oauth2', flows: {} }), flow());
const SCOPE: Example = documents(flow(), flow({ scopes: { r: 'Reads' } }));

export const schemeRules: Rule<SchemePair>[] = [
  schemeRule({
    id: 'api-security-component-added',
    effect: 'describes',
    *find({ before }) {
      if (before === null) yield { says: 'was added' };
    },
    location: 'after',
    checks: 'own id',
    examples: [ADDED],
  }),
  schemeRule({
    id: 'api-security-component-removed',
    effect: 'describes',
    *find({ after }) {
      if (after === null) yield { says: 'was removed' };
    },
    location: 'before',
    checks: 'own id',
    examples: [reversed(ADDED)],
  }),
  schemeRule({
    id: 'api-security-component-type-changed',
    effect: 'changes',
    find: pair => findSetting('type', pair),
    location: 'after',
    levels: { ...UNSEEN_BY_OASDIFF, lenient: 'WARNING' },
    checks: 'own id',
    examples: [documents(http('basic'), apiKey('query', 'k'))],
  }),
  schemeRule({
    id: 'api-security-component-http-scheme-changed',
    effect: 'changes',
    find: pair => findSetting('scheme', pair),
    location: 'after',
    checks: 'none',
    examples: [documents(http('basic'), http('bearer'))],
  }),
  schemeRule({
    id: 'api-security-component-api-key-location-changed',
    effect: 'changes',
    find: pair => findSetting('in', pair),
    location: 'after',
    checks: 'none',
    examples: [documents(apiKey('query', 'k'), apiKey('header', 'k'))],
  }),
  schemeRule({
    id: 'api-security-component-api-key-name-changed',
    effect: 'changes',
    find: pair => findSetting('name', pair),
    location: 'after',
    checks: 'none',
    examples: [documents(apiKey('query', 'k'), apiKey('query', 'l'))],
  }),
  schemeRule({
    id: 'api-security-component-open-id-connect-url-changed',
    effect: 'changes',
    find: pair => findSetting('openIdConnectUrl', pair),
    location: 'after',
    checks: 'none',
    examples: [documents(openId('a'), openId('b'))],
  }),
  schemeRule({
    id: 'api-security-component-oauth-metadata-url-changed',
    effect: 'may-change',
    find: findMetadataUrl,
    location: 'after',
    checks: 'none',
    examples: [documents(metadata('a'), metadata('b'))],
  }),
  schemeRule({
    id: 'api-security-component-oauth-url-changed',
    effect: 'may-change',
    find: pair => findUrl('authorizationUrl', pair),
    location: 'after',
    checks: 'own id',
    examples: [documents(flow(), flow({ authorizationUrl: 'https://b' }))],
  }),
  schemeRule({
    id: 'api-security-component-oauth-token-url-changed',
    effect: 'may-change',
    find: pair => findUrl('tokenUrl', pair),
    location: 'after',
    checks: 'own id',
    examples: [documents(flow({ tokenUrl: 'a' }), flow({ tokenUrl: 'b' }))],
  }),
  schemeRule({
    id: 'api-security-component-oauth-refresh-url-changed',
    effect: 'may-change',
    find: pair => findUrl('refreshUrl', pair),
    location: 'after',
    checks: 'none',
    examples: [documents(flow({ refreshUrl: 'a' }), flow({ refreshUrl: 'b' }))],
  }),
  schemeRule({
    id: 'api-security-component-oauth-device-authorization-url-changed',
    effect: 'may-change',
    find: pair => findUrl('deviceAuthorizationUrl', pair),
    location: 'after',
    checks: 'none',
    examples: [documents(flow({ deviceAuthorizationUrl: 'a' }), flow({ deviceAuthorizationUrl: 'b' }))],
  }),
  schemeRule({
    id: 'api-security-component-oauth-flow-added',
    effect: 'describes',
    find: pair => findFlow('added', pair),
    location: 'after',
    checks: 'none',
    examples: [FLOW],
  }),
  schemeRule({
    id: 'api-security-component-oauth-flow-removed',
    effect: 'narrows',
    find: pair => findFlow('removed', pair),
    location: 'before',
    checks: 'none',
    examples: [reversed(FLOW)],
  }),
  schemeRule({
    id: 'api-security-component-oauth-scope-added',
    effect: 'describes',
    find: pair => findScope('added', appears, pair),
    location: 'after',
    checks: 'own id',
    examples: [SCOPE],
  }),
  schemeRule({
    id: 'api-security-component-oauth-scope-removed',
    effect: 'describes',
    find: pair => findScope('removed', disappears, pair),
    location: 'before',
    checks: 'own id',
    examples: [reversed(SCOPE)],
  }),
  schemeRule({
    id: 'api-security-component-oauth-scope-changed',
    effect: 'describes',
    find: pair => findScope('changed', differs, pair),
    location: 'after',
    checks: 'own id',
    examples: [documents(flow({ scopes: { r: 'Reads' } }), flow({ scopes: { r: 'Looks' } }))],
    isText: true,
  }),
];
