import type { ProjectAction } from '../../src/access/policy.ts';

/** The permission that a caller needs: an action of the project policy, or another rule of the policy. */
export type Need =
  | ProjectAction
  | 'nobody'
  | 'session'
  | 'superadmin'
  | 'part in the team'
  | 'team manager'
  | 'own token'
  | 'own session'
  | 'share link'
  | 'device code'
  | 'own draft'
  | 'own comment';

export type Target = 'own' | 'foreign' | 'archived' | 'unknown';

export type Operation = {
  need: Need;
  /** The permission without a project, or with a user id. */
  withoutProject?: Need;
  withUser?: Need;
  /** The permission of an agent. */
  ofAgent?: Need;
  /** The id of the target that `id` refers to. */
  id?: string;
  /** Input besides ids. Chosen so that nothing changes: a permitted call fails later, or has no effect. */
  values?: Record<string, unknown>;
  /** Targets for which a permitted call would change data, so that only refusals are tested. */
  changes?: Target[];
};

const EVERYWHERE: Target[] = ['own', 'foreign', 'archived', 'unknown'];
const by = (need: Need, id?: string, values: Record<string, unknown> = {}, changes?: Target[]): Operation => ({
  need,
  ...(id && { id }),
  values,
  ...(changes && { changes }),
});
const review = { expected_review_revision: 'stale' };
/** A content that is refused after the permission check. */
const content = { schema_content: 'no document\0', markdown_content: 'no text\0' };

/** Every root field of GraphQL, and so every REST route and MCP tool over it. */
export const operations: Readonly<Record<string, Operation>> = {
  authConfig: by('nobody'),
  login: by('nobody', undefined, { email: 'x', password: 'x' }, EVERYWHERE),
  startOidcSignIn: by('nobody', undefined, {}, EVERYWHERE),
  finishOidcSignIn: by('nobody', undefined, { flow: 'x', code: 'x', state: 'x' }, EVERYWHERE),
  startDeviceLogin: by('nobody', undefined, {}, EVERYWHERE),
  finishDeviceLogin: by('nobody', undefined, { device_code: 'x' }),
  deviceLogin: by('device code', undefined, { user_code: 'x' }),
  allowDeviceLogin: by('device code', undefined, { user_code: 'x' }),
  refuseDeviceLogin: by('device code', undefined, { user_code: 'x' }),
  register: by('nobody', undefined, { email: 'x', password: 'x' }, EVERYWHERE),
  me: by('session'),
  updateMe: by('session'),
  changePassword: by('session', undefined, { current_password: 'x', new_password: 'x' }, EVERYWHERE),
  logout: by('session', undefined, {}, EVERYWHERE),

  users: by('superadmin'),
  user: by('superadmin', 'user_id'),
  createUser: by('superadmin', undefined, { email: 'no address', password: 'x' }),
  updateUser: by('superadmin', 'user_id'),

  teams: by('session'),
  team: by('part in the team', 'team_id'),
  createTeam: by('session', undefined, { name: ' ' }),
  updateTeam: by('team manager', 'team_id'),
  archiveTeam: by('team manager', 'team_id', {}, ['own', 'foreign']),
  unarchiveTeam: by('team manager', 'team_id', {}, ['archived']),

  projects: by('session'),
  project: by('project.read', 'project_id'),
  memberCandidates: by('member.manage'),
  createProject: by('team manager', undefined, { name: ' ' }),
  updateProject: by('project.update', 'project_id'),
  archiveProject: by('project.archive', 'project_id', {}, ['own', 'foreign']),
  unarchiveProject: by('project.archive', 'project_id'),
  addProjectMember: by('member.manage', undefined, { role: 'READER' }),
  updateProjectMember: by('member.manage', undefined, { role: 'READER' }),
  removeProjectMember: by('member.manage'),

  document: by('document.read', 'document_id'),
  search: { ...by('version.read', undefined, { q: 'pets' }), withoutProject: 'session' },
  createDocument: by('document.create', undefined, { name: 'x', document_type: 'OPENAPI', relative_path: '../x' }),
  updateDocument: by('document.update', 'document_id'),
  archiveDocument: by('document.archive', 'document_id', {}, ['own', 'foreign']),
  unarchiveDocument: by('document.archive', 'document_id'),

  branch: by('branch.read', 'branch_id'),
  createBranch: by('branch.manage', undefined, { name: 'no branch' }),
  updateBranch: by('branch.manage', 'branch_id'),
  archiveBranch: by('branch.manage', 'branch_id'),
  unarchiveBranch: by('branch.manage', 'branch_id'),

  draft: by('draft.read', 'draft_id'),
  reviewQueue: by('session'),
  myDrafts: by('session'),
  decidedDrafts: by('session'),
  reviewQueueState: by('session'),
  myDraftsState: by('session'),
  drafts: by('draft.read'),
  contentCheck: by('draft.create', undefined, { content: ' ' }),
  createDraft: by('draft.create', undefined, { version_name: 'x', ...content }),
  updateDraft: by('draft.update', 'draft_id', { expected_revision: 'stale', changelog: 'x' }),
  submitDraft: by('draft.submit', 'draft_id'),
  withdrawDraft: by('draft.withdraw_foreign', 'draft_id'),
  approveDraft: by('draft.review', 'draft_id', review),
  requestDraftChanges: by('draft.review', 'draft_id', review),
  rejectDraft: by('draft.review', 'draft_id', review),
  promoteDraft: by('draft.promote', undefined, { version_name: 'x', source_branch_id: null, source_version_id: null }),

  markChangesSeen: by('draft.mark_seen', 'draft_id', { changes: [] }),
  updateReviewPolicy: by('review_policy.manage'),
  // The drafts and comments of the matrix are the admin's.
  createComment: { ...by('comment.create', undefined, { body: 'no text\0' }), ofAgent: 'own draft' },
  updateComment: by('own comment', 'comment_id', { body: 'no text\0' }),
  deleteComment: by('own comment', 'comment_id', {}, ['own']),
  resolveComment: by('comment.change', 'comment_id'),
  reopenComment: by('comment.change', 'comment_id', {}, ['own', 'foreign']),

  version: by('version.read', 'version_id'),
  endpoint: by('version.read', 'endpoint_id'),
  endpoints: { ...by('version.read', undefined, { search: 'pets' }), withoutProject: 'session' },
  latestVersion: by('version.read'),
  latestVersions: by('session'),
  compareVersions: by('diff.create'),
  createDiff: by('diff.create'),
  diff: by('diff.read', 'diff_id'),
  updateDiffPolicy: by('diff_policy.update'),
  acceptDiffException: by('diff_exception.manage', undefined, { key: 'no key', reason: 'x' }),
  revokeDiffException: by('diff_exception.manage', 'exception_id'),

  mcpTokens: { ...by('session'), withUser: 'superadmin' },
  mcpToken: by('own token', 'token_id'),
  createMcpToken: by('session', undefined, { name: 'x', scopes: [] }),
  revokeMcpToken: { ...by('own token', 'token_id'), withUser: 'superadmin' },
  mcpUsage: by('session'),
  apiTokens: { ...by('session'), withUser: 'superadmin' },
  apiToken: by('own token', 'token_id'),
  createApiToken: {
    ...by('project.read', undefined, { name: 'x', scopes: ['READ'], expires_at: '2020-01-01T00:00:00Z' }),
    withoutProject: 'session',
  },
  revokeApiToken: { ...by('own token', 'token_id'), withUser: 'superadmin' },

  createDocumentShare: by('share.manage', undefined, { password: 'short' }),
  revealDocumentShare: by('share.manage', 'share_id'),
  revokeDocumentShare: by('share.manage', 'share_id'),
  publicShare: by('share link'),
  publicShareVersions: by('share link'),
  publicShareContent: by('share link'),
  publicShareEndpoints: by('share link'),
  publicShareChanges: by('share link'),
  unlockPublicShare: by('share link', undefined, { password: 'x' }),

  webhook: by('webhook.manage', 'webhook_id'),
  createWebhook: by('webhook.manage', undefined, { url: 'no address', events: ['DRAFT_SUBMITTED'] }),
  updateWebhook: by('webhook.manage', 'webhook_id'),
  deleteWebhook: by('webhook.manage', 'webhook_id', {}, ['own', 'foreign', 'archived']),
  rotateWebhookSecret: by('webhook.manage', 'webhook_id', {}, ['own', 'foreign']),
  testWebhook: by('webhook.manage', 'webhook_id', {}, ['own', 'foreign']),
  // The webhooks of the matrix are disabled.
  redeliverWebhook: by('webhook.manage', 'delivery_id'),

  aiProvider: { ...by('ai.configure'), withoutProject: 'superadmin' },
  updateAiProvider: { ...by('ai.configure'), withoutProject: 'superadmin' },
  testAiProvider: { ...by('ai.configure'), withoutProject: 'superadmin' },
  aiPrompts: { ...by('ai.configure'), withoutProject: 'superadmin' },
  updateAiPrompt: { ...by('ai.configure', undefined, { prompt_key: 'PAGE_CHAT' }), withoutProject: 'superadmin' },
  regenerateDraftAiSummary: by('ai.summarize', 'draft_id'),
  regenerateVersionAiSummary: by('ai.summarize', 'version_id'),
  regenerateDiffAiSummary: by('ai.summarize', 'diff_id'),
  createChatSession: by('ai.chat', undefined, { context_type: 'VERSION' }),
  chatSession: by('own session', 'session_id'),
  sendChatMessage: by('own session', undefined, { content: 'x' }),
  chatAnswer: by('own session', undefined, { content: 'x' }),

  auditLog: { ...by('audit.read'), withoutProject: 'superadmin' },
};

/** Fields below a root field that need a further permission, by their path in REST and MCP. */
export const nested: Readonly<Record<string, ProjectAction>> = {
  'branch.endpointHistory': 'version.read',
  'project.reviewPolicy': 'review_policy.manage',
  'document.shares': 'share.manage',
  'project.shares': 'share.manage',
  'project.webhooks': 'webhook.manage',
  'project.chat_sessions': 'ai.chat',
  'project.members': 'member.read',
  'project.versions': 'version.read',
  'project.versionFeed': 'version.read',
};
