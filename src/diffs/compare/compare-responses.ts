import type { JsonObject } from '../../platform/json.ts';
import { compareMediaTypes, compareOnce } from './compare-bodies.ts';
import { compareContents } from './compare-parameters.ts';
import { entriesOf, type Located } from './document.ts';
import { applyRules, type Context, type Engine } from './engine.ts';
import type { Operation } from './operations.ts';
import { headerRules, responseRules } from './rules/responses.ts';

export const compareResponses = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  const [old, now] = [entriesOf(engine.before, before, 'responses'), entriesOf(engine.after, after, 'responses')];
  for (const code of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(code) ?? null, now.get(code) ?? null];
    const inner: Context = {
      ...context,
      ...{ thing: `Response ${code}`, place: code, changeType: 'RESPONSE_CHANGED' },
      trail: `${context.trail}/responses/${code}`,
    };
    if (was === null || is === null) {
      const operations = { operationBefore: before.pointer, operationAfter: after.pointer };
      applyRules(engine, inner, responseRules, { code, before: was, after: is, ...operations });
    } else if (!engine.sameness.isSame(was.value, is.value)) {
      compareOnce(engine, inner, was, is, [before, after], deeper => compareResponse(engine, deeper, code, was, is));
    }
  }
};

const compareResponse = (
  engine: Engine,
  context: Context,
  code: string,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): void => {
  const body = context.direction === 'response' ? 'Response body' : 'Body of the answer';
  compareMediaTypes(engine, { ...context, thing: body, place: code }, before, after);
  compareHeaders(engine, context, code, before, after);
};

const compareHeaders = (
  engine: Engine,
  context: Context,
  code: string,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): void => {
  const [old, now] = [headersOf(engine.before, before), headersOf(engine.after, after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key) ?? null, now.get(key) ?? null];
    const name = is?.name ?? was?.name ?? key;
    const thing = `Response header \`${name}\``;
    const inner: Context = {
      ...context,
      family: 'header',
      thing,
      place: code,
      trail: `${context.trail}/headers/${key}`,
    };
    const responses = { responseBefore: before.pointer, responseAfter: after.pointer };
    applyRules(engine, inner, headerRules, { name, before: was, after: is, ...responses });
    if (was !== null && is !== null) compareContents(engine, inner, was, is);
  }
};

const headersOf = (
  document: Engine['before'],
  response: Located,
): Map<string, { name: string } & Located<JsonObject>> =>
  new Map(
    [...entriesOf(document, response, 'headers')].map(([name, header]) => [name.toLowerCase(), { name, ...header }]),
  );
