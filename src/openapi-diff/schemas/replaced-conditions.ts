import type { JsonValue } from '../../platform/json.ts';
import { isApart, isContained, type Side } from '../containment/prove.ts';
import { acceptsValue } from '../containment/values.ts';
import { applyRules, type Context, type Engine, type Findings } from '../engine.ts';
import type { ApiDocument } from '../read/document.ts';
import { spell } from '../read/values.ts';
import { asText } from '../rules/listed-texts.ts';
import { subschemaRules } from '../rules/subschemas.ts';
import { isOfTypes } from '../rules/type-relations.ts';
import type { NormalSchema } from './normal-schema.ts';
import type { SchemaPair } from './pair.ts';
import type { Node } from './schema-map.ts';
import { saysNothingBut } from './simple-schemas.ts';
import { partOfCondition } from './subschemas.ts';

/** Keywords whose schemas also apply to texts and numbers. */
const OF_ANY_TYPE = ['not', 'if', 'then', 'else'];

/**
 * Reports conditions where all is text and the type becomes another one, such as a string instead of an integer. A condition
 * that is equal on both sides may refuse other texts now: it went and came.
 */
export const replaceConditions = (engine: Engine, context: Context, schemas: SchemaPair): Findings => {
  const { before: old, after: now } = schemas;
  return OF_ANY_TYPE.flatMap(keyword => {
    const rules = subschemaRules[keyword] ?? [];
    return [
      ...conditionsOf(engine, old, now, keyword).flatMap(before =>
        applyRules(engine, context, rules, { before, schemas }),
      ),
      ...conditionsOf(engine, now, old, keyword).flatMap(after =>
        applyRules(engine, context, rules, { after, schemas }),
      ),
    ];
  });
};

/** Without those that refuse no value of the types beside them, or no text that the other side accepts. */
const conditionsOf = ({ prover }: Engine, schema: NormalSchema, other: NormalSchema, keyword: string): Node => {
  const { document, subschemas, conditions } = schema;
  const typed = typesOf(schema);
  const own = subschemas.get(keyword) ?? [];
  if (keyword === 'not') {
    const refused = textsRefusedBy(other);
    const isMet = (text: JsonValue): boolean => refused.has(asText(text)) || !mayBe(other, text);
    return own.filter(
      not => !isApart(prover, typed, { document, values: [not.value] }) && !listedIn(document, not.value)?.every(isMet),
    );
  }
  const acceptAll = (parts: Node): boolean =>
    parts.every(({ value }) => isContained(prover, typed, { document, values: [value] }));
  const isVoid = acceptAll([...(subschemas.get('then') ?? []), ...(subschemas.get('else') ?? [])]);
  const further = keyword === 'if' ? conditions : [];
  return [
    ...(isVoid ? [] : own),
    ...further.filter(one => !acceptAll([partOfCondition(one, 'then'), partOfCondition(one, 'else')])),
  ];
};

/** Without null, which rules about types report. */
const typesOf = ({ document, types }: NormalSchema): Side => ({ document, values: [{ type: [...(types ?? [])] }] });

const LISTING = new Set(['type', 'enum', 'const']);

/** The values that a schema matches if it only lists them; undefined for any other schema. */
const listedIn = (document: ApiDocument, schema: JsonValue): JsonValue[] | undefined => {
  if (!saysNothingBut(schema, LISTING)) return undefined;
  const { type, enum: list, const: constant } = schema;
  const values = constant === undefined ? list : list === undefined ? [constant] : undefined;
  if (!Array.isArray(values) || type === undefined) return Array.isArray(values) ? values : undefined;
  return values.filter(value => acceptsValue(document, { type }, value) === true);
};

/** The texts that a `not` of a schema refuses. */
const textsRefusedBy = (schema: NormalSchema): ReadonlySet<string> => {
  const nots = schema.subschemas.get('not') ?? [];
  const values = nots.flatMap(({ value }) => listedIn(schema.document, value) ?? []);
  return new Set(values.filter(value => isOfTypes(schema, value)).map(asText));
};

/** Whether a value, written as text, may be one of the types of a schema. */
const mayBe = ({ types, nullable }: NormalSchema, value: JsonValue): boolean => {
  if (value === null) return nullable !== false;
  if (types === null || types.has('string')) return true;
  const text = spell(value);
  if (types.has('boolean') && /^(true|false)$/i.test(text)) return true;
  return (types.has('integer') || types.has('number')) && text.trim() !== '' && !Number.isNaN(Number(text));
};
