import {
  add,
  applyRules,
  applyTextRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
} from '../engine.ts';
import { sameValue } from '../read/values.ts';
import { annotationRules } from '../rules/annotations.ts';
import { boundRules } from '../rules/bounds.ts';
import { discriminatorRules } from '../rules/discriminators.ts';
import { enumRules } from '../rules/enums.ts';
import { dependentRules } from '../rules/objects.ts';
import { extensionKeywordRules, textKeywordRules } from '../rules/texts.ts';
import { isPrimitive } from '../rules/type-relations.ts';
import type { NormalSchema } from './normal-schema.ts';
import { keysOfEither, type SchemaPair } from './pair.ts';
import { limitsOf } from './text-limits.ts';

const KEYWORD_RULES = {
  ...enumRules,
  ...boundRules,
  ...annotationRules,
  ...dependentRules,
  ...discriminatorRules,
};
/** Keywords that apply to every type. */
const ANY_TYPE = new Set(['deprecated', 'default', 'discriminator']);

/** Compares the text keywords. */
export const compareTexts = (engine: Engine, context: Context, schemas: SchemaPair): Findings => {
  const [old, now] = [schemas.before.texts, schemas.after.texts];
  if (old.size === 0 && now.size === 0) return NO_FINDINGS;
  const found: Finding[] = [];
  for (const name of keysOfEither(old, now)) {
    const [before, after] = [old.get(name), now.get(name)];
    if (sameValue(before?.value, after?.value)) continue;
    add(found, applyTextRules(engine, context, textKeywordRules, { name, before, after, schemas }));
  }
  return found;
};

/** Whether types, nullability and format are equal. False if a side has no types. */
export const sameTypes = (before: NormalSchema, after: NormalSchema): boolean => {
  const [a, b] = [before.types, after.types];
  if (before.nullable !== after.nullable || before.never !== after.never) return false;
  if (!sameValue(before.keywords.get('format')?.value, after.keywords.get('format')?.value)) return false;
  return a !== null && b !== null && a.size === b.size && [...a].every(type => b.has(type));
};

/** Whether no value has a type that both sides allow. */
export const areDisjoint = ({ types: a }: NormalSchema, { types: b }: NormalSchema): boolean => {
  if (a === null || b === null || a.size === 0 || b.size === 0) return false;
  const numeric = (types: ReadonlySet<string>): boolean => types.has('integer') || types.has('number');
  return !(numeric(a) && numeric(b)) && ![...a].some(type => b.has(type));
};

/** Whether both sides are primitive and serialized as text. Then a number must also match a pattern of the string. */
export const areBothText = ({ textual, before, after }: SchemaPair): boolean =>
  textual && isPrimitive(before.types) && isPrimitive(after.types);

/** Compares keywords. If the types are `disjoint`, only keywords that apply to every type. */
export const compareKeywords = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  { disjoint }: { disjoint: boolean },
): Findings => {
  const found: Finding[] = [];
  const areTexts = disjoint && areBothText(schemas);
  const isOther = disjoint && !areTexts;
  const { keywords: old } = schemas.before;
  const { keywords: now } = schemas.after;
  for (const keyword of keysOfEither(old, now)) {
    const [before, after] = areTexts ? limitsOf(schemas, keyword) : [old.get(keyword), now.get(keyword)];
    const isWhole = keyword === 'enum' && (before === undefined || after === undefined);
    if (isOther && !isWhole && !ANY_TYPE.has(keyword)) continue;
    const rules = KEYWORD_RULES[keyword] ?? (keyword.startsWith('x-') ? extensionKeywordRules : undefined);
    if (rules === undefined || sameValue(before?.value, after?.value)) continue;
    add(found, applyRules(engine, context, rules, { before, after, schemas }));
  }
  return found;
};
