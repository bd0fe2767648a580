import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRawNumber, type JsonObject, parseJson, scanJson } from '../../src/platform/json.ts';

describe('parseJson', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '1.0',
    '-0',
    '1E5',
    '1e5',
    '0.10',
    '123456789012345678901',
  ])('keeps %s as it was written', number => {
    const value = parseJson(`{"n":${number}}`) as JsonObject;
    expect(isRawNumber(value.n)).toBe(true);
    expect(JSON.stringify(value)).toBe(`{"n":${number}}`);
  });

  it.each(['0', '7', '-7', '1.5', '9007199254740991', '1e+21', '123456789012345'])(
    'reads %s as a plain number',
    number => {
      expect(parseJson(number)).toBe(Number(number));
    },
  );

  it('is not fooled by numbers inside strings', () => {
    const text = '{"a":"1.0, \\"1e400\\" -0","1.0":["\\\\",2]}';
    expect(scanJson(text).exact).toBe(true);
    expect(parseJson(text)).toEqual({ a: '1.0, "1e400" -0', '1.0': ['\\', 2] });
  });

  it.each(['{"__proto__":{"x":1}}', '{"__proto__":{"x":1},"n":1.0}'])(
    'keeps __proto__ as an ordinary key: %s',
    text => {
      const value = parseJson(text) as JsonObject;
      expect(Object.keys(value)[0]).toBe('__proto__');
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(JSON.stringify(value)).toBe(text);
      expect(({} as { x?: number }).x).toBeUndefined();
    },
  );

  it('counts values, members and depth in one pass', () => {
    expect(scanJson('{"a":[],"b":[1,{"c":{}}],"d":"[{,:"}')).toEqual({ values: 7, members: 4, depth: 4, exact: true });
  });

  it('writes any JSON unchanged, except for whitespace and escapes', () => {
    const number = fc.oneof(
      fc.bigInt().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => (Object.is(value, -0) ? '-0.0' : String(value))),
      fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}0e+${part}`),
    );
    const text = fc.letrec<{ value: string }>(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.string({ unit: 'binary' }).map(value => JSON.stringify(value)),
        fc.array(tie('value')).map(items => `[${items.join(',')}]`),
        fc
          .uniqueArray(fc.tuple(fc.string(), tie('value')), { selector: ([key]) => key })
          .map(members => members.filter(([key]) => !/^\d+$/.test(key)))
          .map(members => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
      ),
    })).value;
    fc.assert(
      fc.property(text, written => {
        expect(JSON.stringify(parseJson(written))).toBe(written);
      }),
    );
  });
});
