import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { providerBounds } from './model.ts';
import { type TestedProvider, testProvider } from './provider-test.ts';
import { readProvider, type ShownProvider, updateProvider } from './providers.ts';

const AiApiMode = wireEnum('AiApiMode', 'The interface that an AI provider speaks.', {
  CHAT_COMPLETIONS: ['chat_completions', 'POST {base_url}/chat/completions.'],
  RESPONSES: ['responses', 'POST {base_url}/responses.'],
});

const AiProvider = builder.objectRef<ShownProvider>('AiProvider').implement({
  description: 'The server of models that explains drafts, versions and diffs, for the system or for one project.',
  fields: t => ({
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project; null for the system.' }),
    name: t.string({
      nullable: true,
      description: 'Label; null while nothing is configured.',
      resolve: ({ name }) => name ?? null,
    }),
    baseUrl: t.string({
      nullable: true,
      description: 'Where it is, as it was written; null while nothing is configured.',
      resolve: ({ baseUrl }) => baseUrl ?? null,
    }),
    model: t.string({
      nullable: true,
      description: 'The model; null while nothing is configured.',
      resolve: ({ model }) => model ?? null,
    }),
    apiMode: t.expose('apiMode', { type: AiApiMode, description: 'The interface that it speaks.' }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether it is used. A project without an enabled provider uses that of the system.',
    }),
    temperature: t.exposeFloat('temperature', { description: 'How freely the model words its answers, 0 to 2.' }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'How long one call may take in all, in milliseconds.' }),
    maxOutputTokens: t.exposeInt('maxOutputTokens', { description: 'How long an answer may be, in tokens.' }),
    apiKeySet: t.exposeBoolean('apiKeySet', {
      description: 'Whether a key is stored. The key itself never leaves the service.',
    }),
    apiKeyLast4: t.string({
      nullable: true,
      description: 'The last four characters of the key; null without one, and for one of less than eight characters.',
      resolve: ({ apiKeyLast4 }) => apiKeyLast4 ?? null,
    }),
    updatedById: t.id({
      nullable: true,
      description: 'Who last changed it.',
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
    ok: t.boolean({ description: 'True: a provider that does not work is an error.', resolve: () => true }),
    content: t.exposeString('content', { description: 'What the model said, as plain text.' }),
    latencyMs: t.exposeInt('latencyMs', { description: 'How long the answer took, in milliseconds.' }),
    model: t.exposeString('model', { description: 'The model that answered.' }),
  }),
});

const AiProviderInput = builder.inputType('AiProviderInput', {
  description:
    'A provider. What is absent is as it is stored, or has its default; the first time name, `baseUrl` and model are needed.',
  fields: t => ({
    projectId: t.id({ description: 'The project, for its admins; the system when absent, for SuperAdmins.' }),
    name: t.string({ description: 'Label, 1 to 100 characters.', extensions: { bounds: providerBounds.name } }),
    baseUrl: t.string({
      description:
        'https, without user, query and fragment; /v1 is added where the path is empty. A private address or plain http takes a host of DOCSVC_AI_ALLOWED_HOSTS, or this machine itself where the service is reached there only.',
      extensions: { bounds: providerBounds.baseUrl },
    }),
    model: t.string({ description: 'The model, 1 to 200 characters.', extensions: { bounds: providerBounds.model } }),
    apiMode: t.field({ type: AiApiMode, description: 'The interface that it speaks.' }),
    apiKey: t.string({
      description:
        'The key, sent to the provider only; visible ASCII, at most 1000 characters. Blank keeps the stored one, unless base_url moves to another host: INVALID_ARGUMENT, it has to be given again.',
      extensions: { bounds: providerBounds.apiKey },
    }),
    removeApiKey: t.boolean({ description: 'True forgets the stored key, for a provider that asks for none.' }),
    enabled: t.boolean({ description: 'Whether it is used.' }),
    temperature: t.float({
      description: 'How freely the model words its answers, 0 to 2.',
      extensions: { bounds: providerBounds.temperature },
    }),
    timeoutMs: t.int({
      description: 'How long one call may take in all, in milliseconds, 1000 to 120000.',
      extensions: { bounds: providerBounds.timeoutMs },
    }),
    maxOutputTokens: t.int({
      description: 'How long an answer may be, in tokens, 1 to 32000.',
      extensions: { bounds: providerBounds.maxOutputTokens },
    }),
  }),
});

builder.queryField('aiProvider', t =>
  t.field({
    type: AiProvider,
    nullable: true,
    description:
      'The AI provider of a project, for its admins, or of the system, for SuperAdmins; off while nothing is configured.',
    args: { projectId: t.arg.id({ description: 'The project; the system when absent.' }) },
    resolve: (_, { projectId }, call) => readProvider(call, projectId),
  }),
);

builder.mutationFields(t => ({
  updateAiProvider: t.field({
    type: AiProvider,
    nullable: true,
    description:
      'Configures the AI provider of a project, for its admins, or of the system, for SuperAdmins. FAILED_PRECONDITION for an archived project.',
    args: { input: t.arg({ type: AiProviderInput, required: true, description: 'The provider.' }) },
    resolve: (_, { input }, call) => updateProvider(call, input),
  }),
  testAiProvider: t.field({
    type: AiProviderTest,
    nullable: true,
    description:
      'Asks a provider something harmless: the one that is described, with what is stored where a field is absent, or, without a description, the one in effect (for a project without an enabled one that of the system). Stores nothing. A provider that does not work is FAILED_PRECONDITION, UNAVAILABLE or DEADLINE_EXCEEDED; at most 20 a minute.',
    args: { input: t.arg({ type: AiProviderInput, required: true, description: 'The provider to try, or nothing.' }) },
    resolve: (_, { input }, call) => testProvider(call, input),
  }),
}));
