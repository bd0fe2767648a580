import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { type Bind, bindMessage, sendLargeValuesInPlace } from '../../../src/platform/large-values.ts';

/** A connection of the driver, and what it has sent. */
function connect() {
  const stream = new PassThrough();
  const sent: Buffer[] = [];
  stream.on('data', part => sent.push(part));
  const connection = new pg.Connection({ stream } as never) as unknown as { bind(config: Bind): void };
  return { client: { connection } as never, connection, sent };
}

const valueMapper = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

it('a message with large values has the bytes of the driver', () => {
  const large = fc.constantFrom(300_000, 1_000_000).map(size => new Uint8Array(size).fill(size % 251));
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null), fc.uint8Array(), large);
  const name = fc.constantFrom('', 'docsvc_1');
  fc.assert(
    fc.property(name, name, fc.array(value, { maxLength: 6 }), fc.boolean(), (portal, statement, values, binary) => {
      const [driver, config] = [connect(), { portal, statement, values, binary, valueMapper }];
      driver.connection.bind(config);
      expect(Buffer.concat(bindMessage(config)).equals(Buffer.concat(driver.sent))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('a large value is sent from where it is, a small one by the driver', () => {
  const { client, connection, sent } = connect();
  sendLargeValuesInPlace(client);
  const value = new Uint8Array(1_000_000);
  connection.bind({ values: ['a', value, 'b'], valueMapper });
  expect(sent.map(({ buffer }) => buffer === value.buffer)).toEqual([false, true, false]);
  connection.bind({ values: ['a', value.subarray(0, 1_000), 'b'], valueMapper });
  expect(sent.length).toBe(4);
});
