import type { JsonObject } from '../../platform/json.ts';
import { compareMediaTypes } from './compare-bodies.ts';
import type { Located } from './document.ts';
import { applyRules, type Context, type Engine, sharedUnit } from './engine.ts';
import type { Operation, Parameter } from './operations.ts';
import { parametersOf } from './operations.ts';
import { explodeOf, parameterRules } from './rules/parameters.ts';
import { compareSchemas } from './schemas/walk.ts';

export const compareParameters = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  const [old, now] = [parametersOf(engine.before, before), parametersOf(engine.after, after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key) ?? null, now.get(key) ?? null];
    const present = is ?? was;
    if (present === null) continue;
    const thing = `${capital(present.in)} parameter \`${present.name}\``;
    const repeatable = [was, is].every(side => side?.in === 'query' && explodeOf(side.value) === true);
    const inner: Context = {
      ...context,
      repeatable,
      ...{ family: 'parameter', thing, place: lower(thing), changeType: 'PARAMETER_CHANGED' },
      trail: `${context.trail}/parameters/${key}`,
    };
    const pair = { direction: context.direction, operationBefore: before.pointer, operationAfter: after.pointer };
    if (was === null || is === null) applyRules(engine, inner, parameterRules, { ...pair, before: was, after: is });
    else compareParameter(engine, inner, was, is, pair);
  }
};

type Operations = { direction: Context['direction']; operationBefore: string; operationAfter: string };

/** One that several operations share, at a path or among the components, is judged once for all. */
const compareParameter = (
  engine: Engine,
  context: Context,
  before: Parameter,
  after: Parameter,
  pair: Operations,
): void => {
  if (before.name === after.name && engine.sameness.isSame(before.value, after.value)) return;
  const compare = (inner: Context): void => {
    applyRules(engine, inner, parameterRules, { ...pair, before, after });
    compareContents(engine, inner, before, after);
  };
  if (before.own || after.own) {
    compare(context);
    return;
  }
  const key = `parameter ${context.direction} ${before.pointer} ${after.pointer}`;
  sharedUnit(engine, key, context, unit => compare({ ...context, unit, trail: after.pointer }));
};

/** A schema, directly or as the one media type of `content`. */
export const compareContents = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): void => {
  const sides = [before, after].map(({ value, pointer }) =>
    value.schema === undefined ? null : { value: value.schema, pointer: `${pointer}/schema` },
  );
  const [old, now] = sides;
  if (old && now) compareSchemas(engine, context, [old], [now]);
  else if (before.value.content !== undefined || after.value.content !== undefined) {
    compareMediaTypes(engine, context, before, after);
  }
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
