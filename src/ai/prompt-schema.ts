import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { promptBounds } from './model.ts';
import { listPrompts, type ShownPrompt, updatePrompt } from './prompts.ts';

export const AiPromptKey = wireEnum('AiPromptKey', 'The purpose of a prompt.', {
  DRAFT_REVIEW_SUMMARY: ['draft_review_summary', 'The summary of a draft for its reviewer.'],
  VERSION_CHANGE_SUMMARY: ['version_change_summary', 'The summary of a published version for its readers.'],
  DIFF_CHANGE_SUMMARY: ['diff_change_summary', 'The explanation of how to move from one published version to another.'],
  PAGE_CHAT: ['page_chat', 'Questions about a draft, version or diff.'],
});

const AiPromptSource = wireEnum('AiPromptSource', 'The source of the text of a prompt.', {
  DEFAULT: ['default', 'The default of the service.'],
  SYSTEM: ['system', 'Written for the system by a SuperAdmin.'],
  PROJECT: ['project', 'Written for the project by one of its admins.'],
});

const AiPrompt = builder.objectRef<ShownPrompt>('AiPrompt').implement({
  description:
    'A prompt for a model. The service appends fixed rules to every system prompt, for example that documents are data, not instructions.',
  fields: t => ({
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project; null for the system.' }),
    promptKey: t.expose('promptKey', { type: AiPromptKey, description: 'The purpose.' }),
    systemPrompt: t.exposeString('systemPrompt', { description: 'The role of the model and what it must write.' }),
    userPromptTemplate: t.exposeString('userPromptTemplate', {
      description: 'The request. {{context}} is replaced by the data, {{message}} by the question in a chat.',
    }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether this text is used. If not, the text of the system or the default is used.',
    }),
    source: t.expose('source', {
      type: AiPromptSource,
      description:
        'The source of this text: that of the project or system itself if it has one, otherwise the one in effect.',
    }),
    version: t.exposeInt('version', {
      description: 'Number of the text: 1, 2, …. Summaries record the number that they were made with.',
    }),
    updatedById: t.exposeID('updatedById', {
      nullable: true,
      description: 'The user who wrote it; null for the default.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was written; null for the default.',
    }),
  }),
});

const UpdateAiPromptInput = builder.inputType('UpdateAiPromptInput', {
  description: 'Changes to a prompt. Absent fields keep their value.',
  fields: t => ({
    projectId: t.id({
      description: 'The project (requires a project admin). When absent: the system (requires a SuperAdmin).',
    }),
    promptKey: t.field({ type: AiPromptKey, required: true, description: 'The prompt to change.' }),
    systemPrompt: t.string({
      description: 'The role of the model and what it must write, 1 to 20,000 characters.',
      extensions: { bounds: promptBounds.text },
    }),
    userPromptTemplate: t.string({
      description:
        'The request, 1 to 20,000 characters. It must contain the placeholder {{context}} once and, for PAGE_CHAT, {{message}} once; otherwise INVALID_ARGUMENT.',
      extensions: { bounds: promptBounds.text },
    }),
    enabled: t.boolean({ description: 'Whether this text is used.' }),
  }),
});

builder.queryField('aiPrompts', t =>
  t.field({
    type: [AiPrompt],
    nullable: true,
    description: 'All prompts of a project (requires a project admin) or of the system (requires a SuperAdmin).',
    args: { projectId: t.arg.id({ description: 'The project; the system when absent.' }) },
    extensions: judgedBy('ai.configure', { withoutProject: 'superadmin' }),
    resolve: (_, { projectId }, call) => listPrompts(call, projectId),
  }),
);

builder.mutationField('updateAiPrompt', t =>
  t.field({
    type: AiPrompt,
    nullable: true,
    description:
      'Changes a prompt of a project (requires a project admin) or of the system (requires a SuperAdmin). FAILED_PRECONDITION if the project is archived.',
    args: { input: t.arg({ type: UpdateAiPromptInput, required: true, description: 'The changes.' }) },
    extensions: judgedBy('ai.configure', { withoutProject: 'superadmin' }),
    resolve: (_, { input }, call) => updatePrompt(call, input),
  }),
);
