import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';

const DESCRIPTIVE = new Set(['title', 'description', 'example', 'examples', 'externalDocs', '$comment', 'deprecated']);
/** Accepts whatever would be accepted without it. */
export const onlyDescribes = (value: JsonValue): boolean => saysNothingBut(value, NOTHING);

const NOTHING: ReadonlySet<string> = new Set();

/** Says about values what these keywords say, and beside that something to people at most. */
export const saysNothingBut = (value: JsonValue, keywords: ReadonlySet<string>): value is JsonObject =>
  isJsonObject(value) &&
  Object.keys(value).every(key => keywords.has(key) || DESCRIPTIVE.has(key) || key.startsWith('x-'));

export const isEmpty = (value: JsonValue): boolean => isJsonObject(value) && Object.keys(value).length === 0;

/** Accepts null and nothing else. */
export const isNullSchema = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  value.type === 'null' &&
  Object.keys(value).every(key => key === 'type' || DESCRIPTIVE.has(key) || key.startsWith('x-'));

/** Names one type and says nothing else about values. */
export const isPlainType = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  typeof value.type === 'string' &&
  Object.keys(value).every(key => key === 'type' || (key === 'nullable' && value.nullable === false));
