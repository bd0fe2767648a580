import type { Context, Findings } from '../engine.ts';
import type { Located } from '../read/document.ts';
import { sameValue } from '../read/values.ts';
import type { NormalSchema } from './normal-schema.ts';
import { normalizeSchema } from './normalize.ts';
import type { SchemaPair } from './pair.ts';
import { isOwnProperty } from './retarget.ts';

/** A property that every alternative describes alike. */
type Common = { name: string; schema: Located; required: string | undefined };

/**
 * If every alternative of one side describes a property alike, and the other side describes it beside its alternatives,
 * the property only moved: it is read beside the alternatives on both sides.
 */
export const withCommonProperties = (pair: SchemaPair): SchemaPair => {
  const { before, after } = pair;
  if (before.alternatives.size === 0 || after.alternatives.size === 0) return pair;
  const [inBefore, inAfter] = [commonIn(before, after), commonIn(after, before)];
  const moved = new Set([...inBefore, ...inAfter].map(({ name }) => name));
  if (moved.size === 0) return pair;
  return { ...pair, before: having(before, inBefore), after: having(after, inAfter), moved };
};

const commonIn = (schema: NormalSchema, other: NormalSchema): Common[] => {
  const names = other.properties.names().filter(name => !schema.properties.has(name));
  if (names.length === 0 || limitsRest(schema) || limitsRest(other)) return [];
  for (const list of schema.alternatives.values()) {
    const common = commonOf(schema, list, names);
    if (common.length > 0) return common;
  }
  return [];
};

const commonOf = ({ document }: NormalSchema, list: readonly Located[], names: string[]): Common[] => {
  let common: Common[] | undefined;
  for (const branch of list) {
    const own = normalizeSchema(document, [branch], true);
    if (limitsRest(own)) return [];
    common = common === undefined ? describedIn(own, names) : common.flatMap(one => agreed(one, own));
    if (common.length === 0) return [];
  }
  return common ?? [];
};

/** Whether the schema has keywords for other properties: then a property that moves meets other conditions. */
const limitsRest = ({ subschemas, patternProperties }: NormalSchema): boolean =>
  subschemas.has('additionalProperties') || subschemas.has('unevaluatedProperties') || !patternProperties.isEmpty;

const describedIn = (schema: NormalSchema, names: string[]): Common[] =>
  names.flatMap(name => {
    const [only, ...more] = schema.properties.get(name) ?? [];
    if (only === undefined || more.length > 0) return [];
    return [{ name, schema: only, required: schema.required.get(name) }];
  });

const agreed = (one: Common, branch: NormalSchema): Common[] => {
  const [other] = describedIn(branch, [one.name]);
  if (other === undefined || !sameValue(one.schema.value, other.schema.value)) return [];
  return [{ ...one, required: other.required && one.required }];
};

const having = (schema: NormalSchema, common: Common[]): NormalSchema => {
  if (common.length === 0) return schema;
  const properties = schema.properties.with(
    common.map(({ name, schema: { value, pointer } }) => ({
      value: { [name]: value },
      pointer: pointer.slice(0, pointer.lastIndexOf('/')),
    })),
  );
  const required = common.flatMap(({ name, required }) => (required === undefined ? [] : [[name, required] as const]));
  return { ...schema, properties, required: new Map([...schema.required, ...required]) };
};

/** Removes the findings that a moved property causes inside an alternative. */
export const withoutMoved = ({ moved }: SchemaPair, context: Context, found: Findings): Findings =>
  moved === undefined ? found : found.filter(item => !(moved.has(item.name ?? '') && isOwnProperty(context, item)));
