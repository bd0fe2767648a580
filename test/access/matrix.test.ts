import { describe, expect, it } from 'vitest';
import { projectPolicy } from '../../src/access/policy.ts';
import type { FieldAction } from '../../src/graphql/judged-by.ts';
import { testApp } from '../support/app.ts';
import { post } from '../support/mcp.ts';
import { databaseDigest } from '../support/statements.ts';
import { expected, expectedOfProgram, type Outcome, scopesOf } from './expected.ts';
import { operations, type Target } from './operations.ts';
import { graphqlWays, mcpReadingWays, mcpWays, restWays, type Way } from './surfaces.ts';
import { createMatrix, type Ids, PEOPLE, type PersonKind } from './targets.ts';

/**
 * Whether to test the whole matrix (`npm run load -- matrix`). By default a part, because the whole takes too long:
 * short paths, root fields without parents, and only one role for projects without members.
 */
const isWhole = process.env.DOCSVC_TEST_MATRIX === 'whole';

const app = await testApp();
const { people, targets, invalid, agents, scoped, own, disabledAgent, programs } = await createMatrix(app);
const TARGETS: Target[] = ['own', 'foreign', 'archived', 'unknown'];

const ways = {
  graphql: [...graphqlWays(true), ...(isWhole ? graphqlWays(false) : [])],
  rest: restWays(isWhole),
  mcp: mcpWays(),
  mcpReading: mcpReadingWays(),
};

const idsFor = (way: Way, who: PersonKind, target: Target): Ids => ({
  ...targets[target][way.type ?? 'OPENAPI'],
  ...(!way.sends.includes('user_id') && own[who][target]),
});

/** Whether the answer depends on the target. */
const namesTarget = ({ sends }: Way): boolean => sends.some(name => name in targets.own.OPENAPI);

const expectedOf = (way: Way, who: PersonKind, target: Target): Outcome =>
  expected(way.need, who, namesTarget(way) ? target : 'own', way.surface);

/** For these targets all roles are equal: users without any membership. */
const isElsewhere = (target: Target) => target === 'foreign' || target === 'unknown';

/** Everything that can be tried without a change. */
const cellsOf = (way: Way) =>
  PEOPLE.flatMap(who => TARGETS.map(target => ({ who, target, outcome: expectedOf(way, who, target) }))).filter(
    ({ who, target, outcome }) =>
      (isWhole || !isElsewhere(target) || !['reader', 'writer'].includes(who)) &&
      (outcome !== 'permitted' || !operations[way.field]?.changes?.includes(namesTarget(way) ? target : 'own')),
  );

/** The answers of each interface, to compare them. */
const said = new Map<string, Map<string, Outcome>>();

async function walk(way: Way, tokenOf: (who: PersonKind) => string): Promise<void> {
  const wrong = await Promise.all(
    cellsOf(way).map(async ({ who, target, outcome }) => {
      const found = await way.send(app, tokenOf(who), idsFor(way, who, target));
      const key = `${way.field} (${way.need}) ${who} ${target}`;
      const answers = said.get(key) ?? new Map<string, Outcome>();
      said.set(key, answers.set(way.name, found.outcome));
      const isFailure = ['INTERNAL', 'UNAVAILABLE', 'RESOURCE_EXHAUSTED'].includes(found.status);
      return found.outcome === outcome && !isFailure ? [] : [`${who}, ${target}: ${found.status}, not ${outcome}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
}

/** Checks that these credentials are refused here. */
async function refuseAll(way: Way, tokens: (string | undefined)[]): Promise<void> {
  for (const token of tokens)
    expect((await way.send(app, token, idsFor(way, 'admin', 'own'))).status).toBe('UNAUTHENTICATED');
}

const unchanged = await databaseDigest(app.database);

describe('every root field of GraphQL', () => {
  it.each(ways.graphql)('$name answers as the policy decides', way => walk(way, who => people[who].token));

  it.each(ways.graphql)('$name refuses callers without a session', async way => {
    const isOpen = way.need === 'nobody' || way.need === 'share link';
    await refuseAll(way, [invalid.disabled, invalid.expired, agents.admin, ...(isOpen ? [] : [undefined])]);
  });
});

describe('every REST route', () => {
  it.each(ways.rest)('$name answers as the policy decides', way => walk(way, who => people[who].token));

  const closed = ways.rest.filter(({ need }) => need !== 'nobody' && need !== 'share link');
  it.each(closed)('$name refuses callers without a session', way =>
    refuseAll(way, [invalid.disabled, invalid.expired, agents.admin, undefined]),
  );
});

describe('calls over GraphQL and REST', () => {
  it('changed nothing', async () => expect(await databaseDigest(app.database)).toBe(unchanged));
});

describe('every MCP tool, resource and prompt', () => {
  /** Uses of tokens are recorded; nothing else may change. */
  const withoutUse = (digest: string) => digest.replaceAll(/^(audit_entries|mcp_tokens) .*\n?/gm, '');

  it.each(ways.mcp)('$name answers as the policy decides for the owner of the token', way =>
    walk(way, who => agents[who]),
  );

  it.each(ways.mcp)('$name takes the scopes of the policy, and no other', async way => {
    const names = way.scopes?.map(scope => scope.toUpperCase().replace(':', '_'));
    expect(names?.toSorted()).toEqual(scopesOf(way.need, way.type).toSorted());
    await tryScopes(way);
  });

  it.each(ways.mcp)('$name refuses callers without a token', way =>
    refuseAll(way, [undefined, people.admin.token, disabledAgent, invalid.expired]),
  );

  it.each(ways.mcpReading)('$name answers as the policy decides for the owner of the token', way =>
    walk(way, who => agents[who]),
  );

  it.each(ways.mcpReading)('$name takes the scopes of the policy, and no other', tryScopes);

  it.each(ways.mcpReading)('$name refuses callers without a token', way =>
    refuseAll(way, [undefined, people.admin.token, disabledAgent, invalid.expired]),
  );

  it('lists as resources only versions that each caller may read, of the types of their scopes', async () => {
    const listed = async (token: string) => {
      const { result } = await post(app, { jsonrpc: '2.0', id: 1, method: 'resources/list' }, { token });
      const uris = ((result?.resources ?? []) as { uri: string }[]).map(({ uri }) => uri);
      const known = (['own', 'foreign', 'archived'] as const).flatMap(target =>
        (['OPENAPI', 'MARKDOWN'] as const).map(type => ({
          name: `${target} ${type}`,
          document_id: targets[target][type].document_id,
        })),
      );
      return known
        .filter(({ document_id }) => uris.some(uri => uri.includes(`${document_id}`)))
        .map(({ name }) => name);
    };
    const own = ['own OPENAPI', 'own MARKDOWN'];
    const archived = ['archived OPENAPI', 'archived MARKDOWN'];
    expect(await listed(agents.outsider)).toEqual([]);
    for (const who of ['reader', 'writer', 'admin'] as const)
      expect([who, await listed(agents[who])]).toEqual([who, [...own, ...archived]]);
    expect(await listed(agents.superadmin)).toEqual([...own, 'foreign OPENAPI', 'foreign MARKDOWN', ...archived]);
    expect(await listed(scoped.API_READ)).toEqual(['own OPENAPI', 'archived OPENAPI']);
    expect(await listed(scoped.DOC_READ)).toEqual(['own MARKDOWN', 'archived MARKDOWN']);
    expect(await listed(scoped.API_DRAFT)).toEqual([]);
  });

  async function tryScopes(way: Way): Promise<void> {
    const needed = scopesOf(way.need, way.type);
    for (const [scope, token] of Object.entries(scoped))
      for (const target of TARGETS) {
        const outcome = needed.includes(scope) ? expectedOf(way, 'admin', target) : 'PERMISSION_DENIED';
        const found = await way.send(app, token, idsFor(way, 'admin', target));
        expect([scope, target, found.outcome]).toEqual([scope, target, outcome]);
      }
  }

  it('changed nothing but when tokens were used', async () =>
    expect(withoutUse(await databaseDigest(app.database))).toBe(withoutUse(unchanged)));
});

describe('API tokens', () => {
  const withoutUse = (digest: string) => digest.replaceAll(/^(audit_entries|mcp_tokens|api_tokens) .*\n?/gm, '');
  const all = [...ways.rest, ...ways.graphql];

  /** In other projects, a token of one project behaves like any other. */
  const targetsOf = (isBound: boolean): Target[] => (isBound ? ['own', 'archived'] : TARGETS);

  it.each(all)('$surface: $name takes the scopes of the policy, in the project of the token only', async way => {
    const cells = programs.flatMap(program => targetsOf(program.isBound).map(target => ({ ...program, target })));
    const wrong = await Promise.all(
      cells.map(async ({ name, target, token, ...program }) => {
        const where = namesTarget(way) ? target : 'own';
        const outcome = expectedOfProgram(way, program, where);
        if (outcome === 'permitted' && operations[way.field]?.changes?.includes(where)) return [];
        const found = await way.send(app, token, idsFor(way, program.who, target));
        return found.outcome === outcome ? [] : [`${way.name} ${name}, ${target}: ${found.status}, not ${outcome}`];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it('are refused as tokens of MCP', async () => {
    for (const { token } of programs)
      expect((await post(app, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token })).error?.code).toBe(401);
  });

  it('changed nothing but when they were used', async () =>
    expect(withoutUse(await databaseDigest(app.database))).toBe(withoutUse(unchanged)));
});

describe('GraphQL, REST and MCP', () => {
  it('give the same answer to the same caller about the same object, except for callers without access', () => {
    const different = [...said].flatMap(([key, answers]) => {
      const alike = [...answers.values()].map(outcome => (outcome === 'NOT_FOUND' ? 'PERMISSION_DENIED' : outcome));
      return new Set(alike).size === 1 ? [] : [`${key}: ${JSON.stringify([...answers])}`];
    });
    expect(different).toEqual([]);
  });
});

/** Fields with their own action; the table has what the policy requires in addition. */
const OF_OWN: Record<string, FieldAction> = {
  withdrawDraft: 'draft.withdraw',
  chatSession: 'chat_session.read',
  sendChatMessage: 'chat_session.read',
  chatAnswer: 'chat_session.read',
  updateComment: 'comment.change',
  deleteComment: 'comment.change',
};
/** The required permission depends on a filter. */
const BY_FILTER = ['auditLog', 'createApiToken', 'endpoints', 'search'];

describe('the table of operations', () => {
  it('matches the schema: each root field declares the action that its callers need', () => {
    const declared = Object.fromEntries(
      ways.graphql.flatMap(({ field, declares }) => (declares === undefined ? [] : [[field, declares]])),
    );
    const judged = Object.entries(operations)
      .filter(([field]) => !BY_FILTER.includes(field))
      .map(([field, { need, withoutProject, withUser }]) => {
        const action = OF_OWN[field] ?? (need in projectPolicy || need === 'superadmin' ? need : undefined);
        return [
          field,
          { ...(action && { action }), ...(withoutProject && { withoutProject }), ...(withUser && { withUser }) },
        ];
      })
      .filter(([, one]) => Object.keys(one as object).length > 0);
    expect(declared).toEqual(Object.fromEntries(judged));
  });

  it('names only fields that exist', () => {
    const there = new Set(ways.graphql.map(({ field }) => field));
    expect(Object.keys(operations).filter(field => !there.has(field))).toEqual([]);
  });
});
