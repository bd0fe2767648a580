import {
  CreateChatSessionDocument,
  GetChatSessionDocument,
  GetDiffAiSummaryDocument,
  GetDraftAiSummaryDocument,
  GetProjectAiProviderDocument,
  GetSystemAiProviderDocument,
  GetVersionAiSummaryDocument,
  ListChatSessionsDocument,
  ListProjectAiPromptsDocument,
  ListSystemAiPromptsDocument,
  RegenerateDiffAiSummaryDocument,
  RegenerateDraftAiSummaryDocument,
  RegenerateVersionAiSummaryDocument,
  SendChatMessageDocument,
  StreamChatAnswerDocument,
  TestProjectAiProviderDocument,
  TestSystemAiProviderDocument,
  UpdateProjectAiPromptDocument,
  UpdateProjectAiProviderDocument,
  UpdateSystemAiPromptDocument,
  UpdateSystemAiProviderDocument,
} from '../generated.ts';
import { category, D, get, P, post, put, type Route } from './route.ts';

const system = '/api/v1/private/ai';
const project = `${P}/ai`;

/** AI providers, prompts, summaries and chat. */
export const aiRoutes: readonly Route[] = category('AI', [
  get(`${system}/provider`, GetSystemAiProviderDocument, {
    who: 'superadmin',
    summary: 'Read the AI provider of the system',
  }),
  put(`${system}/provider`, UpdateSystemAiProviderDocument, {
    who: 'superadmin',
    summary: 'Configure the AI provider of the system',
  }),
  post(`${system}/provider/test`, TestSystemAiProviderDocument, {
    endsWithCaller: true,
    who: 'superadmin',
    summary: 'Test an AI provider, or the provider of the system',
  }),
  get(`${system}/prompts`, ListSystemAiPromptsDocument, {
    who: 'superadmin',
    summary: 'List the AI prompts of the system',
  }),
  put(`${system}/prompts/{prompt_key}`, UpdateSystemAiPromptDocument, {
    who: 'superadmin',
    summary: 'Change a system AI prompt',
  }),
  get(`${project}/provider`, GetProjectAiProviderDocument, {
    who: 'project admin',
    summary: 'Read the AI provider of a project',
  }),
  put(`${project}/provider`, UpdateProjectAiProviderDocument, {
    who: 'project admin',
    summary: 'Configure the AI provider of a project',
  }),
  post(`${project}/provider/test`, TestProjectAiProviderDocument, {
    endsWithCaller: true,
    who: 'project admin',
    summary: 'Test an AI provider, or the provider that a project uses',
  }),
  get(`${project}/prompts`, ListProjectAiPromptsDocument, {
    who: 'project admin',
    summary: 'List the AI prompts of a project',
  }),
  put(`${project}/prompts/{prompt_key}`, UpdateProjectAiPromptDocument, {
    who: 'project admin',
    summary: 'Change an AI prompt of a project',
  }),
  get(`${D}/drafts/{draft_id}/ai-summary`, GetDraftAiSummaryDocument, {
    who: 'reader',
    summary: 'Read the AI summary of a draft',
    maybeNone: true,
  }),
  post(`${D}/drafts/{draft_id}/ai-summary/regenerate`, RegenerateDraftAiSummaryDocument, {
    who: 'reader',
    summary: 'Request a new AI summary of a draft',
  }),
  get(`${D}/versions/{version_id}/ai-summary`, GetVersionAiSummaryDocument, {
    who: 'reader',
    summary: 'Read the AI summary of a version',
    maybeNone: true,
  }),
  post(`${D}/versions/{version_id}/ai-summary/regenerate`, RegenerateVersionAiSummaryDocument, {
    who: 'reader',
    summary: 'Request a new AI summary of a version',
  }),
  get(`${D}/diffs/{diff_id}/ai-summary`, GetDiffAiSummaryDocument, {
    who: 'reader',
    summary: 'Read the AI summary of a diff',
    maybeNone: true,
  }),
  post(`${D}/diffs/{diff_id}/ai-summary/regenerate`, RegenerateDiffAiSummaryDocument, {
    who: 'reader',
    summary: 'Request a new AI summary of a diff',
  }),
  get(`${project}/chat-sessions`, ListChatSessionsDocument, {
    who: 'reader',
    summary: 'List your chat sessions',
  }),
  post(`${project}/chat-sessions`, CreateChatSessionDocument, {
    who: 'reader',
    summary: 'Start a chat about a draft, version or diff',
  }),
  get(`${project}/chat-sessions/{session_id}`, GetChatSessionDocument, {
    who: 'reader',
    summary: 'Read one of your chat sessions with its last messages',
  }),
  post(`${project}/chat-sessions/{session_id}/messages`, SendChatMessageDocument, {
    who: 'reader',
    summary: 'Send a question and get the answer, streamed if the caller accepts text/event-stream',
    streams: StreamChatAnswerDocument,
  }),
]);
