import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Engine } from '../engine.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { baseOf, canonicalMediaType } from '../rules/media-type-names.ts';
import { isOpen, saysNothingBut } from '../schemas/simple-schemas.ts';

export type MediaType = { name: string } & Located<JsonObject>;
export type MediaTypePair = { before: MediaType | null; after: MediaType | null };

/**
 * A binary body is a string with a format in 3.0. In 3.1 it has no schema, or one that says no more than its media type.
 * Removes the schemas if both mean this.
 */
export const withoutBytes = (engine: Engine, key: string, { before, after }: MediaTypePair): MediaTypePair => {
  const isBinary =
    engine.before.crossed &&
    !/json/.test(key) &&
    areBytes(engine.before, before, key) &&
    areBytes(engine.after, after, key);
  return isBinary ? { before: withoutSchema(before), after: withoutSchema(after) } : { before, after };
};

const withoutSchema = (side: MediaType | null): MediaType | null => {
  if (side === null) return null;
  const { schema: _, ...value } = side.value;
  return { ...side, value };
};

const areBytes = ({ dialect }: ApiDocument, side: MediaType | null, key: string): boolean => {
  const schema = side?.value.schema;
  if (isFormatOfBytes(schema)) return true;
  return dialect === '3.1' && (schema === undefined || isOpen(schema) || isRaw(schema, key));
};

const FORMAT = new Set(['type', 'format']);
const isFormatOfBytes = (schema: JsonValue | undefined): boolean =>
  schema !== undefined && saysNothingBut(schema, FORMAT) && schema.type === 'string' && schema.format === 'binary';

const MEDIA_TYPE = new Set(['type', 'contentMediaType']);
const isRaw = (schema: JsonValue, key: string): boolean => {
  if (!saysNothingBut(schema, MEDIA_TYPE) || typeof schema.contentMediaType !== 'string') return false;
  const named = baseOf(canonicalMediaType(schema.contentMediaType));
  const isText = schema.type === undefined || schema.type === 'string';
  return isText && (named === 'application/octet-stream' || named === baseOf(key));
};
