import type { JsonObject } from '../../platform/json.ts';
import { add, applyRules, type Context, type Engine, type Findings, NO_FINDINGS, shareOf } from '../engine.ts';
import { childOf, type Located } from '../read/document.ts';
import type { Operation } from '../read/operations.ts';
import { requestBodyRules } from '../rules/bodies.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { compareMediaTypes } from './media-types.ts';
import { compareReferenceTexts, compareTexts } from './texts.ts';

export const compareRequestBody = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  if (engine.sameness.isSame(before.value.requestBody, after.value.requestBody)) return NO_FINDINGS;
  const old = childOf(engine.before, before, 'requestBody');
  const now = childOf(engine.after, after, 'requestBody');
  if (old === null && now === null) return NO_FINDINGS;
  const inner: Context = {
    ...context,
    ...{ thing: `${context.nouns[context.direction]} body`, changeType: 'REQUEST_BODY_CHANGED' },
    trail: `${context.trail}/requestBody`,
  };
  const texts = old === null || now === null ? NO_FINDINGS : compareReferenceTexts(engine, inner, old, now);
  if (old !== null && now !== null && engine.sameness.isSame(old.value, now.value)) return texts;
  const pair = { before: old, after: now, operationBefore: before.pointer, operationAfter: after.pointer };
  const shared = compareOnce(engine, inner, old, now, [before, after], deeper => {
    const found = [...applyRules(engine, deeper, requestBodyRules, pair)];
    if (old === null || now === null) return found;
    add(found, compareTexts(engine, deeper, old, now, 'body'));
    add(found, applyRules(engine, deeper, extensionRulesFor(old, now), { before: old, after: now }));
    add(found, compareMediaTypes(engine, deeper, old, now));
    return found;
  });
  return texts.length === 0 ? shared : [...texts, ...shared];
};

type Side = Located<JsonObject> | null;

/** Whether an object is written in an operation, and not referred to. */
export const isOwn = (side: Side, { pointer }: Operation): boolean => side?.pointer.startsWith(`${pointer}/`) === true;

/** Compares a component once for all operations that refer to it; compares an inline object directly. */
export const compareOnce = (
  engine: Engine,
  context: Context,
  before: Side,
  after: Side,
  [old, now]: [Operation, Operation],
  compare: (context: Context) => Findings,
): Findings => {
  const trail = after?.pointer ?? before?.pointer;
  if (trail === undefined || isOwn(before, old) || isOwn(after, now)) return compare(context);
  const key = `${context.thing} ${context.direction} ${before?.pointer} ${after?.pointer}`;
  const share = shareOf(before, after);
  share(engine, key, context, unit => compare({ ...context, unit, trail }));
  return NO_FINDINGS;
};
