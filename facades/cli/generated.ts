/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ApiScope =
  | 'DRAFT'
  | 'READ';

export type ContentKind =
  | 'NORMALIZED'
  | 'RAW'
  | 'STABLE';

export type CreateApiTokenInput = {
  expiresAt?: string | null | undefined;
  name: string;
  projectId?: string | null | undefined;
  scopes: Array<ApiScope>;
};

export type CreateBranchInput = {
  description?: string | null | undefined;
  documentId: string;
  name: string;
  projectId?: string | null | undefined;
};

export type CreateDocumentInput = {
  description?: string | null | undefined;
  documentType: DocumentType;
  name: string;
  projectId: string;
  relativePath: string;
};

export type CreateDraftInput = {
  branchId: string;
  changelog?: string | null | undefined;
  content?: string | null | undefined;
  contentKind?: ContentKind | null | undefined;
  documentId?: string | null | undefined;
  documentType?: DocumentType | null | undefined;
  files?: Array<DraftFileInput> | null | undefined;
  projectId?: string | null | undefined;
  schemaContent?: string | null | undefined;
  schemaPath?: string | null | undefined;
  sourceGitCommitId?: string | null | undefined;
  versionName: string;
};

export type CreateProjectInput = {
  adminUserId?: string | null | undefined;
  description?: string | null | undefined;
  name: string;
  teamId: string;
};

export type CreateTeamInput = {
  description?: string | null | undefined;
  name: string;
};

export type DeviceLoginStatus =
  | 'ALLOWED'
  | 'EXPIRED'
  | 'PENDING'
  | 'REFUSED'
  | 'SLOW_DOWN';

export type DiffProfile =
  | 'LENIENT'
  | 'OASDIFF'
  | 'STRICT';

export type DiffSeverity =
  | 'BREAKING'
  | 'INFO'
  | 'WARNING';

export type DocumentType =
  | 'MARKDOWN'
  | 'OPENAPI';

export type DraftFileInput = {
  content: string;
  path: string;
};

export type DraftInput = {
  documentId?: string | null | undefined;
  documentType?: DocumentType | null | undefined;
  expectedRevision?: string | null | undefined;
  expectedSubmissionRound?: number | null | undefined;
  id: string;
  projectId?: string | null | undefined;
};

export type DraftStatus =
  | 'CHANGES_REQUESTED'
  | 'DRAFT'
  | 'PUBLISHED'
  | 'REJECTED'
  | 'SUBMITTED';

export type FinishDeviceLoginInput = {
  deviceCode: string;
};

export type LoginInput = {
  email: string;
  password: string;
};

export type PromoteDraftInput = {
  changelog?: string | null | undefined;
  documentId?: string | null | undefined;
  projectId?: string | null | undefined;
  sourceBranchId?: string | null | undefined;
  sourceVersionId?: string | null | undefined;
  targetBranchId: string;
  versionName: string;
};

export type ResourceStatus =
  | 'ACTIVE'
  | 'ARCHIVED';

export type RevokeApiTokenInput = {
  id: string;
  userId?: string | null | undefined;
};

export type UpdateDraftInput = {
  changelog?: string | null | undefined;
  content?: string | null | undefined;
  contentKind?: ContentKind | null | undefined;
  documentId?: string | null | undefined;
  documentType?: DocumentType | null | undefined;
  expectedRevision?: string | null | undefined;
  files?: Array<DraftFileInput> | null | undefined;
  id: string;
  projectId?: string | null | undefined;
  schemaContent?: string | null | undefined;
  schemaPath?: string | null | undefined;
  sourceGitCommitId?: string | null | undefined;
  versionName?: string | null | undefined;
};

export type CliDraftFragment = { id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null };

export type CliOutcomeFragment = { reviewComment: string | null, id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, diffPreview: { summary: { unchanged: boolean, breakingChanges: number | null, warnings: number | null, infos: number | null, addedLines: number | null, removedLines: number | null } } | null, document: { relativePath: string } | null, branch: { name: string } | null };

export type CliFoundProjectFragment = { id: string, name: string, status: ResourceStatus };

export type CliFoundDocumentFragment = { id: string, relativePath: string, documentType: DocumentType, status: ResourceStatus };

export type CliProjectsQueryVariables = Exact<{
  search: string;
  offset: number;
}>;


export type CliProjectsQuery = { projects: { totalCount: number, nodes: Array<{ id: string, name: string, status: ResourceStatus }> } | null };

export type CliProjectQueryVariables = Exact<{
  id: string;
}>;


export type CliProjectQuery = { project: { id: string, name: string, status: ResourceStatus } | null };

export type CliDocumentsQueryVariables = Exact<{
  projectId: string;
  search: string;
  offset: number;
}>;


export type CliDocumentsQuery = { project: { documents: { totalCount: number, nodes: Array<{ id: string, relativePath: string, documentType: DocumentType, status: ResourceStatus }> } | null } | null };

export type CliBranchesQueryVariables = Exact<{
  documentId: string;
  search: string;
  offset: number;
}>;


export type CliBranchesQuery = { document: { branches: { totalCount: number, nodes: Array<{ id: string, name: string, status: ResourceStatus, latestVersion: { id: string, versionName: string, rawContentHash: string } | null }> } | null } | null };

export type CliVersionsQueryVariables = Exact<{
  documentId: string;
  branchId: string;
  search: string;
  offset: number;
}>;


export type CliVersionsQuery = { document: { versions: { totalCount: number, nodes: Array<{ id: string, versionName: string, rawContentHash: string }> } | null } | null };

export type CliOwnDraftsQueryVariables = Exact<{
  documentId: string;
  branchId: string;
  status: DraftStatus;
  search?: string | null | undefined;
  offset: number;
}>;


export type CliOwnDraftsQuery = { document: { drafts: { totalCount: number, nodes: Array<{ id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null }> } | null } | null };

export type CliDraftOutcomeQueryVariables = Exact<{
  id: string;
}>;


export type CliDraftOutcomeQuery = { draft: { reviewComment: string | null, id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, diffPreview: { summary: { unchanged: boolean, breakingChanges: number | null, warnings: number | null, infos: number | null, addedLines: number | null, removedLines: number | null } } | null, document: { relativePath: string } | null, branch: { name: string } | null } | null };

export type CliDraftStateQueryVariables = Exact<{
  id: string;
}>;


export type CliDraftStateQuery = { draft: { reviewComment: string | null, id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null } | null };

export type CliVersionContentQueryVariables = Exact<{
  id: string;
  offset: number;
}>;


export type CliVersionContentQuery = { version: { content: { content: string, nextOffset: number | null } | null } | null };

export type CliPolicyQueryVariables = Exact<{
  projectId: string;
}>;


export type CliPolicyQuery = { project: { diffPolicy: { profile: DiffProfile, overrides: Array<{ rule: string, severity: DiffSeverity }> } } | null };

export type CliExceptionsQueryVariables = Exact<{
  documentId: string;
  offset: number;
}>;


export type CliExceptionsQuery = { document: { diffExceptions: { totalCount: number, nodes: Array<{ id: string, key: string, reason: string, createdById: string, createdAt: string, expiresAt: string | null }> } | null } | null };

export type CliTeamsQueryVariables = Exact<{
  search: string;
  offset: number;
}>;


export type CliTeamsQuery = { teams: { totalCount: number, nodes: Array<{ id: string, name: string, status: ResourceStatus }> } | null };

export type CliCreateTeamMutationVariables = Exact<{
  input: CreateTeamInput;
}>;


export type CliCreateTeamMutation = { createTeam: { id: string, name: string } | null };

export type CliCreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;


export type CliCreateProjectMutation = { createProject: { id: string, name: string, status: ResourceStatus } | null };

export type CliCreateDocumentMutationVariables = Exact<{
  input: CreateDocumentInput;
}>;


export type CliCreateDocumentMutation = { createDocument: { id: string, relativePath: string, documentType: DocumentType, status: ResourceStatus } | null };

export type CliCreateBranchMutationVariables = Exact<{
  input: CreateBranchInput;
}>;


export type CliCreateBranchMutation = { createBranch: { id: string, name: string, status: ResourceStatus } | null };

export type CliCreateDraftMutationVariables = Exact<{
  input: CreateDraftInput;
}>;


export type CliCreateDraftMutation = { createDraft: { id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null } | null };

export type CliUpdateDraftMutationVariables = Exact<{
  input: UpdateDraftInput;
}>;


export type CliUpdateDraftMutation = { updateDraft: { id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null } | null };

export type CliSubmitDraftMutationVariables = Exact<{
  input: DraftInput;
}>;


export type CliSubmitDraftMutation = { submitDraft: { id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null } | null };

export type CliPromoteDraftMutationVariables = Exact<{
  input: PromoteDraftInput;
}>;


export type CliPromoteDraftMutation = { promoteDraft: { id: string, versionName: string, changelog: string | null, sourceGitCommitId: string | null, status: DraftStatus, revision: string, submissionRound: number, rawContentHash: string, document: { relativePath: string } | null, branch: { name: string } | null } | null };

export type CliSessionFragment = { token: string, expiresAt: string, user: { name: string, email: string } };

export type CliLoginMutationVariables = Exact<{
  input: LoginInput;
}>;


export type CliLoginMutation = { login: { token: string, expiresAt: string, user: { name: string, email: string } } | null };

export type CliStartDeviceLoginMutationVariables = Exact<{ [key: string]: never; }>;


export type CliStartDeviceLoginMutation = { startDeviceLogin: { deviceCode: string, userCode: string, verificationUri: string, verificationUriComplete: string, expiresInSeconds: number, intervalSeconds: number } | null };

export type CliFinishDeviceLoginMutationVariables = Exact<{
  input: FinishDeviceLoginInput;
}>;


export type CliFinishDeviceLoginMutation = { finishDeviceLogin: { status: DeviceLoginStatus, intervalSeconds: number | null, session: { token: string, expiresAt: string, user: { name: string, email: string } } | null } | null };

export type CliCreateApiTokenMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type CliCreateApiTokenMutation = { createApiToken: { id: string, token: string | null } | null };

export type CliRevokeApiTokenMutationVariables = Exact<{
  input: RevokeApiTokenInput;
}>;


export type CliRevokeApiTokenMutation = { revokeApiToken: { id: string } | null };

export type CliLogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type CliLogoutMutation = { logout: { id: string } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const CliDraftFragmentDoc = new TypedDocumentString(`
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}
    `, {"fragmentName":"CliDraft"}) as unknown as TypedDocumentString<CliDraftFragment, unknown>;
export const CliOutcomeFragmentDoc = new TypedDocumentString(`
    fragment CliOutcome on Draft {
  ...CliDraft
  reviewComment
  diffPreview {
    summary {
      unchanged
      breakingChanges
      warnings
      infos
      addedLines
      removedLines
    }
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`, {"fragmentName":"CliOutcome"}) as unknown as TypedDocumentString<CliOutcomeFragment, unknown>;
export const CliFoundProjectFragmentDoc = new TypedDocumentString(`
    fragment CliFoundProject on Project {
  id
  name
  status
}
    `, {"fragmentName":"CliFoundProject"}) as unknown as TypedDocumentString<CliFoundProjectFragment, unknown>;
export const CliFoundDocumentFragmentDoc = new TypedDocumentString(`
    fragment CliFoundDocument on Document {
  id
  relativePath
  documentType
  status
}
    `, {"fragmentName":"CliFoundDocument"}) as unknown as TypedDocumentString<CliFoundDocumentFragment, unknown>;
export const CliSessionFragmentDoc = new TypedDocumentString(`
    fragment CliSession on Session {
  token
  expiresAt
  user {
    name
    email
  }
}
    `, {"fragmentName":"CliSession"}) as unknown as TypedDocumentString<CliSessionFragment, unknown>;
export const CliProjectsDocument = new TypedDocumentString(`
    query CliProjects($search: String!, $offset: Int!) {
  projects(search: $search, first: 100, offset: $offset) {
    totalCount
    nodes {
      ...CliFoundProject
    }
  }
}
    fragment CliFoundProject on Project {
  id
  name
  status
}`) as unknown as TypedDocumentString<CliProjectsQuery, CliProjectsQueryVariables>;
export const CliProjectDocument = new TypedDocumentString(`
    query CliProject($id: ID!) {
  project(id: $id) {
    ...CliFoundProject
  }
}
    fragment CliFoundProject on Project {
  id
  name
  status
}`) as unknown as TypedDocumentString<CliProjectQuery, CliProjectQueryVariables>;
export const CliDocumentsDocument = new TypedDocumentString(`
    query CliDocuments($projectId: ID!, $search: String!, $offset: Int!) {
  project(id: $projectId) {
    documents(search: $search, first: 100, offset: $offset) {
      totalCount
      nodes {
        ...CliFoundDocument
      }
    }
  }
}
    fragment CliFoundDocument on Document {
  id
  relativePath
  documentType
  status
}`) as unknown as TypedDocumentString<CliDocumentsQuery, CliDocumentsQueryVariables>;
export const CliBranchesDocument = new TypedDocumentString(`
    query CliBranches($documentId: ID!, $search: String!, $offset: Int!) {
  document(id: $documentId) {
    branches(search: $search, first: 100, offset: $offset) {
      totalCount
      nodes {
        id
        name
        status
        latestVersion {
          id
          versionName
          rawContentHash
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliBranchesQuery, CliBranchesQueryVariables>;
export const CliVersionsDocument = new TypedDocumentString(`
    query CliVersions($documentId: ID!, $branchId: ID!, $search: String!, $offset: Int!) {
  document(id: $documentId) {
    versions(branchId: $branchId, search: $search, first: 100, offset: $offset) {
      totalCount
      nodes {
        id
        versionName
        rawContentHash
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliVersionsQuery, CliVersionsQueryVariables>;
export const CliOwnDraftsDocument = new TypedDocumentString(`
    query CliOwnDrafts($documentId: ID!, $branchId: ID!, $status: DraftStatus!, $search: String, $offset: Int!) {
  document(id: $documentId) {
    drafts(
      owner: ME
      branchId: $branchId
      status: $status
      search: $search
      first: 100
      offset: $offset
    ) {
      totalCount
      nodes {
        ...CliDraft
      }
    }
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`) as unknown as TypedDocumentString<CliOwnDraftsQuery, CliOwnDraftsQueryVariables>;
export const CliDraftOutcomeDocument = new TypedDocumentString(`
    query CliDraftOutcome($id: ID!) {
  draft(id: $id) {
    ...CliOutcome
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}
fragment CliOutcome on Draft {
  ...CliDraft
  reviewComment
  diffPreview {
    summary {
      unchanged
      breakingChanges
      warnings
      infos
      addedLines
      removedLines
    }
  }
}`) as unknown as TypedDocumentString<CliDraftOutcomeQuery, CliDraftOutcomeQueryVariables>;
export const CliDraftStateDocument = new TypedDocumentString(`
    query CliDraftState($id: ID!) {
  draft(id: $id) {
    ...CliDraft
    reviewComment
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`) as unknown as TypedDocumentString<CliDraftStateQuery, CliDraftStateQueryVariables>;
export const CliVersionContentDocument = new TypedDocumentString(`
    query CliVersionContent($id: ID!, $offset: Int!) {
  version(id: $id) {
    content(kind: RAW, offset: $offset, maxBytes: 1048576) {
      content
      nextOffset
    }
  }
}
    `) as unknown as TypedDocumentString<CliVersionContentQuery, CliVersionContentQueryVariables>;
export const CliPolicyDocument = new TypedDocumentString(`
    query CliPolicy($projectId: ID!) {
  project(id: $projectId) {
    diffPolicy {
      profile
      overrides {
        rule
        severity
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliPolicyQuery, CliPolicyQueryVariables>;
export const CliExceptionsDocument = new TypedDocumentString(`
    query CliExceptions($documentId: ID!, $offset: Int!) {
  document(id: $documentId) {
    diffExceptions(active: true, first: 100, offset: $offset) {
      totalCount
      nodes {
        id
        key
        reason
        createdById
        createdAt
        expiresAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliExceptionsQuery, CliExceptionsQueryVariables>;
export const CliTeamsDocument = new TypedDocumentString(`
    query CliTeams($search: String!, $offset: Int!) {
  teams(search: $search, first: 100, offset: $offset) {
    totalCount
    nodes {
      id
      name
      status
    }
  }
}
    `) as unknown as TypedDocumentString<CliTeamsQuery, CliTeamsQueryVariables>;
export const CliCreateTeamDocument = new TypedDocumentString(`
    mutation CliCreateTeam($input: CreateTeamInput!) {
  createTeam(input: $input) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<CliCreateTeamMutation, CliCreateTeamMutationVariables>;
export const CliCreateProjectDocument = new TypedDocumentString(`
    mutation CliCreateProject($input: CreateProjectInput!) {
  createProject(input: $input) {
    ...CliFoundProject
  }
}
    fragment CliFoundProject on Project {
  id
  name
  status
}`) as unknown as TypedDocumentString<CliCreateProjectMutation, CliCreateProjectMutationVariables>;
export const CliCreateDocumentDocument = new TypedDocumentString(`
    mutation CliCreateDocument($input: CreateDocumentInput!) {
  createDocument(input: $input) {
    ...CliFoundDocument
  }
}
    fragment CliFoundDocument on Document {
  id
  relativePath
  documentType
  status
}`) as unknown as TypedDocumentString<CliCreateDocumentMutation, CliCreateDocumentMutationVariables>;
export const CliCreateBranchDocument = new TypedDocumentString(`
    mutation CliCreateBranch($input: CreateBranchInput!) {
  createBranch(input: $input) {
    id
    name
    status
  }
}
    `) as unknown as TypedDocumentString<CliCreateBranchMutation, CliCreateBranchMutationVariables>;
export const CliCreateDraftDocument = new TypedDocumentString(`
    mutation CliCreateDraft($input: CreateDraftInput!) {
  createDraft(input: $input) {
    ...CliDraft
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`) as unknown as TypedDocumentString<CliCreateDraftMutation, CliCreateDraftMutationVariables>;
export const CliUpdateDraftDocument = new TypedDocumentString(`
    mutation CliUpdateDraft($input: UpdateDraftInput!) {
  updateDraft(input: $input) {
    ...CliDraft
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`) as unknown as TypedDocumentString<CliUpdateDraftMutation, CliUpdateDraftMutationVariables>;
export const CliSubmitDraftDocument = new TypedDocumentString(`
    mutation CliSubmitDraft($input: DraftInput!) {
  submitDraft(input: $input) {
    ...CliDraft
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`) as unknown as TypedDocumentString<CliSubmitDraftMutation, CliSubmitDraftMutationVariables>;
export const CliPromoteDraftDocument = new TypedDocumentString(`
    mutation CliPromoteDraft($input: PromoteDraftInput!) {
  promoteDraft(input: $input) {
    ...CliDraft
  }
}
    fragment CliDraft on Draft {
  id
  versionName
  changelog
  sourceGitCommitId
  status
  revision
  submissionRound
  rawContentHash
  document {
    relativePath
  }
  branch {
    name
  }
}`) as unknown as TypedDocumentString<CliPromoteDraftMutation, CliPromoteDraftMutationVariables>;
export const CliLoginDocument = new TypedDocumentString(`
    mutation CliLogin($input: LoginInput!) {
  login(input: $input) {
    ...CliSession
  }
}
    fragment CliSession on Session {
  token
  expiresAt
  user {
    name
    email
  }
}`) as unknown as TypedDocumentString<CliLoginMutation, CliLoginMutationVariables>;
export const CliStartDeviceLoginDocument = new TypedDocumentString(`
    mutation CliStartDeviceLogin {
  startDeviceLogin {
    deviceCode
    userCode
    verificationUri
    verificationUriComplete
    expiresInSeconds
    intervalSeconds
  }
}
    `) as unknown as TypedDocumentString<CliStartDeviceLoginMutation, CliStartDeviceLoginMutationVariables>;
export const CliFinishDeviceLoginDocument = new TypedDocumentString(`
    mutation CliFinishDeviceLogin($input: FinishDeviceLoginInput!) {
  finishDeviceLogin(input: $input) {
    status
    intervalSeconds
    session {
      ...CliSession
    }
  }
}
    fragment CliSession on Session {
  token
  expiresAt
  user {
    name
    email
  }
}`) as unknown as TypedDocumentString<CliFinishDeviceLoginMutation, CliFinishDeviceLoginMutationVariables>;
export const CliCreateApiTokenDocument = new TypedDocumentString(`
    mutation CliCreateApiToken($input: CreateApiTokenInput!) {
  createApiToken(input: $input) {
    id
    token
  }
}
    `) as unknown as TypedDocumentString<CliCreateApiTokenMutation, CliCreateApiTokenMutationVariables>;
export const CliRevokeApiTokenDocument = new TypedDocumentString(`
    mutation CliRevokeApiToken($input: RevokeApiTokenInput!) {
  revokeApiToken(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CliRevokeApiTokenMutation, CliRevokeApiTokenMutationVariables>;
export const CliLogoutDocument = new TypedDocumentString(`
    mutation CliLogout {
  logout {
    id
  }
}
    `) as unknown as TypedDocumentString<CliLogoutMutation, CliLogoutMutationVariables>;