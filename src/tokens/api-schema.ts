import { once } from '../audit/once.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments, searchArgument } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { textBounds } from '../graphql/resources.ts';
import * as tokens from './api-service.ts';
import { maskedApiToken, tokenStatus } from './model.ts';

const ApiScope = wireEnum('ApiScope', 'What an API token may do. The role of its owner limits it further.', {
  READ: [1, 'Read projects, documents, versions, endpoints, diffs and drafts.'],
  DRAFT: [2, 'Create, change and submit drafts.'],
});

const ApiTokenStatus = wireEnum('ApiTokenStatus', 'Whether an API token works.', {
  ACTIVE: [1, 'The token works.'],
  REVOKED: [2, 'The token was revoked. This cannot be undone.'],
  EXPIRED: [3, 'The token has expired.'],
});

const ApiToken = builder.objectRef<tokens.ShownApiToken>('ApiToken').implement({
  description: 'A credential for a program, such as a pipeline, that acts for its owner over REST and GraphQL.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    userId: t.exposeID('userId', { description: 'The owner.' }),
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'The only project that it works for; null for all projects of its owner.',
    }),
    name: t.exposeString('name', { description: 'Label, 1 to 200 characters.' }),
    scopes: t.expose('scopes', { type: [ApiScope], description: 'What it may do.' }),
    status: t.field({
      type: ApiTokenStatus,
      description: 'Whether it works.',
      resolve: token => tokenStatus(token, new Date()),
    }),
    token: t.string({
      nullable: true,
      description:
        'The token itself. Present only in the first answer to its creation. Send it in the Authorization header, raw or after `Bearer`.',
      resolve: ({ secret }) => secret ?? null,
    }),
    tokenMasked: t.string({ description: 'The prefix and the last characters.', resolve: maskedApiToken }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const ApiTokenConnection = connectionType('ApiToken', ApiToken);

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new API token of the caller.',
  fields: t => ({
    name: t.string({
      required: true,
      description: 'Label, 1 to 200 characters.',
      extensions: { bounds: textBounds.name },
    }),
    scopes: t.field({
      type: [ApiScope],
      required: true,
      description: 'What it may do: at least one.',
      extensions: { bounds: { minItems: 1 } },
    }),
    projectId: t.id({
      description: 'The only project that it works for; absent for all projects of the caller, also later ones.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it expires. Must be in the future; absent for never.' }),
  }),
});

const RevokeApiTokenInput = builder.inputType('RevokeApiTokenInput', {
  description: 'Selects an API token.',
  fields: t => ({ id: t.id({ required: true, description: 'The token.' }) }),
});

builder.queryFields(t => ({
  apiTokens: t.field({
    type: ApiTokenConnection,
    nullable: true,
    description: "The caller's API tokens, newest first, masked. `search` matches the name.",
    args: { ...pageArguments, ...searchArgument },
    extensions: { page: 'root' },
    resolve: (_, args, call) => tokens.listApiTokens(call, args),
  }),
  apiToken: t.field({
    type: ApiToken,
    nullable: true,
    description: 'One API token of the caller, masked.',
    args: { id: t.arg.id({ required: true, description: 'The token.' }) },
    resolve: (_, { id }, call) => tokens.readApiToken(call, id),
  }),
}));

builder.mutationFields(t => ({
  createApiToken: t.field({
    type: ApiToken,
    nullable: true,
    description: 'Creates an API token for the caller and returns it. The token itself is shown only once.',
    args: { input: t.arg({ type: CreateApiTokenInput, required: true, description: 'The token.' }) },
    extensions: { creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => tokens.readApiToken(call, id),
        () => tokens.createApiToken(call, input),
      ),
  }),
  revokeApiToken: t.field({
    type: ApiToken,
    nullable: true,
    description: 'Revokes an API token of the caller. This cannot be undone.',
    args: { input: t.arg({ type: RevokeApiTokenInput, required: true, description: 'The token.' }) },
    resolve: (_, { input }, call) => tokens.revokeApiToken(call, input.id),
  }),
}));
