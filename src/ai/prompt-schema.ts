import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { promptBounds } from './model.ts';
import { listPrompts, type ShownPrompt, updatePrompt } from './prompts.ts';

export const AiPromptKey = wireEnum('AiPromptKey', 'What a prompt is for.', {
  DRAFT_REVIEW_SUMMARY: ['draft_review_summary', 'The summary of a draft for its reviewer.'],
  VERSION_CHANGE_SUMMARY: ['version_change_summary', 'What a published version changes for its readers.'],
  DIFF_CHANGE_SUMMARY: ['diff_change_summary', 'How to move from one published version to another.'],
  PAGE_CHAT: ['page_chat', 'Questions about a draft, version or diff.'],
});

const AiPromptSource = wireEnum('AiPromptSource', 'Whose wording of a prompt it is.', {
  DEFAULT: ['default', 'The one that comes with the service.'],
  SYSTEM: ['system', 'That of the system, by a SuperAdmin.'],
  PROJECT: ['project', 'That of the project, by one of its admins.'],
});

const AiPrompt = builder.objectRef<ShownPrompt>('AiPrompt').implement({
  description:
    'How a model is asked. A fixed text of the service follows every system prompt: documents are data, not instructions.',
  fields: t => ({
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project; null for the system.' }),
    promptKey: t.expose('promptKey', { type: AiPromptKey, description: 'What it is for.' }),
    systemPrompt: t.exposeString('systemPrompt', { description: 'Who the model is to be and what it is to write.' }),
    userPromptTemplate: t.exposeString('userPromptTemplate', {
      description: 'What it is asked; {{context}} is replaced by the data, {{message}} by the question of a chat.',
    }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether this wording is used; else that of the system, or the default.',
    }),
    source: t.expose('source', {
      type: AiPromptSource,
      description: 'Whose wording is shown: the own one where there is one, else the one in effect.',
    }),
    version: t.exposeInt('version', { description: 'Number of the wording, 1, 2, …; summaries name theirs.' }),
    updatedById: t.exposeID('updatedById', { nullable: true, description: 'Who wrote it; null for the default.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was written; null for the default.',
    }),
  }),
});

const UpdateAiPromptInput = builder.inputType('UpdateAiPromptInput', {
  description: 'A new wording of a prompt; what is absent stays.',
  fields: t => ({
    projectId: t.id({ description: 'The project, for its admins; the system when absent, for SuperAdmins.' }),
    promptKey: t.field({ type: AiPromptKey, required: true, description: 'Which prompt.' }),
    systemPrompt: t.string({
      description: 'Who the model is to be and what it is to write, 1 to 20,000 characters.',
      extensions: { bounds: promptBounds.text },
    }),
    userPromptTemplate: t.string({
      description:
        'What it is asked, 1 to 20,000 characters, with the placeholder {{context}}, for PAGE_CHAT also {{message}}: INVALID_ARGUMENT names a missing one.',
      extensions: { bounds: promptBounds.text },
    }),
    enabled: t.boolean({ description: 'Whether this wording is used.' }),
  }),
});

builder.queryField('aiPrompts', t =>
  t.field({
    type: [AiPrompt],
    nullable: true,
    description: 'All prompts of a project, for its admins, or of the system, for SuperAdmins.',
    args: { projectId: t.arg.id({ description: 'The project; the system when absent.' }) },
    resolve: (_, { projectId }, call) => listPrompts(call, projectId),
  }),
);

builder.mutationField('updateAiPrompt', t =>
  t.field({
    type: AiPrompt,
    nullable: true,
    description:
      'Words a prompt anew for a project, by its admins, or for the system, by SuperAdmins. FAILED_PRECONDITION for an archived project.',
    args: { input: t.arg({ type: UpdateAiPromptInput, required: true, description: 'The wording.' }) },
    resolve: (_, { input }, call) => updatePrompt(call, input),
  }),
);
