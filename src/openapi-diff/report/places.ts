import { parsePointer, toPointer } from '../../openapi/pointer.ts';
import { type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';

/** The place, or else the nearest one around it that the document has: a part that is not written has none of its own. */
export const placeIn = (document: JsonObject, pointer: string): string => {
  const tokens = parsePointer(pointer);
  let value: JsonValue | undefined = document;
  for (const [index, token] of tokens.entries()) {
    value = typeof value === 'object' && value !== null ? ownField(value as JsonObject, token) : undefined;
    if (value === undefined) return toPointer(tokens.slice(0, index));
  }
  return pointer;
};
