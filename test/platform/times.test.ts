import { describe, expect, it } from 'vitest';
import { isDay, parseTime } from '../../src/platform/times.ts';

describe('a time', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2028-02-29t23:59:59.123456789z', '2028-02-29T23:59:59.123Z'],
    ['2026-01-31T12:00:00.9999999999Z', '2026-01-31T12:00:00.999Z'],
    ['9999-12-31T23:59:59.99999999999999999999999999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
  ])('is read from %s', (text, time) => {
    expect(parseTime(text)?.toISOString()).toBe(time);
  });

  it.each([
    ['2026-02-30T00:00:00Z'],
    ['2027-02-29T00:00:00+01:00'],
    ['2026-04-31T00:00:00Z'],
    ['2026-01-01T24:00:00Z'],
    ['2026-13-01T00:00:00Z'],
    ['2026-01-01T00:00:00.Z'],
    ['2026-01-01'],
    ['tomorrow'],
  ])('is not read from %s', text => {
    expect(parseTime(text)).toBeUndefined();
  });
});

it('a day exists or does not', () => {
  expect(['2028-02-29', '2026-12-31', '2027-02-29', '2026-11-31', '2026-1-1', ''].map(isDay)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});
