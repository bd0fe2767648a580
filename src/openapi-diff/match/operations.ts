import { append } from '../../openapi/pointer.ts';
import type { JsonObject } from '../../platform/json.ts';
import {
  add,
  applyRules,
  CALLED,
  type Context,
  contextOf,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  newUnit,
  runPending,
  SENT,
  shareOf,
} from '../engine.ts';
import { type Direction, flip } from '../law.ts';
import { type Entry, entriesOf } from '../read/document.ts';
import { type Served, withMovedPrefix } from '../read/moved-prefix.ts';
import { type Operation, operationsIn } from '../read/operations.ts';
import { addedEndpointRules, removedEndpointRules } from '../rules/endpoints.ts';
import { endpointRules } from '../rules/operation-fields.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { compareRequestBody } from './bodies.ts';
import { compareItems, compareOwnServers } from './document.ts';
import { compareParameters } from './parameters.ts';
import { countRepeats } from './repeats.ts';
import { compareResponses } from './responses.ts';
import { compareOwnSecurity, hasSameSecurity } from './security.ts';
import { compareReferenceTexts, compareTexts } from './texts.ts';

/** Paired operations. The index in the list is the number that units use. */
export type OperationMatch = { before: Operation | null; after: Operation | null };

export const matchOperations = (before: Operation[], after: Operation[]): OperationMatch[] => {
  const open = new Map<string, Operation>();
  for (const operation of before) open.set(operation.identity, operation);
  const matches: OperationMatch[] = [];
  for (const operation of after) {
    matches.push({ before: open.get(operation.identity) ?? null, after: operation });
    open.delete(operation.identity);
  }
  for (const operation of open.values()) matches.push({ before: operation, after: null });
  return matches;
};

const contextFor = (engine: Engine, number: number | undefined, operation: Operation, thing: string): Context => ({
  ...contextOf(newUnit(engine, number), thing, operation.identity),
  direction: operation.kind === 'path' ? 'request' : 'response',
  nouns: operation.kind === 'path' ? CALLED : SENT,
});

/** If a prefix moved from the server addresses to the paths, the name of an added or removed operation includes it. */
const nameOf = ({ kind, method, path }: Operation, prefix: string): string =>
  kind === 'webhook' ? `Webhook ${method} \`${path}\`` : `${method} ${prefix}${path}`;

export const compareOperations = (engine: Engine, matches: OperationMatch[]): Findings => {
  const found: Finding[] = [];
  const paths = new Set<string>();
  for (const { after } of matches) if (after !== null) paths.add(after.template);
  for (const [number, match] of matches.entries()) {
    const present = match.after ?? match.before;
    if (present === null) continue;
    const isLone = match.before === null || match.after === null;
    const context = contextFor(engine, number, present, nameOf(present, isLone ? present.prefix : ''));
    add(found, compareMatch(engine, context, match, !paths.has(present.template)));
    add(found, runPending(engine));
  }
  return found;
};

const compareMatch = (
  engine: Engine,
  context: Context,
  { before, after }: OperationMatch,
  pathGone: boolean,
): Findings => {
  const { notice } = engine;
  if (before !== null && after !== null) return compareOperation(engine, context, before, after);
  if (after !== null)
    return applyRules(engine, context, addedEndpointRules, { operation: after, goes: false, pathGone, notice });
  if (before !== null)
    return applyRules(engine, context, removedEndpointRules, { operation: before, goes: true, pathGone, notice });
  return NO_FINDINGS;
};

/** `context.direction` is the direction of the data that the caller sends: webhooks and callbacks swap it. */
const compareOperation = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  countRepeats(engine, before, after);
  const found = [...compareOwnSecurity(engine, context, before, after)];
  compareItems(engine, context, before, after);
  if (!haveSameFields(engine, before.value, after.value)) {
    add(found, applyRules(engine, context, endpointRules, { before, after, notice: engine.notice }));
    add(found, applyRules(engine, context, extensionRulesFor(before, after), { before, after }));
    add(found, compareTexts(engine, context, before, after, 'operation'));
  }
  add(found, compareOwnServers(engine, context, before, after));
  add(found, compareParameters(engine, context, before, after));
  add(found, compareRequestBody(engine, context, before, after));
  add(found, compareResponses(engine, { ...context, direction: flip(context.direction) }, before, after));
  add(found, compareCallbacks(engine, context, before, after));
  return found;
};

/** Fields that are compared separately. */
const PARTS = new Set(['security', 'servers', 'parameters', 'requestBody', 'responses', 'callbacks']);

const haveSameFields = ({ sameness }: Engine, before: JsonObject, after: JsonObject): boolean => {
  let open = 0;
  for (const key in after) if (!PARTS.has(key)) open++;
  for (const key in before)
    if (!PARTS.has(key) && (--open < 0 || !sameness.isSame(before[key], after[key]))) return false;
  return open === 0;
};

const compareCallbacks = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  const { callbacks } = after.value;
  const isSame = engine.sameness.isSame(before.value.callbacks, callbacks);
  if (isSame && (callbacks === undefined || hasSameSecurity(engine))) return NO_FINDINGS;
  const found: Finding[] = [];
  const [old, now] = [entriesOf(engine.before, before, 'callbacks'), entriesOf(engine.after, after, 'callbacks')];
  for (const [name, is] of now) {
    const was = old.get(name);
    const inner = { ...context, thing: `Callback \`${name}\``, trail: `${context.trail}/callbacks/${name}` };
    if (was !== undefined) add(found, compareReferenceTexts(engine, inner, was, is));
  }
  for (const match of matchOperations(callbacksIn(engine.before, old), callbacksIn(engine.after, now))) {
    const present = match.after ?? match.before;
    if (present === null) continue;
    const direction: Direction = flip(context.direction);
    const isOwn = present.pointer.startsWith(`${(present === match.after ? after : before).pointer}/`);
    const trail = isOwn ? `${context.trail}/${present.identity}` : present.pointer;
    const nouns = direction === 'request' ? CALLED : SENT;
    const inner = { ...context, direction, nouns, trail, thing: `Callback ${present.method} ${present.path}` };
    if (isOwn) add(found, compareMatch(engine, inner, match, true));
    else {
      const key = `callback ${direction} ${match.before?.pointer} ${match.after?.pointer}`;
      const share = shareOf(match.before, match.after);
      const from = { ...inner, trail: `${context.trail}/${present.identity}` };
      share(engine, key, from, unit => compareMatch(engine, { ...inner, unit }, match, true));
    }
  }
  return found;
};

const callbacksIn = (document: Engine['before'], callbacks: ReadonlyMap<string, Entry>): Operation[] =>
  [...callbacks].flatMap(([name, map]) =>
    operationsIn(document, map, 'callback').map(found => ({
      ...found,
      path: `${name} ${found.path}`,
      identity: `${name} ${found.identity}`,
    })),
  );

/** The operations of a document. A prefix that is in its server addresses, but in the paths of `other`, precedes their paths. */
export const operationsOf = (document: Engine['before'], prefix: string, other: Engine['before']): Operation[] => {
  const inPaths = (one: Engine['before']) => operationsAt('paths', 'path', one);
  const served = (one: Engine['before']): Served => ({ operations: inPaths(one), servers: one.root.servers });
  const operations = prefix === '' ? inPaths(document) : withMovedPrefix(prefix, served(document), served(other));
  return [...operations, ...operationsAt('webhooks', 'webhook', document)];
};

const operationsAt = (key: string, kind: Operation['kind'], document: Engine['before']): Operation[] => {
  const map = document.root[key];
  return map === undefined ? [] : operationsIn(document, { value: map, pointer: append('', key) }, kind);
};
