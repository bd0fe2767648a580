import { once } from '../audit/once.ts';
import { AuditEntryConnection } from '../audit/schema.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import * as tokens from './mcp-service.ts';
import { listMcpUsage } from './mcp-usage.ts';
import { MAX_TOKENS, masked } from './model.ts';
import { addTokenFields, newTokenFields, revokeTokenFields, tokenStatusEnum } from './shared-schema.ts';

const McpScope = wireEnum('McpScope', 'What an MCP token may do. The role of its owner limits it further.', {
  API_READ: [1, 'api:read. Read OpenAPI documents: versions, endpoints, diffs and drafts.'],
  API_DRAFT: [2, 'api:draft. Create, change and submit drafts of OpenAPI documents.'],
  DOC_READ: [3, 'doc:read. Read Markdown documents: versions, diffs and drafts.'],
  DOC_DRAFT: [4, 'doc:draft. Create, change and submit drafts of Markdown documents.'],
});

const McpTokenStatus = tokenStatusEnum('McpTokenStatus', 'MCP token');

const McpToken = builder.objectRef<tokens.ShownToken>('McpToken').implement({
  description: 'A credential for a software agent that acts for its owner over MCP.',
  fields: t => ({
    scopes: t.expose('scopes', { type: [McpScope], description: 'What it may do.' }),
    token: t.string({
      nullable: true,
      description:
        'The token itself. Present only in the result of creation and when its owner reads this token by id while it is active. Send it raw in the Authorization header.',
      resolve: ({ secret }) => secret ?? null,
    }),
  }),
});

addTokenFields(McpToken, McpTokenStatus, masked);

const McpTokenConnection = connectionType('McpToken', McpToken);

const CreateMcpTokenInput = builder.inputType('CreateMcpTokenInput', {
  description: 'A new MCP token of the caller.',
  fields: t => newTokenFields(t, McpScope),
});

const RevokeMcpTokenInput = builder.inputType('RevokeMcpTokenInput', {
  description: 'Selects an MCP token.',
  fields: revokeTokenFields,
});

builder.queryFields(t => ({
  mcpTokens: t.field({
    type: McpTokenConnection,
    nullable: true,
    description: 'MCP tokens of the caller, or of the named user, newest first, masked. `search` matches the name.',
    args: {
      userId: t.arg.id({ description: 'List the tokens of this user. Requires a SuperAdmin.' }),
      ...pageArguments,
    },
    extensions: { ...judgedBy(undefined, { withUser: 'superadmin' }), page: 'root' },
    resolve: (_, args, call) => tokens.listMcpTokens(call, args),
  }),
  mcpToken: t.field({
    type: McpToken,
    nullable: true,
    description:
      'One MCP token of the caller. While it is active, the result contains the token itself, and the audit log records that.',
    args: { id: t.arg.id({ required: true, description: 'The token.' }) },
    resolve: (_, { id }, call) => tokens.readMcpToken(call, id),
  }),
  mcpUsage: t.field({
    type: AuditEntryConnection,
    nullable: true,
    description: "Requests made with the caller's MCP tokens, newest first. `search` matches the action.",
    args: {
      projectId: t.arg.id({ description: 'Only requests that named this project.' }),
      tokenId: t.arg.id({ description: 'Only requests made with this token.' }),
      ...pageArguments,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => listMcpUsage(call, args),
  }),
}));

builder.mutationFields(t => ({
  createMcpToken: t.field({
    type: McpToken,
    nullable: true,
    description: `Creates an MCP token for the caller and returns it. A person has at most ${MAX_TOKENS} active ones.`,
    args: { input: t.arg({ type: CreateMcpTokenInput, required: true, description: 'The token.' }) },
    extensions: { creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => tokens.readMcpToken(call, id),
        () => tokens.createMcpToken(call, input),
      ),
  }),
  revokeMcpToken: t.field({
    type: McpToken,
    nullable: true,
    description:
      'Revokes an MCP token of the caller. A SuperAdmin may revoke one of the named user. This cannot be undone.',
    args: { input: t.arg({ type: RevokeMcpTokenInput, required: true, description: 'The token.' }) },
    extensions: judgedBy(undefined, { withUser: 'superadmin' }),
    resolve: (_, { input }, call) => tokens.revokeMcpToken(call, input),
  }),
}));
