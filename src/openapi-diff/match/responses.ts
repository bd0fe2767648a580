import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  sharedByPlaces,
} from '../engine.ts';
import { type Entry, entriesOf, type Located, lookUp } from '../read/document.ts';
import { headersOf, type Operation } from '../read/operations.ts';
import { headerRules, linkRules } from '../rules/headers.ts';
import { isSuccess, responseRules } from '../rules/responses.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { compareOnce, isOwn } from './bodies.ts';
import { compareContents, compareMediaTypes, linkMediaTypes } from './media-types.ts';
import { holdsPlain } from './parameters.ts';
import { compareReferenceTexts, compareTexts } from './texts.ts';

export const compareResponses = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  const likeness = engine.sameness.likenessOf(before.value.responses, after.value.responses);
  if (likeness === 'same') return NO_FINDINGS;
  if (likeness === 'same text' && linkResponses(engine, context, before.value.responses)) return NO_FINDINGS;
  const [old, now] = [responsesOf(engine.before, before), responsesOf(engine.after, after)];
  const operations = { operationBefore: before.pointer, operationAfter: after.pointer };
  const found = [...compareExtensions(engine, context, before, after)];
  for (const { codes, before: was, after: is } of matchCodes(old, now)) {
    const code = codes.after;
    const isMatch = was !== null && is !== null && codes.before === codes.after;
    const isBeside = was !== null && is !== null && (now.has(codes.before) || old.has(code));
    const isSame = isMatch && engine.sameness.isSame(was.value, is.value);
    if (isSame && !was.reference && !is.reference) continue;
    const inner: Context = {
      ...context,
      thing: `${context.nouns[context.direction]} ${code}`,
      place: code,
      changeType: 'RESPONSE_CHANGED',
      trail: `${context.trail}/responses/${code}`,
    };
    if (isMatch) add(found, compareReferenceTexts(engine, inner, was, is));
    if (isSame) continue;
    const [origin, range] = [rangeOf(code, old), rangeOf(code, now)];
    const pair = { codes, before: was, after: is, ...operations, range };
    const report = (deeper: Context) => applyRules(engine, deeper, responseRules, pair);
    if (was === null || (is === null && range === null))
      add(found, compareOnce(engine, inner, was, is, [before, after], report));
    else if (!isMatch && !isBeside) add(found, report(inner));
    const described = was === null ? (origin ?? describedBefore(code, old)) : codes.before;
    const [from, to] = [entryOf(described, old), is ?? entryOf(range, now)];
    if (from === null || to === null || (!isMatch && engine.sameness.isSame(from.value, to.value))) continue;
    // What operations share is told once, and they may have described it by different codes.
    const isShared = !isOwn(from, before) && !isOwn(to, after);
    const place = described === code || isShared ? code : `${code} (${described} before)`;
    const thing = `${context.nouns[context.direction]} ${place}`;
    const compare = (deeper: Context) => compareResponse(engine, { ...deeper, thing, place }, from, to);
    add(found, compareOnce(engine, inner, from, to, [before, after], compare));
  }
  return found;
};

/** The responses by code, without extensions. */
const responsesOf = (document: Engine['before'], operation: Operation): Map<string, Entry> => {
  const responses = entriesOf(document, operation, 'responses');
  for (const code of responses.keys()) if (code.startsWith('x-')) responses.delete(code);
  return responses;
};

/** Compares the extensions beside the codes. */
const compareExtensions = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  const [old, now] = [before, after].map(({ value, pointer }) => ({
    value: isJsonObject(value.responses) ? value.responses : {},
    pointer: `${pointer}/responses`,
  })) as [Located<JsonObject>, Located<JsonObject>];
  const rules = extensionRulesFor(old, now);
  if (rules.length === 0) return NO_FINDINGS;
  return applyRules(engine, { ...context, trail: `${context.trail}/responses` }, rules, { before: old, after: now });
};

/** The short cut for responses with equal text. Returns false if one of them must be compared in full. */
const linkResponses = (engine: Engine, context: Context, responses: JsonValue | undefined): boolean => {
  if (!isJsonObject(responses)) return false;
  const inner: Context = { ...context, changeType: 'RESPONSE_CHANGED' };
  return Object.values(responses).every(response => linkResponse(engine, inner, response));
};

const linkResponse = (engine: Engine, context: Context, response: JsonValue): boolean => {
  if (!isJsonObject(response) || MAY_REFER.some(key => response[key] !== undefined)) return false;
  return response.content === undefined || linkMediaTypes(engine, context, response.content);
};

/** Fields of a response that may contain references to other objects than schemas. */
const MAY_REFER = ['$ref', 'headers', 'links'];

type Side = Entry | null;
type Match = { codes: { before: string; after: string }; before: Side; after: Side };

/** Whether a code includes another one: `2XX` every success, `default` every code without an own entry. */
const includes = (wide: string, code: string): boolean =>
  wide !== code && (wide === 'default' || (/^[1-5]XX$/i.test(wide) && /^\d/.test(code) && wide[0] === code[0]));

/** The range that describes a code without an own entry. `default` describes errors. */
const rangeOf = (code: string, responses: Map<string, Entry>): string | null => {
  const range = `${code[0]}XX`;
  if (/^[1-5]\d\d$/.test(code) && responses.has(range)) return range;
  return /^[45]/.test(code) && responses.has('default') ? 'default' : null;
};

/** A first success was described by `default`, where that was the only answer that could be one. */
const describedBefore = (code: string, responses: Map<string, Entry>): string | null =>
  isSuccess(code) && responses.has('default') && ![...responses.keys()].some(isNoError) ? 'default' : null;

/** A redirect or a change of protocol is an answer of an operation that has no success. */
const isNoError = (code: string): boolean => /^[123]/.test(code);

const entryOf = (code: string | null, responses: Map<string, Entry>): Side =>
  code === null ? null : (responses.get(code) ?? null);

type Responses = Map<string, Entry>;

/** Whether a range includes a code or another range, and no nearer range does. */
const isNearest = (wide: string, code: string, responses: Responses): boolean =>
  includes(wide, code) && (rangeOf(code, responses) ?? wide) === wide;

/**
 * The old codes that a code corresponds to: the same one, or else the removed ones that it includes or that included
 * it, with the range that described it before.
 */
const originsOf = (code: string, lost: string[], old: Responses, now: Responses): string[] => {
  if (old.has(code)) return [code];
  const origins = lost.filter(other => isNearest(code, other, now) || isNearest(other, code, old));
  const range = rangeOf(code, old);
  return origins.length === 0 || range === null || origins.includes(range) ? origins : [...origins, range];
};

const matchCodes = (old: Responses, now: Responses): Match[] => {
  const lost = [...old.keys()].filter(code => !now.has(code));
  const matches: Match[] = [];
  const pair = (before: string, after: string): void => {
    matches.push({ codes: { before, after }, before: entryOf(before, old), after: entryOf(after, now) });
  };
  const successors = new Map<string, string[]>();
  for (const code of now.keys()) {
    const origins = originsOf(code, lost, old, now);
    for (const origin of origins) {
      successors.set(origin, [...(successors.get(origin) ?? []), code]);
      pair(origin, code);
    }
    if (origins.length === 0) pair(code, code);
  }
  for (const code of lost) {
    const range = rangeOf(code, now);
    const known = successors.get(code);
    if (known === undefined) pair(code, code);
    else if (range !== null && !known.includes(range)) pair(code, range);
  }
  return matches;
};

const compareResponse = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): Findings => {
  const body = `${context.nouns[context.direction]} body`;
  const found = [...compareMediaTypes(engine, { ...context, thing: body }, before, after)];
  if (has('headers', before, after)) add(found, compareHeaders(engine, context, before, after));
  if (has('links', before, after)) add(found, compareLinks(engine, context, before, after));
  add(found, compareTexts(engine, context, before, after, 'response'));
  add(found, applyRules(engine, context, extensionRulesFor(before, after), { before, after }));
  return found;
};

type Response = Located<JsonObject>;

const has = (key: 'headers' | 'links', before: Response, after: Response): boolean =>
  before.value[key] !== undefined || after.value[key] !== undefined;

const compareLinks = (engine: Engine, context: Context, before: Response, after: Response): Findings => {
  const found: Finding[] = [];
  const [old, now] = [entriesOf(engine.before, before, 'links'), entriesOf(engine.after, after, 'links')];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const sides = { before: old.get(name) ?? null, after: now.get(name) ?? null };
    const inner = { ...context, trail: `${context.trail}/links/${name}` };
    const responses = { responseBefore: before.pointer, responseAfter: after.pointer };
    const targets = {
      targetBefore: targetOf(engine, 'before', sides.before),
      targetAfter: targetOf(engine, 'after', sides.after),
    };
    add(found, applyRules(engine, inner, linkRules, { name, ...sides, ...targets, ...responses }));
    const { before: was, after: is } = sides;
    if (was === null || is === null) continue;
    add(found, compareReferenceTexts(engine, { ...inner, thing: `Link \`${name}\`` }, was, is));
    add(found, compareTexts(engine, inner, was, is, 'link'));
    add(found, applyRules(engine, inner, extensionRulesFor(was, is), { before: was, after: is }));
  }
  return found;
};

/** The identity of the operation that a link leads to; undefined if it is not in the document. */
const targetOf = (engine: Engine, side: 'before' | 'after', link: Side): string | undefined => {
  const { operationId, operationRef } = link?.value ?? {};
  const known = engine.identities[side];
  if (typeof operationId === 'string') return known.get(`id ${operationId}`);
  if (typeof operationRef !== 'string' || !operationRef.startsWith('#')) return undefined;
  const target = lookUp(engine[side], operationRef);
  return target === null ? undefined : known.get(target.pointer);
};

const compareHeaders = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): Findings => {
  const found: Finding[] = [];
  const [old, now] = [headersOf(engine.before, before), headersOf(engine.after, after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key) ?? null, now.get(key) ?? null];
    const isSame = was !== null && is !== null && engine.sameness.isSame(was.value, is.value);
    if (isSame && !was.reference && !is.reference) continue;
    const name = is?.name ?? was?.name ?? key;
    const thing = `${context.nouns[context.direction]} header \`${name}\``;
    const inner: Context = {
      ...context,
      family: 'header',
      textual: true,
      thing,
      trail: `${context.trail}/headers/${key}`,
    };
    if (was && is) add(found, compareReferenceTexts(engine, inner, was, is));
    if (isSame) continue;
    const responses = { responseBefore: before.pointer, responseAfter: after.pointer };
    const isPlain =
      was !== null && is !== null && holdsPlain(engine.before, was, 'simple') && holdsPlain(engine.after, is, 'simple');
    const report = (deeper: Context) =>
      applyRules(engine, deeper, headerRules, { name, before: was, after: is, isPlain, ...responses });
    if (was === null || is === null) {
      add(found, compareComponent(engine, inner, was ?? is, report));
      continue;
    }
    add(found, report(inner));
    add(found, compareTexts(engine, inner, was, is, 'parameter'));
    add(found, applyRules(engine, inner, extensionRulesFor(was, is), { before: was, after: is }));
    add(found, compareContents(engine, inner, was, is));
  }
  return found;
};

/** Reports a header component that many responses gained or lost as one change. */
const compareComponent = (
  engine: Engine,
  context: Context,
  header: Located | null,
  report: (context: Context) => Findings,
): Findings => {
  const trail = header?.pointer ?? '';
  if (!trail.startsWith('/components/headers/')) return report(context);
  sharedByPlaces(engine, `${context.thing} ${context.direction} ${trail}`, context, unit =>
    report({ ...context, unit, trail, place: '' }),
  );
  return NO_FINDINGS;
};
