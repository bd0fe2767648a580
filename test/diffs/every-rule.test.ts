import { describe, expect, it } from 'vitest';
import { ruleIds } from '../../src/diffs/rule-ids.ts';
import { tellEveryEdit } from './every-edit.ts';

/** Ids that no document can bring about, with the reason. */
const IMPOSSIBLE: [ids: RegExp, reason: string][] = [
  [/^request-(?!parameter-property|header-property).*-type-specialized$/, 'the reference calls it changed'],
  [/^request-.*-multiple-of-specialized$|^response-.*-(multiple-of|pattern)-generalized$/, 'called changed there too'],
  [/-parameter(-property)?-type-compatible$/, 'of a parameter it is told as generalized or specialized'],
  [/^response-parameter-renamed$/, 'a webhook has no template that would name it'],
];

describe('every rule of the catalogue', () => {
  it('has an inverse, which tells something too', () => {
    expect(tellEveryEdit().oneWay).toEqual([]);
  });

  it('finds its change in one of these documents', () => {
    const { said } = tellEveryEdit();
    const idle = ruleIds.filter(({ id }) => !said.has(id) && !IMPOSSIBLE.some(([ids]) => ids.test(id)));
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});
