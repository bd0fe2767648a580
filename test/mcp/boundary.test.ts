import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as generated from '../../facades/generated.ts';
import { promptRows } from '../../facades/mcp/prompts.ts';
import { resourceDocuments } from '../../facades/mcp/resources.ts';
import { toolRows } from '../../facades/mcp/tools.ts';
import type { Call } from '../../src/access/call.ts';
import { createEngine } from '../../src/graphql/engine.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { type Case, cases, createStage } from '../support/authorization-cases.ts';
import { agent, createToken, tokenCall } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { api, ids, argumentsOf } = await createMcpStage(people);

describe('changes over MCP', () => {
  const rows = [...toolRows, ...promptRows, ...resourceDocuments.map(document => ({ name: 'resource', document }))];
  const mutations = rows.filter(({ document }) => JSON.stringify(document).includes('"operation":"mutation"'));

  it('are possible only with the tools for drafts and for replies to comments', () => {
    expect(mutations.map(({ name }) => name)).toEqual([
      'create_api_version_draft',
      'update_api_version_draft',
      'submit_api_version_draft',
      'reply_to_api_version_draft_comment',
      'create_doc_draft',
      'update_doc_draft',
      'submit_doc_draft',
      'reply_to_doc_draft_comment',
    ]);
  });

  it('uses four root mutations, and none of them is a review', () => {
    const roots = mutations.map(({ document }) => {
      const [operation] = document.definitions;
      const [field] = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections : [];
      return field?.kind === 'Field' ? field.name.value : 'none';
    });
    expect([...new Set(roots)].sort()).toEqual(['createComment', 'createDraft', 'submitDraft', 'updateDraft']);
  });

  it('leave no operation of the MCP facade unused', () => {
    const used = new Set(rows.map(({ document }) => document));
    const written = Object.entries(generated).filter(
      ([name]) => /^Mcp[A-Z]\w+Document$/.test(name) && !name.startsWith('McpToken'),
    );
    expect(written.filter(([, document]) => !used.has(document as never)).map(([name]) => name)).toEqual([]);
  });

  it('leaves a submitted draft unchanged by every call', async () => {
    const { token } = await createToken(people.admin);
    const draft = await api.createDraft();
    const { reviewRevision } = await draft.submit();
    const one = agent(app, token);
    const given = { ...ids, draft_id: draft.id, expected_review_revision: reviewRevision, expected_revision: 'x' };
    for (const name of [
      'approve_draft',
      'approveDraft',
      'publish',
      'reject_draft',
      'request_changes',
      'promote_draft',
      'withdraw_draft',
    ])
      await expect(one.call(name, given)).rejects.toThrow('-32602');
    for (const { name } of toolRows) {
      const args = { ...(await argumentsOf(name)), ...(name.includes('api_version_draft') && { draft_id: draft.id }) };
      await one.call(name, name.startsWith('create') ? { ...args, draft_id: undefined } : args);
    }
    expect(await draft.read()).toMatchObject({ status: 'SUBMITTED', reviewRevision });
  });
});

describe('the root fields of GraphQL under an MCP token with every scope', () => {
  const engine = createEngine(schema);
  const open = ['authConfig', 'login', 'register', 'startDeviceLogin', 'finishDeviceLogin'];
  const queries = schema.getQueryType()?.getFields() ?? {};
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const subscriptions = schema.getSubscriptionType()?.getFields() ?? {};
  const kindOf = (field: string) =>
    field in queries ? 'query' : field in mutations ? 'mutation' : ('subscription' as const);

  function operation(one: Case, variables: object): string {
    const field = queries[one.field] ?? mutations[one.field] ?? subscriptions[one.field];
    const args = field?.args.filter(({ name }) => name in variables) ?? [];
    const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
    return `${kindOf(one.field)}${declared && `(${declared})`} { ${one.field}${passed && `(${passed})`} { __typename } }`;
  }

  /** The refusal of a token: NOT_FOUND for fields that need a share link, as for every caller without the link. */
  const refusalOf = ({ expected }: Case) => (expected.every(code => code === 'N') ? 'NOT_FOUND' : 'PERMISSION_DENIED');

  it('refuse everything but those of the tools', async () => {
    const call: Call = await tokenCall(app, (await createToken(people.superAdmin)).id);
    const stage = await createStage(people);
    const permitted = new Set<string>();
    for (const one of cases) {
      if (open.includes(one.field)) continue;
      const variables = (await one.variables?.(stage, people.superAdmin)) ?? {};
      const document = parse(operation(one, variables));
      const run = kindOf(one.field) === 'subscription' ? engine.subscribe : engine.execute;
      const answer = await run(document, variables as Record<string, unknown>, call);
      const errors = 'errors' in answer ? answer.errors : undefined;
      if (errors === undefined) permitted.add(one.field);
      else expect([one.name, errors[0]?.extensions.code]).toEqual([one.name, refusalOf(one)]);
    }
    const isMutation = (name: string) => name in mutations;
    expect([...permitted].filter(isMutation).sort()).toEqual(['createDraft', 'submitDraft', 'updateDraft']);
    expect([...permitted].filter(name => !isMutation(name)).sort()).toEqual([
      'branch',
      'compareVersions',
      // Allowed although it is not a query of a tool: it only checks a text, and stores nothing.
      'contentCheck',
      'diff',
      'document',
      'draft',
      'drafts',
      'endpoint',
      'endpoints',
      'latestVersion',
      'latestVersions',
      'project',
      'projects',
      'version',
    ]);
  });
});
