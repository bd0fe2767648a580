import { beforeAll, expect, it } from 'vitest';
import { createStatementNames } from '../../src/platform/prepared-statements.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { fill, type Samples } from '../support/many-rows.ts';
import { seed } from '../support/seed.ts';
import { plansOf, scannedTables, statementsOf } from '../support/statements.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);
const SIZES = { documents: 3_000, versions: 6_000, endpoints: 40_000, entries: 10_000, users: 20 };
const LARGE = [
  ...['teams', 'projects', 'documents', 'branches', 'drafts', 'versions'],
  ...['endpoints', 'current_endpoints', 'endpoint_texts'],
];

let samples: Samples;

beforeAll(async () => {
  const project = await admin.createProject();
  const document = await project.createDocument();
  await document.publish({ content: petstore31Json });
  const { id } = await document.publish({ content: petstoreNext });
  const { db } = app.services;
  const version = await db.version.findUniqueOrThrow({ where: { id } });
  const { comparisonId: comparison } = await db.diff.findFirstOrThrow();
  const { id: webhook } = await admin.ask<{ id: string }>(
    'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }',
    { input: { projectId: project.id, url: 'https://example.com/hook', events: ['VERSION_PUBLISHED'] } },
  );
  const { connectionString = '' } = app.database.pool.options as { connectionString?: string };
  samples = await fill(
    connectionString,
    {
      ...{ team: project.teamId, project: project.id, user: admin.id, webhook, comparison },
      ...{ content: version.contentHash, canonical: version.canonicalHash },
    },
    SIZES,
  );
});

const D = 'projects/{project_id}/documents/{document_id}';
const HISTORY = `${D}/endpoint-history?branch_id={branch_id}&method=GET&path=/order0/{id}/order0`;
const pathOf = (list: string): string =>
  `/private/${list.replaceAll(/\{(\w+_id)\}/g, (_, name) => String(samples[name]))}`;

it.each([
  'projects/{project_id}/documents',
  'projects/{project_id}/documents?search=refund5',
  'projects/{project_id}/documents?search=re',
  'projects/{project_id}/documents?document_type=2',
  `${D}/drafts?status=2`,
  `${D}/drafts?search=refund5`,
  `${D}/drafts?branch_id={branch_id}`,
  `${D}/versions?search=refund5`,
  `${D}/versions?branch_id={branch_id}`,
  HISTORY,
])('%s reads no table as a whole', async list => {
  const scanned = await scannedTables(app.database, async () => {
    expect((await admin.rest('GET', pathOf(list), { query: { page_size: 20 } })).status).toBe('OK');
  });
  expect(scanned.filter(table => LARGE.includes(table))).toEqual([]);
});

it('the history of an endpoint compares adjacent versions, and not each with every version', async () => {
  const plans = await plansOf(app.database, async () => {
    expect((await admin.rest('GET', pathOf(HISTORY))).status).toBe('OK');
  });
  const plan = plans.find(one => one.includes('CTE found')) ?? '';
  expect(plan).toMatch(/\(\(md5\(path\) = [^)]*\) AND \(version_id = ANY/);
  expect(plan).not.toContain('Join Filter');
});

it('a search of diffs reads the versions of the document once, and of a named version only those compared with it', async () => {
  const planOf = async (query: Samples) => {
    const plans = await plansOf(app.database, async () => {
      const answer = await admin.rest('GET', pathOf(`${D}/diffs`), { query: { search: 'r1', ...query } });
      expect(answer.status).toBe('OK');
    });
    return plans.find(one => one.includes('CTE found'));
  };
  expect(await planOf({})).toContain('CTE named');
  for (const named of ['from_version_id', 'to_version_id'])
    expect(await planOf({ [named]: String(samples[named]) })).not.toContain('CTE named');
});

it('a search of the use of MCP tokens reads only the actions of their requests', async () => {
  // Writes an entry with the action `mcp_token.create`.
  await admin.rest('POST', '/private/mcp-tokens', { body: { name: 'agent', scopes: [1] } });
  const plans = await plansOf(app.database, async () => {
    const answer = await admin.rest('GET', '/private/mcp-usage', { query: { search: 'mcp' } });
    expect(answer.status).toBe('OK');
  });
  const ofEntries = plans.filter(plan => plan.includes('mcp.tools/call'));
  expect(ofEntries).not.toEqual([]);
  expect(ofEntries.join('\n')).not.toContain('mcp_token.create');
});

it('a search in the log of a webhook reads what it searches from an index', async () => {
  const log = 'projects/{project_id}/webhooks/{webhook_id}/deliveries?search=published';
  const plans = await plansOf(app.database, async () => {
    expect((await admin.rest('GET', pathOf(log))).detail).not.toEqual([]);
  });
  const ofLog = plans.filter(plan => plan.includes('deliveries'));
  expect(ofLog.join('\n')).toContain('Index Only Scan using deliveries_webhook_id_id_event_error_idx');
});

const LISTS = [
  'teams',
  'projects',
  'reviewQueue',
  'reviewQueue(search: "refund5")',
  'reviewQueue(search: "re")',
  'myDrafts',
  'myDrafts(open: true)',
  'myDrafts(search: "refund5")',
  'myDrafts(search: "re")',
  'decidedDrafts',
  'decidedDrafts(search: "re")',
  'latestVersions(search: "r1")',
  'latestVersions(search: "re")',
  'drafts(search: "refund5")',
  'drafts(search: "re")',
  'drafts(search: "re", owner: ME)',
  'drafts(owner: ME)',
  'drafts(status: SUBMITTED)',
  'versions(search: "refund5")',
  'versions(search: "re")',
];

it.each(LISTS)('the list %s reads no table as a whole', async field => {
  const list = `${field} { totalCount nodes { id } }`;
  const isOfProject = /^(drafts|versions)/.test(field);
  const scanned = await scannedTables(app.database, async () => {
    await admin.ask(isOfProject ? `{ project(id: "${samples.project_id}") { ${list} } }` : `{ ${list} }`);
  });
  expect(scanned.filter(table => LARGE.includes(table))).toEqual([]);
});

const ROOT_LISTS = [
  'teams',
  'projects',
  'reviewQueue',
  'reviewQueue(search: "re")',
  'search(q: "order1")',
  'teams(search: "re")',
  'projects(search: "re")',
  ...(app.database.kind === 'postgresql' ? ['teams(search: "refund5")', 'projects(search: "refund5")'] : []),
];

it.each(ROOT_LISTS)(
  'the list %s reads neither all teams nor all projects, for a member and a SuperAdmin',
  async field => {
    for (const caller of [admin, superAdmin]) {
      // What was found the first time is remembered.
      const scanned = await scannedTables(app.database, async () => {
        for (const _ of [1, 2]) await caller.ask(`{ ${field} { totalCount nodes { id } } }`);
      });
      expect(scanned.filter(table => ['teams', 'projects'].includes(table))).toEqual([]);
    }
  },
);

it.each(['teams', 'projects', 'reviewQueue', 'myDrafts', 'decidedDrafts', 'latestVersions'])(
  'the statements of the list %s can be prepared',
  async field => {
    const statements = await statementsOf(app.database, () => superAdmin.ask(`{ ${field} { nodes { id } } }`));
    const nameOf = createStatementNames();
    for (const sql of statements) nameOf({ sql });
    expect(statements.filter(sql => nameOf({ sql }) === '')).toEqual([]);
  },
);

it('the teams of a person are not found by looking at each team', async () => {
  const plans = await plansOf(app.database, async () => {
    await admin.ask('{ teams(first: 1) { totalCount nodes { id } } }');
    await admin.ask('{ teams(search: "team") { totalCount nodes { id } } }');
  });
  expect(plans.filter(plan => /Filter: .*created_by/.test(plan))).toEqual([]);
  expect(plans.filter(plan => plan.includes('teams_created_by_id_idx'))).not.toEqual([]);
});

it('the requests of MCP tokens are read from an index', async () => {
  const scanned = await scannedTables(app.database, async () => {
    for (const selection of ['totalCount', 'nodes { id }']) await admin.ask(`{ mcpUsage(first: 5) { ${selection} } }`);
  });
  expect(scanned.filter(table => table !== 'users')).toEqual([]);
});

const requireOtherReviewers = async () => {
  await app.database.pool.query(
    `INSERT INTO review_policies (project_id, require_other_reviewer, updated_by, updated_at)
     SELECT id, TRUE, $1, now() FROM projects ON CONFLICT DO NOTHING`,
    [admin.id],
  );
  await app.database.pool.query('VACUUM ANALYZE review_policies');
};

it('the review queue of an author of many drafts reads no table as a whole, if another reviewer is required', async () => {
  const { pool } = app.database;
  await pool.query(
    `
    INSERT INTO draft_editors SELECT id, $1 FROM drafts WHERE created_by <> $1 AND hashtext(id::text) % 2 = 0`,
    [admin.id],
  );
  await pool.query('VACUUM ANALYZE draft_editors');
  await requireOtherReviewers();
  const list = 'reviewQueue { totalCount nodes { id authors { name } reviewers { name } } } reviewQueueState { count }';
  for (const caller of [admin, superAdmin]) {
    const scanned = await scannedTables(app.database, () => caller.ask(`{ ${list} }`));
    expect(scanned.filter(table => [...LARGE, 'draft_editors'].includes(table))).toEqual([]);
  }
});

it('what a member found in the review queue depends only on the rules of their own projects', async () => {
  await requireOtherReviewers();
  const plans = await plansOf(app.database, () => admin.ask('{ reviewQueue { totalCount nodes { id } } }'));
  expect(plans.join('\n')).toMatch(
    /review_policies_pkey on review_policies.*\n +Index Cond: \(project_id = m\w*\.project_id\)/,
  );
});

it('the state of the own drafts is read without those that are decided', async () => {
  const plans = await plansOf(app.database, () => admin.ask('{ myDraftsState { count } }'));
  const ways = plans.flatMap(plan => plan.match(/\bdrafts_\w+|Seq Scan on drafts/g) ?? []);
  expect(new Set(ways)).toEqual(new Set(['drafts_open_idx']));
});

it('the last page of a long list is read from its end when it is asked for again', async () => {
  const { rows } = await app.database.pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM current_endpoints WHERE branch_name = 'dev' AND method = 'GET'`,
  );
  const offset = (rows[0]?.total ?? 0) - 20;
  expect(offset).toBeGreaterThan(1_000);
  const page = `endpoints(branch: "dev", method: "GET", offset: ${offset}) { totalCount nodes { id } }`;
  const plansOfPage = async () =>
    (await plansOf(app.database, () => superAdmin.ask(`{ ${page} }`))).filter(plan => plan.includes('endpoints_pkey'));
  expect(await plansOfPage()).toEqual([expect.not.stringContaining('Backward')]);
  expect(await plansOfPage()).toEqual([expect.stringContaining('Backward')]);
});

const ENDPOINT_LISTS = [
  'endpoints',
  'endpoints(offset: 20000)',
  'endpoints(method: "GET")',
  'endpoints(method: "TRACE")',
  'endpoints(branch: "dev")',
  'endpoints(branch: "feature/x")',
  'endpoints(branch: "dev", method: "TRACE")',
  'endpoints(branch: "prod", search: "zq")',
  'endpoints(search: "re")',
  'endpoints(search: "zq")',
  // The embedded database has no index of trigrams.
  ...(app.database.kind === 'postgresql' ? ['endpoints(search: "refund5")', 'endpoints(search: "nowhere")'] : []),
];

it.each(ENDPOINT_LISTS)('the list %s reads no table as a whole, for a member and for a SuperAdmin', async field => {
  for (const caller of [admin, superAdmin]) {
    // The second page knows the total.
    const scanned = await scannedTables(app.database, async () => {
      for (const _ of [1, 2]) {
        const { code } = await caller.graphql(`{ ${field} { totalCount nodes { id } } }`);
        expect(code).toBe(field.includes('feature/x') ? 'NOT_FOUND' : 'OK');
      }
    });
    expect(scanned.filter(table => LARGE.includes(table))).toEqual([]);
  }
});

it('a search of a SuperAdmin finds the same and reads few archived projects, however many there are', async () => {
  const { pool } = app.database;
  type Found = { totalCount: number; nodes: { id: string; projectId: string }[] };
  const find = () => superAdmin.ask<Found>('{ search(q: "order1", first: 200) { totalCount nodes { id projectId } } }');
  const all = await find();
  const projects = new Set(all.nodes.map(({ projectId }) => projectId).filter(id => id !== samples.project_id));
  const [archived, moved] = projects;
  await pool.query("UPDATE projects SET status = 'ARCHIVED' WHERE id = $1", [archived]);
  await pool.query(
    "UPDATE projects SET team_id = (SELECT id FROM teams WHERE status = 'ARCHIVED' LIMIT 1) WHERE id = $1",
    [moved],
  );
  const active = await find();
  expect(active.totalCount).toBeLessThan(all.totalCount);
  await pool.query(
    `INSERT INTO projects (id, team_id, name, status, created_by, updated_at)
     SELECT gen_random_uuid(), $1, 'Old', 'ARCHIVED', $2, now() FROM generate_series(1, 5000)`,
    [samples.team_id, admin.id],
  );
  await pool.query('VACUUM ANALYZE projects');
  const found: unknown[] = [];
  const plans = await plansOf(
    app.database,
    async () => {
      // The second time, what was found is remembered.
      for (const _ of [1, 2]) found.push(await find());
    },
    'EXPLAIN ANALYZE',
  );
  expect(found).toEqual([active, active]);
  const read = [...plans.join('\n').matchAll(/ on projects .*actual .*rows=([\d.]+) loops=(\d+)/g)];
  expect(read).not.toEqual([]);
  expect(Math.max(...read.map(([, rows, loops]) => Number(rows) * Number(loops)))).toBeLessThan(3_000);
});

it('a page of the review queue reads archived teams once, and not for each draft, also if most are archived', async () => {
  const { pool } = app.database;
  await pool.query("UPDATE teams SET status = 'ARCHIVED' WHERE id <> $1", [samples.team_id]);
  await pool.query('VACUUM ANALYZE teams');
  for (const caller of [admin, superAdmin])
    for (const page of ['first: 20', 'first: 20, search: "re"']) {
      const ask = () => caller.ask(`{ reviewQueue(${page}) { totalCount nodes { id } } }`);
      // The second page is read by the ids that were found for the first one.
      const plans = await plansOf(app.database, async () => [await ask(), await ask()], 'EXPLAIN ANALYZE');
      const loops = [...plans.join('\n').matchAll(/ on teams .*loops=(\d+)/g)].map(([, times]) => Number(times));
      expect(loops).not.toEqual([]);
      expect(Math.max(...loops)).toBe(1);
    }
});

it.each([
  ['a search', '{ search(q: "order1") { totalCount nodes { id } } }'],
  ['the review queue', '{ reviewQueue(first: 10) { totalCount nodes { id } } }'],
])(
  '%s compares its rows neither with each archived branch nor with each project, however many there are',
  async (_, query) => {
    // The planner takes these for very long tables.
    await app.database.pool.query(
      "UPDATE pg_class SET reltuples = 1e9 WHERE relname IN ('branches', 'documents', 'projects', 'teams', 'members', 'review_policies')",
    );
    for (const caller of [admin, superAdmin]) {
      const plans = await plansOf(app.database, () => caller.ask(query));
      expect(plans.join('\n')).toContain('_id = (hashed SubPlan');
      expect(plans.join('\n')).not.toContain('_id = (SubPlan');
    }
  },
);
