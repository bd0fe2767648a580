import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';
import type { NormalSchema } from './normalize.ts';

/** Beside these, `nullable: true` without a type is meant as a nullable something. */
const STRUCTURE = ['properties', 'allOf', 'oneOf', 'anyOf', 'items', 'additionalProperties', '$ref', 'format'];

const hasNull = (value: JsonValue | undefined): boolean => Array.isArray(value) && value.includes(null);

/** Null by whatever spelling; `allowNull`: an alternative beside the schema allows it. */
export const foldNullable = (result: NormalSchema, schema: JsonObject, pointer: string, allowNull: boolean): void => {
  const typed = typeof schema.type === 'string' || Array.isArray(schema.type);
  const marked = schema.nullable === true && result.document.dialect === '3.0';
  const structured = marked && STRUCTURE.some(keyword => schema[keyword] !== undefined);
  if (!typed && !structured && !Array.isArray(schema.enum) && schema.const === undefined) return;
  const spelled = typed
    ? schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'))
    : hasNull(schema.enum) || schema.const === null;
  result.nullable = (result.nullable ?? true) && (allowNull || marked || spelled);
  if (!allowNull) result.nullableAt = pointer;
};

/** What several places allow together. */
export const foldTypes = (result: NormalSchema, schema: JsonObject, pointer: string): void => {
  const listed = typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : null;
  if (listed === null) return;
  const types = new Set(listed.filter(type => typeof type === 'string' && type !== 'null') as string[]);
  if (types.has('number')) types.delete('integer');
  if (result.types === null) result.typesAt = `${pointer}/type`;
  result.types = result.types === null ? types : commonTypes(result.types, types);
};

const commonTypes = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => {
  const accepts = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...a].filter(type => accepts(b, type)).concat([...b].filter(type => accepts(a, type))));
};

const MAX_LEVELS = 5;

/** Whether it can be proven that a schema does not accept null. */
export const refusesNull = (document: ApiDocument, schema: JsonValue | undefined, level = 0): boolean => {
  if (schema === false) return true;
  if (!isJsonObject(schema) || level > MAX_LEVELS) return false;
  const deeper = (branch: JsonValue | undefined) => refusesNull(document, branch, level + 1);
  const ref = refOf(schema);
  if (ref !== null && deeper(lookUp(document, ref)?.value)) return true;
  if (schema.nullable === true && document.dialect === '3.0') return false;
  const { type, enum: values, const: constant, allOf, oneOf, anyOf } = schema;
  if (Array.isArray(type) || typeof type === 'string') return ![type].flat().includes('null');
  if (Array.isArray(values) && !values.includes(null)) return true;
  if (constant !== undefined && constant !== null) return true;
  if (Array.isArray(allOf) && allOf.some(deeper)) return true;
  return [oneOf, anyOf].some(list => Array.isArray(list) && list.length > 0 && list.every(deeper));
};
