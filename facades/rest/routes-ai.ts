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

/** What administrators say about models and how they are asked, and what models say. */
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
    who: 'superadmin',
    summary: 'Try an AI provider, or that of the system',
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
    who: 'project admin',
    summary: 'Try an AI provider, or the one in effect for a project',
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
    summary: 'Read what a model says about a draft',
    maybeNone: true,
  }),
  post(`${D}/drafts/{draft_id}/ai-summary/regenerate`, RegenerateDraftAiSummaryDocument, {
    who: 'reader',
    summary: 'Ask for a new summary of a draft',
  }),
  get(`${D}/versions/{version_id}/ai-summary`, GetVersionAiSummaryDocument, {
    who: 'reader',
    summary: 'Read what a model says about a version',
    maybeNone: true,
  }),
  post(`${D}/versions/{version_id}/ai-summary/regenerate`, RegenerateVersionAiSummaryDocument, {
    who: 'reader',
    summary: 'Ask for a new summary of a version',
  }),
  get(`${D}/diffs/{diff_id}/ai-summary`, GetDiffAiSummaryDocument, {
    who: 'reader',
    summary: 'Read what a model says about a diff',
    maybeNone: true,
  }),
  post(`${D}/diffs/{diff_id}/ai-summary/regenerate`, RegenerateDiffAiSummaryDocument, {
    who: 'reader',
    summary: 'Ask for a new summary of a diff',
  }),
  get(`${project}/chat-sessions`, ListChatSessionsDocument, {
    who: 'reader',
    summary: 'List the own chat sessions',
  }),
  post(`${project}/chat-sessions`, CreateChatSessionDocument, {
    who: 'reader',
    summary: 'Begin a chat about a draft, version or diff',
  }),
  get(`${project}/chat-sessions/{session_id}`, GetChatSessionDocument, {
    who: 'reader',
    summary: 'Read an own chat session with its last messages',
  }),
  post(`${project}/chat-sessions/{session_id}/messages`, SendChatMessageDocument, {
    who: 'reader',
    summary: 'Ask, and read the answer; in pieces for callers who accept text/event-stream',
    streams: StreamChatAnswerDocument,
  }),
]);
