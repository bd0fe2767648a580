/**
 * JSON values whose numbers are never rounded. A number that JavaScript cannot hold and write back as it was written
 * (9007199254740993, 1e400, 1.0) is kept as the raw JSON text that `JSON.rawJSON` makes and `JSON.stringify` writes.
 */
export type JsonValue = null | boolean | number | RawNumber | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
export type RawNumber = { readonly rawJSON: string };

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

export const isRawNumber = (value: unknown): value is RawNumber => JSON.isRawJSON(value);

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
