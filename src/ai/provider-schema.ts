import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { providerBounds } from './model.ts';
import { type TestedProvider, testProvider } from './provider-test.ts';
import { readProvider, type ShownProvider, updateProvider } from './providers.ts';

const AiApiMode = wireEnum('AiApiMode', 'The API that an AI provider offers.', {
  CHAT_COMPLETIONS: ['chat_completions', 'POST {base_url}/chat/completions.'],
  RESPONSES: ['responses', 'POST {base_url}/responses.'],
});

const AiProvider = builder.objectRef<ShownProvider>('AiProvider').implement({
  description: 'The model server that explains drafts, versions and diffs, for the system or for one project.',
  fields: t => ({
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project; null for the system.' }),
    name: t.string({
      nullable: true,
      description: 'Name; null if no provider is configured.',
      resolve: ({ name }) => name ?? null,
    }),
    baseUrl: t.string({
      nullable: true,
      description: 'The base URL as entered; null if no provider is configured.',
      resolve: ({ baseUrl }) => baseUrl ?? null,
    }),
    model: t.string({
      nullable: true,
      description: 'The model; null if no provider is configured.',
      resolve: ({ model }) => model ?? null,
    }),
    apiMode: t.expose('apiMode', { type: AiApiMode, description: 'The API that it offers.' }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether it is used. A project without an enabled provider uses the system provider.',
    }),
    temperature: t.exposeFloat('temperature', { description: 'Sampling temperature, 0 to 2.' }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'Timeout of one call, in milliseconds.' }),
    maxOutputTokens: t.exposeInt('maxOutputTokens', { description: 'Maximum length of an answer, in tokens.' }),
    apiKeySet: t.exposeBoolean('apiKeySet', {
      description: 'Whether a key is stored. The service never returns the key.',
    }),
    apiKeyLast4: t.string({
      nullable: true,
      description:
        'The last four characters of the key; null if no key is stored or it has fewer than eight characters.',
      resolve: ({ apiKeyLast4 }) => apiKeyLast4 ?? null,
    }),
    updatedById: t.id({
      nullable: true,
      description: 'The user who last changed it.',
      resolve: ({ updatedById }) => updatedById ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was first configured.',
      resolve: ({ createdAt }) => createdAt ?? null,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last changed.',
      resolve: ({ updatedAt }) => updatedAt ?? null,
    }),
  }),
});

const AiProviderTest = builder.objectRef<TestedProvider>('AiProviderTest').implement({
  description: 'The answer of a provider that works.',
  fields: t => ({
    ok: t.boolean({
      description: 'Always true: if the provider does not work, the request fails.',
      resolve: () => true,
    }),
    content: t.exposeString('content', { description: 'The answer of the model, as plain text.' }),
    latencyMs: t.exposeInt('latencyMs', { description: 'Duration of the call, in milliseconds.' }),
    model: t.exposeString('model', { description: 'The model that answered.' }),
  }),
});

const AiProviderInput = builder.inputType('AiProviderInput', {
  description:
    'The settings of a provider. Absent fields keep their stored value or the default. `name`, `baseUrl` and `model` are required the first time.',
  fields: t => ({
    projectId: t.id({
      description: 'The project (requires a project admin). When absent: the system (requires a SuperAdmin).',
    }),
    name: t.string({ description: 'Name, 1 to 100 characters.', extensions: { bounds: providerBounds.name } }),
    baseUrl: t.string({
      description:
        'An https URL without user, query and fragment. /v1 is added if the path is empty. Private addresses and plain http are permitted only for hosts in DOCSVC_AI_ALLOWED_HOSTS, and for the local machine if the service itself is reachable only there.',
      extensions: { bounds: providerBounds.baseUrl },
    }),
    model: t.string({ description: 'The model, 1 to 200 characters.', extensions: { bounds: providerBounds.model } }),
    apiMode: t.field({ type: AiApiMode, description: 'The API that it offers.' }),
    apiKey: t.string({
      description:
        'The API key: visible ASCII, at most 1000 characters. It is sent only to the provider. Blank keeps the stored key; if `baseUrl` changes to another host, that is INVALID_ARGUMENT: send the key again.',
      extensions: { bounds: providerBounds.apiKey },
    }),
    removeApiKey: t.boolean({ description: 'Set true to delete the stored key, for a provider that requires none.' }),
    enabled: t.boolean({ description: 'Whether it is used.' }),
    temperature: t.float({
      description: 'Sampling temperature, 0 to 2.',
      extensions: { bounds: providerBounds.temperature },
    }),
    timeoutMs: t.int({
      description: 'Timeout of one call, in milliseconds, 1000 to 120000.',
      extensions: { bounds: providerBounds.timeoutMs },
    }),
    maxOutputTokens: t.int({
      description: 'Maximum length of an answer, in tokens, 1 to 32000.',
      extensions: { bounds: providerBounds.maxOutputTokens },
    }),
  }),
});

builder.queryField('aiProvider', t =>
  t.field({
    type: AiProvider,
    nullable: true,
    description:
      'The AI provider of a project (requires a project admin) or of the system (requires a SuperAdmin). Without configuration, `enabled` is false.',
    args: { projectId: t.arg.id({ description: 'The project; the system when absent.' }) },
    extensions: judgedBy('ai.configure', { withoutProject: 'superadmin' }),
    resolve: (_, { projectId }, call) => readProvider(call, projectId),
  }),
);

builder.mutationFields(t => ({
  updateAiProvider: t.field({
    type: AiProvider,
    nullable: true,
    description:
      'Configures the AI provider of a project (requires a project admin) or of the system (requires a SuperAdmin). FAILED_PRECONDITION if the project is archived.',
    args: { input: t.arg({ type: AiProviderInput, required: true, description: 'The provider.' }) },
    extensions: judgedBy('ai.configure', { withoutProject: 'superadmin' }),
    resolve: (_, { input }, call) => updateProvider(call, input),
  }),
  testAiProvider: t.field({
    type: AiProviderTest,
    nullable: true,
    description:
      'Sends a harmless question to a provider. With settings in the input, it tests those; absent fields keep their stored value. Without settings, it tests the provider in effect: for a project without an enabled provider, the system provider; for the system, the stored provider, also while it is disabled. Stores nothing. FAILED_PRECONDITION, UNAVAILABLE or DEADLINE_EXCEEDED if the provider does not work. At most 20 tests a minute.',
    args: {
      input: t.arg({ type: AiProviderInput, required: true, description: 'The settings to test; may be empty.' }),
    },
    extensions: judgedBy('ai.configure', { withoutProject: 'superadmin' }),
    resolve: (_, { input }, call) => testProvider(call, input),
  }),
}));
