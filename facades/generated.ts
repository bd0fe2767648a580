/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
import { gql } from './gql.ts';
export type AiApiMode =
  | 'CHAT_COMPLETIONS'
  | 'RESPONSES';

export type AiOwnerType =
  | 'DIFF'
  | 'DRAFT'
  | 'VERSION';

export type AiPromptKey =
  | 'DIFF_CHANGE_SUMMARY'
  | 'DRAFT_REVIEW_SUMMARY'
  | 'PAGE_CHAT'
  | 'VERSION_CHANGE_SUMMARY';

export type AiPromptSource =
  | 'DEFAULT'
  | 'PROJECT'
  | 'SYSTEM';

export type AiSummaryStatus =
  | 'FAILED'
  | 'PENDING'
  | 'SKIPPED'
  | 'SUCCEEDED';

export type ApiScope =
  | 'DRAFT'
  | 'READ';

export type ApiTokenStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

export type AuditActorType =
  | 'ANONYMOUS'
  | 'API_TOKEN'
  | 'MCP_TOKEN'
  | 'SYSTEM'
  | 'USER';

export type BranchKind =
  | 'ENVIRONMENT'
  | 'FEATURE';

export type ChatRole =
  | 'ASSISTANT'
  | 'USER';

export type CommentAnchorInput = {
  changeKey?: string | null | undefined;
  line?: number | null | undefined;
  pointer?: string | null | undefined;
  revision?: string | null | undefined;
};

export type ContentKind =
  | 'NORMALIZED'
  | 'RAW'
  | 'STABLE';

export type ContentOwnerType =
  | 'DRAFT'
  | 'VERSION';

export type DiffChangeType =
  | 'BLOCK_ADDED'
  | 'BLOCK_CHANGED'
  | 'BLOCK_REMOVED'
  | 'DEPRECATION_CHANGED'
  | 'ENDPOINT_ADDED'
  | 'ENDPOINT_MODIFIED'
  | 'ENDPOINT_REMOVED'
  | 'PARAMETER_ADDED'
  | 'PARAMETER_CHANGED'
  | 'PARAMETER_REMOVED'
  | 'REQUEST_BODY_CHANGED'
  | 'RESPONSE_CHANGED'
  | 'SECURITY_CHANGED';

export type DiffExceptionStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

export type DiffExpansion =
  | 'OPERATIONS';

export type DiffGrouping =
  | 'CAUSE'
  | 'OPERATION';

export type DiffOverrideInput = {
  rule: string;
  severity: DiffSeverity;
};

export type DiffProfile =
  | 'LENIENT'
  | 'OASDIFF'
  | 'STRICT';

export type DiffSegmentKind =
  | 'ADDED'
  | 'KEPT'
  | 'REMOVED';

export type DiffSeverity =
  | 'BREAKING'
  | 'INFO'
  | 'WARNING';

export type DocumentFormat =
  | 'MARKDOWN'
  | 'OPENAPI_3_0'
  | 'OPENAPI_3_1';

export type DocumentShareExpiry =
  | 'ONE_MONTH'
  | 'ONE_YEAR'
  | 'PERMANENT'
  | 'SIX_MONTHS'
  | 'THREE_MONTHS';

export type DocumentShareStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

export type DocumentShareVersionScope =
  | 'ALL'
  | 'LATEST';

export type DocumentType =
  | 'MARKDOWN'
  | 'OPENAPI';

export type DraftFileInput = {
  content: string;
  path: string;
};

export type DraftOwner =
  | 'ANYONE'
  | 'ME';

export type DraftStatus =
  | 'CHANGES_REQUESTED'
  | 'DRAFT'
  | 'PUBLISHED'
  | 'REJECTED'
  | 'SUBMITTED';

export type EndpointStep =
  | 'APPEARED'
  | 'CHANGED'
  | 'REMOVED';

export type McpScope =
  | 'API_DRAFT'
  | 'API_READ'
  | 'DOC_DRAFT'
  | 'DOC_READ';

export type McpTokenStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

export type MemberRole =
  | 'ADMIN'
  | 'READER'
  | 'WRITER';

export type ResourceStatus =
  | 'ACTIVE'
  | 'ARCHIVED';

export type ReviewDecision =
  | 'APPROVED'
  | 'CHANGES_REQUESTED'
  | 'REJECTED';

export type SearchKind =
  | 'DOCUMENT'
  | 'ENDPOINT'
  | 'TEXT';

export type SemverStep =
  | 'MAJOR'
  | 'MINOR'
  | 'NONE'
  | 'PATCH';

export type SourceType =
  | 'MCP'
  | 'PROMOTE'
  | 'WEB';

export type UserStatus =
  | 'ACTIVE'
  | 'DISABLED';

export type VersionStatus =
  | 'PUBLISHED';

export type WebhookDeliveryStatus =
  | 'DELIVERED'
  | 'FAILED'
  | 'PENDING';

export type WebhookEvent =
  | 'COMMENT_CREATED'
  | 'DRAFT_APPROVED'
  | 'DRAFT_CHANGES_REQUESTED'
  | 'DRAFT_REJECTED'
  | 'DRAFT_SUBMITTED'
  | 'SHARE_CREATED'
  | 'SHARE_REVOKED'
  | 'VERSION_PUBLISHED'
  | 'WEBHOOK_TEST';

export type McpCreateApiDraftMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  branch_id: string;
  version_name: string;
  schema_content: string;
  changelog?: string | null | undefined;
  source_git_commit_id?: string | null | undefined;
}>;


export type McpCreateApiDraftMutation = { createDraft: (
    McpDraftFragment
    & McpPreviewFragment
  ) | null };

export type McpUpdateApiDraftMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  expected_revision?: string | null | undefined;
  schema_content?: string | null | undefined;
  version_name?: string | null | undefined;
  changelog?: string | null | undefined;
  source_git_commit_id?: string | null | undefined;
}>;


export type McpUpdateApiDraftMutation = { updateDraft: (
    McpDraftFragment
    & McpPreviewFragment
  ) | null };

export type McpSubmitApiDraftMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
}>;


export type McpSubmitApiDraftMutation = { submitDraft: (
    McpDraftFragment
    & McpPreviewFragment
  ) | null };

export type McpCreateDocDraftMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  branch_id: string;
  version_name: string;
  markdown_content: string;
  changelog?: string | null | undefined;
  source_git_commit_id?: string | null | undefined;
}>;


export type McpCreateDocDraftMutation = { createDraft: (
    McpDraftFragment
    & McpPreviewFragment
  ) | null };

export type McpUpdateDocDraftMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  expected_revision?: string | null | undefined;
  markdown_content?: string | null | undefined;
  version_name?: string | null | undefined;
  changelog?: string | null | undefined;
  source_git_commit_id?: string | null | undefined;
}>;


export type McpUpdateDocDraftMutation = { updateDraft: (
    McpDraftFragment
    & McpPreviewFragment
  ) | null };

export type McpSubmitDocDraftMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
}>;


export type McpSubmitDocDraftMutation = { submitDraft: (
    McpDraftFragment
    & McpPreviewFragment
  ) | null };

export type McpReplyToApiCommentMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  reply_to: string;
  body: string;
}>;


export type McpReplyToApiCommentMutation = { createComment: McpCommentFragment | null };

export type McpReplyToDocCommentMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  reply_to: string;
  body: string;
}>;


export type McpReplyToDocCommentMutation = { createComment: McpCommentFragment | null };

export type McpProjectFragment = { id: string, name: string, description: string | null, status: ResourceStatus, my_role: MemberRole | null };

export type McpDocumentFragment = { id: string, name: string, description: string | null, status: ResourceStatus, document_type: DocumentType, relative_path: string };

export type McpBranchFragment = { id: string, name: string, kind: BranchKind, description: string | null, status: ResourceStatus, is_default: boolean, is_protected: boolean, latest_version_id: string | null };

export type McpVersionFragment = { id: string, sequence: number, changelog: string | null, project_id: string, document_id: string, branch_id: string, version_name: string, source_git_commit_id: string | null, document_format: DocumentFormat, hash: string, warnings: number, published_at: string };

export type McpTextFragment = { content: string, hash: string, offset: number, content_kind: ContentKind, size_bytes: number, next_offset: number | null };

export type McpVersionsFragment = { total: number, items: Array<McpVersionFragment> };

export type McpVersionTextFragment = (
  { version: McpVersionFragment | null }
  & McpTextFragment
);

export type McpEndpointEntryFragment = { id: string, method: string, path: string, summary: string | null, tags: Array<string>, deprecated: boolean, operation_id: string | null };

export type McpEndpointFragment = (
  { hash: string, description: string | null, parameters: unknown, responses: unknown, security: unknown, servers: unknown, callbacks: unknown, schemas: unknown, version_id: string, request_body: unknown, schema_refs: unknown }
  & McpEndpointEntryFragment
);

export type McpDiffSummaryFragment = { unchanged: boolean, warnings: number | null, infos: number | null, added_endpoints: number | null, removed_endpoints: number | null, modified_endpoints: number | null, breaking_changes: number | null, ignored_changes: number, added_lines: number | null, removed_lines: number | null, modified_blocks: number | null };

export type McpDiffItemFragment = { rule: string, key: string, severity: DiffSeverity, method: string | null, path: string | null, location: string, message: string, change_type: DiffChangeType, is_breaking: boolean, must_handle: boolean, operation_id: string | null, affected_operations: number, old_value: unknown, new_value: unknown, sort_order: number, ignored: { reason: string, exception_id: string, accepted_by: string, accepted_at: string, expires_at: string | null } | null };

export type McpDiffFragment = { id: string, project_id: string, document_id: string, from_version_id: string, to_version_id: string, diff_hash: string, item_count: number | null, summary: McpDiffSummaryFragment };

export type McpDiffPageFragment = (
  { items: Array<McpDiffItemFragment> | null }
  & McpDiffFragment
);

export type McpChangesFragment = { next_offset: number | null, summary: McpDiffSummaryFragment, breaking: Array<McpDiffItemFragment>, must_handle: Array<McpDiffItemFragment>, other: Array<McpDiffItemFragment> };

export type McpAiSummaryFragment = { notice: string, content: string | null, model: string | null, stale: boolean, generated_at: string | null };

export type McpDraftEntryFragment = { id: string, changelog: string | null, revision: string, status: DraftStatus, document_id: string, branch_id: string, version_name: string, document_format: DocumentFormat, state: DraftStatus, submission_round: number, submitted_at: string | null, review_comment: string | null, created_by: string, updated_at: string, author: { name: string } };

export type McpDraftFragment = { id: string, changelog: string | null, revision: string, status: DraftStatus, project_id: string, document_id: string, branch_id: string, version_name: string, source_git_commit_id: string | null, content_kind: ContentKind, document_format: DocumentFormat, source_type: SourceType, review_revision: string | null, state: DraftStatus, submission_round: number, submitted_at: string | null, review_comment: string | null, hash: string, warnings: number, created_by: string, created_at: string, updated_at: string };

export type McpPreviewFragment = { diff_preview: { base_version_id: string | null, item_count: number | null, summary: McpDiffSummaryFragment, items: Array<McpDiffItemFragment> | null } | null };

export type McpDraftTextFragment = (
  { draft: (
    { diff_preview: { base_version_id: string | null, item_count: number | null, summary: McpDiffSummaryFragment, items: Array<McpDiffItemFragment> | null } | null }
    & McpDraftFragment
  ) | null }
  & McpTextFragment
);

export type McpCommentFragment = { id: string, outdated: boolean, body: string, draft_id: string, reply_to: string | null, submission_round: number, is_deleted: boolean, is_resolved: boolean, created_by: string, created_at: string, anchor: { pointer: string | null, line: number | null, change_key: string | null } | null, author: { name: string } };

export type McpCommentsFragment = { total: number, items: Array<McpCommentFragment> };

export type McpPromptDraftQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
}>;


export type McpPromptDraftQuery = { draft: { content: (
      { draft: (
        McpDraftFragment
        & McpPreviewFragment
      ) | null }
      & McpTextFragment
    ) | null } | null };

export type McpPromptDiffQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  diff_id: string;
}>;


export type McpPromptDiffQuery = { diff: { from_version_id: string, to_version_id: string, changes: McpChangesFragment | null } | null };

export type McpPromptEndpointQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  endpoint_id: string;
}>;


export type McpPromptEndpointQuery = { endpoint: McpEndpointFragment | null };

export type McpPromptMigrationQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  from_version_id: string;
  to_version_id: string;
}>;


export type McpPromptMigrationQuery = { compareVersions: { changes: McpChangesFragment | null } | null };

export type McpListProjectsQueryVariables = Exact<{
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListProjectsQuery = { projects: { total: number, items: Array<McpProjectFragment> } | null };

export type McpListDocumentsQueryVariables = Exact<{
  project_id: string;
  document_type?: DocumentType | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListDocumentsQuery = { project: { documents: { total: number, items: Array<McpDocumentFragment> } | null } | null };

export type McpListBranchesQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListBranchesQuery = { document: { branches: { total: number, items: Array<McpBranchFragment> } | null } | null };

export type McpListApiVersionsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  branch_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListApiVersionsQuery = { project: { versions: McpVersionsFragment | null } | null };

export type McpListDocVersionsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  branch_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListDocVersionsQuery = { project: { versions: McpVersionsFragment | null } | null };

export type McpListEndpointsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  method?: string | null | undefined;
  path?: string | null | undefined;
  tag?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListEndpointsQuery = { version: { endpoints: { total: number, items: Array<McpEndpointEntryFragment> } | null } | null };

export type McpSearchEndpointsQueryVariables = Exact<{
  search: string;
  project_id?: string | null | undefined;
  branch?: string | null | undefined;
  method?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpSearchEndpointsQuery = { endpoints: { total: number, items: Array<(
      { version: { id: string, project_id: string, document_id: string, version_name: string, document: { name: string }, branch: { name: string } } }
      & McpEndpointEntryFragment
    )> } | null };

export type McpListDraftsQueryVariables = Exact<{
  project_id: string;
  document_id?: string | null | undefined;
  branch_id?: string | null | undefined;
  state?: DraftStatus | null | undefined;
  owner?: DraftOwner | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListDraftsQuery = { drafts: { total: number, items: Array<McpDraftEntryFragment> } | null };

export type McpGetEndpointQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  endpoint_id: string;
  pointer?: string | null | undefined;
}>;


export type McpGetEndpointQuery = { endpoint: (
    { part: unknown }
    & McpEndpointFragment
  ) | null };

export type McpGetLatestSchemaQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  branch_id: string;
  offset?: number | null | undefined;
  hash?: string | null | undefined;
  max_bytes?: number | null | undefined;
}>;


export type McpGetLatestSchemaQuery = { latestVersion: { content: McpVersionTextFragment | null } | null };

export type McpGetLatestDocQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  branch_id: string;
  offset?: number | null | undefined;
  hash?: string | null | undefined;
  max_bytes?: number | null | undefined;
}>;


export type McpGetLatestDocQuery = { latestVersion: { content: McpVersionTextFragment | null } | null };

export type McpGetSchemaVersionQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  offset?: number | null | undefined;
  max_bytes?: number | null | undefined;
}>;


export type McpGetSchemaVersionQuery = { version: { content: McpVersionTextFragment | null } | null };

export type McpGetDocVersionQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  offset?: number | null | undefined;
  max_bytes?: number | null | undefined;
}>;


export type McpGetDocVersionQuery = { version: { content: McpVersionTextFragment | null } | null };

export type McpCompareApiVersionsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  from_version_id: string;
  to_version_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpCompareApiVersionsQuery = { compareVersions: McpDiffPageFragment | null };

export type McpCompareDocVersionsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  from_version_id: string;
  to_version_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpCompareDocVersionsQuery = { compareVersions: McpDiffPageFragment | null };

export type McpGetChangeSummaryQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  diff_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpGetChangeSummaryQuery = { diff: { changes: (
      { ai_summary: McpAiSummaryFragment | null }
      & McpChangesFragment
    ) | null } | null };

export type McpGetApiDraftQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  offset?: number | null | undefined;
  hash?: string | null | undefined;
  max_bytes?: number | null | undefined;
  changes_offset?: number | null | undefined;
}>;


export type McpGetApiDraftQuery = { draft: { content: McpDraftTextFragment | null } | null };

export type McpGetDocDraftQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  offset?: number | null | undefined;
  hash?: string | null | undefined;
  max_bytes?: number | null | undefined;
  changes_offset?: number | null | undefined;
}>;


export type McpGetDocDraftQuery = { draft: { content: McpDraftTextFragment | null } | null };

export type McpListApiCommentsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListApiCommentsQuery = { draft: { comments: McpCommentsFragment | null } | null };

export type McpListDocCommentsQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  draft_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type McpListDocCommentsQuery = { draft: { comments: McpCommentsFragment | null } | null };

export type McpListLatestQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type McpListLatestQuery = { latestVersions: { items: Array<{ version_name: string, document_format: DocumentFormat, published_at: string, document: { id: string, name: string, description: string | null, project_id: string, relative_path: string }, branch: { name: string } }>, page: { end_cursor: string | null, has_more: boolean } } | null };

export type McpReadLatestQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  branch: string;
  offset?: number | null | undefined;
}>;


export type McpReadLatestQuery = { latestVersion: { content: (
      { version: { id: string, document_format: DocumentFormat } | null }
      & McpTextFragment
    ) | null } | null };

export type McpReadContentQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  kind: ContentKind;
  offset?: number | null | undefined;
}>;


export type McpReadContentQuery = { version: { content: (
      { version: { document_format: DocumentFormat } | null }
      & McpTextFragment
    ) | null } | null };

export type McpReadEndpointQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  version_id: string;
  endpoint_id: string;
}>;


export type McpReadEndpointQuery = { endpoint: McpEndpointFragment | null };

export type McpReadDiffSummaryQueryVariables = Exact<{
  project_id: string;
  document_id: string;
  diff_id: string;
  offset?: number | null | undefined;
}>;


export type McpReadDiffSummaryQuery = { diff: { changes: McpChangesFragment | null } | null };

export type AiSummaryFragment = { id: string, status: AiSummaryStatus, content: string | null, notice: string, model: string | null, stale: boolean, owner_type: AiOwnerType, owner_id: string, prompt_key: AiPromptKey, prompt_version: string | null, error_message: string | null, generated_by: string | null, generated_at: string | null, created_at: string, updated_at: string };

export type GetDraftAiSummaryQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
}>;


export type GetDraftAiSummaryQuery = { draft: { ai_summary: AiSummaryFragment | null } | null };

export type RegenerateDraftAiSummaryMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
}>;


export type RegenerateDraftAiSummaryMutation = { regenerateDraftAiSummary: AiSummaryFragment | null };

export type GetVersionAiSummaryQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
}>;


export type GetVersionAiSummaryQuery = { version: { ai_summary: AiSummaryFragment | null } | null };

export type RegenerateVersionAiSummaryMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
}>;


export type RegenerateVersionAiSummaryMutation = { regenerateVersionAiSummary: AiSummaryFragment | null };

export type GetDiffAiSummaryQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
}>;


export type GetDiffAiSummaryQuery = { diff: { ai_summary: AiSummaryFragment | null } | null };

export type RegenerateDiffAiSummaryMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
}>;


export type RegenerateDiffAiSummaryMutation = { regenerateDiffAiSummary: AiSummaryFragment | null };

export type AiProviderFragment = { name: string | null, model: string | null, enabled: boolean, temperature: number, project_id: string | null, base_url: string | null, api_mode: AiApiMode, timeout_ms: number, max_output_tokens: number, api_key_set: boolean, api_key_last4: string | null, updated_by: string | null, created_at: string | null, updated_at: string | null };

export type AiProviderTestFragment = { ok: boolean, content: string, model: string, latency_ms: number };

export type AiPromptFragment = { enabled: boolean, source: AiPromptSource, version: number, project_id: string | null, prompt_key: AiPromptKey, system_prompt: string, user_prompt_template: string, updated_by: string | null, updated_at: string | null };

export type GetSystemAiProviderQueryVariables = Exact<{ [key: string]: never; }>;


export type GetSystemAiProviderQuery = { aiProvider: AiProviderFragment | null };

export type GetProjectAiProviderQueryVariables = Exact<{
  project_id: string;
}>;


export type GetProjectAiProviderQuery = { aiProvider: AiProviderFragment | null };

export type UpdateSystemAiProviderMutationVariables = Exact<{
  name?: string | null | undefined;
  base_url?: string | null | undefined;
  model?: string | null | undefined;
  api_mode?: AiApiMode | null | undefined;
  api_key?: string | null | undefined;
  remove_api_key?: boolean | null | undefined;
  enabled?: boolean | null | undefined;
  temperature?: number | null | undefined;
  timeout_ms?: number | null | undefined;
  max_output_tokens?: number | null | undefined;
}>;


export type UpdateSystemAiProviderMutation = { updateAiProvider: AiProviderFragment | null };

export type UpdateProjectAiProviderMutationVariables = Exact<{
  project_id: string;
  name?: string | null | undefined;
  base_url?: string | null | undefined;
  model?: string | null | undefined;
  api_mode?: AiApiMode | null | undefined;
  api_key?: string | null | undefined;
  remove_api_key?: boolean | null | undefined;
  enabled?: boolean | null | undefined;
  temperature?: number | null | undefined;
  timeout_ms?: number | null | undefined;
  max_output_tokens?: number | null | undefined;
}>;


export type UpdateProjectAiProviderMutation = { updateAiProvider: AiProviderFragment | null };

export type TestSystemAiProviderMutationVariables = Exact<{
  name?: string | null | undefined;
  base_url?: string | null | undefined;
  model?: string | null | undefined;
  api_mode?: AiApiMode | null | undefined;
  api_key?: string | null | undefined;
  remove_api_key?: boolean | null | undefined;
  enabled?: boolean | null | undefined;
  temperature?: number | null | undefined;
  timeout_ms?: number | null | undefined;
  max_output_tokens?: number | null | undefined;
}>;


export type TestSystemAiProviderMutation = { testAiProvider: AiProviderTestFragment | null };

export type TestProjectAiProviderMutationVariables = Exact<{
  project_id: string;
  name?: string | null | undefined;
  base_url?: string | null | undefined;
  model?: string | null | undefined;
  api_mode?: AiApiMode | null | undefined;
  api_key?: string | null | undefined;
  remove_api_key?: boolean | null | undefined;
  enabled?: boolean | null | undefined;
  temperature?: number | null | undefined;
  timeout_ms?: number | null | undefined;
  max_output_tokens?: number | null | undefined;
}>;


export type TestProjectAiProviderMutation = { testAiProvider: AiProviderTestFragment | null };

export type ListSystemAiPromptsQueryVariables = Exact<{ [key: string]: never; }>;


export type ListSystemAiPromptsQuery = { aiPrompts: Array<AiPromptFragment> | null };

export type ListProjectAiPromptsQueryVariables = Exact<{
  project_id: string;
}>;


export type ListProjectAiPromptsQuery = { aiPrompts: Array<AiPromptFragment> | null };

export type UpdateSystemAiPromptMutationVariables = Exact<{
  prompt_key: AiPromptKey;
  system_prompt?: string | null | undefined;
  user_prompt_template?: string | null | undefined;
  enabled?: boolean | null | undefined;
}>;


export type UpdateSystemAiPromptMutation = { updateAiPrompt: AiPromptFragment | null };

export type UpdateProjectAiPromptMutationVariables = Exact<{
  project_id: string;
  prompt_key: AiPromptKey;
  system_prompt?: string | null | undefined;
  user_prompt_template?: string | null | undefined;
  enabled?: boolean | null | undefined;
}>;


export type UpdateProjectAiPromptMutation = { updateAiPrompt: AiPromptFragment | null };

export type AuditEntryFragment = { id: string, action: string, metadata: unknown, actor_type: AuditActorType, actor_id: string | null, resource_type: string, resource_id: string | null, project_id: string | null, trace_id: string, created_at: string, updated_at: string };

export type ListAuditLogsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  actor?: string | null | undefined;
  action?: string | null | undefined;
  resource_type?: string | null | undefined;
  resource_id?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListAuditLogsQuery = { auditLog: { total: number, items: Array<AuditEntryFragment> } | null };

export type ChatSessionFragment = { id: string, title: string | null, session_id: string, project_id: string, document_id: string, context_type: AiOwnerType, context_id: string, created_by: string, created_at: string, updated_at: string };

export type ChatMessageFragment = { id: string, role: ChatRole, content: string, model: string | null, session_id: string, is_cut: boolean, created_at: string, updated_at: string };

export type ListChatSessionsQueryVariables = Exact<{
  project_id: string;
  document_id?: string | null | undefined;
  context_type?: AiOwnerType | null | undefined;
  context_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListChatSessionsQuery = { project: { chat_sessions: { total: number, items: Array<ChatSessionFragment> } | null } | null };

export type GetChatSessionQueryVariables = Exact<{
  project_id: string;
  session_id: string;
}>;


export type GetChatSessionQuery = { chatSession: (
    { messages: Array<ChatMessageFragment> }
    & ChatSessionFragment
  ) | null };

export type CreateChatSessionMutationVariables = Exact<{
  project_id: string;
  document_id: string;
  context_type: AiOwnerType;
  context_id: string;
  title?: string | null | undefined;
}>;


export type CreateChatSessionMutation = { createChatSession: ChatSessionFragment | null };

export type SendChatMessageMutationVariables = Exact<{
  project_id: string;
  session_id: string;
  content: string;
}>;


export type SendChatMessageMutation = { sendChatMessage: ChatMessageFragment | null };

export type StreamChatAnswerSubscriptionVariables = Exact<{
  project_id: string;
  session_id: string;
  content: string;
}>;


export type StreamChatAnswerSubscription = { chatAnswer: { piece: string | null, message: ChatMessageFragment | null } | null };

export type DiffFactsFragment = { id: string, project_id: string, document_id: string, from_version_id: string, to_version_id: string, diff_hash: string, created_by: string | null, created_at: string, updated_at: string };

export type DiffEntryFragment = (
  { summary: DiffSummaryFragment }
  & DiffFactsFragment
);

export type DiffFragment = (
  { semver_hint: SemverHintFragment | null, items: Array<DiffItemFragment> | null }
  & DiffEntryFragment
);

export type DiffSummaryFragment = { unchanged: boolean, warnings: number | null, infos: number | null, added_endpoints: number | null, removed_endpoints: number | null, modified_endpoints: number | null, breaking_changes: number | null, affected_operations: number | null, ignored_changes: number, added_lines: number | null, removed_lines: number | null, modified_blocks: number | null };

export type DiffItemFragment = { rule: string, key: string, severity: DiffSeverity, method: string | null, path: string | null, location: string, message: string, change_type: DiffChangeType, is_breaking: boolean, must_handle: boolean, operation_id: string | null, affected_operations: number, pointer_before: string | null, pointer_after: string | null, old_value: unknown, new_value: unknown, sort_order: number, ignored: { reason: string, exception_id: string, accepted_by: string, accepted_at: string, expires_at: string | null } | null, segments: Array<{ kind: DiffSegmentKind, text: string }> | null };

export type ListDiffsQueryVariables = Exact<{
  project_id: string;
  document_id?: string | null | undefined;
  from_version_id?: string | null | undefined;
  to_version_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDiffsQuery = { project: { diffs: { total: number, items: Array<DiffEntryFragment> } | null } | null };

export type GetDiffQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
  profile?: DiffProfile | null | undefined;
}>;


export type GetDiffQuery = { diff: (
    { summary: DiffSummaryFragment, semver_hint: SemverHintFragment | null, items: Array<DiffItemFragment> | null }
    & DiffFactsFragment
  ) | null };

export type GetDiffSummaryQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
  profile?: DiffProfile | null | undefined;
}>;


export type GetDiffSummaryQuery = { diff: { summary: DiffSummaryFragment } | null };

export type ListDiffItemsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
  severity?: Array<DiffSeverity> | DiffSeverity | null | undefined;
  method?: string | null | undefined;
  path?: string | null | undefined;
  rule?: string | null | undefined;
  ignored?: boolean | null | undefined;
  profile?: DiffProfile | null | undefined;
  expand?: DiffExpansion | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDiffItemsQuery = { diff: { total: number | null, items: Array<(
      { operations: Array<AffectedOperationFragment> | null }
      & DiffItemFragment
    )> | null } | null };

export type ListDiffGroupsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
  by: DiffGrouping;
  severity?: Array<DiffSeverity> | DiffSeverity | null | undefined;
  method?: string | null | undefined;
  path?: string | null | undefined;
  rule?: string | null | undefined;
  ignored?: boolean | null | undefined;
  profile?: DiffProfile | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDiffGroupsQuery = { diff: { groups: { total: number, items: Array<{ name: string, method: string | null, path: string | null, severity: DiffSeverity, item_count: number, items: Array<{ rule: string, key: string, severity: DiffSeverity, message: string }> }> } | null } | null };

export type GetDiffChangelogQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
  profile?: DiffProfile | null | undefined;
}>;


export type GetDiffChangelogQuery = { diff: { changelog: { content: string, format: string } | null } | null };

export type AffectedOperationFragment = { method: string, path: string, operation_id: string | null };

export type SemverHintFragment = { needed: SemverStep, sufficient: boolean | null, version_before: string | null, version_after: string | null };

export type DiffPolicyFragment = { profile: DiffProfile, project_id: string, updated_by: string | null, updated_at: string | null, overrides: Array<{ rule: string, severity: DiffSeverity }> };

export type DiffExceptionFragment = { id: string, key: string, message: string | null, reason: string, status: DiffExceptionStatus, project_id: string, document_id: string, state: DiffExceptionStatus, expires_at: string | null, created_by: string, created_at: string, updated_at: string, revoked_by: string | null, revoked_at: string | null };

export type GetDiffPolicyQueryVariables = Exact<{
  project_id: string;
}>;


export type GetDiffPolicyQuery = { project: { diff_policy: DiffPolicyFragment } | null };

export type UpdateDiffPolicyMutationVariables = Exact<{
  project_id: string;
  profile?: DiffProfile | null | undefined;
  overrides?: Array<DiffOverrideInput> | DiffOverrideInput | null | undefined;
}>;


export type UpdateDiffPolicyMutation = { updateDiffPolicy: DiffPolicyFragment | null };

export type ListDiffExceptionsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
  active?: boolean | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDiffExceptionsQuery = { document: { diff_exceptions: { total: number, items: Array<DiffExceptionFragment> } | null } | null };

export type AcceptDiffExceptionMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
  key: string;
  reason: string;
  draft_id?: string | null | undefined;
  expires_at?: string | null | undefined;
}>;


export type AcceptDiffExceptionMutation = { acceptDiffException: DiffExceptionFragment | null };

export type RevokeDiffExceptionMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  exception_id: string;
}>;


export type RevokeDiffExceptionMutation = { revokeDiffException: DiffExceptionFragment | null };

export type CreateDiffMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  from_version_id: string;
  to_version_id: string;
}>;


export type CreateDiffMutation = { createDiff: DiffFragment | null };

export type DocumentFragment = { id: string, name: string, description: string | null, status: ResourceStatus, project_id: string, document_type: DocumentType, relative_path: string, created_by: string, created_at: string, updated_at: string };

export type BranchFragment = { id: string, name: string, kind: BranchKind, description: string | null, status: ResourceStatus, document_id: string, is_default: boolean, is_protected: boolean, latest_version_id: string | null, created_by: string, created_at: string, updated_at: string };

export type ListDocumentsQueryVariables = Exact<{
  project_id: string;
  document_type?: DocumentType | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDocumentsQuery = { project: { documents: { total: number, items: Array<DocumentFragment> } | null } | null };

export type GetDocumentQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
}>;


export type GetDocumentQuery = { document: DocumentFragment | null };

export type GetDocumentOverviewQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
}>;


export type GetDocumentOverviewQuery = { document: { overview: { version_count: number, endpoint_count: number, published_branch_ids: Array<string>, open_draft_count: number, raw_size_bytes: number, latest_version: VersionFragment | null } } | null };

export type CreateDocumentMutationVariables = Exact<{
  project_id: string;
  name: string;
  document_type: DocumentType;
  relative_path: string;
  description?: string | null | undefined;
}>;


export type CreateDocumentMutation = { createDocument: DocumentFragment | null };

export type UpdateDocumentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  relative_path?: string | null | undefined;
}>;


export type UpdateDocumentMutation = { updateDocument: DocumentFragment | null };

export type ArchiveDocumentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
}>;


export type ArchiveDocumentMutation = { archiveDocument: DocumentFragment | null };

export type UnarchiveDocumentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
}>;


export type UnarchiveDocumentMutation = { unarchiveDocument: DocumentFragment | null };

export type ListBranchesQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListBranchesQuery = { document: { branches: { total: number, items: Array<BranchFragment> } | null } | null };

export type GetBranchQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
}>;


export type GetBranchQuery = { branch: BranchFragment | null };

export type CreateBranchMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
  name: string;
  description?: string | null | undefined;
}>;


export type CreateBranchMutation = { createBranch: BranchFragment | null };

export type UpdateBranchMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  is_default?: boolean | null | undefined;
  is_protected?: boolean | null | undefined;
}>;


export type UpdateBranchMutation = { updateBranch: BranchFragment | null };

export type ArchiveBranchMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
}>;


export type ArchiveBranchMutation = { archiveBranch: BranchFragment | null };

export type UnarchiveBranchMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
}>;


export type UnarchiveBranchMutation = { unarchiveBranch: BranchFragment | null };

export type DraftEntryFragment = { id: string, changelog: string | null, revision: string, status: DraftStatus, project_id: string, document_id: string, branch_id: string, version_name: string, source_git_commit_id: string | null, content_kind: ContentKind, document_format: DocumentFormat, source_type: SourceType, source_branch_id: string | null, source_version_id: string | null, base_version_id: string | null, raw_content_hash: string, normalized_content_hash: string | null, stable_content_hash: string | null, hash: string, warnings: number, review_revision: string | null, state: DraftStatus, submission_round: number, submitted_at: string | null, review_comment: string | null, created_by: string, created_at: string, updated_at: string, author: PersonFragment };

export type PersonFragment = { id: string, name: string };

export type DraftListedFragment = (
  { diff_preview: DiffPreviewEntryFragment | null }
  & DraftEntryFragment
);

export type DiffPreviewEntryFragment = { base_version_id: string | null, summary: DiffSummaryFragment };

export type DraftDetailsFragment = (
  { diff_preview: DiffPreviewFragment | null }
  & DraftEntryFragment
);

export type DraftFragment = (
  { schema_content: string | null, content: string | null }
  & DraftDetailsFragment
);

export type DiffPreviewFragment = { base_version_id: string | null, summary: DiffSummaryFragment, semver_hint: SemverHintFragment | null, items: Array<DiffItemFragment> | null };

export type ReviewFragment = { id: string, decision: ReviewDecision, comment: string | null, draft_id: string, submission_round: number, review_revision: string, created_by: string, created_at: string, updated_at: string, reviewer: PersonFragment };

export type ContentFragment = { content: string, hash: string, owner_type: ContentOwnerType, owner_id: string, content_kind: ContentKind, size_bytes: number };

export type ContentProblemFragment = { message: string, pointer: string | null, line: number | null, column: number | null };

export type ListDraftsQueryVariables = Exact<{
  project_id: string;
  document_id?: string | null | undefined;
  branch_id?: string | null | undefined;
  status?: DraftStatus | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDraftsQuery = { project: { drafts: { total: number, items: Array<DraftListedFragment> } | null } | null };

export type GetDraftQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
}>;


export type GetDraftQuery = { draft: DraftFragment | null };

export type GetDraftContentQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  kind: ContentKind;
}>;


export type GetDraftContentQuery = { draft: { content: (
      { draft: DraftDetailsFragment | null }
      & ContentFragment
    ) | null } | null };

export type ListDraftReviewsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDraftReviewsQuery = { draft: { reviews: { total: number, items: Array<ReviewFragment> } | null } | null };

export type ListDraftWarningsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDraftWarningsQuery = { draft: { total: number, items: Array<ContentProblemFragment> | null } | null };

export type CreateDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
  version_name: string;
  schema_content?: string | null | undefined;
  files?: Array<DraftFileInput> | DraftFileInput | null | undefined;
  schema_path?: string | null | undefined;
  content?: string | null | undefined;
  content_kind?: ContentKind | null | undefined;
  changelog?: string | null | undefined;
  source_git_commit_id?: string | null | undefined;
}>;


export type CreateDraftMutation = { createDraft: DraftFragment | null };

export type UpdateDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  expected_revision?: string | null | undefined;
  version_name?: string | null | undefined;
  schema_content?: string | null | undefined;
  files?: Array<DraftFileInput> | DraftFileInput | null | undefined;
  schema_path?: string | null | undefined;
  content?: string | null | undefined;
  content_kind?: ContentKind | null | undefined;
  changelog?: string | null | undefined;
  source_git_commit_id?: string | null | undefined;
}>;


export type UpdateDraftMutation = { updateDraft: DraftFragment | null };

export type WithdrawDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
}>;


export type WithdrawDraftMutation = { withdrawDraft: DraftEntryFragment | null };

export type SubmitDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  expected_revision?: string | null | undefined;
  expected_submission_round?: number | null | undefined;
}>;


export type SubmitDraftMutation = { submitDraft: DraftFragment | null };

export type ApproveDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  expected_review_revision?: string | null | undefined;
  comment?: string | null | undefined;
}>;


export type ApproveDraftMutation = { approveDraft: VersionFragment | null };

export type RequestDraftChangesMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  expected_review_revision?: string | null | undefined;
  comment?: string | null | undefined;
}>;


export type RequestDraftChangesMutation = { requestDraftChanges: DraftFragment | null };

export type RejectDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  expected_review_revision?: string | null | undefined;
  comment?: string | null | undefined;
}>;


export type RejectDraftMutation = { rejectDraft: DraftFragment | null };

export type PromoteDraftMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  source_branch_id?: string | null | undefined;
  source_version_id?: string | null | undefined;
  target_branch_id: string;
  version_name: string;
  changelog?: string | null | undefined;
}>;


export type PromoteDraftMutation = { promoteDraft: DraftFragment | null };

export type ListEndpointHistoryQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
  method: string;
  path: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListEndpointHistoryQuery = { branch: { endpointHistory: { total: number, items: Array<{ step: EndpointStep, version: VersionFragment, items: Array<DiffItemFragment> | null }> } | null } | null };

export type UserFragment = { id: string, email: string, name: string, status: UserStatus, is_super_admin: boolean, mail_notices: boolean, created_at: string, updated_at: string };

export type SessionFragment = { token: string, expires_at: string, user: UserFragment };

export type AuthConfigQueryVariables = Exact<{ [key: string]: never; }>;


export type AuthConfigQuery = { authConfig: { registration_enabled: boolean, oidc_name: string | null } | null };

export type LoginMutationVariables = Exact<{
  email: string;
  password: string;
}>;


export type LoginMutation = { login: SessionFragment | null };

export type RegisterMutationVariables = Exact<{
  email: string;
  name?: string | null | undefined;
  password: string;
}>;


export type RegisterMutation = { register: SessionFragment | null };

export type StartOidcSignInMutationVariables = Exact<{ [key: string]: never; }>;


export type StartOidcSignInMutation = { startOidcSignIn: { url: string, flow: string, expires_at: string } | null };

export type FinishOidcSignInMutationVariables = Exact<{
  flow: string;
  code: string;
  state: string;
  iss?: string | null | undefined;
}>;


export type FinishOidcSignInMutation = { finishOidcSignIn: SessionFragment | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: UserFragment | null };

export type UpdateMeMutationVariables = Exact<{
  name?: string | null | undefined;
  mail_notices?: boolean | null | undefined;
}>;


export type UpdateMeMutation = { updateMe: UserFragment | null };

export type ChangePasswordMutationVariables = Exact<{
  current_password: string;
  new_password: string;
}>;


export type ChangePasswordMutation = { changePassword: UserFragment | null };

export type LogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type LogoutMutation = { logout: UserFragment | null };

export type DocumentExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id: string;
}>;


export type DocumentExistsQuery = { document: { id: string } | null };

export type BranchExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
}>;


export type BranchExistsQuery = { branch: { id: string } | null };

export type DraftExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
}>;


export type DraftExistsQuery = { draft: { id: string } | null };

export type VersionExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
}>;


export type VersionExistsQuery = { version: { id: string } | null };

export type DiffExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  diff_id: string;
}>;


export type DiffExistsQuery = { diff: { id: string } | null };

export type ChatSessionExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  session_id: string;
}>;


export type ChatSessionExistsQuery = { chatSession: { id: string } | null };

export type WebhookExistsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
}>;


export type WebhookExistsQuery = { webhook: { id: string } | null };

export type ProjectFragment = { id: string, name: string, description: string | null, status: ResourceStatus, team_id: string, admin_user_id: string | null, my_role: MemberRole | null, created_by: string, created_at: string, updated_at: string };

export type MemberFragment = { id: string, role: MemberRole, project_id: string, user_id: string, user_email: string, user_name: string, user_status: UserStatus, added_by: string | null, created_at: string, updated_at: string };

export type ListProjectsQueryVariables = Exact<{
  team_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListProjectsQuery = { projects: { total: number, items: Array<ProjectFragment> } | null };

export type GetProjectQueryVariables = Exact<{
  project_id: string;
}>;


export type GetProjectQuery = { project: ProjectFragment | null };

export type CreateProjectMutationVariables = Exact<{
  team_id: string;
  name: string;
  description?: string | null | undefined;
  admin_user_id?: string | null | undefined;
}>;


export type CreateProjectMutation = { createProject: ProjectFragment | null };

export type UpdateProjectMutationVariables = Exact<{
  project_id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
}>;


export type UpdateProjectMutation = { updateProject: ProjectFragment | null };

export type ArchiveProjectMutationVariables = Exact<{
  project_id: string;
}>;


export type ArchiveProjectMutation = { archiveProject: ProjectFragment | null };

export type UnarchiveProjectMutationVariables = Exact<{
  project_id: string;
}>;


export type UnarchiveProjectMutation = { unarchiveProject: ProjectFragment | null };

export type ListMembersQueryVariables = Exact<{
  project_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListMembersQuery = { project: { members: { total: number, items: Array<MemberFragment> } | null } | null };

export type ListMemberCandidatesQueryVariables = Exact<{
  project_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListMemberCandidatesQuery = { memberCandidates: { total: number, items: Array<{ id: string, email: string, name: string }> } | null };

export type AddProjectMemberMutationVariables = Exact<{
  project_id: string;
  user_id: string;
  role: MemberRole;
}>;


export type AddProjectMemberMutation = { addProjectMember: MemberFragment | null };

export type UpdateProjectMemberMutationVariables = Exact<{
  project_id: string;
  user_id: string;
  role: MemberRole;
}>;


export type UpdateProjectMemberMutation = { updateProjectMember: MemberFragment | null };

export type RemoveProjectMemberMutationVariables = Exact<{
  project_id: string;
  user_id: string;
}>;


export type RemoveProjectMemberMutation = { removeProjectMember: MemberFragment | null };

export type QueuedDraftFragment = (
  { project: { id: string, name: string } | null, document: { id: string, name: string, document_type: DocumentType, relative_path: string } | null, branch: { id: string, name: string } | null, diff_preview: { summary: DiffSummaryFragment } | null }
  & DraftEntryFragment
);

export type ListReviewQueueQueryVariables = Exact<{
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListReviewQueueQuery = { reviewQueue: { total: number, items: Array<QueuedDraftFragment> } | null };

export type ListMyDraftsQueryVariables = Exact<{
  open?: boolean | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListMyDraftsQuery = { myDrafts: { total: number, items: Array<QueuedDraftFragment> } | null };

export type ReviewPolicyFragment = { project_id: string, require_other_reviewer: boolean, require_comment: boolean, require_resolved_threads: boolean, require_reason_for_breaking: boolean, updated_by: string | null, updated_at: string | null };

export type GetReviewPolicyQueryVariables = Exact<{
  project_id: string;
}>;


export type GetReviewPolicyQuery = { project: { reviewPolicy: ReviewPolicyFragment | null } | null };

export type UpdateReviewPolicyMutationVariables = Exact<{
  project_id: string;
  require_other_reviewer?: boolean | null | undefined;
  require_comment?: boolean | null | undefined;
  require_resolved_threads?: boolean | null | undefined;
  require_reason_for_breaking?: boolean | null | undefined;
}>;


export type UpdateReviewPolicyMutation = { updateReviewPolicy: ReviewPolicyFragment | null };

export type CommentFragment = { id: string, outdated: boolean, body: string, draft_id: string, reply_to: string | null, html: string, submission_round: number, is_deleted: boolean, is_resolved: boolean, resolved_at: string | null, created_by: string, created_at: string, updated_at: string, anchor: { pointer: string | null, line: number | null, change_key: string | null } | null, resolved_by: PersonFragment | null, author: PersonFragment };

export type ListCommentsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListCommentsQuery = { draft: { comments: { total: number, items: Array<CommentFragment> } | null } | null };

export type CreateCommentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  body: string;
  anchor?: CommentAnchorInput | null | undefined;
  reply_to?: string | null | undefined;
}>;


export type CreateCommentMutation = { createComment: CommentFragment | null };

export type UpdateCommentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  comment_id: string;
  body: string;
}>;


export type UpdateCommentMutation = { updateComment: CommentFragment | null };

export type DeleteCommentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  comment_id: string;
}>;


export type DeleteCommentMutation = { deleteComment: CommentFragment | null };

export type ResolveCommentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  comment_id: string;
}>;


export type ResolveCommentMutation = { resolveComment: CommentFragment | null };

export type ReopenCommentMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  draft_id: string;
  comment_id: string;
}>;


export type ReopenCommentMutation = { reopenComment: CommentFragment | null };

export type SearchQueryVariables = Exact<{
  q: string;
  kind?: SearchKind | null | undefined;
  project_id?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type SearchQuery = { search: { total: number, items: Array<{ id: string, kind: SearchKind, title: string, snippet: string, method: string | null, path: string | null, pointer: string | null, line: number | null, project_id: string, document_id: string, branch_id: string | null, version_id: string | null, endpoint_id: string | null, document: { name: string, relative_path: string } }> } | null };

export type DocumentShareEntryFragment = { id: string, status: DocumentShareStatus, expiry: DocumentShareExpiry, share_id: string, project_id: string, document_id: string, branch_id: string, version_scope: DocumentShareVersionScope, state: DocumentShareStatus, password_protected: boolean, expires_at: string | null, created_by: string, created_at: string, updated_at: string, revoked_by: string | null, revoked_at: string | null };

export type DocumentShareFragment = (
  { secret: string | null, url: string | null }
  & DocumentShareEntryFragment
);

export type PublicShareVersionFragment = { id: string, changelog: string | null, version_name: string, published_at: string };

export type ListDocumentSharesQueryVariables = Exact<{
  project_id: string;
  document_id?: string | null | undefined;
  branch_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListDocumentSharesQuery = { project: { shares: { total: number, items: Array<DocumentShareEntryFragment> } | null } | null };

export type CreateDocumentShareMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  branch_id: string;
  expiry?: DocumentShareExpiry | null | undefined;
  version_scope?: DocumentShareVersionScope | null | undefined;
  password?: string | null | undefined;
}>;


export type CreateDocumentShareMutation = { createDocumentShare: DocumentShareFragment | null };

export type RevealDocumentShareMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  share_id: string;
}>;


export type RevealDocumentShareMutation = { revealDocumentShare: DocumentShareFragment | null };

export type RevokeDocumentShareMutationVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  share_id: string;
}>;


export type RevokeDocumentShareMutation = { revokeDocumentShare: DocumentShareEntryFragment | null };

export type GetPublicShareQueryVariables = Exact<{
  share_id: string;
}>;


export type GetPublicShareQuery = { publicShare: { share_id: string, document_name: string, document_type: DocumentType, branch_name: string, version_scope: DocumentShareVersionScope, expires_at: string | null, latest_version: PublicShareVersionFragment } | null };

export type UnlockPublicShareMutationVariables = Exact<{
  share_id: string;
  password: string;
}>;


export type UnlockPublicShareMutation = { unlockPublicShare: { unlock_proof: string, expires_at: string } | null };

export type ListPublicShareVersionsQueryVariables = Exact<{
  share_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListPublicShareVersionsQuery = { publicShareVersions: { total: number, items: Array<PublicShareVersionFragment> } | null };

export type GetPublicShareContentQueryVariables = Exact<{
  share_id: string;
  version_id: string;
}>;


export type GetPublicShareContentQuery = { publicShareContent: { content: string, html: string | null, version_id: string, content_kind: ContentKind, document_type: DocumentType, headings: Array<{ level: number, text: string, id: string }> | null } | null };

export type ListPublicShareEndpointsQueryVariables = Exact<{
  share_id: string;
  version_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListPublicShareEndpointsQuery = { publicShareEndpoints: { total: number, items: Array<{ method: string, path: string, summary: string | null, tags: Array<string>, deprecated: boolean }> } | null };

export type GetPublicShareChangesQueryVariables = Exact<{
  share_id: string;
  version_id: string;
  from_version_id: string;
}>;


export type GetPublicShareChangesQuery = { publicShareChanges: { changelog: string, html: string, from_version_id: string, to_version_id: string } | null };

export type DownloadPublicShareVersionQueryVariables = Exact<{
  share_id: string;
  version_id: string;
}>;


export type DownloadPublicShareVersionQuery = { publicShareContent: { hash: string, content: string, file_name: string } | null };

export type DownloadPackedPublicShareVersionQueryVariables = Exact<{
  share_id: string;
  version_id: string;
}>;


export type DownloadPackedPublicShareVersionQuery = { publicShareContent: { file_name: string, packed: string } | null };

export type TeamFragment = { id: string, name: string, description: string | null, status: ResourceStatus, created_by: string, created_at: string, updated_at: string };

export type ListTeamsQueryVariables = Exact<{
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListTeamsQuery = { teams: { total: number, items: Array<TeamFragment> } | null };

export type GetTeamQueryVariables = Exact<{
  team_id: string;
}>;


export type GetTeamQuery = { team: TeamFragment | null };

export type CreateTeamMutationVariables = Exact<{
  name: string;
  description?: string | null | undefined;
}>;


export type CreateTeamMutation = { createTeam: TeamFragment | null };

export type UpdateTeamMutationVariables = Exact<{
  team_id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
}>;


export type UpdateTeamMutation = { updateTeam: TeamFragment | null };

export type ArchiveTeamMutationVariables = Exact<{
  team_id: string;
}>;


export type ArchiveTeamMutation = { archiveTeam: TeamFragment | null };

export type UnarchiveTeamMutationVariables = Exact<{
  team_id: string;
}>;


export type UnarchiveTeamMutation = { unarchiveTeam: TeamFragment | null };

export type McpTokenEntryFragment = { id: string, name: string, scopes: Array<McpScope>, status: McpTokenStatus, state: McpTokenStatus, token_masked: string, expires_at: string | null, revoked_at: string | null, last_used_at: string | null, created_by: string, created_at: string, updated_at: string };

export type ListMcpTokensQueryVariables = Exact<{
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListMcpTokensQuery = { mcpTokens: { total: number, items: Array<McpTokenEntryFragment> } | null };

export type GetMcpTokenQueryVariables = Exact<{
  token_id: string;
}>;


export type GetMcpTokenQuery = { mcpToken: (
    { token: string | null }
    & McpTokenEntryFragment
  ) | null };

export type CreateMcpTokenMutationVariables = Exact<{
  name: string;
  scopes: Array<McpScope> | McpScope;
  expires_at?: string | null | undefined;
}>;


export type CreateMcpTokenMutation = { createMcpToken: (
    { token: string | null }
    & McpTokenEntryFragment
  ) | null };

export type RevokeMcpTokenMutationVariables = Exact<{
  token_id: string;
}>;


export type RevokeMcpTokenMutation = { revokeMcpToken: McpTokenEntryFragment | null };

export type ListMcpUsageQueryVariables = Exact<{
  project_id?: string | null | undefined;
  token_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListMcpUsageQuery = { mcpUsage: { total: number, items: Array<AuditEntryFragment> } | null };

export type ListUserMcpTokensQueryVariables = Exact<{
  user_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListUserMcpTokensQuery = { mcpTokens: { total: number, items: Array<McpTokenEntryFragment> } | null };

export type RevokeUserMcpTokenMutationVariables = Exact<{
  user_id: string;
  token_id: string;
}>;


export type RevokeUserMcpTokenMutation = { revokeMcpToken: McpTokenEntryFragment | null };

export type ApiTokenEntryFragment = { id: string, name: string, scopes: Array<ApiScope>, status: ApiTokenStatus, project_id: string | null, state: ApiTokenStatus, token_masked: string, expires_at: string | null, revoked_at: string | null, last_used_at: string | null, created_by: string, created_at: string, updated_at: string };

export type ListApiTokensQueryVariables = Exact<{
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListApiTokensQuery = { apiTokens: { total: number, items: Array<ApiTokenEntryFragment> } | null };

export type GetApiTokenQueryVariables = Exact<{
  token_id: string;
}>;


export type GetApiTokenQuery = { apiToken: ApiTokenEntryFragment | null };

export type CreateApiTokenMutationVariables = Exact<{
  name: string;
  scopes: Array<ApiScope> | ApiScope;
  project_id?: string | null | undefined;
  expires_at?: string | null | undefined;
}>;


export type CreateApiTokenMutation = { createApiToken: (
    { token: string | null }
    & ApiTokenEntryFragment
  ) | null };

export type RevokeApiTokenMutationVariables = Exact<{
  token_id: string;
}>;


export type RevokeApiTokenMutation = { revokeApiToken: ApiTokenEntryFragment | null };

export type ListUserApiTokensQueryVariables = Exact<{
  user_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListUserApiTokensQuery = { apiTokens: { total: number, items: Array<ApiTokenEntryFragment> } | null };

export type RevokeUserApiTokenMutationVariables = Exact<{
  user_id: string;
  token_id: string;
}>;


export type RevokeUserApiTokenMutation = { revokeApiToken: ApiTokenEntryFragment | null };

export type ListUsersQueryVariables = Exact<{
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListUsersQuery = { users: { total: number, items: Array<UserFragment> } | null };

export type GetUserQueryVariables = Exact<{
  user_id: string;
}>;


export type GetUserQuery = { user: UserFragment | null };

export type CreateUserMutationVariables = Exact<{
  email: string;
  name?: string | null | undefined;
  password: string;
  is_super_admin?: boolean | null | undefined;
  status?: UserStatus | null | undefined;
}>;


export type CreateUserMutation = { createUser: UserFragment | null };

export type UpdateUserMutationVariables = Exact<{
  user_id: string;
  name?: string | null | undefined;
  status?: UserStatus | null | undefined;
  is_super_admin?: boolean | null | undefined;
  password?: string | null | undefined;
}>;


export type UpdateUserMutation = { updateUser: UserFragment | null };

export type VersionFragment = { id: string, changelog: string | null, sequence: number, status: VersionStatus, project_id: string, document_id: string, branch_id: string, draft_id: string, version_name: string, source_git_commit_id: string | null, document_format: DocumentFormat, source_type: SourceType, raw_content_hash: string, normalized_content_hash: string | null, stable_content_hash: string | null, hash: string, warnings: number, published_by: string, published_at: string, created_at: string, updated_at: string };

export type EndpointEntryFragment = { id: string, method: string, path: string, summary: string | null, tags: Array<string>, deprecated: boolean, hash: string, version_id: string, operation_id: string | null, created_at: string, updated_at: string };

export type EndpointFragment = (
  { description: string | null, parameters: unknown, responses: unknown, security: unknown, servers: unknown, callbacks: unknown, operation: unknown, schemas: unknown, request_body: unknown, schema_refs: unknown }
  & EndpointEntryFragment
);

export type ListVersionsQueryVariables = Exact<{
  project_id: string;
  document_id?: string | null | undefined;
  branch_id?: string | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListVersionsQuery = { project: { versions: { total: number, items: Array<VersionFragment> } | null } | null };

export type GetVersionFeedQueryVariables = Exact<{
  project_id: string;
}>;


export type GetVersionFeedQuery = { project: { versionFeed: { content: string } | null } | null };

export type GetVersionQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
}>;


export type GetVersionQuery = { version: VersionFragment | null };

export type GetVersionContentQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
  kind: ContentKind;
}>;


export type GetVersionContentQuery = { version: { content: ContentFragment | null } | null };

export type ListVersionWarningsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListVersionWarningsQuery = { version: { total: number, items: Array<ContentProblemFragment> | null } | null };

export type ListEndpointsQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id: string;
  path?: string | null | undefined;
  method?: string | null | undefined;
  tag?: string | null | undefined;
  deprecated?: boolean | null | undefined;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListEndpointsQuery = { version: { endpoints: { total: number, items: Array<EndpointEntryFragment> } | null } | null };

export type GetEndpointQueryVariables = Exact<{
  project_id?: string | null | undefined;
  document_id?: string | null | undefined;
  version_id?: string | null | undefined;
  endpoint_id: string;
}>;


export type GetEndpointQuery = { endpoint: EndpointFragment | null };

export type WebhookEntryFragment = { id: string, url: string, events: Array<WebhookEvent>, enabled: boolean, webhook_id: string, project_id: string, disabled_reason: string | null, secret_masked: string, last_delivered_at: string | null, created_by: string, created_at: string, updated_at: string };

export type WebhookDeliveryFragment = { id: string, event: WebhookEvent, status: WebhookDeliveryStatus, payload: unknown, attempts: number, error: string | null, webhook_id: string, state: WebhookDeliveryStatus, attempted_at: string | null, next_attempt_at: string | null, response_status: number | null, duration_ms: number | null, created_at: string, updated_at: string };

export type ListWebhooksQueryVariables = Exact<{
  project_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListWebhooksQuery = { project: { webhooks: { total: number, items: Array<WebhookEntryFragment> } | null } | null };

export type GetWebhookQueryVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
}>;


export type GetWebhookQuery = { webhook: WebhookEntryFragment | null };

export type CreateWebhookMutationVariables = Exact<{
  project_id: string;
  url: string;
  events: Array<WebhookEvent> | WebhookEvent;
  enabled?: boolean | null | undefined;
}>;


export type CreateWebhookMutation = { createWebhook: (
    { secret: string | null }
    & WebhookEntryFragment
  ) | null };

export type UpdateWebhookMutationVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
  url?: string | null | undefined;
  events?: Array<WebhookEvent> | WebhookEvent | null | undefined;
  enabled?: boolean | null | undefined;
}>;


export type UpdateWebhookMutation = { updateWebhook: WebhookEntryFragment | null };

export type DeleteWebhookMutationVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
}>;


export type DeleteWebhookMutation = { deleteWebhook: WebhookEntryFragment | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: (
    { secret: string | null }
    & WebhookEntryFragment
  ) | null };

export type TestWebhookMutationVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
}>;


export type TestWebhookMutation = { testWebhook: WebhookDeliveryFragment | null };

export type ListWebhookDeliveriesQueryVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
  search?: string | null | undefined;
  page_size?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type ListWebhookDeliveriesQuery = { webhook: { deliveries: { total: number, items: Array<WebhookDeliveryFragment> } | null } | null };

export type RedeliverWebhookMutationVariables = Exact<{
  project_id?: string | null | undefined;
  webhook_id: string;
  delivery_id: string;
}>;


export type RedeliverWebhookMutation = { redeliverWebhook: WebhookDeliveryFragment | null };

export const McpProjectFragmentDoc = gql`
    fragment McpProject on Project {
  id
  name
  description
  my_role: myRole
  status
}
    ` as unknown as DocumentNode<McpProjectFragment, unknown>;
export const McpDocumentFragmentDoc = gql`
    fragment McpDocument on Document {
  id
  name
  document_type: documentType
  relative_path: relativePath
  description
  status
}
    ` as unknown as DocumentNode<McpDocumentFragment, unknown>;
export const McpBranchFragmentDoc = gql`
    fragment McpBranch on Branch {
  id
  name
  kind
  description
  is_default: isDefault
  is_protected: isProtected
  latest_version_id: latestVersionId
  status
}
    ` as unknown as DocumentNode<McpBranchFragment, unknown>;
export const McpVersionFragmentDoc = gql`
    fragment McpVersion on Version {
  id
  project_id: projectId
  document_id: documentId
  branch_id: branchId
  version_name: versionName
  sequence
  changelog
  source_git_commit_id: sourceGitCommitId
  document_format: documentFormat
  hash: rawContentHash
  warnings: warningCount
  published_at: publishedAt
}
    ` as unknown as DocumentNode<McpVersionFragment, unknown>;
export const McpVersionsFragmentDoc = gql`
    fragment McpVersions on VersionConnection {
  total: totalCount
  items: nodes {
    ...McpVersion
  }
}
    ` as unknown as DocumentNode<McpVersionsFragment, unknown>;
export const McpTextFragmentDoc = gql`
    fragment McpText on Content {
  content_kind: contentKind
  content
  hash
  size_bytes: sizeBytes
  offset
  next_offset: nextOffset
}
    ` as unknown as DocumentNode<McpTextFragment, unknown>;
export const McpVersionTextFragmentDoc = gql`
    fragment McpVersionText on Content {
  ...McpText
  version {
    ...McpVersion
  }
}
    ` as unknown as DocumentNode<McpVersionTextFragment, unknown>;
export const McpEndpointEntryFragmentDoc = gql`
    fragment McpEndpointEntry on Endpoint {
  id
  method
  path
  operation_id: operationId
  summary
  tags
  deprecated
}
    ` as unknown as DocumentNode<McpEndpointEntryFragment, unknown>;
export const McpEndpointFragmentDoc = gql`
    fragment McpEndpoint on Endpoint {
  ...McpEndpointEntry
  version_id: versionId
  hash
  description
  parameters
  request_body: requestBody
  responses
  security
  servers
  callbacks
  schema_refs: schemaRefs
  schemas
}
    ` as unknown as DocumentNode<McpEndpointFragment, unknown>;
export const McpDiffSummaryFragmentDoc = gql`
    fragment McpDiffSummary on DiffSummary {
  unchanged
  added_endpoints: addedEndpoints
  removed_endpoints: removedEndpoints
  modified_endpoints: modifiedEndpoints
  breaking_changes: breakingChanges
  warnings
  infos
  ignored_changes: ignoredChanges
  added_lines: addedLines
  removed_lines: removedLines
  modified_blocks: modifiedBlocks
}
    ` as unknown as DocumentNode<McpDiffSummaryFragment, unknown>;
export const McpDiffFragmentDoc = gql`
    fragment McpDiff on Diff {
  id
  project_id: projectId
  document_id: documentId
  from_version_id: fromVersionId
  to_version_id: toVersionId
  diff_hash: diffHash
  summary {
    ...McpDiffSummary
  }
  item_count: itemCount
}
    ` as unknown as DocumentNode<McpDiffFragment, unknown>;
export const McpDiffItemFragmentDoc = gql`
    fragment McpDiffItem on DiffItem {
  rule
  key
  change_type: changeType
  severity
  is_breaking: isBreaking
  must_handle: mustHandle
  ignored {
    exception_id: exceptionId
    reason
    accepted_by: acceptedById
    accepted_at: acceptedAt
    expires_at: expiresAt
  }
  method
  path
  operation_id: operationId
  affected_operations: affectedOperationCount
  location
  old_value: oldValue(maxCharacters: 500)
  new_value: newValue(maxCharacters: 500)
  message
  sort_order: sortOrder
}
    ` as unknown as DocumentNode<McpDiffItemFragment, unknown>;
export const McpDiffPageFragmentDoc = gql`
    fragment McpDiffPage on Diff {
  ...McpDiff
  items(first: $page_size, offset: $offset) {
    ...McpDiffItem
  }
}
    ` as unknown as DocumentNode<McpDiffPageFragment, unknown>;
export const McpChangesFragmentDoc = gql`
    fragment McpChanges on DiffChanges {
  summary {
    ...McpDiffSummary
  }
  breaking {
    ...McpDiffItem
  }
  must_handle: mustHandle {
    ...McpDiffItem
  }
  other {
    ...McpDiffItem
  }
  next_offset: nextOffset
}
    ` as unknown as DocumentNode<McpChangesFragment, unknown>;
export const McpAiSummaryFragmentDoc = gql`
    fragment McpAiSummary on AiSummary {
  notice
  content
  model
  generated_at: generatedAt
  stale
}
    ` as unknown as DocumentNode<McpAiSummaryFragment, unknown>;
export const McpDraftEntryFragmentDoc = gql`
    fragment McpDraftEntry on Draft {
  id
  document_id: documentId
  branch_id: branchId
  version_name: versionName
  changelog
  document_format: documentFormat
  revision
  status
  state: status
  submission_round: submissionRound
  submitted_at: submittedAt
  review_comment: reviewComment
  created_by: createdById
  author {
    name
  }
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<McpDraftEntryFragment, unknown>;
export const McpPreviewFragmentDoc = gql`
    fragment McpPreview on Draft {
  diff_preview: diffPreview {
    base_version_id: baseVersionId
    summary {
      ...McpDiffSummary
    }
    item_count: itemCount
    items(first: 20) {
      ...McpDiffItem
    }
  }
}
    ` as unknown as DocumentNode<McpPreviewFragment, unknown>;
export const McpDraftFragmentDoc = gql`
    fragment McpDraft on Draft {
  id
  project_id: projectId
  document_id: documentId
  branch_id: branchId
  version_name: versionName
  changelog
  source_git_commit_id: sourceGitCommitId
  content_kind: contentKind
  document_format: documentFormat
  source_type: sourceType
  revision
  review_revision: reviewRevision
  status
  state: status
  submission_round: submissionRound
  submitted_at: submittedAt
  review_comment: reviewComment
  hash: rawContentHash
  warnings: warningCount
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<McpDraftFragment, unknown>;
export const McpDraftTextFragmentDoc = gql`
    fragment McpDraftText on Content {
  ...McpText
  draft {
    ...McpDraft
    diff_preview: diffPreview(nullIfTooLarge: true) {
      base_version_id: baseVersionId
      summary {
        ...McpDiffSummary
      }
      item_count: itemCount
      items(first: 20, offset: $changes_offset) {
        ...McpDiffItem
      }
    }
  }
}
    ` as unknown as DocumentNode<McpDraftTextFragment, unknown>;
export const McpCommentFragmentDoc = gql`
    fragment McpComment on Comment {
  id
  draft_id: draftId
  reply_to: replyToId
  anchor {
    change_key: changeKey
    pointer
    line
  }
  outdated
  body
  submission_round: submissionRound
  is_deleted: isDeleted
  is_resolved: isResolved
  author {
    name
  }
  created_by: createdById
  created_at: createdAt
}
    ` as unknown as DocumentNode<McpCommentFragment, unknown>;
export const McpCommentsFragmentDoc = gql`
    fragment McpComments on CommentConnection {
  total: totalCount
  items: nodes {
    ...McpComment
  }
}
    ` as unknown as DocumentNode<McpCommentsFragment, unknown>;
export const AiSummaryFragmentDoc = gql`
    fragment AiSummary on AiSummary {
  id
  owner_type: ownerType
  owner_id: ownerId
  prompt_key: promptKey
  prompt_version: promptVersion
  status
  content
  notice
  error_message: errorMessage
  model
  generated_by: generatedById
  generated_at: generatedAt
  stale
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<AiSummaryFragment, unknown>;
export const AiProviderFragmentDoc = gql`
    fragment AiProvider on AiProvider {
  project_id: projectId
  name
  base_url: baseUrl
  model
  api_mode: apiMode
  enabled
  temperature
  timeout_ms: timeoutMs
  max_output_tokens: maxOutputTokens
  api_key_set: apiKeySet
  api_key_last4: apiKeyLast4
  updated_by: updatedById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<AiProviderFragment, unknown>;
export const AiProviderTestFragmentDoc = gql`
    fragment AiProviderTest on AiProviderTest {
  ok
  content
  latency_ms: latencyMs
  model
}
    ` as unknown as DocumentNode<AiProviderTestFragment, unknown>;
export const AiPromptFragmentDoc = gql`
    fragment AiPrompt on AiPrompt {
  project_id: projectId
  prompt_key: promptKey
  system_prompt: systemPrompt
  user_prompt_template: userPromptTemplate
  enabled
  source
  version
  updated_by: updatedById
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<AiPromptFragment, unknown>;
export const AuditEntryFragmentDoc = gql`
    fragment AuditEntry on AuditEntry {
  id
  actor_type: actorType
  actor_id: actorId
  action
  resource_type: resourceType
  resource_id: resourceId
  project_id: projectId
  metadata
  trace_id: traceId
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<AuditEntryFragment, unknown>;
export const ChatSessionFragmentDoc = gql`
    fragment ChatSession on ChatSession {
  id
  session_id: id
  project_id: projectId
  document_id: documentId
  context_type: contextType
  context_id: contextId
  title
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<ChatSessionFragment, unknown>;
export const ChatMessageFragmentDoc = gql`
    fragment ChatMessage on ChatMessage {
  id
  session_id: sessionId
  role
  content
  model
  is_cut: isCut
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<ChatMessageFragment, unknown>;
export const DiffFactsFragmentDoc = gql`
    fragment DiffFacts on Diff {
  id
  project_id: projectId
  document_id: documentId
  from_version_id: fromVersionId
  to_version_id: toVersionId
  diff_hash: diffHash
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<DiffFactsFragment, unknown>;
export const DiffSummaryFragmentDoc = gql`
    fragment DiffSummary on DiffSummary {
  unchanged
  added_endpoints: addedEndpoints
  removed_endpoints: removedEndpoints
  modified_endpoints: modifiedEndpoints
  breaking_changes: breakingChanges
  warnings
  infos
  affected_operations: affectedOperations
  ignored_changes: ignoredChanges
  added_lines: addedLines
  removed_lines: removedLines
  modified_blocks: modifiedBlocks
}
    ` as unknown as DocumentNode<DiffSummaryFragment, unknown>;
export const DiffEntryFragmentDoc = gql`
    fragment DiffEntry on Diff {
  ...DiffFacts
  summary {
    ...DiffSummary
  }
}
    ` as unknown as DocumentNode<DiffEntryFragment, unknown>;
export const SemverHintFragmentDoc = gql`
    fragment SemverHint on SemverHint {
  needed
  version_before: before
  version_after: after
  sufficient
}
    ` as unknown as DocumentNode<SemverHintFragment, unknown>;
export const DiffItemFragmentDoc = gql`
    fragment DiffItem on DiffItem {
  rule
  key
  change_type: changeType
  severity
  is_breaking: isBreaking
  must_handle: mustHandle
  ignored {
    exception_id: exceptionId
    reason
    accepted_by: acceptedById
    accepted_at: acceptedAt
    expires_at: expiresAt
  }
  method
  path
  operation_id: operationId
  affected_operations: affectedOperationCount
  location
  pointer_before: pointerBefore
  pointer_after: pointerAfter
  old_value: oldValue
  new_value: newValue
  segments {
    kind
    text
  }
  message
  sort_order: sortOrder
}
    ` as unknown as DocumentNode<DiffItemFragment, unknown>;
export const DiffFragmentDoc = gql`
    fragment Diff on Diff {
  ...DiffEntry
  semver_hint: semverHint {
    ...SemverHint
  }
  items(nullIfTooLarge: true) {
    ...DiffItem
  }
}
    ` as unknown as DocumentNode<DiffFragment, unknown>;
export const AffectedOperationFragmentDoc = gql`
    fragment AffectedOperation on AffectedOperation {
  method
  path
  operation_id: operationId
}
    ` as unknown as DocumentNode<AffectedOperationFragment, unknown>;
export const DiffPolicyFragmentDoc = gql`
    fragment DiffPolicy on DiffPolicy {
  project_id: projectId
  profile
  overrides {
    rule
    severity
  }
  updated_by: updatedById
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<DiffPolicyFragment, unknown>;
export const DiffExceptionFragmentDoc = gql`
    fragment DiffException on DiffException {
  id
  project_id: projectId
  document_id: documentId
  key
  message
  reason
  status
  state: status
  expires_at: expiresAt
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
  revoked_by: revokedById
  revoked_at: revokedAt
}
    ` as unknown as DocumentNode<DiffExceptionFragment, unknown>;
export const DocumentFragmentDoc = gql`
    fragment Document on Document {
  id
  project_id: projectId
  name
  document_type: documentType
  relative_path: relativePath
  description
  status
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<DocumentFragment, unknown>;
export const BranchFragmentDoc = gql`
    fragment Branch on Branch {
  id
  document_id: documentId
  name
  kind
  description
  is_default: isDefault
  is_protected: isProtected
  latest_version_id: latestVersionId
  status
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<BranchFragment, unknown>;
export const PersonFragmentDoc = gql`
    fragment Person on Person {
  id
  name
}
    ` as unknown as DocumentNode<PersonFragment, unknown>;
export const DraftEntryFragmentDoc = gql`
    fragment DraftEntry on Draft {
  id
  project_id: projectId
  document_id: documentId
  branch_id: branchId
  version_name: versionName
  changelog
  source_git_commit_id: sourceGitCommitId
  content_kind: contentKind
  document_format: documentFormat
  source_type: sourceType
  source_branch_id: sourceBranchId
  source_version_id: sourceVersionId
  base_version_id: baseVersionId
  raw_content_hash: rawContentHash
  normalized_content_hash: normalizedContentHash
  stable_content_hash: stableContentHash
  hash: rawContentHash
  warnings: warningCount
  revision
  review_revision: reviewRevision
  status
  state: status
  submission_round: submissionRound
  submitted_at: submittedAt
  review_comment: reviewComment
  created_by: createdById
  author {
    ...Person
  }
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<DraftEntryFragment, unknown>;
export const DiffPreviewEntryFragmentDoc = gql`
    fragment DiffPreviewEntry on DiffPreview {
  base_version_id: baseVersionId
  summary {
    ...DiffSummary
  }
}
    ` as unknown as DocumentNode<DiffPreviewEntryFragment, unknown>;
export const DraftListedFragmentDoc = gql`
    fragment DraftListed on Draft {
  ...DraftEntry
  diff_preview: diffPreview(wait: false) {
    ...DiffPreviewEntry
  }
}
    ` as unknown as DocumentNode<DraftListedFragment, unknown>;
export const DiffPreviewFragmentDoc = gql`
    fragment DiffPreview on DiffPreview {
  base_version_id: baseVersionId
  summary {
    ...DiffSummary
  }
  semver_hint: semverHint {
    ...SemverHint
  }
  items(nullIfTooLarge: true) {
    ...DiffItem
  }
}
    ` as unknown as DocumentNode<DiffPreviewFragment, unknown>;
export const DraftDetailsFragmentDoc = gql`
    fragment DraftDetails on Draft {
  ...DraftEntry
  diff_preview: diffPreview(nullIfTooLarge: true) {
    ...DiffPreview
  }
}
    ` as unknown as DocumentNode<DraftDetailsFragment, unknown>;
export const DraftFragmentDoc = gql`
    fragment Draft on Draft {
  ...DraftDetails
  schema_content: schemaContent
  content: markdownContent
}
    ` as unknown as DocumentNode<DraftFragment, unknown>;
export const ReviewFragmentDoc = gql`
    fragment Review on Review {
  id
  draft_id: draftId
  decision
  comment
  submission_round: submissionRound
  review_revision: reviewRevision
  created_by: createdById
  reviewer {
    ...Person
  }
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<ReviewFragment, unknown>;
export const ContentFragmentDoc = gql`
    fragment Content on Content {
  owner_type: ownerType
  owner_id: ownerId
  content_kind: contentKind
  content
  hash
  size_bytes: sizeBytes
}
    ` as unknown as DocumentNode<ContentFragment, unknown>;
export const ContentProblemFragmentDoc = gql`
    fragment ContentProblem on ContentProblem {
  message
  pointer
  line
  column
}
    ` as unknown as DocumentNode<ContentProblemFragment, unknown>;
export const UserFragmentDoc = gql`
    fragment User on User {
  id
  email
  name
  is_super_admin: isSuperAdmin
  mail_notices: mailNotices
  status
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<UserFragment, unknown>;
export const SessionFragmentDoc = gql`
    fragment Session on Session {
  user {
    ...User
  }
  token
  expires_at: expiresAt
}
    ` as unknown as DocumentNode<SessionFragment, unknown>;
export const ProjectFragmentDoc = gql`
    fragment Project on Project {
  id
  team_id: teamId
  name
  description
  admin_user_id: adminUserId
  my_role: myRole
  status
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<ProjectFragment, unknown>;
export const MemberFragmentDoc = gql`
    fragment Member on Member {
  id
  project_id: projectId
  user_id: userId
  user_email: userEmail
  user_name: userName
  user_status: userStatus
  role
  added_by: addedById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<MemberFragment, unknown>;
export const QueuedDraftFragmentDoc = gql`
    fragment QueuedDraft on Draft {
  ...DraftEntry
  project {
    id
    name
  }
  document {
    id
    name
    document_type: documentType
    relative_path: relativePath
  }
  branch {
    id
    name
  }
  diff_preview: diffPreview(wait: false) {
    summary {
      ...DiffSummary
    }
  }
}
    ` as unknown as DocumentNode<QueuedDraftFragment, unknown>;
export const ReviewPolicyFragmentDoc = gql`
    fragment ReviewPolicy on ReviewPolicy {
  project_id: projectId
  require_other_reviewer: requireOtherReviewer
  require_comment: requireComment
  require_resolved_threads: requireResolvedThreads
  require_reason_for_breaking: requireReasonForBreaking
  updated_by: updatedById
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<ReviewPolicyFragment, unknown>;
export const CommentFragmentDoc = gql`
    fragment Comment on Comment {
  id
  draft_id: draftId
  reply_to: replyToId
  anchor {
    change_key: changeKey
    pointer
    line
  }
  outdated
  body
  html: bodyHtml
  submission_round: submissionRound
  is_deleted: isDeleted
  is_resolved: isResolved
  resolved_at: resolvedAt
  resolved_by: resolvedBy {
    ...Person
  }
  created_by: createdById
  author {
    ...Person
  }
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<CommentFragment, unknown>;
export const DocumentShareEntryFragmentDoc = gql`
    fragment DocumentShareEntry on DocumentShare {
  id
  share_id: id
  project_id: projectId
  document_id: documentId
  branch_id: branchId
  version_scope: versionScope
  status
  state: status
  password_protected: passwordProtected
  expiry
  expires_at: expiresAt
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
  revoked_by: revokedById
  revoked_at: revokedAt
}
    ` as unknown as DocumentNode<DocumentShareEntryFragment, unknown>;
export const DocumentShareFragmentDoc = gql`
    fragment DocumentShare on DocumentShare {
  ...DocumentShareEntry
  secret
  url
}
    ` as unknown as DocumentNode<DocumentShareFragment, unknown>;
export const PublicShareVersionFragmentDoc = gql`
    fragment PublicShareVersion on PublicShareVersion {
  id
  version_name: versionName
  changelog
  published_at: publishedAt
}
    ` as unknown as DocumentNode<PublicShareVersionFragment, unknown>;
export const TeamFragmentDoc = gql`
    fragment Team on Team {
  id
  name
  description
  status
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<TeamFragment, unknown>;
export const McpTokenEntryFragmentDoc = gql`
    fragment McpTokenEntry on McpToken {
  id
  name
  scopes
  status
  state: status
  token_masked: tokenMasked
  expires_at: expiresAt
  revoked_at: revokedAt
  last_used_at: lastUsedAt
  created_by: userId
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<McpTokenEntryFragment, unknown>;
export const ApiTokenEntryFragmentDoc = gql`
    fragment ApiTokenEntry on ApiToken {
  id
  name
  scopes
  project_id: projectId
  status
  state: status
  token_masked: tokenMasked
  expires_at: expiresAt
  revoked_at: revokedAt
  last_used_at: lastUsedAt
  created_by: userId
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<ApiTokenEntryFragment, unknown>;
export const VersionFragmentDoc = gql`
    fragment Version on Version {
  id
  project_id: projectId
  document_id: documentId
  branch_id: branchId
  draft_id: draftId
  version_name: versionName
  changelog
  source_git_commit_id: sourceGitCommitId
  document_format: documentFormat
  source_type: sourceType
  sequence
  raw_content_hash: rawContentHash
  normalized_content_hash: normalizedContentHash
  stable_content_hash: stableContentHash
  hash: rawContentHash
  warnings: warningCount
  status
  published_by: publishedById
  published_at: publishedAt
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<VersionFragment, unknown>;
export const EndpointEntryFragmentDoc = gql`
    fragment EndpointEntry on Endpoint {
  id
  version_id: versionId
  method
  path
  operation_id: operationId
  summary
  tags
  deprecated
  hash
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<EndpointEntryFragment, unknown>;
export const EndpointFragmentDoc = gql`
    fragment Endpoint on Endpoint {
  ...EndpointEntry
  description
  parameters
  request_body: requestBody
  responses
  security
  servers
  callbacks
  schema_refs: schemaRefs
  operation
  schemas
}
    ` as unknown as DocumentNode<EndpointFragment, unknown>;
export const WebhookEntryFragmentDoc = gql`
    fragment WebhookEntry on Webhook {
  id
  webhook_id: id
  project_id: projectId
  url
  events
  enabled
  disabled_reason: disabledReason
  secret_masked: secretMasked
  last_delivered_at: lastDeliveredAt
  created_by: createdById
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<WebhookEntryFragment, unknown>;
export const WebhookDeliveryFragmentDoc = gql`
    fragment WebhookDelivery on WebhookDelivery {
  id
  webhook_id: webhookId
  event
  status
  state: status
  payload
  attempts
  attempted_at: attemptedAt
  next_attempt_at: nextAttemptAt
  response_status: responseStatus
  duration_ms: durationMs
  error
  created_at: createdAt
  updated_at: updatedAt
}
    ` as unknown as DocumentNode<WebhookDeliveryFragment, unknown>;
export const McpCreateApiDraftDocument = gql`
    mutation McpCreateApiDraft($project_id: ID!, $document_id: ID!, $branch_id: ID!, $version_name: String!, $schema_content: String!, $changelog: String, $source_git_commit_id: String) {
  createDraft(
    input: {
      projectId: $project_id
      documentId: $document_id
      documentType: OPENAPI
      branchId: $branch_id
      versionName: $version_name
      schemaContent: $schema_content
      changelog: $changelog
      sourceGitCommitId: $source_git_commit_id
    }
  ) {
    ...McpDraft
    ...McpPreview
  }
}
    ${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpCreateApiDraftMutation, McpCreateApiDraftMutationVariables>;
export const McpUpdateApiDraftDocument = gql`
    mutation McpUpdateApiDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!, $expected_revision: String, $schema_content: String, $version_name: String, $changelog: String, $source_git_commit_id: String) {
  updateDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      documentType: OPENAPI
      expectedRevision: $expected_revision
      schemaContent: $schema_content
      versionName: $version_name
      changelog: $changelog
      sourceGitCommitId: $source_git_commit_id
    }
  ) {
    ...McpDraft
    ...McpPreview
  }
}
    ${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpUpdateApiDraftMutation, McpUpdateApiDraftMutationVariables>;
export const McpSubmitApiDraftDocument = gql`
    mutation McpSubmitApiDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!) {
  submitDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      documentType: OPENAPI
    }
  ) {
    ...McpDraft
    ...McpPreview
  }
}
    ${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpSubmitApiDraftMutation, McpSubmitApiDraftMutationVariables>;
export const McpCreateDocDraftDocument = gql`
    mutation McpCreateDocDraft($project_id: ID!, $document_id: ID!, $branch_id: ID!, $version_name: String!, $markdown_content: String!, $changelog: String, $source_git_commit_id: String) {
  createDraft(
    input: {
      projectId: $project_id
      documentId: $document_id
      documentType: MARKDOWN
      branchId: $branch_id
      versionName: $version_name
      content: $markdown_content
      changelog: $changelog
      sourceGitCommitId: $source_git_commit_id
    }
  ) {
    ...McpDraft
    ...McpPreview
  }
}
    ${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpCreateDocDraftMutation, McpCreateDocDraftMutationVariables>;
export const McpUpdateDocDraftDocument = gql`
    mutation McpUpdateDocDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!, $expected_revision: String, $markdown_content: String, $version_name: String, $changelog: String, $source_git_commit_id: String) {
  updateDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      documentType: MARKDOWN
      expectedRevision: $expected_revision
      content: $markdown_content
      versionName: $version_name
      changelog: $changelog
      sourceGitCommitId: $source_git_commit_id
    }
  ) {
    ...McpDraft
    ...McpPreview
  }
}
    ${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpUpdateDocDraftMutation, McpUpdateDocDraftMutationVariables>;
export const McpSubmitDocDraftDocument = gql`
    mutation McpSubmitDocDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!) {
  submitDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      documentType: MARKDOWN
    }
  ) {
    ...McpDraft
    ...McpPreview
  }
}
    ${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpSubmitDocDraftMutation, McpSubmitDocDraftMutationVariables>;
export const McpReplyToApiCommentDocument = gql`
    mutation McpReplyToApiComment($project_id: ID!, $document_id: ID!, $draft_id: ID!, $reply_to: ID!, $body: String!) {
  createComment(
    input: {
      projectId: $project_id
      documentId: $document_id
      documentType: OPENAPI
      draftId: $draft_id
      replyTo: $reply_to
      body: $body
    }
  ) {
    ...McpComment
  }
}
    ${McpCommentFragmentDoc}` as unknown as DocumentNode<McpReplyToApiCommentMutation, McpReplyToApiCommentMutationVariables>;
export const McpReplyToDocCommentDocument = gql`
    mutation McpReplyToDocComment($project_id: ID!, $document_id: ID!, $draft_id: ID!, $reply_to: ID!, $body: String!) {
  createComment(
    input: {
      projectId: $project_id
      documentId: $document_id
      documentType: MARKDOWN
      draftId: $draft_id
      replyTo: $reply_to
      body: $body
    }
  ) {
    ...McpComment
  }
}
    ${McpCommentFragmentDoc}` as unknown as DocumentNode<McpReplyToDocCommentMutation, McpReplyToDocCommentMutationVariables>;
export const McpPromptDraftDocument = gql`
    query McpPromptDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    content(kind: RAW, maxBytes: 48000) {
      ...McpText
      draft {
        ...McpDraft
        ...McpPreview
      }
    }
  }
}
    ${McpTextFragmentDoc}
${McpDraftFragmentDoc}
${McpPreviewFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpPromptDraftQuery, McpPromptDraftQueryVariables>;
export const McpPromptDiffDocument = gql`
    query McpPromptDiff($project_id: ID!, $document_id: ID!, $diff_id: ID!) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    from_version_id: fromVersionId
    to_version_id: toVersionId
    changes(first: 100) {
      ...McpChanges
    }
  }
}
    ${McpChangesFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpPromptDiffQuery, McpPromptDiffQueryVariables>;
export const McpPromptEndpointDocument = gql`
    query McpPromptEndpoint($project_id: ID!, $document_id: ID!, $version_id: ID!, $endpoint_id: ID!) {
  endpoint(
    id: $endpoint_id
    projectId: $project_id
    documentId: $document_id
    versionId: $version_id
    documentType: OPENAPI
  ) {
    ...McpEndpoint
  }
}
    ${McpEndpointFragmentDoc}
${McpEndpointEntryFragmentDoc}` as unknown as DocumentNode<McpPromptEndpointQuery, McpPromptEndpointQueryVariables>;
export const McpPromptMigrationDocument = gql`
    query McpPromptMigration($project_id: ID!, $document_id: ID!, $from_version_id: ID!, $to_version_id: ID!) {
  compareVersions(
    fromVersionId: $from_version_id
    toVersionId: $to_version_id
    projectId: $project_id
    documentId: $document_id
  ) {
    changes(first: 100) {
      ...McpChanges
    }
  }
}
    ${McpChangesFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpPromptMigrationQuery, McpPromptMigrationQueryVariables>;
export const McpListProjectsDocument = gql`
    query McpListProjects($search: String, $page_size: Int = 50, $offset: Int = 0) {
  projects(search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...McpProject
    }
  }
}
    ${McpProjectFragmentDoc}` as unknown as DocumentNode<McpListProjectsQuery, McpListProjectsQueryVariables>;
export const McpListDocumentsDocument = gql`
    query McpListDocuments($project_id: ID!, $document_type: DocumentType, $search: String, $page_size: Int = 50, $offset: Int = 0) {
  project(id: $project_id) {
    documents(
      documentType: $document_type
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...McpDocument
      }
    }
  }
}
    ${McpDocumentFragmentDoc}` as unknown as DocumentNode<McpListDocumentsQuery, McpListDocumentsQueryVariables>;
export const McpListBranchesDocument = gql`
    query McpListBranches($project_id: ID!, $document_id: ID!, $search: String, $page_size: Int = 50, $offset: Int = 0) {
  document(id: $document_id, projectId: $project_id) {
    branches(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...McpBranch
      }
    }
  }
}
    ${McpBranchFragmentDoc}` as unknown as DocumentNode<McpListBranchesQuery, McpListBranchesQueryVariables>;
export const McpListApiVersionsDocument = gql`
    query McpListApiVersions($project_id: ID!, $document_id: ID!, $branch_id: String, $search: String, $page_size: Int = 50, $offset: Int = 0) {
  project(id: $project_id) {
    versions(
      documentId: $document_id
      documentType: OPENAPI
      branch: $branch_id
      search: $search
      first: $page_size
      offset: $offset
    ) {
      ...McpVersions
    }
  }
}
    ${McpVersionsFragmentDoc}
${McpVersionFragmentDoc}` as unknown as DocumentNode<McpListApiVersionsQuery, McpListApiVersionsQueryVariables>;
export const McpListDocVersionsDocument = gql`
    query McpListDocVersions($project_id: ID!, $document_id: ID!, $branch_id: String, $search: String, $page_size: Int = 50, $offset: Int = 0) {
  project(id: $project_id) {
    versions(
      documentId: $document_id
      documentType: MARKDOWN
      branch: $branch_id
      search: $search
      first: $page_size
      offset: $offset
    ) {
      ...McpVersions
    }
  }
}
    ${McpVersionsFragmentDoc}
${McpVersionFragmentDoc}` as unknown as DocumentNode<McpListDocVersionsQuery, McpListDocVersionsQueryVariables>;
export const McpListEndpointsDocument = gql`
    query McpListEndpoints($project_id: ID!, $document_id: ID!, $version_id: ID!, $method: String, $path: String, $tag: String, $search: String, $page_size: Int = 50, $offset: Int = 0) {
  version(
    id: $version_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    endpoints(
      pathTemplate: $path
      method: $method
      tag: $tag
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...McpEndpointEntry
      }
    }
  }
}
    ${McpEndpointEntryFragmentDoc}` as unknown as DocumentNode<McpListEndpointsQuery, McpListEndpointsQueryVariables>;
export const McpSearchEndpointsDocument = gql`
    query McpSearchEndpoints($search: String!, $project_id: ID, $branch: String, $method: String, $page_size: Int = 50, $offset: Int = 0) {
  endpoints(
    search: $search
    projectId: $project_id
    branch: $branch
    method: $method
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      ...McpEndpointEntry
      version {
        id
        project_id: projectId
        document_id: documentId
        version_name: versionName
        document {
          name
        }
        branch {
          name
        }
      }
    }
  }
}
    ${McpEndpointEntryFragmentDoc}` as unknown as DocumentNode<McpSearchEndpointsQuery, McpSearchEndpointsQueryVariables>;
export const McpListDraftsDocument = gql`
    query McpListDrafts($project_id: ID!, $document_id: ID, $branch_id: String, $state: DraftStatus, $owner: DraftOwner, $search: String, $page_size: Int = 50, $offset: Int = 0) {
  drafts(
    projectId: $project_id
    documentId: $document_id
    branch: $branch_id
    status: $state
    owner: $owner
    search: $search
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      ...McpDraftEntry
    }
  }
}
    ${McpDraftEntryFragmentDoc}` as unknown as DocumentNode<McpListDraftsQuery, McpListDraftsQueryVariables>;
export const McpGetEndpointDocument = gql`
    query McpGetEndpoint($project_id: ID!, $document_id: ID!, $version_id: ID!, $endpoint_id: ID!, $pointer: String) {
  endpoint(
    id: $endpoint_id
    projectId: $project_id
    documentId: $document_id
    versionId: $version_id
    documentType: OPENAPI
  ) {
    ...McpEndpoint
    part(pointer: $pointer)
  }
}
    ${McpEndpointFragmentDoc}
${McpEndpointEntryFragmentDoc}` as unknown as DocumentNode<McpGetEndpointQuery, McpGetEndpointQueryVariables>;
export const McpGetLatestSchemaDocument = gql`
    query McpGetLatestSchema($project_id: ID!, $document_id: ID!, $branch_id: String!, $offset: Int = 0, $hash: String, $max_bytes: Int = 20000) {
  latestVersion(
    branch: $branch_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    content(kind: RAW, offset: $offset, hash: $hash, maxBytes: $max_bytes) {
      ...McpVersionText
    }
  }
}
    ${McpVersionTextFragmentDoc}
${McpTextFragmentDoc}
${McpVersionFragmentDoc}` as unknown as DocumentNode<McpGetLatestSchemaQuery, McpGetLatestSchemaQueryVariables>;
export const McpGetLatestDocDocument = gql`
    query McpGetLatestDoc($project_id: ID!, $document_id: ID!, $branch_id: String!, $offset: Int = 0, $hash: String, $max_bytes: Int = 20000) {
  latestVersion(
    branch: $branch_id
    projectId: $project_id
    documentId: $document_id
    documentType: MARKDOWN
  ) {
    content(kind: RAW, offset: $offset, hash: $hash, maxBytes: $max_bytes) {
      ...McpVersionText
    }
  }
}
    ${McpVersionTextFragmentDoc}
${McpTextFragmentDoc}
${McpVersionFragmentDoc}` as unknown as DocumentNode<McpGetLatestDocQuery, McpGetLatestDocQueryVariables>;
export const McpGetSchemaVersionDocument = gql`
    query McpGetSchemaVersion($project_id: ID!, $document_id: ID!, $version_id: ID!, $offset: Int = 0, $max_bytes: Int = 20000) {
  version(
    id: $version_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    content(kind: RAW, offset: $offset, maxBytes: $max_bytes) {
      ...McpVersionText
    }
  }
}
    ${McpVersionTextFragmentDoc}
${McpTextFragmentDoc}
${McpVersionFragmentDoc}` as unknown as DocumentNode<McpGetSchemaVersionQuery, McpGetSchemaVersionQueryVariables>;
export const McpGetDocVersionDocument = gql`
    query McpGetDocVersion($project_id: ID!, $document_id: ID!, $version_id: ID!, $offset: Int = 0, $max_bytes: Int = 20000) {
  version(
    id: $version_id
    projectId: $project_id
    documentId: $document_id
    documentType: MARKDOWN
  ) {
    content(kind: RAW, offset: $offset, maxBytes: $max_bytes) {
      ...McpVersionText
    }
  }
}
    ${McpVersionTextFragmentDoc}
${McpTextFragmentDoc}
${McpVersionFragmentDoc}` as unknown as DocumentNode<McpGetDocVersionQuery, McpGetDocVersionQueryVariables>;
export const McpCompareApiVersionsDocument = gql`
    query McpCompareApiVersions($project_id: ID!, $document_id: ID!, $from_version_id: ID!, $to_version_id: ID!, $page_size: Int = 50, $offset: Int = 0) {
  compareVersions(
    fromVersionId: $from_version_id
    toVersionId: $to_version_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    ...McpDiffPage
  }
}
    ${McpDiffPageFragmentDoc}
${McpDiffFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpCompareApiVersionsQuery, McpCompareApiVersionsQueryVariables>;
export const McpCompareDocVersionsDocument = gql`
    query McpCompareDocVersions($project_id: ID!, $document_id: ID!, $from_version_id: ID!, $to_version_id: ID!, $page_size: Int = 50, $offset: Int = 0) {
  compareVersions(
    fromVersionId: $from_version_id
    toVersionId: $to_version_id
    projectId: $project_id
    documentId: $document_id
    documentType: MARKDOWN
  ) {
    ...McpDiffPage
  }
}
    ${McpDiffPageFragmentDoc}
${McpDiffFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpCompareDocVersionsQuery, McpCompareDocVersionsQueryVariables>;
export const McpGetChangeSummaryDocument = gql`
    query McpGetChangeSummary($project_id: ID!, $document_id: ID!, $diff_id: ID!, $page_size: Int = 100, $offset: Int = 0) {
  diff(
    id: $diff_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    changes(first: $page_size, offset: $offset) {
      ...McpChanges
      ai_summary: aiSummary {
        ...McpAiSummary
      }
    }
  }
}
    ${McpChangesFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}
${McpAiSummaryFragmentDoc}` as unknown as DocumentNode<McpGetChangeSummaryQuery, McpGetChangeSummaryQueryVariables>;
export const McpGetApiDraftDocument = gql`
    query McpGetApiDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!, $offset: Int = 0, $hash: String, $max_bytes: Int = 20000, $changes_offset: Int = 0) {
  draft(
    id: $draft_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    content(kind: RAW, offset: $offset, hash: $hash, maxBytes: $max_bytes) {
      ...McpDraftText
    }
  }
}
    ${McpDraftTextFragmentDoc}
${McpTextFragmentDoc}
${McpDraftFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpGetApiDraftQuery, McpGetApiDraftQueryVariables>;
export const McpGetDocDraftDocument = gql`
    query McpGetDocDraft($project_id: ID!, $document_id: ID!, $draft_id: ID!, $offset: Int = 0, $hash: String, $max_bytes: Int = 20000, $changes_offset: Int = 0) {
  draft(
    id: $draft_id
    projectId: $project_id
    documentId: $document_id
    documentType: MARKDOWN
  ) {
    content(kind: RAW, offset: $offset, hash: $hash, maxBytes: $max_bytes) {
      ...McpDraftText
    }
  }
}
    ${McpDraftTextFragmentDoc}
${McpTextFragmentDoc}
${McpDraftFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpGetDocDraftQuery, McpGetDocDraftQueryVariables>;
export const McpListApiCommentsDocument = gql`
    query McpListApiComments($project_id: ID!, $document_id: ID!, $draft_id: ID!, $page_size: Int = 50, $offset: Int = 0) {
  draft(
    id: $draft_id
    projectId: $project_id
    documentId: $document_id
    documentType: OPENAPI
  ) {
    comments(first: $page_size, offset: $offset) {
      ...McpComments
    }
  }
}
    ${McpCommentsFragmentDoc}
${McpCommentFragmentDoc}` as unknown as DocumentNode<McpListApiCommentsQuery, McpListApiCommentsQueryVariables>;
export const McpListDocCommentsDocument = gql`
    query McpListDocComments($project_id: ID!, $document_id: ID!, $draft_id: ID!, $page_size: Int = 50, $offset: Int = 0) {
  draft(
    id: $draft_id
    projectId: $project_id
    documentId: $document_id
    documentType: MARKDOWN
  ) {
    comments(first: $page_size, offset: $offset) {
      ...McpComments
    }
  }
}
    ${McpCommentsFragmentDoc}
${McpCommentFragmentDoc}` as unknown as DocumentNode<McpListDocCommentsQuery, McpListDocCommentsQueryVariables>;
export const McpListLatestDocument = gql`
    query McpListLatest($cursor: String) {
  latestVersions(first: 100, after: $cursor) {
    items: nodes {
      version_name: versionName
      document_format: documentFormat
      published_at: publishedAt
      document {
        id
        project_id: projectId
        name
        relative_path: relativePath
        description
      }
      branch {
        name
      }
    }
    page: pageInfo {
      end_cursor: endCursor
      has_more: hasNextPage
    }
  }
}
    ` as unknown as DocumentNode<McpListLatestQuery, McpListLatestQueryVariables>;
export const McpReadLatestDocument = gql`
    query McpReadLatest($project_id: ID!, $document_id: ID!, $branch: String!, $offset: Int = 0) {
  latestVersion(branch: $branch, projectId: $project_id, documentId: $document_id) {
    content(kind: RAW, offset: $offset, maxBytes: 48000) {
      ...McpText
      version {
        id
        document_format: documentFormat
      }
    }
  }
}
    ${McpTextFragmentDoc}` as unknown as DocumentNode<McpReadLatestQuery, McpReadLatestQueryVariables>;
export const McpReadContentDocument = gql`
    query McpReadContent($project_id: ID!, $document_id: ID!, $version_id: ID!, $kind: ContentKind!, $offset: Int = 0) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    content(kind: $kind, offset: $offset, maxBytes: 48000) {
      ...McpText
      version {
        document_format: documentFormat
      }
    }
  }
}
    ${McpTextFragmentDoc}` as unknown as DocumentNode<McpReadContentQuery, McpReadContentQueryVariables>;
export const McpReadEndpointDocument = gql`
    query McpReadEndpoint($project_id: ID!, $document_id: ID!, $version_id: ID!, $endpoint_id: ID!) {
  endpoint(
    id: $endpoint_id
    projectId: $project_id
    documentId: $document_id
    versionId: $version_id
  ) {
    ...McpEndpoint
  }
}
    ${McpEndpointFragmentDoc}
${McpEndpointEntryFragmentDoc}` as unknown as DocumentNode<McpReadEndpointQuery, McpReadEndpointQueryVariables>;
export const McpReadDiffSummaryDocument = gql`
    query McpReadDiffSummary($project_id: ID!, $document_id: ID!, $diff_id: ID!, $offset: Int = 0) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    changes(first: 100, offset: $offset) {
      ...McpChanges
    }
  }
}
    ${McpChangesFragmentDoc}
${McpDiffSummaryFragmentDoc}
${McpDiffItemFragmentDoc}` as unknown as DocumentNode<McpReadDiffSummaryQuery, McpReadDiffSummaryQueryVariables>;
export const GetDraftAiSummaryDocument = gql`
    query GetDraftAiSummary($project_id: ID, $document_id: ID, $draft_id: ID!) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    ai_summary: aiSummary {
      ...AiSummary
    }
  }
}
    ${AiSummaryFragmentDoc}` as unknown as DocumentNode<GetDraftAiSummaryQuery, GetDraftAiSummaryQueryVariables>;
export const RegenerateDraftAiSummaryDocument = gql`
    mutation RegenerateDraftAiSummary($project_id: ID, $document_id: ID, $draft_id: ID!) {
  regenerateDraftAiSummary(
    input: { id: $draft_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...AiSummary
  }
}
    ${AiSummaryFragmentDoc}` as unknown as DocumentNode<RegenerateDraftAiSummaryMutation, RegenerateDraftAiSummaryMutationVariables>;
export const GetVersionAiSummaryDocument = gql`
    query GetVersionAiSummary($project_id: ID, $document_id: ID, $version_id: ID!) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    ai_summary: aiSummary {
      ...AiSummary
    }
  }
}
    ${AiSummaryFragmentDoc}` as unknown as DocumentNode<GetVersionAiSummaryQuery, GetVersionAiSummaryQueryVariables>;
export const RegenerateVersionAiSummaryDocument = gql`
    mutation RegenerateVersionAiSummary($project_id: ID, $document_id: ID, $version_id: ID!) {
  regenerateVersionAiSummary(
    input: { id: $version_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...AiSummary
  }
}
    ${AiSummaryFragmentDoc}` as unknown as DocumentNode<RegenerateVersionAiSummaryMutation, RegenerateVersionAiSummaryMutationVariables>;
export const GetDiffAiSummaryDocument = gql`
    query GetDiffAiSummary($project_id: ID, $document_id: ID, $diff_id: ID!) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    ai_summary: aiSummary {
      ...AiSummary
    }
  }
}
    ${AiSummaryFragmentDoc}` as unknown as DocumentNode<GetDiffAiSummaryQuery, GetDiffAiSummaryQueryVariables>;
export const RegenerateDiffAiSummaryDocument = gql`
    mutation RegenerateDiffAiSummary($project_id: ID, $document_id: ID, $diff_id: ID!) {
  regenerateDiffAiSummary(
    input: { id: $diff_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...AiSummary
  }
}
    ${AiSummaryFragmentDoc}` as unknown as DocumentNode<RegenerateDiffAiSummaryMutation, RegenerateDiffAiSummaryMutationVariables>;
export const GetSystemAiProviderDocument = gql`
    query GetSystemAiProvider {
  aiProvider {
    ...AiProvider
  }
}
    ${AiProviderFragmentDoc}` as unknown as DocumentNode<GetSystemAiProviderQuery, GetSystemAiProviderQueryVariables>;
export const GetProjectAiProviderDocument = gql`
    query GetProjectAiProvider($project_id: ID!) {
  aiProvider(projectId: $project_id) {
    ...AiProvider
  }
}
    ${AiProviderFragmentDoc}` as unknown as DocumentNode<GetProjectAiProviderQuery, GetProjectAiProviderQueryVariables>;
export const UpdateSystemAiProviderDocument = gql`
    mutation UpdateSystemAiProvider($name: String, $base_url: String, $model: String, $api_mode: AiApiMode, $api_key: String, $remove_api_key: Boolean, $enabled: Boolean, $temperature: Float, $timeout_ms: Int, $max_output_tokens: Int) {
  updateAiProvider(
    input: {
      name: $name
      baseUrl: $base_url
      model: $model
      apiMode: $api_mode
      apiKey: $api_key
      removeApiKey: $remove_api_key
      enabled: $enabled
      temperature: $temperature
      timeoutMs: $timeout_ms
      maxOutputTokens: $max_output_tokens
    }
  ) {
    ...AiProvider
  }
}
    ${AiProviderFragmentDoc}` as unknown as DocumentNode<UpdateSystemAiProviderMutation, UpdateSystemAiProviderMutationVariables>;
export const UpdateProjectAiProviderDocument = gql`
    mutation UpdateProjectAiProvider($project_id: ID!, $name: String, $base_url: String, $model: String, $api_mode: AiApiMode, $api_key: String, $remove_api_key: Boolean, $enabled: Boolean, $temperature: Float, $timeout_ms: Int, $max_output_tokens: Int) {
  updateAiProvider(
    input: {
      projectId: $project_id
      name: $name
      baseUrl: $base_url
      model: $model
      apiMode: $api_mode
      apiKey: $api_key
      removeApiKey: $remove_api_key
      enabled: $enabled
      temperature: $temperature
      timeoutMs: $timeout_ms
      maxOutputTokens: $max_output_tokens
    }
  ) {
    ...AiProvider
  }
}
    ${AiProviderFragmentDoc}` as unknown as DocumentNode<UpdateProjectAiProviderMutation, UpdateProjectAiProviderMutationVariables>;
export const TestSystemAiProviderDocument = gql`
    mutation TestSystemAiProvider($name: String, $base_url: String, $model: String, $api_mode: AiApiMode, $api_key: String, $remove_api_key: Boolean, $enabled: Boolean, $temperature: Float, $timeout_ms: Int, $max_output_tokens: Int) {
  testAiProvider(
    input: {
      name: $name
      baseUrl: $base_url
      model: $model
      apiMode: $api_mode
      apiKey: $api_key
      removeApiKey: $remove_api_key
      enabled: $enabled
      temperature: $temperature
      timeoutMs: $timeout_ms
      maxOutputTokens: $max_output_tokens
    }
  ) {
    ...AiProviderTest
  }
}
    ${AiProviderTestFragmentDoc}` as unknown as DocumentNode<TestSystemAiProviderMutation, TestSystemAiProviderMutationVariables>;
export const TestProjectAiProviderDocument = gql`
    mutation TestProjectAiProvider($project_id: ID!, $name: String, $base_url: String, $model: String, $api_mode: AiApiMode, $api_key: String, $remove_api_key: Boolean, $enabled: Boolean, $temperature: Float, $timeout_ms: Int, $max_output_tokens: Int) {
  testAiProvider(
    input: {
      projectId: $project_id
      name: $name
      baseUrl: $base_url
      model: $model
      apiMode: $api_mode
      apiKey: $api_key
      removeApiKey: $remove_api_key
      enabled: $enabled
      temperature: $temperature
      timeoutMs: $timeout_ms
      maxOutputTokens: $max_output_tokens
    }
  ) {
    ...AiProviderTest
  }
}
    ${AiProviderTestFragmentDoc}` as unknown as DocumentNode<TestProjectAiProviderMutation, TestProjectAiProviderMutationVariables>;
export const ListSystemAiPromptsDocument = gql`
    query ListSystemAiPrompts {
  aiPrompts {
    ...AiPrompt
  }
}
    ${AiPromptFragmentDoc}` as unknown as DocumentNode<ListSystemAiPromptsQuery, ListSystemAiPromptsQueryVariables>;
export const ListProjectAiPromptsDocument = gql`
    query ListProjectAiPrompts($project_id: ID!) {
  aiPrompts(projectId: $project_id) {
    ...AiPrompt
  }
}
    ${AiPromptFragmentDoc}` as unknown as DocumentNode<ListProjectAiPromptsQuery, ListProjectAiPromptsQueryVariables>;
export const UpdateSystemAiPromptDocument = gql`
    mutation UpdateSystemAiPrompt($prompt_key: AiPromptKey!, $system_prompt: String, $user_prompt_template: String, $enabled: Boolean) {
  updateAiPrompt(
    input: {
      promptKey: $prompt_key
      systemPrompt: $system_prompt
      userPromptTemplate: $user_prompt_template
      enabled: $enabled
    }
  ) {
    ...AiPrompt
  }
}
    ${AiPromptFragmentDoc}` as unknown as DocumentNode<UpdateSystemAiPromptMutation, UpdateSystemAiPromptMutationVariables>;
export const UpdateProjectAiPromptDocument = gql`
    mutation UpdateProjectAiPrompt($project_id: ID!, $prompt_key: AiPromptKey!, $system_prompt: String, $user_prompt_template: String, $enabled: Boolean) {
  updateAiPrompt(
    input: {
      projectId: $project_id
      promptKey: $prompt_key
      systemPrompt: $system_prompt
      userPromptTemplate: $user_prompt_template
      enabled: $enabled
    }
  ) {
    ...AiPrompt
  }
}
    ${AiPromptFragmentDoc}` as unknown as DocumentNode<UpdateProjectAiPromptMutation, UpdateProjectAiPromptMutationVariables>;
export const ListAuditLogsDocument = gql`
    query ListAuditLogs($project_id: ID, $actor: ID, $action: String, $resource_type: String, $resource_id: ID, $from: DateTime, $to: DateTime, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  auditLog(
    projectId: $project_id
    actorId: $actor
    action: $action
    resourceType: $resource_type
    resourceId: $resource_id
    from: $from
    to: $to
    search: $search
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      ...AuditEntry
    }
  }
}
    ${AuditEntryFragmentDoc}` as unknown as DocumentNode<ListAuditLogsQuery, ListAuditLogsQueryVariables>;
export const ListChatSessionsDocument = gql`
    query ListChatSessions($project_id: ID!, $document_id: ID, $context_type: AiOwnerType, $context_id: ID, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    chat_sessions: chatSessions(
      documentId: $document_id
      contextType: $context_type
      contextId: $context_id
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...ChatSession
      }
    }
  }
}
    ${ChatSessionFragmentDoc}` as unknown as DocumentNode<ListChatSessionsQuery, ListChatSessionsQueryVariables>;
export const GetChatSessionDocument = gql`
    query GetChatSession($project_id: ID!, $session_id: ID!) {
  chatSession(id: $session_id, projectId: $project_id) {
    ...ChatSession
    messages: recentMessages {
      ...ChatMessage
    }
  }
}
    ${ChatSessionFragmentDoc}
${ChatMessageFragmentDoc}` as unknown as DocumentNode<GetChatSessionQuery, GetChatSessionQueryVariables>;
export const CreateChatSessionDocument = gql`
    mutation CreateChatSession($project_id: ID!, $document_id: ID!, $context_type: AiOwnerType!, $context_id: ID!, $title: String) {
  createChatSession(
    input: {
      projectId: $project_id
      documentId: $document_id
      contextType: $context_type
      contextId: $context_id
      title: $title
    }
  ) {
    ...ChatSession
  }
}
    ${ChatSessionFragmentDoc}` as unknown as DocumentNode<CreateChatSessionMutation, CreateChatSessionMutationVariables>;
export const SendChatMessageDocument = gql`
    mutation SendChatMessage($project_id: ID!, $session_id: ID!, $content: String!) {
  sendChatMessage(
    input: { projectId: $project_id, sessionId: $session_id, content: $content }
  ) {
    ...ChatMessage
  }
}
    ${ChatMessageFragmentDoc}` as unknown as DocumentNode<SendChatMessageMutation, SendChatMessageMutationVariables>;
export const StreamChatAnswerDocument = gql`
    subscription StreamChatAnswer($project_id: ID!, $session_id: ID!, $content: String!) {
  chatAnswer(
    input: { projectId: $project_id, sessionId: $session_id, content: $content }
  ) {
    piece
    message {
      ...ChatMessage
    }
  }
}
    ${ChatMessageFragmentDoc}` as unknown as DocumentNode<StreamChatAnswerSubscription, StreamChatAnswerSubscriptionVariables>;
export const ListDiffsDocument = gql`
    query ListDiffs($project_id: ID!, $document_id: ID, $from_version_id: ID, $to_version_id: ID, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    diffs(
      documentId: $document_id
      fromVersionId: $from_version_id
      toVersionId: $to_version_id
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...DiffEntry
      }
    }
  }
}
    ${DiffEntryFragmentDoc}
${DiffFactsFragmentDoc}
${DiffSummaryFragmentDoc}` as unknown as DocumentNode<ListDiffsQuery, ListDiffsQueryVariables>;
export const GetDiffDocument = gql`
    query GetDiff($project_id: ID, $document_id: ID, $diff_id: ID!, $profile: DiffProfile) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    ...DiffFacts
    summary(profile: $profile) {
      ...DiffSummary
    }
    semver_hint: semverHint(profile: $profile) {
      ...SemverHint
    }
    items(profile: $profile, nullIfTooLarge: true) {
      ...DiffItem
    }
  }
}
    ${DiffFactsFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<GetDiffQuery, GetDiffQueryVariables>;
export const GetDiffSummaryDocument = gql`
    query GetDiffSummary($project_id: ID, $document_id: ID, $diff_id: ID!, $profile: DiffProfile) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    summary(profile: $profile) {
      ...DiffSummary
    }
  }
}
    ${DiffSummaryFragmentDoc}` as unknown as DocumentNode<GetDiffSummaryQuery, GetDiffSummaryQueryVariables>;
export const ListDiffItemsDocument = gql`
    query ListDiffItems($project_id: ID, $document_id: ID, $diff_id: ID!, $severity: [DiffSeverity!], $method: String, $path: String, $rule: String, $ignored: Boolean, $profile: DiffProfile, $expand: DiffExpansion, $page_size: Int = 200, $offset: Int = 0) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    total: itemCount(
      severity: $severity
      method: $method
      path: $path
      rule: $rule
      ignored: $ignored
      profile: $profile
    )
    items(
      severity: $severity
      method: $method
      path: $path
      rule: $rule
      ignored: $ignored
      profile: $profile
      first: $page_size
      offset: $offset
    ) {
      ...DiffItem
      operations: expandedOperations(expand: $expand) {
        ...AffectedOperation
      }
    }
  }
}
    ${DiffItemFragmentDoc}
${AffectedOperationFragmentDoc}` as unknown as DocumentNode<ListDiffItemsQuery, ListDiffItemsQueryVariables>;
export const ListDiffGroupsDocument = gql`
    query ListDiffGroups($project_id: ID, $document_id: ID, $diff_id: ID!, $by: DiffGrouping!, $severity: [DiffSeverity!], $method: String, $path: String, $rule: String, $ignored: Boolean, $profile: DiffProfile, $page_size: Int = 200, $offset: Int = 0) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    groups(
      by: $by
      severity: $severity
      method: $method
      path: $path
      rule: $rule
      ignored: $ignored
      profile: $profile
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        name
        method
        path
        severity
        item_count: itemCount
        items(first: 20) {
          rule
          key
          severity
          message
        }
      }
    }
  }
}
    ` as unknown as DocumentNode<ListDiffGroupsQuery, ListDiffGroupsQueryVariables>;
export const GetDiffChangelogDocument = gql`
    query GetDiffChangelog($project_id: ID, $document_id: ID, $diff_id: ID!, $profile: DiffProfile) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    changelog(profile: $profile) {
      content
      format
    }
  }
}
    ` as unknown as DocumentNode<GetDiffChangelogQuery, GetDiffChangelogQueryVariables>;
export const GetDiffPolicyDocument = gql`
    query GetDiffPolicy($project_id: ID!) {
  project(id: $project_id) {
    diff_policy: diffPolicy {
      ...DiffPolicy
    }
  }
}
    ${DiffPolicyFragmentDoc}` as unknown as DocumentNode<GetDiffPolicyQuery, GetDiffPolicyQueryVariables>;
export const UpdateDiffPolicyDocument = gql`
    mutation UpdateDiffPolicy($project_id: ID!, $profile: DiffProfile, $overrides: [DiffOverrideInput!]) {
  updateDiffPolicy(
    input: { projectId: $project_id, profile: $profile, overrides: $overrides }
  ) {
    ...DiffPolicy
  }
}
    ${DiffPolicyFragmentDoc}` as unknown as DocumentNode<UpdateDiffPolicyMutation, UpdateDiffPolicyMutationVariables>;
export const ListDiffExceptionsDocument = gql`
    query ListDiffExceptions($project_id: ID, $document_id: ID!, $active: Boolean, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  document(id: $document_id, projectId: $project_id) {
    diff_exceptions: diffExceptions(
      active: $active
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...DiffException
      }
    }
  }
}
    ${DiffExceptionFragmentDoc}` as unknown as DocumentNode<ListDiffExceptionsQuery, ListDiffExceptionsQueryVariables>;
export const AcceptDiffExceptionDocument = gql`
    mutation AcceptDiffException($project_id: ID, $document_id: ID!, $key: String!, $reason: String!, $draft_id: ID, $expires_at: DateTime) {
  acceptDiffException(
    input: {
      projectId: $project_id
      documentId: $document_id
      key: $key
      reason: $reason
      draftId: $draft_id
      expiresAt: $expires_at
    }
  ) {
    ...DiffException
  }
}
    ${DiffExceptionFragmentDoc}` as unknown as DocumentNode<AcceptDiffExceptionMutation, AcceptDiffExceptionMutationVariables>;
export const RevokeDiffExceptionDocument = gql`
    mutation RevokeDiffException($project_id: ID, $document_id: ID, $exception_id: ID!) {
  revokeDiffException(
    input: { id: $exception_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...DiffException
  }
}
    ${DiffExceptionFragmentDoc}` as unknown as DocumentNode<RevokeDiffExceptionMutation, RevokeDiffExceptionMutationVariables>;
export const CreateDiffDocument = gql`
    mutation CreateDiff($project_id: ID, $document_id: ID, $from_version_id: ID!, $to_version_id: ID!) {
  createDiff(
    input: {
      projectId: $project_id
      documentId: $document_id
      fromVersionId: $from_version_id
      toVersionId: $to_version_id
    }
  ) {
    ...Diff
  }
}
    ${DiffFragmentDoc}
${DiffEntryFragmentDoc}
${DiffFactsFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<CreateDiffMutation, CreateDiffMutationVariables>;
export const ListDocumentsDocument = gql`
    query ListDocuments($project_id: ID!, $document_type: DocumentType, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    documents(
      documentType: $document_type
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...Document
      }
    }
  }
}
    ${DocumentFragmentDoc}` as unknown as DocumentNode<ListDocumentsQuery, ListDocumentsQueryVariables>;
export const GetDocumentDocument = gql`
    query GetDocument($project_id: ID, $document_id: ID!) {
  document(id: $document_id, projectId: $project_id) {
    ...Document
  }
}
    ${DocumentFragmentDoc}` as unknown as DocumentNode<GetDocumentQuery, GetDocumentQueryVariables>;
export const GetDocumentOverviewDocument = gql`
    query GetDocumentOverview($project_id: ID, $document_id: ID!) {
  document(id: $document_id, projectId: $project_id) {
    overview {
      version_count: versionCount
      endpoint_count: endpointCount
      latest_version: latestVersion {
        ...Version
      }
      published_branch_ids: publishedBranchIds
      open_draft_count: openDraftCount
      raw_size_bytes: rawSizeBytes
    }
  }
}
    ${VersionFragmentDoc}` as unknown as DocumentNode<GetDocumentOverviewQuery, GetDocumentOverviewQueryVariables>;
export const CreateDocumentDocument = gql`
    mutation CreateDocument($project_id: ID!, $name: String!, $document_type: DocumentType!, $relative_path: String!, $description: String) {
  createDocument(
    input: {
      projectId: $project_id
      name: $name
      documentType: $document_type
      relativePath: $relative_path
      description: $description
    }
  ) {
    ...Document
  }
}
    ${DocumentFragmentDoc}` as unknown as DocumentNode<CreateDocumentMutation, CreateDocumentMutationVariables>;
export const UpdateDocumentDocument = gql`
    mutation UpdateDocument($project_id: ID, $document_id: ID!, $name: String, $description: String, $relative_path: String) {
  updateDocument(
    input: {
      id: $document_id
      projectId: $project_id
      name: $name
      description: $description
      relativePath: $relative_path
    }
  ) {
    ...Document
  }
}
    ${DocumentFragmentDoc}` as unknown as DocumentNode<UpdateDocumentMutation, UpdateDocumentMutationVariables>;
export const ArchiveDocumentDocument = gql`
    mutation ArchiveDocument($project_id: ID, $document_id: ID!) {
  archiveDocument(input: { id: $document_id, projectId: $project_id }) {
    ...Document
  }
}
    ${DocumentFragmentDoc}` as unknown as DocumentNode<ArchiveDocumentMutation, ArchiveDocumentMutationVariables>;
export const UnarchiveDocumentDocument = gql`
    mutation UnarchiveDocument($project_id: ID, $document_id: ID!) {
  unarchiveDocument(input: { id: $document_id, projectId: $project_id }) {
    ...Document
  }
}
    ${DocumentFragmentDoc}` as unknown as DocumentNode<UnarchiveDocumentMutation, UnarchiveDocumentMutationVariables>;
export const ListBranchesDocument = gql`
    query ListBranches($project_id: ID, $document_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  document(id: $document_id, projectId: $project_id) {
    branches(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...Branch
      }
    }
  }
}
    ${BranchFragmentDoc}` as unknown as DocumentNode<ListBranchesQuery, ListBranchesQueryVariables>;
export const GetBranchDocument = gql`
    query GetBranch($project_id: ID, $document_id: ID, $branch_id: ID!) {
  branch(id: $branch_id, projectId: $project_id, documentId: $document_id) {
    ...Branch
  }
}
    ${BranchFragmentDoc}` as unknown as DocumentNode<GetBranchQuery, GetBranchQueryVariables>;
export const CreateBranchDocument = gql`
    mutation CreateBranch($project_id: ID, $document_id: ID!, $name: String!, $description: String) {
  createBranch(
    input: {
      projectId: $project_id
      documentId: $document_id
      name: $name
      description: $description
    }
  ) {
    ...Branch
  }
}
    ${BranchFragmentDoc}` as unknown as DocumentNode<CreateBranchMutation, CreateBranchMutationVariables>;
export const UpdateBranchDocument = gql`
    mutation UpdateBranch($project_id: ID, $document_id: ID, $branch_id: ID!, $name: String, $description: String, $is_default: Boolean, $is_protected: Boolean) {
  updateBranch(
    input: {
      id: $branch_id
      projectId: $project_id
      documentId: $document_id
      name: $name
      description: $description
      isDefault: $is_default
      isProtected: $is_protected
    }
  ) {
    ...Branch
  }
}
    ${BranchFragmentDoc}` as unknown as DocumentNode<UpdateBranchMutation, UpdateBranchMutationVariables>;
export const ArchiveBranchDocument = gql`
    mutation ArchiveBranch($project_id: ID, $document_id: ID, $branch_id: ID!) {
  archiveBranch(
    input: { id: $branch_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...Branch
  }
}
    ${BranchFragmentDoc}` as unknown as DocumentNode<ArchiveBranchMutation, ArchiveBranchMutationVariables>;
export const UnarchiveBranchDocument = gql`
    mutation UnarchiveBranch($project_id: ID, $document_id: ID, $branch_id: ID!) {
  unarchiveBranch(
    input: { id: $branch_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...Branch
  }
}
    ${BranchFragmentDoc}` as unknown as DocumentNode<UnarchiveBranchMutation, UnarchiveBranchMutationVariables>;
export const ListDraftsDocument = gql`
    query ListDrafts($project_id: ID!, $document_id: ID, $branch_id: ID, $status: DraftStatus, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    drafts(
      documentId: $document_id
      branchId: $branch_id
      status: $status
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...DraftListed
      }
    }
  }
}
    ${DraftListedFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewEntryFragmentDoc}
${DiffSummaryFragmentDoc}` as unknown as DocumentNode<ListDraftsQuery, ListDraftsQueryVariables>;
export const GetDraftDocument = gql`
    query GetDraft($project_id: ID, $document_id: ID, $draft_id: ID!) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<GetDraftQuery, GetDraftQueryVariables>;
export const GetDraftContentDocument = gql`
    query GetDraftContent($project_id: ID, $document_id: ID, $draft_id: ID!, $kind: ContentKind!) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    content(kind: $kind) {
      ...Content
      draft {
        ...DraftDetails
      }
    }
  }
}
    ${ContentFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<GetDraftContentQuery, GetDraftContentQueryVariables>;
export const ListDraftReviewsDocument = gql`
    query ListDraftReviews($project_id: ID, $document_id: ID, $draft_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    reviews(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...Review
      }
    }
  }
}
    ${ReviewFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<ListDraftReviewsQuery, ListDraftReviewsQueryVariables>;
export const ListDraftWarningsDocument = gql`
    query ListDraftWarnings($project_id: ID, $document_id: ID, $draft_id: ID!, $page_size: Int = 200, $offset: Int = 0) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    total: warningCount
    items: warnings(first: $page_size, offset: $offset) {
      ...ContentProblem
    }
  }
}
    ${ContentProblemFragmentDoc}` as unknown as DocumentNode<ListDraftWarningsQuery, ListDraftWarningsQueryVariables>;
export const CreateDraftDocument = gql`
    mutation CreateDraft($project_id: ID, $document_id: ID, $branch_id: ID!, $version_name: String!, $schema_content: String, $files: [DraftFileInput!], $schema_path: String, $content: String, $content_kind: ContentKind, $changelog: String, $source_git_commit_id: String) {
  createDraft(
    input: {
      projectId: $project_id
      documentId: $document_id
      branchId: $branch_id
      versionName: $version_name
      schemaContent: $schema_content
      files: $files
      schemaPath: $schema_path
      content: $content
      contentKind: $content_kind
      changelog: $changelog
      sourceGitCommitId: $source_git_commit_id
    }
  ) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<CreateDraftMutation, CreateDraftMutationVariables>;
export const UpdateDraftDocument = gql`
    mutation UpdateDraft($project_id: ID, $document_id: ID, $draft_id: ID!, $expected_revision: String, $version_name: String, $schema_content: String, $files: [DraftFileInput!], $schema_path: String, $content: String, $content_kind: ContentKind, $changelog: String, $source_git_commit_id: String) {
  updateDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      expectedRevision: $expected_revision
      versionName: $version_name
      schemaContent: $schema_content
      files: $files
      schemaPath: $schema_path
      content: $content
      contentKind: $content_kind
      changelog: $changelog
      sourceGitCommitId: $source_git_commit_id
    }
  ) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<UpdateDraftMutation, UpdateDraftMutationVariables>;
export const WithdrawDraftDocument = gql`
    mutation WithdrawDraft($project_id: ID, $document_id: ID, $draft_id: ID!) {
  withdrawDraft(
    input: { id: $draft_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...DraftEntry
  }
}
    ${DraftEntryFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<WithdrawDraftMutation, WithdrawDraftMutationVariables>;
export const SubmitDraftDocument = gql`
    mutation SubmitDraft($project_id: ID, $document_id: ID, $draft_id: ID!, $expected_revision: String, $expected_submission_round: Int) {
  submitDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      expectedRevision: $expected_revision
      expectedSubmissionRound: $expected_submission_round
    }
  ) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<SubmitDraftMutation, SubmitDraftMutationVariables>;
export const ApproveDraftDocument = gql`
    mutation ApproveDraft($project_id: ID, $document_id: ID, $draft_id: ID!, $expected_review_revision: String, $comment: String) {
  approveDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      expectedReviewRevision: $expected_review_revision
      comment: $comment
    }
  ) {
    ...Version
  }
}
    ${VersionFragmentDoc}` as unknown as DocumentNode<ApproveDraftMutation, ApproveDraftMutationVariables>;
export const RequestDraftChangesDocument = gql`
    mutation RequestDraftChanges($project_id: ID, $document_id: ID, $draft_id: ID!, $expected_review_revision: String, $comment: String) {
  requestDraftChanges(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      expectedReviewRevision: $expected_review_revision
      comment: $comment
    }
  ) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<RequestDraftChangesMutation, RequestDraftChangesMutationVariables>;
export const RejectDraftDocument = gql`
    mutation RejectDraft($project_id: ID, $document_id: ID, $draft_id: ID!, $expected_review_revision: String, $comment: String) {
  rejectDraft(
    input: {
      id: $draft_id
      projectId: $project_id
      documentId: $document_id
      expectedReviewRevision: $expected_review_revision
      comment: $comment
    }
  ) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<RejectDraftMutation, RejectDraftMutationVariables>;
export const PromoteDraftDocument = gql`
    mutation PromoteDraft($project_id: ID, $document_id: ID, $source_branch_id: ID, $source_version_id: ID, $target_branch_id: ID!, $version_name: String!, $changelog: String) {
  promoteDraft(
    input: {
      projectId: $project_id
      documentId: $document_id
      sourceBranchId: $source_branch_id
      sourceVersionId: $source_version_id
      targetBranchId: $target_branch_id
      versionName: $version_name
      changelog: $changelog
    }
  ) {
    ...Draft
  }
}
    ${DraftFragmentDoc}
${DraftDetailsFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffPreviewFragmentDoc}
${DiffSummaryFragmentDoc}
${SemverHintFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<PromoteDraftMutation, PromoteDraftMutationVariables>;
export const ListEndpointHistoryDocument = gql`
    query ListEndpointHistory($project_id: ID, $document_id: ID, $branch_id: ID!, $method: String!, $path: String!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  branch(id: $branch_id, projectId: $project_id, documentId: $document_id) {
    endpointHistory(
      method: $method
      path: $path
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        step
        version {
          ...Version
        }
        items {
          ...DiffItem
        }
      }
    }
  }
}
    ${VersionFragmentDoc}
${DiffItemFragmentDoc}` as unknown as DocumentNode<ListEndpointHistoryQuery, ListEndpointHistoryQueryVariables>;
export const AuthConfigDocument = gql`
    query AuthConfig {
  authConfig {
    registration_enabled: registrationEnabled
    oidc_name: oidcName
  }
}
    ` as unknown as DocumentNode<AuthConfigQuery, AuthConfigQueryVariables>;
export const LoginDocument = gql`
    mutation Login($email: String!, $password: String!) {
  login(input: { email: $email, password: $password }) {
    ...Session
  }
}
    ${SessionFragmentDoc}
${UserFragmentDoc}` as unknown as DocumentNode<LoginMutation, LoginMutationVariables>;
export const RegisterDocument = gql`
    mutation Register($email: String!, $name: String, $password: String!) {
  register(input: { email: $email, name: $name, password: $password }) {
    ...Session
  }
}
    ${SessionFragmentDoc}
${UserFragmentDoc}` as unknown as DocumentNode<RegisterMutation, RegisterMutationVariables>;
export const StartOidcSignInDocument = gql`
    mutation StartOidcSignIn {
  startOidcSignIn {
    url
    flow
    expires_at: expiresAt
  }
}
    ` as unknown as DocumentNode<StartOidcSignInMutation, StartOidcSignInMutationVariables>;
export const FinishOidcSignInDocument = gql`
    mutation FinishOidcSignIn($flow: String!, $code: String!, $state: String!, $iss: String) {
  finishOidcSignIn(input: { flow: $flow, code: $code, state: $state, iss: $iss }) {
    ...Session
  }
}
    ${SessionFragmentDoc}
${UserFragmentDoc}` as unknown as DocumentNode<FinishOidcSignInMutation, FinishOidcSignInMutationVariables>;
export const MeDocument = gql`
    query Me {
  me {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const UpdateMeDocument = gql`
    mutation UpdateMe($name: String, $mail_notices: Boolean) {
  updateMe(input: { name: $name, mailNotices: $mail_notices }) {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<UpdateMeMutation, UpdateMeMutationVariables>;
export const ChangePasswordDocument = gql`
    mutation ChangePassword($current_password: String!, $new_password: String!) {
  changePassword(
    input: { currentPassword: $current_password, newPassword: $new_password }
  ) {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const LogoutDocument = gql`
    mutation Logout {
  logout {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<LogoutMutation, LogoutMutationVariables>;
export const DocumentExistsDocument = gql`
    query DocumentExists($project_id: ID, $document_id: ID!) {
  document(id: $document_id, projectId: $project_id) {
    id
  }
}
    ` as unknown as DocumentNode<DocumentExistsQuery, DocumentExistsQueryVariables>;
export const BranchExistsDocument = gql`
    query BranchExists($project_id: ID, $document_id: ID, $branch_id: ID!) {
  branch(id: $branch_id, projectId: $project_id, documentId: $document_id) {
    id
  }
}
    ` as unknown as DocumentNode<BranchExistsQuery, BranchExistsQueryVariables>;
export const DraftExistsDocument = gql`
    query DraftExists($project_id: ID, $document_id: ID, $draft_id: ID!) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    id
  }
}
    ` as unknown as DocumentNode<DraftExistsQuery, DraftExistsQueryVariables>;
export const VersionExistsDocument = gql`
    query VersionExists($project_id: ID, $document_id: ID, $version_id: ID!) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    id
  }
}
    ` as unknown as DocumentNode<VersionExistsQuery, VersionExistsQueryVariables>;
export const DiffExistsDocument = gql`
    query DiffExists($project_id: ID, $document_id: ID, $diff_id: ID!) {
  diff(id: $diff_id, projectId: $project_id, documentId: $document_id) {
    id
  }
}
    ` as unknown as DocumentNode<DiffExistsQuery, DiffExistsQueryVariables>;
export const ChatSessionExistsDocument = gql`
    query ChatSessionExists($project_id: ID, $session_id: ID!) {
  chatSession(id: $session_id, projectId: $project_id) {
    id
  }
}
    ` as unknown as DocumentNode<ChatSessionExistsQuery, ChatSessionExistsQueryVariables>;
export const WebhookExistsDocument = gql`
    query WebhookExists($project_id: ID, $webhook_id: ID!) {
  webhook(id: $webhook_id, projectId: $project_id) {
    id
  }
}
    ` as unknown as DocumentNode<WebhookExistsQuery, WebhookExistsQueryVariables>;
export const ListProjectsDocument = gql`
    query ListProjects($team_id: ID, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  projects(teamId: $team_id, search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...Project
    }
  }
}
    ${ProjectFragmentDoc}` as unknown as DocumentNode<ListProjectsQuery, ListProjectsQueryVariables>;
export const GetProjectDocument = gql`
    query GetProject($project_id: ID!) {
  project(id: $project_id) {
    ...Project
  }
}
    ${ProjectFragmentDoc}` as unknown as DocumentNode<GetProjectQuery, GetProjectQueryVariables>;
export const CreateProjectDocument = gql`
    mutation CreateProject($team_id: ID!, $name: String!, $description: String, $admin_user_id: ID) {
  createProject(
    input: {
      teamId: $team_id
      name: $name
      description: $description
      adminUserId: $admin_user_id
    }
  ) {
    ...Project
  }
}
    ${ProjectFragmentDoc}` as unknown as DocumentNode<CreateProjectMutation, CreateProjectMutationVariables>;
export const UpdateProjectDocument = gql`
    mutation UpdateProject($project_id: ID!, $name: String, $description: String) {
  updateProject(
    input: { id: $project_id, name: $name, description: $description }
  ) {
    ...Project
  }
}
    ${ProjectFragmentDoc}` as unknown as DocumentNode<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const ArchiveProjectDocument = gql`
    mutation ArchiveProject($project_id: ID!) {
  archiveProject(input: { id: $project_id }) {
    ...Project
  }
}
    ${ProjectFragmentDoc}` as unknown as DocumentNode<ArchiveProjectMutation, ArchiveProjectMutationVariables>;
export const UnarchiveProjectDocument = gql`
    mutation UnarchiveProject($project_id: ID!) {
  unarchiveProject(input: { id: $project_id }) {
    ...Project
  }
}
    ${ProjectFragmentDoc}` as unknown as DocumentNode<UnarchiveProjectMutation, UnarchiveProjectMutationVariables>;
export const ListMembersDocument = gql`
    query ListMembers($project_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    members(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...Member
      }
    }
  }
}
    ${MemberFragmentDoc}` as unknown as DocumentNode<ListMembersQuery, ListMembersQueryVariables>;
export const ListMemberCandidatesDocument = gql`
    query ListMemberCandidates($project_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  memberCandidates(
    projectId: $project_id
    search: $search
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      id
      email
      name
    }
  }
}
    ` as unknown as DocumentNode<ListMemberCandidatesQuery, ListMemberCandidatesQueryVariables>;
export const AddProjectMemberDocument = gql`
    mutation AddProjectMember($project_id: ID!, $user_id: ID!, $role: MemberRole!) {
  addProjectMember(
    input: { projectId: $project_id, userId: $user_id, role: $role }
  ) {
    ...Member
  }
}
    ${MemberFragmentDoc}` as unknown as DocumentNode<AddProjectMemberMutation, AddProjectMemberMutationVariables>;
export const UpdateProjectMemberDocument = gql`
    mutation UpdateProjectMember($project_id: ID!, $user_id: ID!, $role: MemberRole!) {
  updateProjectMember(
    input: { projectId: $project_id, userId: $user_id, role: $role }
  ) {
    ...Member
  }
}
    ${MemberFragmentDoc}` as unknown as DocumentNode<UpdateProjectMemberMutation, UpdateProjectMemberMutationVariables>;
export const RemoveProjectMemberDocument = gql`
    mutation RemoveProjectMember($project_id: ID!, $user_id: ID!) {
  removeProjectMember(input: { projectId: $project_id, userId: $user_id }) {
    ...Member
  }
}
    ${MemberFragmentDoc}` as unknown as DocumentNode<RemoveProjectMemberMutation, RemoveProjectMemberMutationVariables>;
export const ListReviewQueueDocument = gql`
    query ListReviewQueue($search: String, $page_size: Int = 200, $offset: Int = 0) {
  reviewQueue(search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...QueuedDraft
    }
  }
}
    ${QueuedDraftFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffSummaryFragmentDoc}` as unknown as DocumentNode<ListReviewQueueQuery, ListReviewQueueQueryVariables>;
export const ListMyDraftsDocument = gql`
    query ListMyDrafts($open: Boolean, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  myDrafts(open: $open, search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...QueuedDraft
    }
  }
}
    ${QueuedDraftFragmentDoc}
${DraftEntryFragmentDoc}
${PersonFragmentDoc}
${DiffSummaryFragmentDoc}` as unknown as DocumentNode<ListMyDraftsQuery, ListMyDraftsQueryVariables>;
export const GetReviewPolicyDocument = gql`
    query GetReviewPolicy($project_id: ID!) {
  project(id: $project_id) {
    reviewPolicy {
      ...ReviewPolicy
    }
  }
}
    ${ReviewPolicyFragmentDoc}` as unknown as DocumentNode<GetReviewPolicyQuery, GetReviewPolicyQueryVariables>;
export const UpdateReviewPolicyDocument = gql`
    mutation UpdateReviewPolicy($project_id: ID!, $require_other_reviewer: Boolean, $require_comment: Boolean, $require_resolved_threads: Boolean, $require_reason_for_breaking: Boolean) {
  updateReviewPolicy(
    input: {
      projectId: $project_id
      requireOtherReviewer: $require_other_reviewer
      requireComment: $require_comment
      requireResolvedThreads: $require_resolved_threads
      requireReasonForBreaking: $require_reason_for_breaking
    }
  ) {
    ...ReviewPolicy
  }
}
    ${ReviewPolicyFragmentDoc}` as unknown as DocumentNode<UpdateReviewPolicyMutation, UpdateReviewPolicyMutationVariables>;
export const ListCommentsDocument = gql`
    query ListComments($project_id: ID, $document_id: ID, $draft_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  draft(id: $draft_id, projectId: $project_id, documentId: $document_id) {
    comments(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...Comment
      }
    }
  }
}
    ${CommentFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<ListCommentsQuery, ListCommentsQueryVariables>;
export const CreateCommentDocument = gql`
    mutation CreateComment($project_id: ID, $document_id: ID, $draft_id: ID!, $body: String!, $anchor: CommentAnchorInput, $reply_to: ID) {
  createComment(
    input: {
      projectId: $project_id
      documentId: $document_id
      draftId: $draft_id
      body: $body
      anchor: $anchor
      replyTo: $reply_to
    }
  ) {
    ...Comment
  }
}
    ${CommentFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<CreateCommentMutation, CreateCommentMutationVariables>;
export const UpdateCommentDocument = gql`
    mutation UpdateComment($project_id: ID, $document_id: ID, $draft_id: ID!, $comment_id: ID!, $body: String!) {
  updateComment(
    input: {
      id: $comment_id
      projectId: $project_id
      documentId: $document_id
      draftId: $draft_id
      body: $body
    }
  ) {
    ...Comment
  }
}
    ${CommentFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<UpdateCommentMutation, UpdateCommentMutationVariables>;
export const DeleteCommentDocument = gql`
    mutation DeleteComment($project_id: ID, $document_id: ID, $draft_id: ID!, $comment_id: ID!) {
  deleteComment(
    input: {
      id: $comment_id
      projectId: $project_id
      documentId: $document_id
      draftId: $draft_id
    }
  ) {
    ...Comment
  }
}
    ${CommentFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<DeleteCommentMutation, DeleteCommentMutationVariables>;
export const ResolveCommentDocument = gql`
    mutation ResolveComment($project_id: ID, $document_id: ID, $draft_id: ID!, $comment_id: ID!) {
  resolveComment(
    input: {
      id: $comment_id
      projectId: $project_id
      documentId: $document_id
      draftId: $draft_id
    }
  ) {
    ...Comment
  }
}
    ${CommentFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<ResolveCommentMutation, ResolveCommentMutationVariables>;
export const ReopenCommentDocument = gql`
    mutation ReopenComment($project_id: ID, $document_id: ID, $draft_id: ID!, $comment_id: ID!) {
  reopenComment(
    input: {
      id: $comment_id
      projectId: $project_id
      documentId: $document_id
      draftId: $draft_id
    }
  ) {
    ...Comment
  }
}
    ${CommentFragmentDoc}
${PersonFragmentDoc}` as unknown as DocumentNode<ReopenCommentMutation, ReopenCommentMutationVariables>;
export const SearchDocument = gql`
    query Search($q: String!, $kind: SearchKind, $project_id: ID, $page_size: Int = 200, $offset: Int = 0) {
  search(
    q: $q
    kind: $kind
    projectId: $project_id
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      id
      kind
      title
      snippet
      project_id: projectId
      document_id: documentId
      document {
        name
        relative_path: relativePath
      }
      branch_id: branchId
      version_id: versionId
      endpoint_id: endpointId
      method
      path
      pointer
      line
    }
  }
}
    ` as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const ListDocumentSharesDocument = gql`
    query ListDocumentShares($project_id: ID!, $document_id: ID, $branch_id: ID, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    shares(
      documentId: $document_id
      branchId: $branch_id
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...DocumentShareEntry
      }
    }
  }
}
    ${DocumentShareEntryFragmentDoc}` as unknown as DocumentNode<ListDocumentSharesQuery, ListDocumentSharesQueryVariables>;
export const CreateDocumentShareDocument = gql`
    mutation CreateDocumentShare($project_id: ID, $document_id: ID, $branch_id: ID!, $expiry: DocumentShareExpiry, $version_scope: DocumentShareVersionScope, $password: String) {
  createDocumentShare(
    input: {
      projectId: $project_id
      documentId: $document_id
      branchId: $branch_id
      expiry: $expiry
      versionScope: $version_scope
      password: $password
    }
  ) {
    ...DocumentShare
  }
}
    ${DocumentShareFragmentDoc}
${DocumentShareEntryFragmentDoc}` as unknown as DocumentNode<CreateDocumentShareMutation, CreateDocumentShareMutationVariables>;
export const RevealDocumentShareDocument = gql`
    mutation RevealDocumentShare($project_id: ID, $document_id: ID, $share_id: ID!) {
  revealDocumentShare(
    input: { id: $share_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...DocumentShare
  }
}
    ${DocumentShareFragmentDoc}
${DocumentShareEntryFragmentDoc}` as unknown as DocumentNode<RevealDocumentShareMutation, RevealDocumentShareMutationVariables>;
export const RevokeDocumentShareDocument = gql`
    mutation RevokeDocumentShare($project_id: ID, $document_id: ID, $share_id: ID!) {
  revokeDocumentShare(
    input: { id: $share_id, projectId: $project_id, documentId: $document_id }
  ) {
    ...DocumentShareEntry
  }
}
    ${DocumentShareEntryFragmentDoc}` as unknown as DocumentNode<RevokeDocumentShareMutation, RevokeDocumentShareMutationVariables>;
export const GetPublicShareDocument = gql`
    query GetPublicShare($share_id: ID!) {
  publicShare(shareId: $share_id) {
    share_id: shareId
    document_name: documentName
    document_type: documentType
    branch_name: branchName
    version_scope: versionScope
    expires_at: expiresAt
    latest_version: latestVersion {
      ...PublicShareVersion
    }
  }
}
    ${PublicShareVersionFragmentDoc}` as unknown as DocumentNode<GetPublicShareQuery, GetPublicShareQueryVariables>;
export const UnlockPublicShareDocument = gql`
    mutation UnlockPublicShare($share_id: ID!, $password: String!) {
  unlockPublicShare(input: { shareId: $share_id, password: $password }) {
    unlock_proof: unlockProof
    expires_at: expiresAt
  }
}
    ` as unknown as DocumentNode<UnlockPublicShareMutation, UnlockPublicShareMutationVariables>;
export const ListPublicShareVersionsDocument = gql`
    query ListPublicShareVersions($share_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  publicShareVersions(
    shareId: $share_id
    search: $search
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      ...PublicShareVersion
    }
  }
}
    ${PublicShareVersionFragmentDoc}` as unknown as DocumentNode<ListPublicShareVersionsQuery, ListPublicShareVersionsQueryVariables>;
export const GetPublicShareContentDocument = gql`
    query GetPublicShareContent($share_id: ID!, $version_id: ID!) {
  publicShareContent(shareId: $share_id, versionId: $version_id) {
    version_id: versionId
    content
    content_kind: contentKind
    document_type: documentType
    html
    headings {
      level
      id: anchor
      text
    }
  }
}
    ` as unknown as DocumentNode<GetPublicShareContentQuery, GetPublicShareContentQueryVariables>;
export const ListPublicShareEndpointsDocument = gql`
    query ListPublicShareEndpoints($share_id: ID!, $version_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  publicShareEndpoints(
    shareId: $share_id
    versionId: $version_id
    search: $search
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      method
      path
      summary
      tags
      deprecated
    }
  }
}
    ` as unknown as DocumentNode<ListPublicShareEndpointsQuery, ListPublicShareEndpointsQueryVariables>;
export const GetPublicShareChangesDocument = gql`
    query GetPublicShareChanges($share_id: ID!, $version_id: ID!, $from_version_id: ID!) {
  publicShareChanges(
    shareId: $share_id
    versionId: $version_id
    fromVersionId: $from_version_id
  ) {
    from_version_id: fromVersionId
    to_version_id: toVersionId
    changelog
    html
  }
}
    ` as unknown as DocumentNode<GetPublicShareChangesQuery, GetPublicShareChangesQueryVariables>;
export const DownloadPublicShareVersionDocument = gql`
    query DownloadPublicShareVersion($share_id: ID!, $version_id: ID!) {
  publicShareContent(shareId: $share_id, versionId: $version_id) {
    file_name: fileName
    hash
    content
  }
}
    ` as unknown as DocumentNode<DownloadPublicShareVersionQuery, DownloadPublicShareVersionQueryVariables>;
export const DownloadPackedPublicShareVersionDocument = gql`
    query DownloadPackedPublicShareVersion($share_id: ID!, $version_id: ID!) {
  publicShareContent(shareId: $share_id, versionId: $version_id) {
    file_name: fileName
    packed: packedContent
  }
}
    ` as unknown as DocumentNode<DownloadPackedPublicShareVersionQuery, DownloadPackedPublicShareVersionQueryVariables>;
export const ListTeamsDocument = gql`
    query ListTeams($search: String, $page_size: Int = 200, $offset: Int = 0) {
  teams(search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...Team
    }
  }
}
    ${TeamFragmentDoc}` as unknown as DocumentNode<ListTeamsQuery, ListTeamsQueryVariables>;
export const GetTeamDocument = gql`
    query GetTeam($team_id: ID!) {
  team(id: $team_id) {
    ...Team
  }
}
    ${TeamFragmentDoc}` as unknown as DocumentNode<GetTeamQuery, GetTeamQueryVariables>;
export const CreateTeamDocument = gql`
    mutation CreateTeam($name: String!, $description: String) {
  createTeam(input: { name: $name, description: $description }) {
    ...Team
  }
}
    ${TeamFragmentDoc}` as unknown as DocumentNode<CreateTeamMutation, CreateTeamMutationVariables>;
export const UpdateTeamDocument = gql`
    mutation UpdateTeam($team_id: ID!, $name: String, $description: String) {
  updateTeam(input: { id: $team_id, name: $name, description: $description }) {
    ...Team
  }
}
    ${TeamFragmentDoc}` as unknown as DocumentNode<UpdateTeamMutation, UpdateTeamMutationVariables>;
export const ArchiveTeamDocument = gql`
    mutation ArchiveTeam($team_id: ID!) {
  archiveTeam(input: { id: $team_id }) {
    ...Team
  }
}
    ${TeamFragmentDoc}` as unknown as DocumentNode<ArchiveTeamMutation, ArchiveTeamMutationVariables>;
export const UnarchiveTeamDocument = gql`
    mutation UnarchiveTeam($team_id: ID!) {
  unarchiveTeam(input: { id: $team_id }) {
    ...Team
  }
}
    ${TeamFragmentDoc}` as unknown as DocumentNode<UnarchiveTeamMutation, UnarchiveTeamMutationVariables>;
export const ListMcpTokensDocument = gql`
    query ListMcpTokens($search: String, $page_size: Int = 200, $offset: Int = 0) {
  mcpTokens(search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...McpTokenEntry
    }
  }
}
    ${McpTokenEntryFragmentDoc}` as unknown as DocumentNode<ListMcpTokensQuery, ListMcpTokensQueryVariables>;
export const GetMcpTokenDocument = gql`
    query GetMcpToken($token_id: ID!) {
  mcpToken(id: $token_id) {
    ...McpTokenEntry
    token
  }
}
    ${McpTokenEntryFragmentDoc}` as unknown as DocumentNode<GetMcpTokenQuery, GetMcpTokenQueryVariables>;
export const CreateMcpTokenDocument = gql`
    mutation CreateMcpToken($name: String!, $scopes: [McpScope!]!, $expires_at: DateTime) {
  createMcpToken(input: { name: $name, scopes: $scopes, expiresAt: $expires_at }) {
    ...McpTokenEntry
    token
  }
}
    ${McpTokenEntryFragmentDoc}` as unknown as DocumentNode<CreateMcpTokenMutation, CreateMcpTokenMutationVariables>;
export const RevokeMcpTokenDocument = gql`
    mutation RevokeMcpToken($token_id: ID!) {
  revokeMcpToken(input: { id: $token_id }) {
    ...McpTokenEntry
  }
}
    ${McpTokenEntryFragmentDoc}` as unknown as DocumentNode<RevokeMcpTokenMutation, RevokeMcpTokenMutationVariables>;
export const ListMcpUsageDocument = gql`
    query ListMcpUsage($project_id: ID, $token_id: ID, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  mcpUsage(
    projectId: $project_id
    tokenId: $token_id
    search: $search
    first: $page_size
    offset: $offset
  ) {
    total: totalCount
    items: nodes {
      ...AuditEntry
    }
  }
}
    ${AuditEntryFragmentDoc}` as unknown as DocumentNode<ListMcpUsageQuery, ListMcpUsageQueryVariables>;
export const ListUserMcpTokensDocument = gql`
    query ListUserMcpTokens($user_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  mcpTokens(userId: $user_id, search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...McpTokenEntry
    }
  }
}
    ${McpTokenEntryFragmentDoc}` as unknown as DocumentNode<ListUserMcpTokensQuery, ListUserMcpTokensQueryVariables>;
export const RevokeUserMcpTokenDocument = gql`
    mutation RevokeUserMcpToken($user_id: ID!, $token_id: ID!) {
  revokeMcpToken(input: { id: $token_id, userId: $user_id }) {
    ...McpTokenEntry
  }
}
    ${McpTokenEntryFragmentDoc}` as unknown as DocumentNode<RevokeUserMcpTokenMutation, RevokeUserMcpTokenMutationVariables>;
export const ListApiTokensDocument = gql`
    query ListApiTokens($search: String, $page_size: Int = 200, $offset: Int = 0) {
  apiTokens(search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...ApiTokenEntry
    }
  }
}
    ${ApiTokenEntryFragmentDoc}` as unknown as DocumentNode<ListApiTokensQuery, ListApiTokensQueryVariables>;
export const GetApiTokenDocument = gql`
    query GetApiToken($token_id: ID!) {
  apiToken(id: $token_id) {
    ...ApiTokenEntry
  }
}
    ${ApiTokenEntryFragmentDoc}` as unknown as DocumentNode<GetApiTokenQuery, GetApiTokenQueryVariables>;
export const CreateApiTokenDocument = gql`
    mutation CreateApiToken($name: String!, $scopes: [ApiScope!]!, $project_id: ID, $expires_at: DateTime) {
  createApiToken(
    input: { name: $name, scopes: $scopes, projectId: $project_id, expiresAt: $expires_at }
  ) {
    ...ApiTokenEntry
    token
  }
}
    ${ApiTokenEntryFragmentDoc}` as unknown as DocumentNode<CreateApiTokenMutation, CreateApiTokenMutationVariables>;
export const RevokeApiTokenDocument = gql`
    mutation RevokeApiToken($token_id: ID!) {
  revokeApiToken(input: { id: $token_id }) {
    ...ApiTokenEntry
  }
}
    ${ApiTokenEntryFragmentDoc}` as unknown as DocumentNode<RevokeApiTokenMutation, RevokeApiTokenMutationVariables>;
export const ListUserApiTokensDocument = gql`
    query ListUserApiTokens($user_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  apiTokens(userId: $user_id, search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...ApiTokenEntry
    }
  }
}
    ${ApiTokenEntryFragmentDoc}` as unknown as DocumentNode<ListUserApiTokensQuery, ListUserApiTokensQueryVariables>;
export const RevokeUserApiTokenDocument = gql`
    mutation RevokeUserApiToken($user_id: ID!, $token_id: ID!) {
  revokeApiToken(input: { id: $token_id, userId: $user_id }) {
    ...ApiTokenEntry
  }
}
    ${ApiTokenEntryFragmentDoc}` as unknown as DocumentNode<RevokeUserApiTokenMutation, RevokeUserApiTokenMutationVariables>;
export const ListUsersDocument = gql`
    query ListUsers($search: String, $page_size: Int = 200, $offset: Int = 0) {
  users(search: $search, first: $page_size, offset: $offset) {
    total: totalCount
    items: nodes {
      ...User
    }
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<ListUsersQuery, ListUsersQueryVariables>;
export const GetUserDocument = gql`
    query GetUser($user_id: ID!) {
  user(id: $user_id) {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<GetUserQuery, GetUserQueryVariables>;
export const CreateUserDocument = gql`
    mutation CreateUser($email: String!, $name: String, $password: String!, $is_super_admin: Boolean, $status: UserStatus) {
  createUser(
    input: {
      email: $email
      name: $name
      password: $password
      isSuperAdmin: $is_super_admin
      status: $status
    }
  ) {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<CreateUserMutation, CreateUserMutationVariables>;
export const UpdateUserDocument = gql`
    mutation UpdateUser($user_id: ID!, $name: String, $status: UserStatus, $is_super_admin: Boolean, $password: String) {
  updateUser(
    input: {
      id: $user_id
      name: $name
      status: $status
      isSuperAdmin: $is_super_admin
      password: $password
    }
  ) {
    ...User
  }
}
    ${UserFragmentDoc}` as unknown as DocumentNode<UpdateUserMutation, UpdateUserMutationVariables>;
export const ListVersionsDocument = gql`
    query ListVersions($project_id: ID!, $document_id: ID, $branch_id: ID, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    versions(
      documentId: $document_id
      branchId: $branch_id
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...Version
      }
    }
  }
}
    ${VersionFragmentDoc}` as unknown as DocumentNode<ListVersionsQuery, ListVersionsQueryVariables>;
export const GetVersionFeedDocument = gql`
    query GetVersionFeed($project_id: ID!) {
  project(id: $project_id) {
    versionFeed {
      content
    }
  }
}
    ` as unknown as DocumentNode<GetVersionFeedQuery, GetVersionFeedQueryVariables>;
export const GetVersionDocument = gql`
    query GetVersion($project_id: ID, $document_id: ID, $version_id: ID!) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    ...Version
  }
}
    ${VersionFragmentDoc}` as unknown as DocumentNode<GetVersionQuery, GetVersionQueryVariables>;
export const GetVersionContentDocument = gql`
    query GetVersionContent($project_id: ID, $document_id: ID, $version_id: ID!, $kind: ContentKind!) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    content(kind: $kind) {
      ...Content
    }
  }
}
    ${ContentFragmentDoc}` as unknown as DocumentNode<GetVersionContentQuery, GetVersionContentQueryVariables>;
export const ListVersionWarningsDocument = gql`
    query ListVersionWarnings($project_id: ID, $document_id: ID, $version_id: ID!, $page_size: Int = 200, $offset: Int = 0) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    total: warningCount
    items: warnings(first: $page_size, offset: $offset) {
      ...ContentProblem
    }
  }
}
    ${ContentProblemFragmentDoc}` as unknown as DocumentNode<ListVersionWarningsQuery, ListVersionWarningsQueryVariables>;
export const ListEndpointsDocument = gql`
    query ListEndpoints($project_id: ID, $document_id: ID, $version_id: ID!, $path: String, $method: String, $tag: String, $deprecated: Boolean, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  version(id: $version_id, projectId: $project_id, documentId: $document_id) {
    endpoints(
      path: $path
      method: $method
      tag: $tag
      deprecated: $deprecated
      search: $search
      first: $page_size
      offset: $offset
    ) {
      total: totalCount
      items: nodes {
        ...EndpointEntry
      }
    }
  }
}
    ${EndpointEntryFragmentDoc}` as unknown as DocumentNode<ListEndpointsQuery, ListEndpointsQueryVariables>;
export const GetEndpointDocument = gql`
    query GetEndpoint($project_id: ID, $document_id: ID, $version_id: ID, $endpoint_id: ID!) {
  endpoint(
    id: $endpoint_id
    projectId: $project_id
    documentId: $document_id
    versionId: $version_id
  ) {
    ...Endpoint
  }
}
    ${EndpointFragmentDoc}
${EndpointEntryFragmentDoc}` as unknown as DocumentNode<GetEndpointQuery, GetEndpointQueryVariables>;
export const ListWebhooksDocument = gql`
    query ListWebhooks($project_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  project(id: $project_id) {
    webhooks(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...WebhookEntry
      }
    }
  }
}
    ${WebhookEntryFragmentDoc}` as unknown as DocumentNode<ListWebhooksQuery, ListWebhooksQueryVariables>;
export const GetWebhookDocument = gql`
    query GetWebhook($project_id: ID, $webhook_id: ID!) {
  webhook(id: $webhook_id, projectId: $project_id) {
    ...WebhookEntry
  }
}
    ${WebhookEntryFragmentDoc}` as unknown as DocumentNode<GetWebhookQuery, GetWebhookQueryVariables>;
export const CreateWebhookDocument = gql`
    mutation CreateWebhook($project_id: ID!, $url: String!, $events: [WebhookEvent!]!, $enabled: Boolean) {
  createWebhook(
    input: { projectId: $project_id, url: $url, events: $events, enabled: $enabled }
  ) {
    ...WebhookEntry
    secret
  }
}
    ${WebhookEntryFragmentDoc}` as unknown as DocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = gql`
    mutation UpdateWebhook($project_id: ID, $webhook_id: ID!, $url: String, $events: [WebhookEvent!], $enabled: Boolean) {
  updateWebhook(
    input: {
      id: $webhook_id
      projectId: $project_id
      url: $url
      events: $events
      enabled: $enabled
    }
  ) {
    ...WebhookEntry
  }
}
    ${WebhookEntryFragmentDoc}` as unknown as DocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = gql`
    mutation DeleteWebhook($project_id: ID, $webhook_id: ID!) {
  deleteWebhook(input: { id: $webhook_id, projectId: $project_id }) {
    ...WebhookEntry
  }
}
    ${WebhookEntryFragmentDoc}` as unknown as DocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const RotateWebhookSecretDocument = gql`
    mutation RotateWebhookSecret($project_id: ID, $webhook_id: ID!) {
  rotateWebhookSecret(input: { id: $webhook_id, projectId: $project_id }) {
    ...WebhookEntry
    secret
  }
}
    ${WebhookEntryFragmentDoc}` as unknown as DocumentNode<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = gql`
    mutation TestWebhook($project_id: ID, $webhook_id: ID!) {
  testWebhook(input: { id: $webhook_id, projectId: $project_id }) {
    ...WebhookDelivery
  }
}
    ${WebhookDeliveryFragmentDoc}` as unknown as DocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;
export const ListWebhookDeliveriesDocument = gql`
    query ListWebhookDeliveries($project_id: ID, $webhook_id: ID!, $search: String, $page_size: Int = 200, $offset: Int = 0) {
  webhook(id: $webhook_id, projectId: $project_id) {
    deliveries(search: $search, first: $page_size, offset: $offset) {
      total: totalCount
      items: nodes {
        ...WebhookDelivery
      }
    }
  }
}
    ${WebhookDeliveryFragmentDoc}` as unknown as DocumentNode<ListWebhookDeliveriesQuery, ListWebhookDeliveriesQueryVariables>;
export const RedeliverWebhookDocument = gql`
    mutation RedeliverWebhook($project_id: ID, $webhook_id: ID!, $delivery_id: ID!) {
  redeliverWebhook(
    input: { id: $delivery_id, webhookId: $webhook_id, projectId: $project_id }
  ) {
    ...WebhookDelivery
  }
}
    ${WebhookDeliveryFragmentDoc}` as unknown as DocumentNode<RedeliverWebhookMutation, RedeliverWebhookMutationVariables>;