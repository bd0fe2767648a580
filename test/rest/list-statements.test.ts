import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { type Document, type Person, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin } = await seed(app);
const MOST = 3;
/** A draft is shown with its preview, which needs its comparison and the diff policy. */
const MAX_OF_DRAFTS = 5;
const mostOf = (list: string): number => (list.endsWith('drafts') ? MAX_OF_DRAFTS : MOST);

let reader: Person;
let document: Document;
let versionId: string;

beforeAll(async () => {
  const project = await admin.createProject();
  reader = await project.addMember('reader');
  document = await project.createDocument();
  const from = await document.publish({ content: petstore31Json });
  const to = await document.publish({ content: petstoreNext });
  versionId = to.id;
  await document.createDraft();
  // The first comparison costs more.
  await admin.rest('GET', `${document.path}/drafts`);
  await admin.rest('POST', `${document.path}/diffs`, { body: { from_version_id: from.id, to_version_id: to.id } });
  await admin.rest('POST', `${document.path}/shares`, { body: { branch_id: document.branches.dev } });
});

/** Lists below a project (`P`) and below a document of it (`D`). */
const lists = [
  'P/documents',
  'P/members',
  'P/drafts',
  'P/versions',
  'P/diffs',
  'P/shares',
  'D/branches',
  'D/drafts',
  'D/versions',
  'D/versions/V/endpoints',
  'D/diffs',
  'D/shares',
];

describe('a list over REST', () => {
  it.each(lists.map(list => [list, mostOf(list)] as const))(
    'of %s costs %i statements at most, the caller included',
    async (list, most) => {
      const path = list.replace('P', document.project.path).replace('D', document.path).replace('V', versionId);
      const caller = list.endsWith('shares') ? admin : reader;
      const statements = await statementsOf(app.database, async () => {
        const { status, detail } = await caller.rest<unknown[]>('GET', path);
        expect([status, detail.length > 0]).toEqual(['OK', true]);
      });
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
    },
  );
});

it.each([
  ['reviewQueue', 'a stranger', 'UNAUTHENTICATED'],
  ['decidedDrafts', 'a stranger', 'UNAUTHENTICATED'],
  ['myDrafts', 'a stranger', 'UNAUTHENTICATED'],
  ['auditLog', 'a reader', 'PERMISSION_DENIED'],
])('%s: nothing is searched for %s, who may not list', async (list, who, expected) => {
  const statements = await statementsOf(app.database, async () => {
    const ask = who === 'a reader' ? reader.graphql : app.graphql;
    const { code } = await ask(`{ ${list}(search: "pets") { nodes { id } } }`);
    expect(code).toBe(expected);
  });
  expect(statements.filter(sql => sql.includes('LIKE'))).toEqual([]);
});
