import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parseDefinitions } from '../../facades/load.ts';
import { operationFolder } from '../../facades/rest/handler.ts';
import { D, P, shortForm } from '../../facades/rest/route.ts';
import { pendingRoutes, routes, specials } from '../../facades/rest/routes.ts';

const files = readdirSync(operationFolder).map(name => readFileSync(join(operationFolder, name), 'utf8'));
const definitions = files.flatMap(text => parseDefinitions(text));
const names = definitions.flatMap(one => (one.kind === Kind.OPERATION_DEFINITION ? [one.name?.value ?? ''] : []));
const gate = [
  'Caller',
  'ProjectRole',
  ...['Document', 'Branch', 'Draft', 'Version', 'Diff'].map(noun => `${noun}Exists`),
];

describe('the rows of the REST facade', () => {
  it('use every operation of the folder, and no other', () => {
    const used = new Set(routes.map(({ operation }) => operation));
    expect([...used].sort()).toEqual(names.filter(name => !gate.includes(name)).sort());
  });

  it('name each route once, pending ones included', () => {
    const all = [...routes, ...specials].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const short = routes.flatMap(({ path }) => shortForm(path) ?? []).length;
    expect(new Set([...all, ...pendingRoutes]).size).toBe(all.length + pendingRoutes.length);
    expect(short).toBe(23);
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
