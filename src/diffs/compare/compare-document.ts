import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { entriesOf } from './document.ts';
import { applyRules, type Context, type Engine, newUnit, type Unit } from './engine.ts';
import type { Operation } from './operations.ts';
import { documentRules } from './rules/document.ts';
import { extensionRules } from './rules/extensions.ts';
import { globalSecurityRules, operationSecurityRules, schemeRules } from './rules/security.ts';
import { serverRules } from './rules/servers.ts';
import { sameValue } from './values.ts';

const contextOf = (unit: Unit, thing: string, trail: string, changeType: Context['changeType']): Context => ({
  ...{
    unit,
    thing,
    trail,
    changeType,
    direction: 'request',
    family: 'body',
    inert: false,
    root: true,
    repeatable: false,
    textual: false,
  },
  ...{ place: '', path: '' },
});

/** What is said once for the whole document: title and version, servers, security by default, security schemes. */
export const compareDocument = (engine: Engine): void => {
  const [before, after] = [engine.before.root, engine.after.root];
  applyRules(engine, contextOf(newUnit(engine), 'API', '/info', undefined), documentRules, { before, after });
  const pointers = { pointerBefore: '/servers', pointerAfter: '/servers' };
  const { movedPrefix } = engine;
  const servers = { before: before.servers, after: after.servers, ...pointers, ...(movedPrefix && { movedPrefix }) };
  applyRules(engine, contextOf(newUnit(engine), 'API', '/servers', undefined), serverRules, servers);
  compareExtensions(engine, '', before, after);
  compareExtensions(engine, '/info', before.info, after.info);
  compareGlobalSecurity(engine);
  compareSchemes(engine);
};

const compareExtensions = (
  engine: Engine,
  pointer: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): void => {
  if (!isJsonObject(before) || !isJsonObject(after)) return;
  const context = contextOf(newUnit(engine), 'API', pointer, undefined);
  applyRules(engine, context, extensionRules, {
    before: { value: before, pointer },
    after: { value: after, pointer },
  });
};

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const GLOBAL = 'security of the document';

const compareGlobalSecurity = (engine: Engine): void => {
  const [before, after] = [listOf(engine.before.root.security), listOf(engine.after.root.security)];
  const unit = newUnit(engine);
  engine.shared.set(GLOBAL, unit);
  const pointers = { pointerBefore: '/security', pointerAfter: '/security' };
  const context = contextOf(unit, 'Security', '/security', 'SECURITY_CHANGED');
  applyRules(engine, context, globalSecurityRules, { before, after, ...pointers });
};

const schemeKey = (name: string): string => `security scheme ${name}`;

const compareSchemes = (engine: Engine): void => {
  const [old, now] = [engine.before, engine.after].map(document => {
    const components = isJsonObject(document.root.components) ? document.root.components : {};
    return entriesOf(document, { value: components, pointer: '/components' }, 'securitySchemes');
  });
  for (const name of new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])) {
    const [before, after] = [old?.get(name)?.value ?? null, now?.get(name)?.value ?? null];
    if (sameValue(before ?? undefined, after ?? undefined)) continue;
    const unit = newUnit(engine);
    engine.shared.set(schemeKey(name), unit);
    const pointer = `/components/securitySchemes/${name}`;
    const context = contextOf(unit, `Security scheme \`${name}\``, pointer, 'SECURITY_CHANGED');
    applyRules(engine, context, schemeRules, { name, before, after, pointer });
  }
};

/** An operation either inherits the document's security, then its change is told once, or has its own. */
export const compareOwnSecurity = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  const [old, now] = [before.value.security, after.value.security];
  const effective = {
    before: listOf(old ?? engine.before.root.security),
    after: listOf(now ?? engine.after.root.security),
  };
  for (const requirement of [...effective.before, ...effective.after]) noteSchemes(engine, context, requirement);
  if (old === undefined && now === undefined) {
    const unit = engine.shared.get(GLOBAL);
    if (unit !== undefined) context.unit.edges.add(unit);
    return;
  }
  if (sameValue(effective.before, effective.after)) return;
  const at = ({ pointer }: Operation, own: JsonValue | undefined) =>
    own === undefined ? '/security' : `${pointer}/security`;
  const inner: Context = { ...context, thing: 'Security', changeType: 'SECURITY_CHANGED' };
  const pointers = { pointerBefore: at(before, old), pointerAfter: at(after, now) };
  applyRules(engine, inner, operationSecurityRules, { ...effective, ...pointers });
};

const noteSchemes = (engine: Engine, context: Context, requirement: JsonValue): void => {
  if (!isJsonObject(requirement)) return;
  for (const name of Object.keys(requirement)) {
    const unit = engine.shared.get(schemeKey(name));
    if (unit !== undefined) context.unit.edges.add(unit);
  }
};

const ownServers = ({ value, item, pointer }: Operation): { servers: JsonValue; pointer: string } | null => {
  if (value.servers !== undefined) return { servers: value.servers, pointer: `${pointer}/servers` };
  return item.value.servers === undefined ? null : { servers: item.value.servers, pointer: `${item.pointer}/servers` };
};

export const compareOwnServers = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  const [old, now] = [ownServers(before), ownServers(after)];
  if (old === null && now === null) return;
  const inherited = (root: JsonObject): JsonValue | undefined => root.servers;
  applyRules(engine, context, serverRules, {
    before: old?.servers ?? inherited(engine.before.root),
    after: now?.servers ?? inherited(engine.after.root),
    pointerBefore: old?.pointer ?? '/servers',
    pointerAfter: now?.pointer ?? '/servers',
    ...(engine.movedPrefix && { movedPrefix: engine.movedPrefix }),
  });
};
