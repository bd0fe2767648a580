import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../document.ts';

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
