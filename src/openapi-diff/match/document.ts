import { hash } from 'node:crypto';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../platform/json.ts';
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
import type { MovedPrefix } from '../read/moved-prefix.ts';
import type { Operation } from '../read/operations.ts';
import { type PairedServers, pairServers, type Server, serversOf } from '../read/servers.ts';
import { quote, sameValue, spell } from '../read/values.ts';
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
  add(found, compareTags(engine));
  add(found, compareDocumentServerTexts(engine));
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

const tagsOf = ({ root: { tags } }: Engine['before']): Map<string, Entry> =>
  new Map(
    listOf(tags).flatMap((value, index) =>
      isJsonObject(value) ? [[spell(value.name), { value, pointer: `/tags/${index}` }]] : [],
    ),
  );

/** Compares the texts of tags that exist in both documents. */
const compareTags = (engine: Engine): Findings => {
  const found: Finding[] = [];
  const old = tagsOf(engine.before);
  for (const [name, after] of tagsOf(engine.after)) {
    const before = old.get(name);
    if (before === undefined) continue;
    const context = contextOf(newUnit(engine), `Tag \`${name}\``, `/tags/${name}`);
    add(found, compareTexts(engine, context, before, after, 'tag'));
    add(found, applyRules(engine, context, extensionRules, { before, after }));
  }
  return found;
};

/** Compares the texts of servers that exist in both documents. */
const compareDocumentServerTexts = (engine: Engine): Findings => {
  const [before, after] = [listAt(engine.before), listAt(engine.after)];
  return compareServerTexts(engine, before, after, engine.movedPrefix, (url, trail) =>
    contextOf(newUnit(engine), `Server \`${url}\``, trail),
  );
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

type OwnServers = { servers: JsonValue; pointer: string; atPath: boolean };

const ownServers = ({ value, item, pointer }: Operation): OwnServers | null => {
  if (value.servers !== undefined) return { servers: value.servers, pointer: `${pointer}/servers`, atPath: false };
  const { servers } = item.value;
  return servers === undefined ? null : { servers, pointer: pointerOf(item, 'servers'), atPath: true };
};

/** Whether the operation has the servers of the document on both sides, none of its own or of its path. */
export const inheritsServers = (before: Operation, after: Operation): boolean =>
  after.kind === 'path' && ownServers(before) === null && ownServers(after) === null;

/** Compares the texts of servers that both lists have. */
const compareServerTexts = (
  engine: Engine,
  before: ListOfServers,
  after: ListOfServers,
  movedPrefix: MovedPrefix | undefined,
  contextAt: (url: string, trail: string) => Context,
): Findings => {
  const found: Finding[] = [];
  if ([before, after].some(({ servers }) => listOf(servers).length === 0)) return found;
  const entryIn = ({ pointer }: ListOfServers, { index, value }: Server) => ({ value, pointer: `${pointer}/${index}` });
  for (const [old, now, name] of pairLists(before, after, movedPrefix).pairs) {
    const [was, is] = [entryIn(before, old), entryIn(after, now)];
    const urlIn = ({ value, address }: Server): string => (name === address ? spell(value.url) : name);
    const url = urlIn(now);
    // Where both write the address alike, the key has it as written: as before addresses were compared in one spelling.
    const context = contextAt(url, `/servers/${urlIn(old) === url ? url : now.address}`);
    add(found, compareTexts(engine, context, was, is, 'server'));
    add(found, compareVariableTexts(engine, context, url, was, is));
    add(found, applyRules(engine, context, extensionRulesFor(was, is), { before: was, after: is }));
  }
  return found;
};

const pairLists = (before: ListOfServers, after: ListOfServers, movedPrefix: MovedPrefix | undefined): PairedServers =>
  pairServers(serversOf(before.servers, movedPrefix?.before), serversOf(after.servers, movedPrefix?.after));

/** Compares two lists of servers. Null: the servers of the document apply. */
const compareServers = (
  engine: Engine,
  context: Context,
  [before, after]: [OwnServers | null, OwnServers | null],
  movedPrefix: MovedPrefix | undefined,
): Findings => {
  const [old, now] = [before ?? listAt(engine.before), after ?? listAt(engine.after)];
  if (movedPrefix === undefined && sameValue(old.servers, now.servers)) return NO_FINDINGS;
  return applyRules(engine, context, serverRules, {
    ...pairLists(old, now, movedPrefix),
    pointerBefore: old.pointer,
    pointerAfter: now.pointer,
    ...(before === null && after === null && movedPrefix && { movedPrefix }),
  });
};

type ListOfServers = { servers: JsonValue | undefined; pointer: string };

const listAt = ({ root: { servers } }: Engine['before']): ListOfServers => ({
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
    if (old && now && prefixes === undefined && engine.sameness.isSame(old.servers, now.servers)) return NO_FINDINGS;
    const servers = compareServers(engine, inner, [old, now], prefixes);
    if (old === null || now === null) return servers;
    const contextAt = (_: string, trail: string) => ({ ...inner, trail: inner.trail + trail });
    return [...servers, ...compareServerTexts(engine, old, now, prefixes, contextAt)];
  };
  const isOfPath = (old?.atPath ?? true) && (now?.atPath ?? true);
  if (!isOfPath) return compare(context);
  const place = { trail: `${trailOfPath(context, after)}/servers`, thing: `Path ${after.path}` };
  const key = `servers ${old?.pointer} ${now?.pointer} ${before.prefix} ${after.prefix}`;
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
