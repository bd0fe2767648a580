import { describe, expect, it } from 'vitest';
import * as fields from '../../src/platform/fields.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

describe('the length of a text', () => {
  it('is counted in characters as people see them', () => {
    expect(fields.name('😀'.repeat(200))).toHaveLength(400);
    expect(() => fields.name('😀'.repeat(201))).toThrow('at most 200 characters');
    expect(() => fields.name('x'.repeat(401))).toThrow('at most 200 characters');
  });

  it('is not counted where it is far too long: 40 MB would stop everybody for seconds', async () => {
    const long = 'x'.repeat(40_000_000);
    const refuse = () => expect(() => fields.name(long)).toThrow('at most 200 characters');
    expect(await cpuMsOf(refuse)).toBeLessThan(500);
  });
});
