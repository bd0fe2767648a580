import { expect, it } from 'vitest';
import { attached } from '../../src/platform/attached.ts';

it('a value belongs to one object, and copies of the object do not have it', () => {
  const notes = attached<object, string>('note');
  const [one, other] = [{ a: 1 }, { a: 1 }];
  notes.set(one, 'first');
  expect([notes.get(one), notes.get(other), notes.get({ ...one })]).toEqual(['first', undefined, undefined]);
  notes.set(one, 'second');
  expect(notes.get(one)).toBe('second');
  notes.set(one, undefined);
  expect(notes.get(one)).toBeUndefined();
  expect(JSON.stringify(one)).toBe('{"a":1}');
});

it('two kinds of values of the same name are different', () => {
  const [here, there] = [attached<object, string>('note'), attached<object, string>('note')];
  const owner = {};
  here.set(owner, 'here');
  expect(there.get(owner)).toBeUndefined();
});
