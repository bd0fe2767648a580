import { hash } from 'node:crypto';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  contextOf,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  newUnit,
  refer,
  sharedUnit,
} from '../engine.ts';
import { pointerOf } from '../read/document.ts';
import type { MovedPrefix, Operation } from '../read/operations.ts';
import { quote, spell } from '../read/values.ts';
import { dialectRules, documentRules, tooLargeRules, uncountedTextRules } from '../rules/document.ts';
import { serverRules } from '../rules/servers.ts';
import { extensionRules, extensionRulesFor } from '../rules/texts.ts';
import { trailOfPath } from './path-trails.ts';
import { prepareSchemes, prepareSecurity } from './security.ts';
import { compareTexts, haveTexts, type TEXTS } from './texts.ts';

const SERVERS = 'servers of the document';

/** Compares data of the whole document: title and version, servers, default security, security schemes. */
export const compareDocument = (engine: Engine, { serversInUse }: { serversInUse: boolean }): Findings => {
  const [before, after] = [engine.before.root, engine.after.root];
  const found = [
    ...applyRules(engine, contextOf(newUnit(engine), 'API', '/info'), [...documentRules, ...dialectRules], {
      before,
      after,
    }),
  ];
  const unit = newUnit(engine);
  engine.shared.set(SERVERS, unit);
  const servers = compareServers(engine, contextOf(unit, 'API', '/servers'), [null, null], engine.movedPrefix);
  add(found, serversInUse ? servers : servers.map(finding => ({ ...finding, effect: 'describes' })));
  add(found, comparePart(engine, '', before, after, 'document'));
  add(found, comparePart(engine, '/info', before.info, after.info, 'info'));
  for (const key of ['paths', 'components']) add(found, compareExtensions(engine, `/${key}`, before[key], after[key]));
  add(found, compareEntries(engine, 'tags', 'name', 'tag'));
  add(found, compareEntries(engine, 'servers', 'url', 'server'));
  prepareSecurity(engine);
  add(found, prepareSchemes(engine));
  return found;
};

/** One finding for all changed texts that were only counted. */
export const reportOmittedTextChanges = (engine: Engine): Findings => {
  const { unreportedTexts: unreported } = engine.counts;
  if (unreported === 0) return NO_FINDINGS;
  return applyRules(engine, contextOf(newUnit(engine), 'API', ''), uncountedTextRules, { unreported });
};

/** The one finding of documents that differ in too many places. */
export const reportTooLarge = (engine: Engine, limit: string, isFirst: boolean): Findings => {
  const digest = hash('sha256', [engine.before, engine.after].map(({ root }) => JSON.stringify(root)).join('\n'));
  return applyRules(engine, contextOf(newUnit(engine), 'API', ''), tooLargeRules, { limit, isFirst, digest });
};

type Side = JsonValue | undefined;

/** Compares the texts and extensions of one part of the document. */
const comparePart = (
  engine: Engine,
  pointer: string,
  before: Side,
  after: Side,
  kind: keyof typeof TEXTS,
): Findings => {
  if (!isJsonObject(before) || !isJsonObject(after)) return NO_FINDINGS;
  const context = contextOf(newUnit(engine), 'API', pointer);
  const [old, now] = [before, after].map(value => ({ value, pointer }));
  if (old === undefined || now === undefined) return NO_FINDINGS;
  const found = [...applyRules(engine, context, extensionRules, { before: old, after: now })];
  add(found, compareTexts(engine, context, old, now, kind));
  return found;
};

const compareExtensions = (engine: Engine, pointer: string, before: Side, after: Side): Findings => {
  const [old, now] = [before, after].map(value => ({ value: isJsonObject(value) ? value : {}, pointer })) as [
    Entry,
    Entry,
  ];
  const rules = extensionRulesFor(old, now);
  if (rules.length === 0) return NO_FINDINGS;
  return applyRules(engine, contextOf(newUnit(engine), 'API', pointer), rules, { before: old, after: now });
};

type Entry = { value: JsonObject; pointer: string };

const entriesBy = (name: string, list: Side, pointer: string): Map<string, Entry> =>
  new Map(
    (Array.isArray(list) ? list : []).flatMap((value, index) =>
      isJsonObject(value) ? [[spell(value[name]), { value, pointer: `${pointer}/${index}` }]] : [],
    ),
  );

/** Compares the texts of tags and servers that exist in both documents. */
const compareEntries = (
  engine: Engine,
  key: 'tags' | 'servers',
  name: 'name' | 'url',
  kind: 'tag' | 'server',
): Findings => {
  const found: Finding[] = [];
  const [old, now] = [engine.before, engine.after].map(({ root }) => entriesBy(name, root[key], `/${key}`));
  for (const [entry, after] of now ?? []) {
    const before = old?.get(entry);
    if (before === undefined) continue;
    const context = contextOf(newUnit(engine), `${kind === 'tag' ? 'Tag' : 'Server'} \`${entry}\``, `/${key}/${entry}`);
    add(found, compareTexts(engine, context, before, after, kind));
    if (kind === 'server') add(found, compareVariableTexts(engine, context, entry, before, after));
    add(found, applyRules(engine, context, extensionRules, { before, after }));
  }
  return found;
};

const variablesOf = ({ value, pointer }: Entry): Map<string, Entry> =>
  new Map(
    Object.entries(isJsonObject(value.variables) ? value.variables : {}).flatMap(([name, variable]) =>
      isJsonObject(variable) ? [[name, { value: variable, pointer: append(`${pointer}/variables`, name) }]] : [],
    ),
  );

/** The texts of the variables that a server has in both documents. */
const compareVariableTexts = (engine: Engine, context: Context, url: string, before: Entry, after: Entry): Findings => {
  const old = variablesOf(before);
  return [...variablesOf(after)].flatMap(([name, is]) => {
    const was = old.get(name);
    const thing = `Variable \`${name}\` of server ${quote(url)}`;
    const inner = { ...context, thing, trail: `${context.trail}/variables/${name}` };
    return was === undefined ? [] : compareTexts(engine, inner, was, is, 'variable');
  });
};

type Servers = { servers: JsonValue; pointer: string; atPath: boolean };

const ownServers = ({ value, item, pointer }: Operation): Servers | null => {
  if (value.servers !== undefined) return { servers: value.servers, pointer: `${pointer}/servers`, atPath: false };
  const { servers } = item.value;
  return servers === undefined ? null : { servers, pointer: pointerOf(item, 'servers'), atPath: true };
};

/** Whether the operation has the servers of the document on both sides, none of its own or of its path. */
export const inheritsServers = (before: Operation, after: Operation): boolean =>
  after.kind === 'path' && ownServers(before) === null && ownServers(after) === null;

const compareServerTexts = (engine: Engine, context: Context, before: Servers, after: Servers): Findings => {
  const found: Finding[] = [];
  const old = entriesBy('url', before.servers, before.pointer);
  for (const [url, is] of entriesBy('url', after.servers, after.pointer)) {
    const was = old.get(url);
    if (was === undefined) continue;
    const inner = { ...context, trail: `${context.trail}/servers/${url}` };
    add(found, compareTexts(engine, inner, was, is, 'server'));
    add(found, compareVariableTexts(engine, inner, url, was, is));
    add(found, applyRules(engine, inner, extensionRulesFor(was, is), { before: was, after: is }));
  }
  return found;
};

/** Compares two lists of servers. Null: the servers of the document apply. */
const compareServers = (
  engine: Engine,
  context: Context,
  [before, after]: [Servers | null, Servers | null],
  movedPrefix: MovedPrefix | undefined,
): Findings => {
  const [old, now] = [before ?? serversOf(engine.before), after ?? serversOf(engine.after)];
  return applyRules(engine, context, serverRules, {
    before: old.servers,
    after: now.servers,
    pointerBefore: old.pointer,
    pointerAfter: now.pointer,
    ...(movedPrefix && { movedPrefix }),
  });
};

const serversOf = ({ root: { servers } }: Engine['before']): { servers: JsonValue | undefined; pointer: string } => ({
  servers,
  pointer: servers === undefined ? '' : '/servers',
});

/**
 * Compares the servers of an operation or of its path. Changes at the path are reported once for all its operations.
 */
export const compareOwnServers = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  const [old, now] = [ownServers(before), ownServers(after)];
  if (old === null && now === null) {
    const unit = engine.shared.get(SERVERS);
    if (unit !== undefined && after.kind === 'path') refer(context, unit);
    return NO_FINDINGS;
  }
  const compare = (inner: Context): Findings => {
    const prefixes = before.prefix === after.prefix ? undefined : { before: before.prefix, after: after.prefix };
    const servers = compareServers(engine, inner, [old, now], prefixes);
    return old === null || now === null ? servers : [...servers, ...compareServerTexts(engine, inner, old, now)];
  };
  const isOfPath = (old?.atPath ?? true) && (now?.atPath ?? true);
  if (!isOfPath) return compare(context);
  const place = { trail: `${trailOfPath(context, after)}/servers`, thing: `Path ${after.path}` };
  const key = `servers ${old?.pointer} ${now?.pointer}`;
  sharedUnit(engine, key, context, unit => compare({ ...context, ...place, unit }));
  return NO_FINDINGS;
};

/** Compares the common data of all operations of a path, once. */
export const compareItems = (engine: Engine, context: Context, { item: before }: Operation, after: Operation): void => {
  const { item, path } = after;
  const rules = extensionRulesFor(before, item);
  if (rules.length === 0 && !haveTexts(before, item, 'item')) return;
  const key = `path item ${before.pointer} ${item.pointer}`;
  sharedUnit(engine, key, context, unit => {
    const inner = { ...context, unit, trail: trailOfPath(context, after), thing: `Path ${path}` };
    const texts = compareTexts(engine, inner, before, item, 'item');
    return [...texts, ...applyRules(engine, inner, rules, { before, after: item })];
  });
};
