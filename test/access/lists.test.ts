import { type DocumentNode, type ExecutionResult, execute, parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../src/access/call.ts';
import type { DocumentType } from '../../src/generated/prisma/client.ts';
import { createGraphqlContext } from '../../src/graphql/context.ts';
import { presentError } from '../../src/graphql/errors.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { lists, nodeTypes } from '../support/list-fields.ts';
import { expected, scopesOf } from './expected.ts';
import { readAlone, readLists } from './list-queries.ts';
import { createListWorld, type ListCaller } from './list-world.ts';
import type { Need } from './operations.ts';

const app = await testApp();
const { ids, own, callers } = await createListWorld(app);
const alone = readAlone(ids).map(text => parse(text));
const everything = parse(readLists(ids));

type Node = { __typename: string; id: string; [field: string]: unknown };
type Seen = { node: Node; list: string };

/** The objects that one caller can read directly, and those that lists show them. */
type View = { caller: ListCaller; alone: Set<string>; seen: Seen[] };

/** Lists that no caller of the matrix can read. */
const ELSEWHERE: Record<string, string> = {
  'Query.publicShareVersions': 'for visitors of a share: test/share/visits.test.ts',
  'Query.publicShareEndpoints': 'for visitors of a share: test/share/visits.test.ts',
};

const typesOfDocuments = new Map<string, DocumentType>();

type Answer = ExecutionResult<Record<string, Node | null>>;

/** The codes that refuse an object. Other errors say nothing about permission. */
const REFUSALS: unknown[] = ['NOT_FOUND', 'PERMISSION_DENIED'];

/**
 * Executes a query with graphql-js, because the engine of the facades returns only the first error. Repeats reads that
 * are UNAVAILABLE, since some of the thousand reads may be on a busy machine.
 */
async function answerTo(query: DocumentNode, call: Call): Promise<Record<string, Node | null>> {
  const contextValue = createGraphqlContext(call);
  const { data, errors = [] } = (await execute({ schema, document: query, contextValue })) as Answer;
  const failed = errors
    .map(error => presentError(error, call))
    .filter(({ extensions }) => !REFUSALS.includes(extensions.code));
  const other = failed.find(({ extensions }) => extensions.code !== 'UNAVAILABLE');
  if (other !== undefined) throw other;
  return failed.length > 0 ? answerTo(query, call) : (data ?? {});
}

async function viewOf(caller: ListCaller): Promise<View> {
  const surface = caller.actor.kind === 'mcpToken' ? 'mcp' : 'graphql';
  const call: Call = { ...app.services, actor: caller.actor, surface, traceId: '0'.repeat(32), address: '127.0.0.1' };
  const permitted = new Set<string>();
  for (const query of alone)
    for (const [name, node] of Object.entries(await answerTo(query, call)))
      if (node) permitted.add(`${name.split('_')[0]} ${node.id}`);
  const seen: Seen[] = [];
  for (const [name, value] of Object.entries(await answerTo(everything, call))) collect(value, `Query.${name}`, seen);
  return { caller, alone: permitted, seen };
}

/** All objects with an id in an answer, with the field that returned each. */
function collect(value: unknown, list: string, into: Seen[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, list, into);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as Node;
  if (node.id !== undefined) into.push({ node, list: list.replace(/__\d+$/, '') });
  for (const [field, part] of Object.entries(node))
    collect(part, field === 'nodes' ? list : `${node.__typename}.${field}`, into);
}

type Judge = (node: Node, view: View) => boolean;

const reads =
  (type: string, field = 'id'): Judge =>
  (node, { alone }) =>
    alone.has(`${type} ${node[field]}`);

/** Asks the policy directly, for objects that no root field reads by id. */
const permits =
  (need: Need): Judge =>
  ({ projectId, documentId }, { alone, caller: { who, scopes, isBound } }) => {
    if (isBound && projectId !== own) return false;
    const type = typesOfDocuments.get(String(documentId));
    // The admin has another project, in which they know a user.
    const isOwn = projectId === own || (who === 'admin' && alone.has(`Project ${projectId}`));
    const isInScope = scopes === undefined || scopesOf(need, type).some(scope => scopes.includes(scope as never));
    return isInScope && expected(need, who, isOwn ? 'own' : 'foreign', 'graphql') === 'permitted';
  };

const OWNERS: Record<string, string> = { DRAFT: 'Draft', VERSION: 'Version', DIFF: 'Diff' };

/** The single read or the rule of the policy that must permit an object in a list. */
const judges: Record<string, Judge> = {
  Team: reads('Team'),
  Project: reads('Project'),
  Document: reads('Document'),
  Branch: (node, view) => reads('Document', 'documentId')(node, view),
  Draft: reads('Draft'),
  Version: reads('Version'),
  Endpoint: reads('Endpoint'),
  Diff: reads('Diff'),
  User: reads('User'),
  ApiToken: (node, view) => reads('ApiToken')(node, view) || permits('superadmin')(node, view),
  McpToken: (node, view) => reads('McpToken')(node, view) || permits('superadmin')(node, view),
  ChatSession: reads('ChatSession'),
  ChatMessage: reads('ChatSession', 'sessionId'),
  Review: reads('Draft', 'draftId'),
  SearchHit: reads('Document', 'documentId'),
  Comment: reads('Draft', 'draftId'),
  AiSummary: (node, view) => reads(OWNERS[String(node.ownerType)] ?? 'none', 'ownerId')(node, view),
  Member: permits('member.read'),
  DiffException: permits('diff.read'),
  DocumentShare: permits('share.manage'),
  Webhook: reads('Webhook'),
  WebhookDelivery: permits('webhook.manage'),
  // The name of an author or reviewer is shown only with a draft or a review, which is checked itself.
  Person: () => true,
  // Candidates for members have their own rules (test/domain/member-candidates.test.ts).
  MemberCandidate: (_, { caller }) => caller.scopes === undefined && ['admin', 'superadmin'].includes(caller.who),
  AuditEntry: (node, view) =>
    reads('McpToken', 'actorId')(node, view) || permits(node.projectId ? 'audit.read' : 'superadmin')(node, view),
};

let views: View[];

beforeAll(async () => {
  for (const { id, documentType } of await app.services.db.document.findMany()) typesOfDocuments.set(id, documentType);
  views = [];
  for (const caller of callers) views.push(await viewOf(caller));
});

describe('every list of the schema', () => {
  it('is read by valid queries', () =>
    expect([everything, ...alone].flatMap(query => validate(schema, query))).toEqual([]));

  it('has at least one item, so that it could show too much', () => {
    const filled = new Set(views.flatMap(({ seen }) => seen.map(({ list }) => list)));
    const empty = lists.map(({ name }) => name).filter(name => !filled.has(name) && !(name in ELSEWHERE));
    const seedIt = (name: string) => `${name} shows nothing to anybody: seed it in test/access/list-world.ts`;
    expect(empty.map(seedIt)).toEqual([]);
  });

  it('returns only items whose permission this test knows', () => {
    const listed = [...new Set(lists.filter(({ name }) => !(name in ELSEWHERE)).map(({ node }) => node.name))];
    const unknown = listed.filter(name => judges[name] === undefined);
    const sayIt = (name: string) => `${name}: say in the judges of test/access/lists.test.ts which read shows one`;
    expect(unknown.map(sayIt)).toEqual([]);
  });

  it.each(callers.map(({ name }, index) => ({ name, index })))(
    'shows $name nothing that a single read refuses',
    ({ index }) => {
      const view = views[index] as View;
      const shown = view.seen.filter(({ node }) => !judges[node.__typename]?.(node, view));
      const wrong = new Set(
        shown.map(({ node, list }) => `${list} shows the ${node.__typename} ${node.id}, which is refused alone`),
      );
      expect([...wrong]).toEqual([]);
    },
  );

  it('shows fewer items to callers with fewer rights', () => {
    const count = (name: string) =>
      new Set(views.find(view => view.caller.name === name)?.seen.map(one => one.node.id)).size;
    const counts = ['the superadmin', 'the admin', 'the reader', 'the outsider'].map(count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(new Set(counts).size).toBe(4);
  });
});

it('the types with an id are read from the schema', () => expect(nodeTypes.length).toBeGreaterThan(15));

it('a token of one project reads nothing of another one', () => {
  for (const { caller, seen } of views.filter(view => view.caller.isBound)) {
    const projects = new Set(seen.map(({ node }) => node.projectId).filter(Boolean));
    expect([caller.name, ...projects]).toEqual([caller.name, own]);
  }
});
