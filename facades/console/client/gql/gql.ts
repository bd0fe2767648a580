/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n": typeof types.CompareDocument,
    "\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": typeof types.AcceptedChangesDocument,
    "\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n": typeof types.RevokeExceptionDocument,
    "\n  query DocumentBranches($id: ID!) {\n    document(id: $id) {\n      id\n      branches(first: 200) {\n        nodes { id name description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n": typeof types.DocumentBranchesDocument,
    "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n": typeof types.CreateBranchDocument,
    "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n": typeof types.UpdateBranchDocument,
    "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n": typeof types.ArchiveBranchDocument,
    "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n": typeof types.UnarchiveBranchDocument,
    "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status }\n      branches(first: 200) { nodes { id name isDefault isProtected status latestVersionId } }\n    }\n  }\n": typeof types.DocumentDocument,
    "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n": typeof types.DocumentVersionsDocument,
    "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n": typeof types.DocumentDraftsDocument,
    "\n  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      shares(first: $first, offset: $offset) {\n        totalCount\n        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": typeof types.DocumentSharesDocument,
    "\n  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }\n": typeof types.CreateShareDocument,
    "\n  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }\n": typeof types.RevealShareDocument,
    "\n  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }\n": typeof types.RevokeShareDocument,
    "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n": typeof types.EndpointDocument,
    "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n": typeof types.EndpointHistoryDocument,
    "mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }": typeof types.UpdateMeDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }\n": typeof types.ChangePasswordDocument,
    "\n  query McpTokens($first: Int!, $offset: Int!) {\n    mcpTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }\n    }\n  }\n": typeof types.McpTokensDocument,
    "\n  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }\n": typeof types.CreateTokenDocument,
    "\n  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n": typeof types.RevokeTokenDocument,
    "\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n": typeof types.ProjectMembersDocument,
    "\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { nodes { id name email } }\n  }\n": typeof types.MemberCandidatesDocument,
    "mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }": typeof types.AddMemberDocument,
    "\n  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }\n": typeof types.UpdateMemberDocument,
    "\n  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }\n": typeof types.RemoveMemberDocument,
    "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n": typeof types.CreateDocumentDocument,
    "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": typeof types.CreateProjectDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n": typeof types.CreateTeamDocument,
    "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name } }\n  }\n": typeof types.ProjectDocument,
    "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { nodes { id name status createdById } }\n  }\n": typeof types.ProjectsDocument,
    "\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n": typeof types.DiffPolicyDocument,
    "\n  query ReviewPolicy($id: ID!) {\n    project(id: $id) {\n      id\n      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }\n    }\n  }\n": typeof types.ReviewPolicyDocument,
    "\n  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }\n": typeof types.UpdateReviewPolicyDocument,
    "\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n": typeof types.UpdateDiffPolicyDocument,
    "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n": typeof types.ProjectDocumentsDocument,
    "\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n": typeof types.SearchDocument,
    "query AuthConfig { authConfig { registrationEnabled } }": typeof types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.RegisterDocument,
    "\n  query Users($search: String, $first: Int!, $offset: Int!) {\n    users(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name email isSuperAdmin status }\n    }\n  }\n": typeof types.UsersDocument,
    "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }": typeof types.CreateUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }\n": typeof types.UpdateUserDocument,
    "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n": typeof types.OperationDocument,
    "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n": typeof types.VersionSourceDocument,
    "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n": typeof types.VersionEndpointsDocument,
    "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n": typeof types.VersionDocument,
    "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n": typeof types.VersionHtmlDocument,
    "\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n": typeof types.AiProviderDocument,
    "\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n": typeof types.AiPromptsDocument,
    "mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }": typeof types.SaveProviderDocument,
    "\n  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }\n": typeof types.TestProviderDocument,
    "\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n": typeof types.SavePromptDocument,
    "\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n": typeof types.AuditDocument,
    "\n  query Comparison($id: ID!, $severity: [DiffSeverity!], $path: String, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount(severity: $severity, path: $path)\n      items(severity: $severity, path: $path, first: $first, offset: $offset) {\n        key rule severity message location isBreaking affectedOperationCount method path\n        ignored { reason }\n        segments { kind text }\n        oldValue(maxCharacters: 500)\n        newValue(maxCharacters: 500)\n      }\n    }\n  }\n": typeof types.ComparisonDocument,
    "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }": typeof types.ChangelogDocument,
    "mutation Logout { logout { id } }": typeof types.LogoutDocument,
    "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n": typeof types.WaitingDocument,
};
const documents: Documents = {
    "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n": types.CompareDocument,
    "\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": types.AcceptedChangesDocument,
    "\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n": types.RevokeExceptionDocument,
    "\n  query DocumentBranches($id: ID!) {\n    document(id: $id) {\n      id\n      branches(first: 200) {\n        nodes { id name description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n": types.DocumentBranchesDocument,
    "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n": types.CreateBranchDocument,
    "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n": types.UpdateBranchDocument,
    "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n": types.ArchiveBranchDocument,
    "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n": types.UnarchiveBranchDocument,
    "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status }\n      branches(first: 200) { nodes { id name isDefault isProtected status latestVersionId } }\n    }\n  }\n": types.DocumentDocument,
    "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n": types.DocumentVersionsDocument,
    "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n": types.DocumentDraftsDocument,
    "\n  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      shares(first: $first, offset: $offset) {\n        totalCount\n        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": types.DocumentSharesDocument,
    "\n  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }\n": types.CreateShareDocument,
    "\n  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }\n": types.RevealShareDocument,
    "\n  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }\n": types.RevokeShareDocument,
    "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n": types.EndpointDocument,
    "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n": types.EndpointHistoryDocument,
    "mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }": types.UpdateMeDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }\n": types.ChangePasswordDocument,
    "\n  query McpTokens($first: Int!, $offset: Int!) {\n    mcpTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }\n    }\n  }\n": types.McpTokensDocument,
    "\n  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }\n": types.CreateTokenDocument,
    "\n  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n": types.RevokeTokenDocument,
    "\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n": types.ProjectMembersDocument,
    "\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { nodes { id name email } }\n  }\n": types.MemberCandidatesDocument,
    "mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }": types.AddMemberDocument,
    "\n  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }\n": types.UpdateMemberDocument,
    "\n  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }\n": types.RemoveMemberDocument,
    "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n": types.CreateDocumentDocument,
    "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": types.CreateProjectDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n": types.CreateTeamDocument,
    "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name } }\n  }\n": types.ProjectDocument,
    "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { nodes { id name status createdById } }\n  }\n": types.ProjectsDocument,
    "\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n": types.DiffPolicyDocument,
    "\n  query ReviewPolicy($id: ID!) {\n    project(id: $id) {\n      id\n      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }\n    }\n  }\n": types.ReviewPolicyDocument,
    "\n  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }\n": types.UpdateReviewPolicyDocument,
    "\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n": types.UpdateDiffPolicyDocument,
    "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n": types.ProjectDocumentsDocument,
    "\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n": types.SearchDocument,
    "query AuthConfig { authConfig { registrationEnabled } }": types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.RegisterDocument,
    "\n  query Users($search: String, $first: Int!, $offset: Int!) {\n    users(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name email isSuperAdmin status }\n    }\n  }\n": types.UsersDocument,
    "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }": types.CreateUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }\n": types.UpdateUserDocument,
    "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n": types.OperationDocument,
    "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n": types.VersionSourceDocument,
    "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n": types.VersionEndpointsDocument,
    "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n": types.VersionDocument,
    "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n": types.VersionHtmlDocument,
    "\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n": types.AiProviderDocument,
    "\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n": types.AiPromptsDocument,
    "mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }": types.SaveProviderDocument,
    "\n  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }\n": types.TestProviderDocument,
    "\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n": types.SavePromptDocument,
    "\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n": types.AuditDocument,
    "\n  query Comparison($id: ID!, $severity: [DiffSeverity!], $path: String, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount(severity: $severity, path: $path)\n      items(severity: $severity, path: $path, first: $first, offset: $offset) {\n        key rule severity message location isBreaking affectedOperationCount method path\n        ignored { reason }\n        segments { kind text }\n        oldValue(maxCharacters: 500)\n        newValue(maxCharacters: 500)\n      }\n    }\n  }\n": types.ComparisonDocument,
    "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }": types.ChangelogDocument,
    "mutation Logout { logout { id } }": types.LogoutDocument,
    "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n": types.WaitingDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n"): (typeof documents)["\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DocumentBranches($id: ID!) {\n    document(id: $id) {\n      id\n      branches(first: 200) {\n        nodes { id name description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query DocumentBranches($id: ID!) {\n    document(id: $id) {\n      id\n      branches(first: 200) {\n        nodes { id name description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n"): (typeof documents)["\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n"): (typeof documents)["\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n"): (typeof documents)["\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n"): (typeof documents)["\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status }\n      branches(first: 200) { nodes { id name isDefault isProtected status latestVersionId } }\n    }\n  }\n"): (typeof documents)["\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status }\n      branches(first: 200) { nodes { id name isDefault isProtected status latestVersionId } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      shares(first: $first, offset: $offset) {\n        totalCount\n        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      shares(first: $first, offset: $offset) {\n        totalCount\n        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }\n"): (typeof documents)["\n  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }\n"): (typeof documents)["\n  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }"): (typeof documents)["mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }\n"): (typeof documents)["\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query McpTokens($first: Int!, $offset: Int!) {\n    mcpTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }\n    }\n  }\n"): (typeof documents)["\n  query McpTokens($first: Int!, $offset: Int!) {\n    mcpTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }\n"): (typeof documents)["\n  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { nodes { id name email } }\n  }\n"): (typeof documents)["\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { nodes { id name email } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }"): (typeof documents)["mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }\n"): (typeof documents)["\n  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }\n"): (typeof documents)["\n  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n"): (typeof documents)["\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n"): (typeof documents)["\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n"): (typeof documents)["\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name } }\n  }\n"): (typeof documents)["\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { nodes { id name status createdById } }\n  }\n"): (typeof documents)["\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { nodes { id name status createdById } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n"): (typeof documents)["\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewPolicy($id: ID!) {\n    project(id: $id) {\n      id\n      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }\n    }\n  }\n"): (typeof documents)["\n  query ReviewPolicy($id: ID!) {\n    project(id: $id) {\n      id\n      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }\n"): (typeof documents)["\n  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n"): (typeof documents)["\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AuthConfig { authConfig { registrationEnabled } }"): (typeof documents)["query AuthConfig { authConfig { registrationEnabled } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"): (typeof documents)["\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"): (typeof documents)["\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Users($search: String, $first: Int!, $offset: Int!) {\n    users(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name email isSuperAdmin status }\n    }\n  }\n"): (typeof documents)["\n  query Users($search: String, $first: Int!, $offset: Int!) {\n    users(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name email isSuperAdmin status }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }"): (typeof documents)["mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }\n"): (typeof documents)["\n  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n"): (typeof documents)["\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n"): (typeof documents)["\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n"): (typeof documents)["\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n"): (typeof documents)["\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n"): (typeof documents)["\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n"): (typeof documents)["\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n"): (typeof documents)["\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }"): (typeof documents)["mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }\n"): (typeof documents)["\n  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n"): (typeof documents)["\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n"): (typeof documents)["\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Comparison($id: ID!, $severity: [DiffSeverity!], $path: String, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount(severity: $severity, path: $path)\n      items(severity: $severity, path: $path, first: $first, offset: $offset) {\n        key rule severity message location isBreaking affectedOperationCount method path\n        ignored { reason }\n        segments { kind text }\n        oldValue(maxCharacters: 500)\n        newValue(maxCharacters: 500)\n      }\n    }\n  }\n"): (typeof documents)["\n  query Comparison($id: ID!, $severity: [DiffSeverity!], $path: String, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount(severity: $severity, path: $path)\n      items(severity: $severity, path: $path, first: $first, offset: $offset) {\n        key rule severity message location isBreaking affectedOperationCount method path\n        ignored { reason }\n        segments { kind text }\n        oldValue(maxCharacters: 500)\n        newValue(maxCharacters: 500)\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }"): (typeof documents)["query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Logout { logout { id } }"): (typeof documents)["mutation Logout { logout { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n"): (typeof documents)["\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;