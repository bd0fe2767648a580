import { CORE_SCHEMA, FAILSAFE_SCHEMA, load } from 'js-yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';

/** A changed value. `path` leads to it through mappings, outermost key first. */
export type KeyChange = { path: string[]; before?: JsonValue; after?: JsonValue };

const MAX_LENGTH = 100_000;
const MAX_DEPTH = 100;

/** Numbers that a double cannot represent exactly, and those that JSON cannot write. They are compared as text, too. */
const INEXACT = /\d{16}|\d\.?e[+-]?\d{3}|0x[\da-f]{13}|\.(nan|inf)\b/i;

/** Parses the mapping between the fences; null if there is none, if it is too long, or if it has aliases. */
const readMapping = (text: string, schema: typeof CORE_SCHEMA): JsonObject | null => {
  if (text.length > MAX_LENGTH) return null;
  const yaml = text.split('\n').slice(1, -1).join('\n');
  if (!/^\s*[^\s#]/m.test(yaml)) return {};
  try {
    const value: unknown = load(yaml, { schema, maxAliases: 0, maxDepth: MAX_DEPTH });
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** Compares front matter key by key; null if one side is not a mapping: then only its text can be compared. */
export const compareFrontMatter = (before: string | null, after: string | null): KeyChange[] | null => {
  const texts = [before ?? '', after ?? ''];
  const changes = new Map<string, KeyChange>();
  for (const schema of texts.some(text => INEXACT.test(text)) ? [CORE_SCHEMA, FAILSAFE_SCHEMA] : [CORE_SCHEMA]) {
    const [old, now] = texts.map(text => readMapping(text, schema));
    if (!old || !now) return null;
    for (const change of compareMappings(old, now, [])) {
      const path = JSON.stringify(change.path);
      if (!changes.has(path)) changes.set(path, change);
    }
  }
  return [...changes.values()];
};

function* compareMappings(old: JsonObject, now: JsonObject, above: string[]): Iterable<KeyChange> {
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [Object.hasOwn(old, key) ? old[key] : undefined, Object.hasOwn(now, key) ? now[key] : undefined];
    const path = [...above, key];
    if (isMapping(was) && isMapping(is)) yield* compareMappings(was, is, path);
    else if (!isSame(was, is))
      yield { path, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
  }
}

const isMapping = (value: JsonValue | undefined): value is JsonObject => value !== undefined && isJsonObject(value);

/** Compares values. The order of keys does not matter. */
const isSame = (was: JsonValue | undefined, is: JsonValue | undefined): boolean => {
  if (Array.isArray(was) && Array.isArray(is)) {
    return was.length === is.length && was.every((value, index) => isSame(value, is[index]));
  }
  if (isMapping(was) && isMapping(is)) return compareMappings(was, is, [])[Symbol.iterator]().next().done === true;
  return Object.is(was, is);
};
