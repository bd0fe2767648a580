import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf, stringsOf } from '../read/document.ts';
import { isNumeric } from '../read/values.ts';
import { acceptsValue } from './values.ts';

const MAX_LEVELS = 6;
/** At most as many values of an enum, and objects of a schema, are tried. */
const MAX_VALUES = 8;

/** Small values that the schema probably accepts. */
const samplesOf = (document: ApiDocument, schema: JsonValue, level = 0): JsonValue[] => {
  if (!isJsonObject(schema) || level > MAX_LEVELS) return [];
  const ref = refOf(schema);
  if (ref !== null) return samplesOf(document, lookUp(document, ref)?.value ?? false, level + 1);
  const { const: constant, enum: listed, type, properties, minimum, maximum, oneOf, anyOf } = schema;
  if (constant !== undefined) return [constant];
  if (Array.isArray(listed)) return listed.slice(0, MAX_VALUES);
  const alternatives = [oneOf, anyOf].find(list => Array.isArray(list)) as JsonValue[] | undefined;
  if (type === undefined && properties === undefined && alternatives !== undefined)
    return alternatives.flatMap(branch => samplesOf(document, branch, level + 1)).slice(0, MAX_VALUES);
  const types = type === undefined && isJsonObject(properties) ? ['object'] : [type].flat();
  return types.flatMap(one => {
    if (one === 'object') return objectsOf(document, schema, level);
    const bounds = one === 'integer' || one === 'number' ? [minimum, maximum].filter(isNumeric) : [];
    return typeof one === 'string' ? [...bounds, ...(SMALLEST[one] ?? [])] : [];
  });
};

const SMALLEST: Record<string, JsonValue[]> = {
  ...{ string: ['', 'a'], boolean: [false], array: [[]], null: [null] },
  ...{ integer: [0, 1], number: [0, 1, 0.5] },
};

/** Objects with the required properties only; the samples of the first one that has several are all tried. */
const objectsOf = (document: ApiDocument, schema: JsonObject, level: number): JsonObject[] => {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  let objects: JsonObject[] = [{}];
  for (const name of stringsOf(schema.required)) {
    const samples = samplesOf(document, properties[name] ?? { type: 'string' }, level + 1);
    const tried = objects.length > 1 ? samples.slice(0, 1) : samples;
    objects = objects.flatMap(object => tried.map(value => ({ ...object, [name]: value })));
  }
  return objects.slice(0, MAX_VALUES);
};

type List = { document: ApiDocument; branches: readonly Located[] };

/** Longer lists are not looked at. */
const MAX_BRANCHES = 16;

/** Whether a value matched exactly one of `narrow`, and matches more than one of `wide`, `further` among them. */
export const isMatchedTwice = (narrow: List, wide: List, further: readonly Located[]): boolean => {
  if (wide.branches.length > MAX_BRANCHES) return false;
  const accepts = ({ value: schema }: Located, value: JsonValue): boolean =>
    acceptsValue(wide.document, schema, value) === true;
  const oneOf = narrow.branches.map(branch => branch.value);
  const samples = [narrow, wide].flatMap(({ document, branches }) =>
    branches.flatMap(branch => samplesOf(document, branch.value)),
  );
  return samples.some(
    value =>
      further.some(branch => accepts(branch, value)) &&
      acceptsValue(narrow.document, { oneOf }, value) === true &&
      wide.branches.filter(branch => accepts(branch, value)).length > 1,
  );
};
