import { isJsonObject, type JsonObject } from '../../platform/json.ts';
import { type Located, refOf, stringsOf } from '../read/document.ts';
import { quote } from '../read/values.ts';
import type { Branch } from '../rules/compositions.ts';
import { coreOf } from './simple-schemas.ts';

/** The alternative with its name in messages: of its component, its title, or a description of its content. */
export const asBranch = (branch: Located): Branch => {
  const name = schemaNameOf(branch) ?? titleOf(branch) ?? describeBranch(branch);
  return { ...branch, name };
};

export const titleOf = ({ value }: Located): string | null =>
  isJsonObject(value) && typeof value.title === 'string' ? value.title : null;

const schemaNameOf = ({ value }: Located): string | undefined => refOf(value)?.replace(/^#\/components\/schemas\//, '');

const MAX_NAMES = 3;

const shortened = (names: string[]): string =>
  `${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}`;

/** The property whose one value distinguishes the object from others. */
const tagOf = (properties: JsonObject): string | undefined => {
  for (const name of Object.keys(properties).sort()) {
    const schema = properties[name];
    const [value, ...others] = isJsonObject(schema) ? [schema.const ?? schema.enum ?? []].flat() : [];
    if (typeof value === 'string' && others.length === 0) return `${name} ${quote(value)}`;
  }
  return undefined;
};

/**
 * A description of an alternative without a name, by its values, type or properties. It is part of the key of a change,
 * so it does not depend on the order of keys.
 */
const describeBranch = (branch: Located): string => {
  const core = coreOf(branch).value;
  if (refOf(core) !== null) return schemaNameOf({ value: core, pointer: '' }) ?? '';
  if (!isJsonObject(core)) return core === false ? 'nothing' : 'anything';
  const { const: constant, enum: values, properties, items, required } = core;
  if (constant !== undefined) return quote(constant);
  if (Array.isArray(values)) return shortened(values.map(quote));
  if (isJsonObject(properties) && Object.keys(properties).length > 0)
    return `object with ${tagOf(properties) ?? shortened(Object.keys(properties).sort())}`;
  const types = stringsOf([core.type ?? []].flat()).join(' or ');
  if (types === 'array' && isJsonObject(items)) return `array of ${describeBranch({ value: items, pointer: '' })}`;
  if (Array.isArray(required)) return `object that has ${shortened(stringsOf(required).sort())}`;
  const keywords = Object.keys(core).filter(keyword => keyword !== 'properties');
  return types || (keywords.length === 0 ? 'anything' : `schema with ${shortened(keywords.sort())}`);
};
