import { expect, test, vi } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { packItems, unpackItems, unpackItemsInPieces } from '../../src/openapi-diff/report/packed-items.ts';
import { type JsonObject, parseJson } from '../../src/platform/json.ts';

/** Many operations that answer with one shared schema. */
const shop = (maximum: string): JsonObject =>
  parseJson(`{
    "openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
    "paths": {${Array.from(
      { length: 200 },
      (_, n) => `"/p${n}": {"get": {"responses": {"200": {"description": "ok",
      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}}`,
    ).join()}},
    "components": {"schemas": {"Pet": {"type": "object", "properties": {"age": {"type": "integer", "maximum": ${maximum}}}}}}
  }`) as JsonObject;

test('packed items come back as they were, exact numbers included', () => {
  const { items } = compareOpenApi(shop('9007199254740993'), shop('1e400'));
  expect(items).toHaveLength(1);
  const [item] = unpackItems(packItems(items));
  expect(JSON.stringify(item)).toBe(JSON.stringify(items[0]));
  expect(JSON.stringify(item)).toContain('1e400');
});

test('an operation is written once, however many items affect it', () => {
  const { items } = compareOpenApi(shop('1'), shop('2'));
  const many = Array.from({ length: 50 }, (_, sortOrder) => ({ ...items[0], sortOrder }) as (typeof items)[number]);
  const grownBy = packItems(many).length - packItems(many.slice(0, 1)).length;
  expect(many[0]?.affectedOperations).toHaveLength(200);
  expect(grownBy).toBeLessThan(50 * 1000);
  expect(unpackItems(packItems(many))[49]?.affectedOperations).toEqual(items[0]?.affectedOperations);
});

test('packed items come back in pieces as at once, in the form of earlier versions too', async () => {
  const { items } = compareOpenApi(shop('9007199254740993'), shop('1e400'));
  const many = Array.from({ length: 500 }, (_, sortOrder) => ({ ...items[0], sortOrder, title: '}],\n[{"' }));
  for (const some of [[], many.slice(0, 1), many] as (typeof items)[]) {
    const packed = packItems(some);
    const inOneLine = JSON.stringify(parseJson(packed));
    for (const text of [packed, inOneLine]) {
      const pause = vi.fn(async () => {});
      const unpacked = await unpackItemsInPieces(Buffer.from(text), pause);
      expect(JSON.stringify(unpacked)).toBe(JSON.stringify(some));
      expect(pause.mock.calls.length > 0).toBe(some.length === 500 && text === packed);
    }
  }
});
