import { AuditEntryConnection } from '../audit/schema.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments, searchArgument } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { textBounds } from '../graphql/resources.ts';
import { masked, tokenStatus } from './model.ts';
import * as tokens from './service.ts';

const McpScope = wireEnum('McpScope', 'What an MCP token may do, as far as the role of its owner allows it.', {
  API_READ: [1, 'api:read. Read OpenAPI documents: versions, endpoints, diffs and drafts.'],
  API_DRAFT: [2, 'api:draft. Create, change and submit drafts of OpenAPI documents.'],
  DOC_READ: [3, 'doc:read. Read Markdown documents: versions, diffs and drafts.'],
  DOC_DRAFT: [4, 'doc:draft. Create, change and submit drafts of Markdown documents.'],
});

const McpTokenStatus = wireEnum('McpTokenStatus', 'Whether an MCP token works.', {
  ACTIVE: [1, 'It works.'],
  REVOKED: [2, 'It was revoked for good.'],
  EXPIRED: [3, 'Its time is over.'],
});

const McpToken = builder.objectRef<tokens.ShownToken>('McpToken').implement({
  description: 'A credential with which a software agent acts for its owner over MCP.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    userId: t.exposeID('userId', { description: 'The owner.' }),
    name: t.exposeString('name', { description: 'Label, 1 to 200 characters.' }),
    scopes: t.expose('scopes', { type: [McpScope], description: 'What it may do.' }),
    status: t.field({
      type: McpTokenStatus,
      description: 'Whether it works.',
      resolve: token => tokenStatus(token, new Date()),
    }),
    token: t.string({
      nullable: true,
      description:
        'The token itself: when it is created and when its owner reads it alone, while it is active. Sent raw in the Authorization header.',
      resolve: ({ secret }) => secret ?? null,
    }),
    tokenMasked: t.string({ description: 'The prefix and the last characters.', resolve: masked }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; null: never.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const McpTokenConnection = connectionType('McpToken', McpToken);

const CreateMcpTokenInput = builder.inputType('CreateMcpTokenInput', {
  description: 'A new MCP token of the caller.',
  fields: t => ({
    name: t.string({
      required: true,
      description: 'Label, 1 to 200 characters.',
      extensions: { bounds: textBounds.name },
    }),
    scopes: t.field({
      type: [McpScope],
      required: true,
      description: 'What it may do: at least one.',
      extensions: { bounds: { minItems: 1 } },
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends, in the future; never when absent.' }),
  }),
});

const RevokeMcpTokenInput = builder.inputType('RevokeMcpTokenInput', {
  description: 'Names an MCP token.',
  fields: t => ({
    id: t.id({ required: true, description: 'The token.' }),
    userId: t.id({ description: 'Its owner, where a SuperAdmin revokes it; the caller when absent.' }),
  }),
});

builder.queryFields(t => ({
  mcpTokens: t.field({
    type: McpTokenConnection,
    nullable: true,
    description: "The caller's MCP tokens, newest first, masked. Searched by name.",
    args: {
      userId: t.arg.id({ description: 'Those of this user; for SuperAdmins.' }),
      ...pageArguments,
      ...searchArgument,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => tokens.listMcpTokens(call, args),
  }),
  mcpToken: t.field({
    type: McpToken,
    nullable: true,
    description: 'One MCP token of the caller; while it is active with the token itself, which is noted in the audit.',
    args: { id: t.arg.id({ required: true, description: 'The token.' }) },
    resolve: (_, { id }, call) => tokens.readMcpToken(call, id),
  }),
  mcpUsage: t.field({
    type: AuditEntryConnection,
    nullable: true,
    description: "The requests that were made with the caller's MCP tokens, newest first.",
    args: {
      projectId: t.arg.id({ description: 'Only those that named this project.' }),
      tokenId: t.arg.id({ description: 'Only those made with this token.' }),
      ...pageArguments,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => tokens.listMcpUsage(call, args),
  }),
}));

builder.mutationFields(t => ({
  createMcpToken: t.field({
    type: McpToken,
    nullable: true,
    description: 'Makes an MCP token of the caller and shows it.',
    args: { input: t.arg({ type: CreateMcpTokenInput, required: true, description: 'The token.' }) },
    resolve: (_, { input }, call) => tokens.createMcpToken(call, input),
  }),
  revokeMcpToken: t.field({
    type: McpToken,
    nullable: true,
    description: 'Ends an MCP token for good: an own one, or for SuperAdmins one of the named user.',
    args: { input: t.arg({ type: RevokeMcpTokenInput, required: true, description: 'The token.' }) },
    resolve: (_, { input }, call) => tokens.revokeMcpToken(call, input),
  }),
}));
