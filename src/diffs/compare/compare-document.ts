import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { compareGlobalSecurity, compareSchemes } from './compare-security.ts';
import { compareTexts, haveTexts, type TEXTS } from './compare-texts.ts';
import { contextOf } from './contexts.ts';
import { applyRules, type Context, type Engine, newUnit, sharedUnit } from './engine.ts';
import type { Operation } from './operations.ts';
import { documentRules, untoldRules } from './rules/document.ts';
import { extensionRules, extensionRulesFor } from './rules/extensions.ts';
import { serverRules } from './rules/servers.ts';

/** What is said once for the whole document: title and version, servers, security by default, security schemes. */
export const compareDocument = (engine: Engine): void => {
  const [before, after] = [engine.before.root, engine.after.root];
  applyRules(engine, contextOf(newUnit(engine), 'API', '/info'), documentRules, { before, after });
  const pointers = { pointerBefore: '/servers', pointerAfter: '/servers' };
  const { movedPrefix } = engine;
  const servers = { before: before.servers, after: after.servers, ...pointers, ...(movedPrefix && { movedPrefix }) };
  applyRules(engine, contextOf(newUnit(engine), 'API', '/servers'), serverRules, servers);
  compareWords(engine, '', before, after, 'document');
  compareWords(engine, '/info', before.info, after.info, 'info');
  for (const key of ['paths', 'components']) compareExtensions(engine, `/${key}`, before[key], after[key]);
  compareEntries(engine, 'tags', 'name', 'tag');
  compareEntries(engine, 'servers', 'url', 'server');
  compareGlobalSecurity(engine);
  compareSchemes(engine);
};

/** One line for all changes of words beyond those that were told. */
export const tellUntoldWords = (engine: Engine): void => {
  const { untold } = engine.words;
  if (untold > 0) applyRules(engine, contextOf(newUnit(engine), 'API', ''), untoldRules, { untold });
};

type Side = JsonValue | undefined;

/** What one part of the document says to people and to machines that are not known here. */
const compareWords = (engine: Engine, pointer: string, before: Side, after: Side, kind: keyof typeof TEXTS): void => {
  if (!isJsonObject(before) || !isJsonObject(after)) return;
  const context = contextOf(newUnit(engine), 'API', pointer);
  const [old, now] = [before, after].map(value => ({ value, pointer }));
  if (old === undefined || now === undefined) return;
  applyRules(engine, context, extensionRules, { before: old, after: now });
  compareTexts(engine, context, old, now, kind);
};

const compareExtensions = (engine: Engine, pointer: string, before: Side, after: Side): void => {
  const [old, now] = [before, after].map(value => ({ value: isJsonObject(value) ? value : {}, pointer })) as [
    Entry,
    Entry,
  ];
  const rules = extensionRulesFor(old, now);
  if (rules.length > 0)
    applyRules(engine, contextOf(newUnit(engine), 'API', pointer), rules, { before: old, after: now });
};

type Entry = { value: JsonObject; pointer: string };

const entriesBy = (name: string, list: Side, pointer: string): Map<string, Entry> =>
  new Map(
    (Array.isArray(list) ? list : []).flatMap((value, index) =>
      isJsonObject(value) ? [[String(value[name]), { value, pointer: `${pointer}/${index}` }]] : [],
    ),
  );

/** Words about tags and servers that both documents have. */
const compareEntries = (
  engine: Engine,
  key: 'tags' | 'servers',
  name: 'name' | 'url',
  kind: 'tag' | 'server',
): void => {
  const [old, now] = [engine.before, engine.after].map(({ root }) => entriesBy(name, root[key], `/${key}`));
  for (const [entry, after] of now ?? []) {
    const before = old?.get(entry);
    if (before === undefined) continue;
    const context = contextOf(newUnit(engine), `${kind === 'tag' ? 'Tag' : 'Server'} \`${entry}\``, `/${key}/${entry}`);
    compareTexts(engine, context, before, after, kind);
    applyRules(engine, context, extensionRules, { before, after });
  }
};

type Servers = { servers: JsonValue; pointer: string; atPath: boolean };

const ownServers = ({ value, item, pointer }: Operation): Servers | null => {
  if (value.servers !== undefined) return { servers: value.servers, pointer: `${pointer}/servers`, atPath: false };
  const { servers } = item.value;
  return servers === undefined ? null : { servers, pointer: `${item.pointer}/servers`, atPath: true };
};

const compareServerWords = (engine: Engine, context: Context, before: Servers, after: Servers): void => {
  const old = entriesBy('url', before.servers, before.pointer);
  for (const [url, is] of entriesBy('url', after.servers, after.pointer)) {
    const was = old.get(url);
    if (was === undefined) continue;
    const inner = { ...context, trail: `${context.trail}/servers/${url}` };
    compareTexts(engine, inner, was, is, 'server');
    applyRules(engine, inner, extensionRulesFor(was, is), { before: was, after: is });
  }
};

/** Those of the operation or of its path, which is told once for all operations of the path. */
export const compareOwnServers = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  const [old, now] = [ownServers(before), ownServers(after)];
  if (old === null && now === null) return;
  const compare = (inner: Context): void => {
    applyRules(engine, inner, serverRules, {
      before: old?.servers ?? engine.before.root.servers,
      after: now?.servers ?? engine.after.root.servers,
      pointerBefore: old?.pointer ?? '/servers',
      pointerAfter: now?.pointer ?? '/servers',
      ...(engine.movedPrefix && { movedPrefix: engine.movedPrefix }),
    });
    if (old !== null && now !== null) compareServerWords(engine, inner, old, now);
  };
  const isOfPath = (old?.atPath ?? true) && (now?.atPath ?? true);
  if (!isOfPath) compare(context);
  else {
    const place = { trail: `${after.template}/servers`, thing: `Path ${after.path}` };
    const key = `servers ${old?.pointer} ${now?.pointer}`;
    sharedUnit(engine, key, context, unit => compare({ ...context, ...place, unit }));
  }
};

/** What a path says for all of its operations, once for all of them. */
export const compareItems = (engine: Engine, context: Context, { item: before }: Operation, after: Operation): void => {
  const { item, template, path } = after;
  const rules = extensionRulesFor(before, item);
  if (rules.length === 0 && !haveTexts(before, item, 'item')) return;
  const key = `path item ${before.pointer} ${item.pointer}`;
  sharedUnit(engine, key, context, unit => {
    const inner = { ...context, unit, trail: template, thing: `Path ${path}` };
    compareTexts(engine, inner, before, item, 'item');
    applyRules(engine, inner, rules, { before, after: item });
  });
};
