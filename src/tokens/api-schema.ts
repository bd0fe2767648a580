import { once } from '../audit/once.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import * as tokens from './api-service.ts';
import { MAX_TOKENS, maskedApiToken } from './model.ts';
import { addTokenFields, newTokenFields, revokeTokenFields, tokenStatusEnum } from './shared-schema.ts';

const ApiScope = wireEnum('ApiScope', 'What an API token may do. The role of its owner limits it further.', {
  READ: [1, 'Read projects, documents, versions, endpoints, diffs and drafts.'],
  DRAFT: [2, 'Create, change and submit drafts.'],
});

const ApiTokenStatus = tokenStatusEnum('ApiTokenStatus', 'API token');

const ApiToken = builder.objectRef<tokens.ShownApiToken>('ApiToken').implement({
  description: 'A credential for a program, such as a pipeline, that acts for its owner over REST and GraphQL.',
  fields: t => ({
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'The only project that it works for; null for all projects of its owner.',
    }),
    scopes: t.expose('scopes', { type: [ApiScope], description: 'What it may do.' }),
    token: t.string({
      nullable: true,
      description:
        'The token itself. Present only in the first answer to its creation. Send it in the Authorization header, raw or after `Bearer`.',
      resolve: ({ secret }) => secret ?? null,
    }),
  }),
});

addTokenFields(ApiToken, ApiTokenStatus, maskedApiToken);

const ApiTokenConnection = connectionType('ApiToken', ApiToken);

const CreateApiTokenInput = builder.inputType('CreateApiTokenInput', {
  description: 'A new API token of the caller.',
  fields: t => ({
    ...newTokenFields(t, ApiScope),
    projectId: t.id({
      description: 'The only project that it works for; absent for all projects of the caller, also later ones.',
    }),
  }),
});

const RevokeApiTokenInput = builder.inputType('RevokeApiTokenInput', {
  description: 'Selects an API token.',
  fields: revokeTokenFields,
});

builder.queryFields(t => ({
  apiTokens: t.field({
    type: ApiTokenConnection,
    nullable: true,
    description: 'API tokens of the caller, or of the named user, newest first, masked. `search` matches the name.',
    args: {
      userId: t.arg.id({ description: 'List the tokens of this user. Requires a SuperAdmin.' }),
      ...pageArguments,
    },
    extensions: { ...judgedBy(undefined, { withUser: 'superadmin' }), page: 'root' },
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
    description: `Creates an API token for the caller and returns it. The token itself is shown only once. A person has at most ${MAX_TOKENS} active ones.`,
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
    description:
      'Revokes an API token of the caller. A SuperAdmin may revoke one of the named user. This cannot be undone.',
    args: { input: t.arg({ type: RevokeApiTokenInput, required: true, description: 'The token.' }) },
    extensions: judgedBy(undefined, { withUser: 'superadmin' }),
    resolve: (_, { input }, call) => tokens.revokeApiToken(call, input),
  }),
}));
