import { describe, expect, it } from 'vitest';
import * as generated from '../../facades/generated.ts';
import { parentDocuments } from '../../facades/rest/rights-and-parents.ts';
import { D, P, shortForm } from '../../facades/rest/route.ts';
import { routes, specials } from '../../facades/rest/routes.ts';

describe('the rows of the REST facade', () => {
  it('use, with the lookup of parents, every operation', () => {
    const ofRow = ({ document, streams, packed }: (typeof routes)[number]) => [document, streams, packed];
    const used = new Set([...routes.flatMap(ofRow), ...parentDocuments]);
    const operations = Object.entries(generated).filter(([name]) => /^(?!Mcp\w).*Document$/.test(name));
    expect(operations.filter(([, document]) => !used.has(document)).map(([name]) => name)).toEqual([]);
  });

  it('name each route once', () => {
    const all = [...routes, ...specials].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const short = routes.flatMap(({ path }) => shortForm(path) ?? []).length;
    expect(new Set(all).size).toBe(all.length);
    expect(short).toBe(44);
  });

  it('have a short form for drafts, versions, diffs and shares only', () => {
    expect(shortForm(`${D}/drafts/{draft_id}/submit`)).toBe(`${P}/drafts/{draft_id}/submit`);
    expect(shortForm(`${D}/versions`)).toBe(`${P}/versions`);
    expect(shortForm(`${D}/shares/{share_id}/revoke`)).toBe(`${P}/shares/{share_id}/revoke`);
    expect(shortForm(`${D}/branches`)).toBeUndefined();
    expect(shortForm(D)).toBeUndefined();
    expect(shortForm(`${D}/draftsman`)).toBeUndefined();
  });
});
