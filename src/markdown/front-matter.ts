import { load } from 'js-yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';

export type KeyChange = { key: string; before?: JsonValue; after?: JsonValue };

const MAX_LENGTH = 100_000;

/** The mapping between the fences; null when it is none, or too long to look into. */
const readMapping = (text: string): JsonObject | null => {
  if (text.length > MAX_LENGTH) return null;
  try {
    const value: unknown = load(text.split('\n').slice(1, -1).join('\n'), { maxAliases: 0, maxDepth: 100 });
    const mapping = value ?? {};
    return isJsonObject(mapping as JsonValue) ? (mapping as JsonObject) : null;
  } catch {
    return null;
  }
};

/** Compares front matter key by key; null when one side is no mapping, so that only its text can be compared. */
export const compareFrontMatter = (before: string | null, after: string | null): KeyChange[] | null => {
  const [old, now] = [before === null ? {} : readMapping(before), after === null ? {} : readMapping(after)];
  if (old === null || now === null) return null;
  const changes: KeyChange[] = [];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [Object.hasOwn(old, key) ? old[key] : undefined, Object.hasOwn(now, key) ? now[key] : undefined];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changes.push({ key, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) });
  }
  return changes;
};
