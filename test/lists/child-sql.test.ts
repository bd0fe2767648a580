import { expect, it } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { countSql } from '../../src/lists/child-sql.ts';
import { DEFAULT_PAGE, readPage } from '../../src/lists/page.ts';
import { matchOfVersion } from '../../src/lists/search.ts';

const match = matchOfVersion('re');
const query = {
  list: { table: 'versions', fields: Prisma.VersionScalarFieldEnum, order: 'desc' },
  isChildOf: (id: Prisma.Sql) => Prisma.sql`c.project_id = ${id}`,
  where: Prisma.sql`TRUE`,
  match,
  filter: Prisma.sql`TRUE AND ${match.where}`,
  page: readPage({}, DEFAULT_PAGE.child),
  isCounted: true,
  count: undefined,
} as const;
const ID = '01980000-0000-7000-8000-000000000001';
const sqlOf = (ids?: { lt: string } | { gte: string }) => countSql(query, Prisma.sql`${ID}`, undefined, ids).sql;

it('the newest rows of a search are counted by their ids, all others by the index of the search', () => {
  expect(sqlOf()).toContain('letter_pairs');
  expect(sqlOf({ lt: ID })).toContain('letter_pairs');
  expect(sqlOf({ gte: ID })).not.toContain('letter_pairs');
  expect(sqlOf({ gte: ID })).toContain(match.where.sql);
});
