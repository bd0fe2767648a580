import type { JsonObject } from '../../platform/json.ts';
import type { NormalSchema } from './normal-schema.ts';

/** Reduces the types of the result to those that this conjunct also allows. */
export const foldTypes = (result: NormalSchema, schema: JsonObject, pointer: string, keyword = 'type'): void => {
  const listed = typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : null;
  if (listed === null) return;
  const types = new Set(listed.filter(type => typeof type === 'string' && type !== 'null') as string[]);
  if (types.has('number')) types.delete('integer');
  const known = result.types;
  const common = known === null ? types : commonTypes(known, types);
  if (!known?.isSubsetOf(common) && types.isSubsetOf(common)) result.typesAt = `${pointer}/${keyword}`;
  result.types = common;
};

const commonTypes = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => {
  const accepts = (types: ReadonlySet<string>, type: string): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...a].filter(type => accepts(b, type)).concat([...b].filter(type => accepts(a, type))));
};

/** Every integer is also a number. */
export const widened = (types: ReadonlySet<string> | null): ReadonlySet<string> | null =>
  types?.has('integer') ? new Set([...types, 'number']) : types;
