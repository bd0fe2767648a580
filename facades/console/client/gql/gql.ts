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
    "\n  query DocumentBranches($id: ID!) {\n    document(id: $id) {\n      id\n      branches(first: 200) {\n        nodes { id name description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n": typeof types.DocumentBranchesDocument,
    "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n": typeof types.CreateBranchDocument,
    "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n": typeof types.UpdateBranchDocument,
    "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n": typeof types.ArchiveBranchDocument,
    "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n": typeof types.UnarchiveBranchDocument,
    "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status }\n      branches(first: 200) { nodes { id name isDefault isProtected status latestVersionId } }\n    }\n  }\n": typeof types.DocumentDocument,
    "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n": typeof types.DocumentVersionsDocument,
    "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n": typeof types.DocumentDraftsDocument,
    "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n": typeof types.EndpointDocument,
    "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n": typeof types.EndpointHistoryDocument,
    "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n": typeof types.CreateDocumentDocument,
    "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": typeof types.CreateProjectDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n": typeof types.CreateTeamDocument,
    "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name } }\n  }\n": typeof types.ProjectDocument,
    "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { nodes { id name status createdById } }\n  }\n": typeof types.ProjectsDocument,
    "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n": typeof types.ProjectDocumentsDocument,
    "query AuthConfig { authConfig { registrationEnabled } }": typeof types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.RegisterDocument,
    "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n": typeof types.OperationDocument,
    "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n": typeof types.VersionSourceDocument,
    "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n": typeof types.VersionEndpointsDocument,
    "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n": typeof types.VersionDocument,
    "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n": typeof types.VersionHtmlDocument,
    "\n  query Comparison($id: ID!, $severity: [DiffSeverity!], $path: String, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount(severity: $severity, path: $path)\n      items(severity: $severity, path: $path, first: $first, offset: $offset) {\n        key rule severity message location isBreaking affectedOperationCount method path\n        ignored { reason }\n        segments { kind text }\n        oldValue(maxCharacters: 500)\n        newValue(maxCharacters: 500)\n      }\n    }\n  }\n": typeof types.ComparisonDocument,
    "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }": typeof types.ChangelogDocument,
    "mutation Logout { logout { id } }": typeof types.LogoutDocument,
    "\n  query Waiting {\n    reviewQueueState { token count }\n    myDraftsState { token count }\n  }\n": typeof types.WaitingDocument,
};
const documents: Documents = {
    "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n": types.CompareDocument,
    "\n  query DocumentBranches($id: ID!) {\n    document(id: $id) {\n      id\n      branches(first: 200) {\n        nodes { id name description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n": types.DocumentBranchesDocument,
    "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n": types.CreateBranchDocument,
    "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n": types.UpdateBranchDocument,
    "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n": types.ArchiveBranchDocument,
    "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n": types.UnarchiveBranchDocument,
    "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status }\n      branches(first: 200) { nodes { id name isDefault isProtected status latestVersionId } }\n    }\n  }\n": types.DocumentDocument,
    "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n": types.DocumentVersionsDocument,
    "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n": types.DocumentDraftsDocument,
    "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n": types.EndpointDocument,
    "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n": types.EndpointHistoryDocument,
    "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n": types.CreateDocumentDocument,
    "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": types.CreateProjectDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n": types.CreateTeamDocument,
    "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name } }\n  }\n": types.ProjectDocument,
    "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { nodes { id name status createdById } }\n  }\n": types.ProjectsDocument,
    "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n": types.ProjectDocumentsDocument,
    "query AuthConfig { authConfig { registrationEnabled } }": types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.RegisterDocument,
    "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n": types.OperationDocument,
    "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n": types.VersionSourceDocument,
    "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n": types.VersionEndpointsDocument,
    "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n": types.VersionDocument,
    "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n": types.VersionHtmlDocument,
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
export function graphql(source: "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n"];
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
export function graphql(source: "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n"];
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