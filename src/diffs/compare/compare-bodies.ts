import type { JsonObject } from '../../platform/json.ts';
import { type ApiDocument, childOf, entriesOf, type Located } from './document.ts';
import { applyRules, type Context, type Engine, sharedUnit } from './engine.ts';
import type { Operation } from './operations.ts';
import { mediaTypeRules, requestBodyRules } from './rules/bodies.ts';
import { compareSchemas } from './schemas/walk.ts';

export const compareRequestBody = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  const old = childOf(engine.before, before, 'requestBody');
  const now = childOf(engine.after, after, 'requestBody');
  if (old === null && now === null) return;
  const sends = context.direction === 'response';
  const inner: Context = {
    ...context,
    ...{ thing: `${sends ? 'Sent' : 'Request'} body`, changeType: 'REQUEST_BODY_CHANGED' },
    trail: `${context.trail}/requestBody`,
  };
  const pair = { before: old, after: now, operationBefore: before.pointer, operationAfter: after.pointer };
  compareOnce(engine, inner, old, now, [before, after], deeper => {
    applyRules(engine, deeper, requestBodyRules, pair);
    if (old !== null && now !== null) compareMediaTypes(engine, deeper, old, now);
  });
};

type Side = Located<JsonObject> | null;

/** Components are judged once for all operations that refer to them, what stands in the operation itself here. */
export const compareOnce = (
  engine: Engine,
  context: Context,
  before: Side,
  after: Side,
  [old, now]: [Operation, Operation],
  compare: (context: Context) => void,
): void => {
  const isOwn = (side: Side, { pointer }: Operation): boolean =>
    side === null || side.pointer.startsWith(`${pointer}/`);
  if (isOwn(before, old) || isOwn(after, now)) {
    compare(context);
    return;
  }
  const key = `${context.thing} ${context.direction} ${before?.pointer} ${after?.pointer}`;
  sharedUnit(engine, key, context, unit => compare({ ...context, unit, trail: `${after?.pointer}` }));
};

/** `Application/JSON; charset=utf-8` and `application/json;charset=utf-8` are one media type. */
const canonicalMediaType = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\s*;\s*/g, ';')
    .trim();

const mediaTypesOf = (document: ApiDocument, holder: Located): Map<string, { name: string } & Located<JsonObject>> =>
  new Map(
    [...entriesOf(document, holder, 'content')].map(([name, located]) => [
      canonicalMediaType(name),
      { name, ...located },
    ]),
  );

export const compareMediaTypes = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): void => {
  const [old, now] = [mediaTypesOf(engine.before, before), mediaTypesOf(engine.after, after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key) ?? null, now.get(key) ?? null];
    if (was !== null && is !== null && engine.sameness.isSame(was.value, is.value)) continue;
    const name = is?.name ?? was?.name ?? key;
    const place = context.place === '' || context.family === 'parameter' ? name : `${context.place} ${name}`;
    const inner = { ...context, place, trail: `${context.trail}/content/${key}` };
    const holders = { holderBefore: before.pointer, holderAfter: after.pointer, direction: context.direction };
    applyRules(engine, inner, mediaTypeRules, { name, before: was, after: is, ...holders });
    const [schemaBefore, schemaAfter] = [was, is].map(side =>
      side?.value.schema === undefined ? null : { value: side.value.schema, pointer: `${side.pointer}/schema` },
    );
    if (schemaBefore && schemaAfter) compareSchemas(engine, inner, [schemaBefore], [schemaAfter]);
  }
};
