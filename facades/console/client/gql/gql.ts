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
    "query TeamConfig { authConfig { anyoneCreatesTeams } }": typeof types.TeamConfigDocument,
    "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n": typeof types.CompareDocument,
    "query DeviceLogin($code: String!) { deviceLogin(userCode: $code) { userCode address startedAt } }": typeof types.DeviceLoginDocument,
    "\n  mutation AllowDeviceLogin($input: DecideDeviceLoginInput!) { allowDeviceLogin(input: $input) { address } }\n": typeof types.AllowDeviceLoginDocument,
    "\n  mutation RefuseDeviceLogin($input: DecideDeviceLoginInput!) { refuseDeviceLogin(input: $input) { address } }\n": typeof types.RefuseDeviceLoginDocument,
    "\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key message reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": typeof types.AcceptedChangesDocument,
    "\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n": typeof types.RevokeExceptionDocument,
    "\n  query DocumentBranches($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      branches(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name kind description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n": typeof types.DocumentBranchesDocument,
    "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n": typeof types.CreateBranchDocument,
    "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n": typeof types.UpdateBranchDocument,
    "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n": typeof types.ArchiveBranchDocument,
    "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n": typeof types.UnarchiveBranchDocument,
    "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n": typeof types.DocumentDocument,
    "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n": typeof types.DocumentVersionsDocument,
    "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n": typeof types.DocumentDraftsDocument,
    "\n  mutation UpdateDocument($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name description } }\n": typeof types.UpdateDocumentDocument,
    "\n  mutation ArchiveDocument($input: DocumentInput!) { archiveDocument(input: $input) { id status } }\n": typeof types.ArchiveDocumentDocument,
    "\n  mutation UnarchiveDocument($input: DocumentInput!) { unarchiveDocument(input: $input) { id status } }\n": typeof types.UnarchiveDocumentDocument,
    "\n  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      shares(first: $first, offset: $offset) {\n        totalCount\n        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": typeof types.DocumentSharesDocument,
    "\n  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }\n": typeof types.CreateShareDocument,
    "\n  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }\n": typeof types.RevealShareDocument,
    "\n  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }\n": typeof types.RevokeShareDocument,
    "\n  fragment BranchChoices on BranchConnection {\n    totalCount\n    nodes { id name isDefault isProtected status latestVersionId latestVersion { id versionName } }\n  }\n": typeof types.BranchChoicesFragmentDoc,
    "\n  query OtherBranches($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) { id branches(first: $first, offset: $offset) { ...BranchChoices } }\n  }\n": typeof types.OtherBranchesDocument,
    "\n  query EditedDraft($id: ID!) {\n    draft(id: $id) {\n      id status revision versionName changelog reviewComment\n      author { id name }\n      project { id name status myRole team { id status } }\n      document { id name relativePath documentType status }\n      branch { id name status }\n      content(kind: RAW) { content }\n    }\n  }\n": typeof types.EditedDraftDocument,
    "mutation UpdateDraft($input: UpdateDraftInput!) { updateDraft(input: $input) { id revision } }": typeof types.UpdateDraftDocument,
    "mutation SubmitDraft($input: DraftInput!) { submitDraft(input: $input) { id } }": typeof types.SubmitDraftDocument,
    "mutation WithdrawDraft($input: DraftInput!) { withdrawDraft(input: $input) { id } }": typeof types.WithdrawDraftDocument,
    "\n  query NewDraftPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath documentType status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n": typeof types.NewDraftPlaceDocument,
    "query NewDraftBase($id: ID!) { version(id: $id) { id content(kind: RAW) { content } } }": typeof types.NewDraftBaseDocument,
    "mutation CreateDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }": typeof types.CreateDraftDocument,
    "mutation SubmitNewDraft($input: DraftInput!) { submitDraft(input: $input) { id } }": typeof types.SubmitNewDraftDocument,
    "\n  query PromotionPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n": typeof types.PromotionPlaceDocument,
    "mutation Promote($input: PromoteDraftInput!) { promoteDraft(input: $input) { id } }": typeof types.PromoteDocument,
    "mutation SubmitPromotion($input: DraftInput!) { submitDraft(input: $input) { id } }": typeof types.SubmitPromotionDocument,
    "\n  query ContentCheck($branchId: ID!, $content: String!, $withHtml: Boolean!) {\n    branch(id: $branchId) { id latestVersionId }\n    contentCheck(branchId: $branchId, content: $content) {\n      problems { message line column pointer }\n      warnings { message line column pointer rule }\n      documentFormat versionName title\n      html @include(if: $withHtml)\n      itemCount summary { breakingChanges warnings infos addedLines removedLines unchanged }\n      items(first: 30) { key message severity location ignored { reason } }\n    }\n  }\n": typeof types.ContentCheckDocument,
    "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n": typeof types.EndpointDocument,
    "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n": typeof types.EndpointHistoryDocument,
    "\n  query ApiTokens($first: Int!, $offset: Int!) {\n    apiTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt projectId }\n    }\n  }\n": typeof types.ApiTokensDocument,
    "\n  query TokenProjects($first: Int!, $offset: Int!) {\n    projects(first: $first, offset: $offset) { totalCount nodes { id name } }\n  }\n": typeof types.TokenProjectsDocument,
    "\n  mutation CreateApiToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { id token } }\n": typeof types.CreateApiTokenDocument,
    "\n  mutation RevokeApiToken($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n": typeof types.RevokeApiTokenDocument,
    "mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }": typeof types.UpdateMeDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }\n": typeof types.ChangePasswordDocument,
    "query Notices { authConfig { sendsMail } me { id mailNotices } }": typeof types.NoticesDocument,
    "\n  mutation ChangeNotices($input: UpdateMeInput!) { updateMe(input: $input) { id mailNotices } }\n": typeof types.ChangeNoticesDocument,
    "\n  query McpTokens($first: Int!, $offset: Int!) {\n    mcpTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }\n    }\n  }\n": typeof types.McpTokensDocument,
    "\n  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }\n": typeof types.CreateTokenDocument,
    "\n  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n": typeof types.RevokeTokenDocument,
    "query RevealToken($id: ID!) { mcpToken(id: $id) { id token } }": typeof types.RevealTokenDocument,
    "\n  mutation UpdateTeam($input: UpdateTeamInput!) { updateTeam(input: $input) { id name description } }\n": typeof types.UpdateTeamDocument,
    "\n  query Deliveries($id: ID!, $first: Int!, $offset: Int!) {\n    webhook(id: $id) {\n      id\n      deliveries(first: $first, offset: $offset) {\n        totalCount\n        nodes { id event status attempts error createdAt nextAttemptAt }\n      }\n    }\n  }\n": typeof types.DeliveriesDocument,
    "\n  mutation TestHook($input: WebhookInput!) { testWebhook(input: $input) { id status } }\n": typeof types.TestHookDocument,
    "\n  mutation Redeliver($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { id status } }\n": typeof types.RedeliverDocument,
    "\n  mutation UpdateProject($input: UpdateProjectInput!) { updateProject(input: $input) { id name description } }\n": typeof types.UpdateProjectDocument,
    "\n  mutation ArchiveProject($input: ProjectInput!) { archiveProject(input: $input) { id status } }\n": typeof types.ArchiveProjectDocument,
    "\n  mutation UnarchiveProject($input: ProjectInput!) { unarchiveProject(input: $input) { id status } }\n": typeof types.UnarchiveProjectDocument,
    "\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id myRole\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n": typeof types.ProjectMembersDocument,
    "\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { totalCount nodes { id name email } }\n  }\n": typeof types.MemberCandidatesDocument,
    "mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }": typeof types.AddMemberDocument,
    "\n  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }\n": typeof types.UpdateMemberDocument,
    "\n  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }\n": typeof types.RemoveMemberDocument,
    "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n": typeof types.CreateDocumentDocument,
    "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": typeof types.CreateProjectDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n": typeof types.CreateTeamDocument,
    "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name status } }\n  }\n": typeof types.ProjectDocument,
    "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { totalCount nodes { id name description status createdById } }\n  }\n": typeof types.ProjectsDocument,
    "\n  query OtherTeams($first: Int!, $offset: Int!) {\n    teams(first: $first, offset: $offset) { totalCount nodes { id name description status createdById } }\n  }\n": typeof types.OtherTeamsDocument,
    "\n  query ReviewPolicy($id: ID!) {\n    project(id: $id) {\n      id\n      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }\n    }\n  }\n": typeof types.ReviewPolicyDocument,
    "\n  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }\n": typeof types.UpdateReviewPolicyDocument,
    "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n": typeof types.ProjectDocumentsDocument,
    "\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n": typeof types.DiffPolicyDocument,
    "\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n": typeof types.UpdateDiffPolicyDocument,
    "\n  mutation CreateHook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n": typeof types.CreateHookDocument,
    "\n  mutation UpdateHook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id url events enabled disabledReason } }\n": typeof types.UpdateHookDocument,
    "\n  query Webhooks($id: ID!) {\n    project(id: $id) {\n      id\n      webhooks(first: 50) { nodes { id url events enabled disabledReason secretMasked } }\n    }\n  }\n": typeof types.WebhooksDocument,
    "\n  mutation RotateSecret($input: WebhookInput!) { rotateWebhookSecret(input: $input) { id secret secretMasked } }\n": typeof types.RotateSecretDocument,
    "\n  mutation DeleteHook($input: WebhookInput!) { deleteWebhook(input: $input) { id } }\n": typeof types.DeleteHookDocument,
    "\n  query Decided($first: Int!, $offset: Int!) {\n    decidedDrafts(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n  }\n": typeof types.DecidedDocument,
    "\n  fragment DraftRow on Draft {\n    id status versionName submissionRound createdAt updatedAt submittedAt openThreadCount reviewComment\n    author { id name }\n    reviewers { id name }\n    project { id name }\n    document { id name relativePath documentType }\n    branch { id name }\n    diffPreview(wait: false) { summary { breakingChanges warnings modifiedBlocks unchanged } }\n  }\n": typeof types.DraftRowFragmentDoc,
    "\n  query MyDrafts($first: Int!, $offset: Int!, $open: Boolean) {\n    myDrafts(first: $first, offset: $offset, open: $open) { totalCount nodes { id ...DraftRow } }\n  }\n": typeof types.MyDraftsDocument,
    "\n  query Queue($first: Int!, $offset: Int!) {\n    reviewQueue(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n    projects(first: 1) { totalCount }\n  }\n": typeof types.QueueDocument,
    "\n  mutation AcceptChange($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }\n": typeof types.AcceptChangeDocument,
    "mutation SubmitFromReview($input: DraftInput!) { submitDraft(input: $input) { id } }": typeof types.SubmitFromReviewDocument,
    "mutation Approve($input: ReviewDraftInput!) { approveDraft(input: $input) { id } }": typeof types.ApproveDocument,
    "mutation RequestChanges($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }": typeof types.RequestChangesDocument,
    "mutation Reject($input: ReviewDraftInput!) { rejectDraft(input: $input) { id } }": typeof types.RejectDocument,
    "\n  query ReviewRendered($id: ID!, $base: ID!, $hasBase: Boolean!) {\n    draft(id: $id) { id revision content(kind: RAW, maxBytes: 1) { html } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: RAW, maxBytes: 1) { html } }\n  }\n": typeof types.ReviewRenderedDocument,
    "\n  query ReviewChangelog($id: ID!) { draft(id: $id) { id revision diffPreview { baseVersionId changelog { content } } } }\n": typeof types.ReviewChangelogDocument,
    "\n  mutation ExplainDraft($input: RegenerateAiSummaryInput!) { regenerateDraftAiSummary(input: $input) { id status } }\n": typeof types.ExplainDraftDocument,
    "\n  query AffectedOperations($id: ID!, $rule: String!) {\n    draft(id: $id) { id revision diffPreview { baseVersionId items(rule: $rule) { key affectedOperations { method path } } } }\n  }\n": typeof types.AffectedOperationsDocument,
    "\n  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    draft(id: $id) { id revision excerpt(pointer: $after) @include(if: $hasAfter) }\n    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n  }\n": typeof types.ChangePlacesDocument,
    "\n  query TextPlaces(\n    $id: ID!, $base: ID!, $before: String!, $after: String!, $kind: ContentKind!, $hasBefore: Boolean!\n    $hasAfter: Boolean!\n  ) {\n    draft(id: $id) { id revision place(pointer: $after, kind: $kind) @include(if: $hasAfter) { line firstLine text } }\n    version(id: $base) @include(if: $hasBefore) { id place(pointer: $before, kind: $kind) { line firstLine text } }\n  }\n": typeof types.TextPlacesDocument,
    "\n  query ReviewTextSize($id: ID!) { draft(id: $id) { id content(kind: RAW, maxBytes: 1) { sizeBytes } } }\n": typeof types.ReviewTextSizeDocument,
    "\n  query ReviewTexts($id: ID!, $base: ID!, $hasBase: Boolean!, $kind: ContentKind!) {\n    draft(id: $id) { id revision content(kind: $kind) { content } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: $kind) { content } }\n  }\n": typeof types.ReviewTextsDocument,
    "\n  query SentDecisions($id: ID!) { draft(id: $id) { id reviews(first: 200) { nodes { comment } } } }\n": typeof types.SentDecisionsDocument,
    "\n  query Review($id: ID!) {\n    draft(id: $id) {\n      id status versionName revision reviewRevision changeToken changelog submissionRound submittedAt createdAt updatedAt\n      sourceType sourceGitCommitId reviewComment openThreadCount baseVersionId warningCount documentFormat\n      warnings { message line pointer rule }\n      author { id name }\n      authors { id name }\n      isAuthor\n      reviewers { id name }\n      project { id name status myRole team { id status } reviewPolicy { requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking } }\n      document { id name relativePath documentType status }\n      branch { id name status isProtected latestVersion { id versionName sequence } }\n      version { id sequence }\n      reviews(first: 200) { nodes { id decision comment createdAt submissionRound reviewer { id name } } }\n      aiSummary { id status errorMessage notice }\n      explanation: aiSummary(status: SUCCEEDED) { id content model stale }\n      diffPreview(nullIfTooLarge: true) {\n        itemCount seenKeys\n        summary {\n          breakingChanges warnings infos addedEndpoints removedEndpoints modifiedEndpoints modifiedBlocks addedLines\n          removedLines ignoredChanges affectedOperations unchanged\n        }\n        semverHint { needed before after sufficient }\n      }\n    }\n  }\n": typeof types.ReviewDocument,
    "\n  query ReviewItems($id: ID!, $first: Int!, $offset: Int!) {\n    draft(id: $id) {\n      id revision submissionRound baseVersionId\n      diffPreview {\n        items(first: $first, offset: $offset) { ...Change }\n      }\n    }\n  }\n": typeof types.ReviewItemsDocument,
    "\n  query ReviewProbe($id: ID!) {\n    draft(id: $id) {\n      id status revision reviewRevision changeToken submissionRound baseVersionId\n      project { id status team { id status } }\n      document { id status }\n      branch { id status latestVersion { id versionName } }\n      aiSummary { id status }\n    }\n  }\n": typeof types.ReviewProbeDocument,
    "\n  query Actors($id: ID!) {\n    draft(id: $id) { id authors { id name } reviews(first: 200) { nodes { reviewer { id name } } } }\n  }\n": typeof types.ActorsDocument,
    "\n  mutation MarkChangesSeen($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }\n": typeof types.MarkChangesSeenDocument,
    "\n  query ReviewComments($id: ID!, $after: String) {\n    draft(id: $id) {\n      id\n      comments(first: 100, after: $after) {\n        nodes {\n          id body bodyHtml createdAt updatedAt submissionRound isDeleted isResolved outdated replyToId\n          author { id name } resolvedBy { id name }\n          anchor { changeKey pointer line }\n        }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": typeof types.ReviewCommentsDocument,
    "mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) { id } }": typeof types.CreateCommentDocument,
    "mutation UpdateComment($input: UpdateCommentInput!) { updateComment(input: $input) { id } }": typeof types.UpdateCommentDocument,
    "mutation DeleteComment($input: CommentInput!) { deleteComment(input: $input) { id } }": typeof types.DeleteCommentDocument,
    "mutation ResolveComment($input: CommentInput!) { resolveComment(input: $input) { id } }": typeof types.ResolveCommentDocument,
    "mutation ReopenComment($input: CommentInput!) { reopenComment(input: $input) { id } }": typeof types.ReopenCommentDocument,
    "\n  fragment FoundDraft on Draft { id versionName document { name } project { name } }\n": typeof types.FoundDraftFragmentDoc,
    "\n  query SearchOthers($q: String!, $withUsers: Boolean!) {\n    projects(search: $q, first: 3) { totalCount nodes { id name description } }\n    reviewQueue(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    myDrafts(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    users(search: $q, first: 3) @include(if: $withUsers) { totalCount nodes { id name email } }\n  }\n": typeof types.SearchOthersDocument,
    "\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!, $hasWords: Boolean!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) @include(if: $hasWords) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n": typeof types.SearchDocument,
    "mutation StartOidcSignIn { startOidcSignIn { url flow } }": typeof types.StartOidcSignInDocument,
    "\n  mutation FinishOidcSignIn($input: FinishOidcSignInInput!) {\n    finishOidcSignIn(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.FinishOidcSignInDocument,
    "query AuthConfig { authConfig { registrationEnabled oidcName } }": typeof types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.RegisterDocument,
    "\n  query UserTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    mcpTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n": typeof types.UserTokensDocument,
    "\n  query UserApiTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    apiTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n": typeof types.UserApiTokensDocument,
    "\n  mutation RevokeTokenOfUser($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n": typeof types.RevokeTokenOfUserDocument,
    "\n  mutation RevokeApiTokenOfUser($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n": typeof types.RevokeApiTokenOfUserDocument,
    "\n  query Users($search: String, $first: Int!, $offset: Int!) {\n    users(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name email isSuperAdmin status }\n    }\n  }\n": typeof types.UsersDocument,
    "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }": typeof types.CreateUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }\n": typeof types.UpdateUserDocument,
    "\n  query Introduction($id: ID!) {\n    version(id: $id) { id introduction { title descriptionHtml tags { name descriptionHtml } } }\n  }\n": typeof types.IntroductionDocument,
    "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n": typeof types.OperationDocument,
    "\n  query OperationSince($id: ID!, $method: String!, $path: String!) {\n    endpoint(id: $id) {\n      id\n      version {\n        id sequence\n        branch {\n          id\n          endpointHistory(method: $method, path: $path, first: 100) {\n            nodes { step versionId version { id versionName sequence } }\n          }\n        }\n      }\n    }\n  }\n": typeof types.OperationSinceDocument,
    "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n": typeof types.VersionSourceDocument,
    "\n  query SourcePlace($id: ID!, $pointer: String!) { version(id: $id) { id place(pointer: $pointer, kind: RAW) { line } } }\n": typeof types.SourcePlaceDocument,
    "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n": typeof types.VersionEndpointsDocument,
    "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n": typeof types.VersionDocument,
    "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n": typeof types.VersionHtmlDocument,
    "\n  mutation WelcomeDocument($input: CreateDocumentInput!) {\n    createDocument(input: $input) { id branches(first: 10) { nodes { id isDefault } } }\n  }\n": typeof types.WelcomeDocumentDocument,
    "\n  mutation WelcomeDocumentName($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name } }\n": typeof types.WelcomeDocumentNameDocument,
    "mutation WelcomeDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }": typeof types.WelcomeDraftDocument,
    "mutation WelcomeSubmit($input: DraftInput!) { submitDraft(input: $input) { id } }": typeof types.WelcomeSubmitDocument,
    "query WelcomeDraftStatus($id: ID!) { draft(id: $id) { id submissionRound } }": typeof types.WelcomeDraftStatusDocument,
    "\n  query WelcomeCandidates($projectId: ID!, $search: String!) {\n    memberCandidates(projectId: $projectId, search: $search, first: 200) { nodes { id name email } }\n    project(id: $projectId) { id members(search: $search, first: 200) { nodes { id userEmail } } }\n  }\n": typeof types.WelcomeCandidatesDocument,
    "mutation WelcomeUser($input: CreateUserInput!) { createUser(input: $input) { id name } }": typeof types.WelcomeUserDocument,
    "mutation WelcomeMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }": typeof types.WelcomeMemberDocument,
    "\n  mutation LoginAgain($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": typeof types.LoginAgainDocument,
    "mutation WelcomeTeam($input: CreateTeamInput!) { createTeam(input: $input) { id } }": typeof types.WelcomeTeamDocument,
    "mutation WelcomeTeamName($input: UpdateTeamInput!) { updateTeam(input: $input) { id } }": typeof types.WelcomeTeamNameDocument,
    "\n  mutation WelcomeProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": typeof types.WelcomeProjectDocument,
    "\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n": typeof types.AiPromptsDocument,
    "\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n": typeof types.SavePromptDocument,
    "\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n": typeof types.AiProviderDocument,
    "mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }": typeof types.SaveProviderDocument,
    "\n  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }\n": typeof types.TestProviderDocument,
    "\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n": typeof types.AuditDocument,
    "\n  fragment Change on DiffItem {\n    key digest rule severity isBreaking mustHandle message location pointerBefore pointerAfter changeType\n    method path affectedOperationCount sortOrder\n    ignored { reason acceptedAt }\n    segments { kind text }\n  }\n": typeof types.ChangeFragmentDoc,
    "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }": typeof types.ChangelogDocument,
    "\n  query Comparison($id: ID!, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id fromVersionId toVersionId\n      toVersion { id document { id documentType } }\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount\n      items(first: $first, offset: $offset) { ...Change }\n    }\n  }\n": typeof types.ComparisonDocument,
    "\n  query ComparedOperations($id: ID!, $rule: String!) {\n    diff(id: $id) { id items(rule: $rule) { key affectedOperations { method path } } }\n  }\n": typeof types.ComparedOperationsDocument,
    "\n  query ComparedPlaces($from: ID!, $to: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    from: version(id: $from) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n    to: version(id: $to) @include(if: $hasAfter) { id excerpt(pointer: $after) }\n  }\n": typeof types.ComparedPlacesDocument,
    "mutation Logout { logout { id } }": typeof types.LogoutDocument,
    "\n  query Waiting {\n    me { id name isSuperAdmin }\n    reviewQueueState { token count }\n    myDraftsState(open: true) { token count }\n  }\n": typeof types.WaitingDocument,
};
const documents: Documents = {
    "query TeamConfig { authConfig { anyoneCreatesTeams } }": types.TeamConfigDocument,
    "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n": types.CompareDocument,
    "query DeviceLogin($code: String!) { deviceLogin(userCode: $code) { userCode address startedAt } }": types.DeviceLoginDocument,
    "\n  mutation AllowDeviceLogin($input: DecideDeviceLoginInput!) { allowDeviceLogin(input: $input) { address } }\n": types.AllowDeviceLoginDocument,
    "\n  mutation RefuseDeviceLogin($input: DecideDeviceLoginInput!) { refuseDeviceLogin(input: $input) { address } }\n": types.RefuseDeviceLoginDocument,
    "\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key message reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": types.AcceptedChangesDocument,
    "\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n": types.RevokeExceptionDocument,
    "\n  query DocumentBranches($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      branches(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name kind description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n": types.DocumentBranchesDocument,
    "\n  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }\n": types.CreateBranchDocument,
    "\n  mutation UpdateBranch($input: UpdateBranchInput!) {\n    updateBranch(input: $input) { id name description isDefault isProtected }\n  }\n": types.UpdateBranchDocument,
    "\n  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }\n": types.ArchiveBranchDocument,
    "\n  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }\n": types.UnarchiveBranchDocument,
    "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n": types.DocumentDocument,
    "\n  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      overview { endpointCount versionCount openDraftCount rawSizeBytes }\n      versions(branchId: $branchId, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          id versionName sequence publishedAt changelog branchId\n          publishedBy { id name }\n          diffFromPrevious {\n            id\n            summary { unchanged breakingChanges warnings infos addedLines removedLines }\n          }\n        }\n      }\n    }\n  }\n": types.DocumentVersionsDocument,
    "\n  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      drafts(status: $status, search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }\n      }\n    }\n  }\n": types.DocumentDraftsDocument,
    "\n  mutation UpdateDocument($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name description } }\n": types.UpdateDocumentDocument,
    "\n  mutation ArchiveDocument($input: DocumentInput!) { archiveDocument(input: $input) { id status } }\n": types.ArchiveDocumentDocument,
    "\n  mutation UnarchiveDocument($input: DocumentInput!) { unarchiveDocument(input: $input) { id status } }\n": types.UnarchiveDocumentDocument,
    "\n  query DocumentShares($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      shares(first: $first, offset: $offset) {\n        totalCount\n        nodes { id branchId versionScope status passwordProtected expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n": types.DocumentSharesDocument,
    "\n  mutation CreateShare($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id url } }\n": types.CreateShareDocument,
    "\n  mutation RevealShare($input: DocumentShareInput!) { revealDocumentShare(input: $input) { id url } }\n": types.RevealShareDocument,
    "\n  mutation RevokeShare($input: DocumentShareInput!) { revokeDocumentShare(input: $input) { id status } }\n": types.RevokeShareDocument,
    "\n  fragment BranchChoices on BranchConnection {\n    totalCount\n    nodes { id name isDefault isProtected status latestVersionId latestVersion { id versionName } }\n  }\n": types.BranchChoicesFragmentDoc,
    "\n  query OtherBranches($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) { id branches(first: $first, offset: $offset) { ...BranchChoices } }\n  }\n": types.OtherBranchesDocument,
    "\n  query EditedDraft($id: ID!) {\n    draft(id: $id) {\n      id status revision versionName changelog reviewComment\n      author { id name }\n      project { id name status myRole team { id status } }\n      document { id name relativePath documentType status }\n      branch { id name status }\n      content(kind: RAW) { content }\n    }\n  }\n": types.EditedDraftDocument,
    "mutation UpdateDraft($input: UpdateDraftInput!) { updateDraft(input: $input) { id revision } }": types.UpdateDraftDocument,
    "mutation SubmitDraft($input: DraftInput!) { submitDraft(input: $input) { id } }": types.SubmitDraftDocument,
    "mutation WithdrawDraft($input: DraftInput!) { withdrawDraft(input: $input) { id } }": types.WithdrawDraftDocument,
    "\n  query NewDraftPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath documentType status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n": types.NewDraftPlaceDocument,
    "query NewDraftBase($id: ID!) { version(id: $id) { id content(kind: RAW) { content } } }": types.NewDraftBaseDocument,
    "mutation CreateDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }": types.CreateDraftDocument,
    "mutation SubmitNewDraft($input: DraftInput!) { submitDraft(input: $input) { id } }": types.SubmitNewDraftDocument,
    "\n  query PromotionPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n": types.PromotionPlaceDocument,
    "mutation Promote($input: PromoteDraftInput!) { promoteDraft(input: $input) { id } }": types.PromoteDocument,
    "mutation SubmitPromotion($input: DraftInput!) { submitDraft(input: $input) { id } }": types.SubmitPromotionDocument,
    "\n  query ContentCheck($branchId: ID!, $content: String!, $withHtml: Boolean!) {\n    branch(id: $branchId) { id latestVersionId }\n    contentCheck(branchId: $branchId, content: $content) {\n      problems { message line column pointer }\n      warnings { message line column pointer rule }\n      documentFormat versionName title\n      html @include(if: $withHtml)\n      itemCount summary { breakingChanges warnings infos addedLines removedLines unchanged }\n      items(first: 30) { key message severity location ignored { reason } }\n    }\n  }\n": types.ContentCheckDocument,
    "\n  query Endpoint($id: ID!) {\n    endpoint(id: $id) {\n      id method path\n      version {\n        id versionName\n        branch { id name }\n        document { id name project { id name } }\n      }\n    }\n  }\n": types.EndpointDocument,
    "\n  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {\n    branch(id: $branchId) {\n      id\n      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {\n        totalCount\n        nodes {\n          step versionId\n          version { id versionName publishedAt publishedBy { id name } }\n          items { key message isBreaking }\n        }\n      }\n    }\n  }\n": types.EndpointHistoryDocument,
    "\n  query ApiTokens($first: Int!, $offset: Int!) {\n    apiTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt projectId }\n    }\n  }\n": types.ApiTokensDocument,
    "\n  query TokenProjects($first: Int!, $offset: Int!) {\n    projects(first: $first, offset: $offset) { totalCount nodes { id name } }\n  }\n": types.TokenProjectsDocument,
    "\n  mutation CreateApiToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { id token } }\n": types.CreateApiTokenDocument,
    "\n  mutation RevokeApiToken($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n": types.RevokeApiTokenDocument,
    "mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }": types.UpdateMeDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }\n": types.ChangePasswordDocument,
    "query Notices { authConfig { sendsMail } me { id mailNotices } }": types.NoticesDocument,
    "\n  mutation ChangeNotices($input: UpdateMeInput!) { updateMe(input: $input) { id mailNotices } }\n": types.ChangeNoticesDocument,
    "\n  query McpTokens($first: Int!, $offset: Int!) {\n    mcpTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }\n    }\n  }\n": types.McpTokensDocument,
    "\n  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }\n": types.CreateTokenDocument,
    "\n  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n": types.RevokeTokenDocument,
    "query RevealToken($id: ID!) { mcpToken(id: $id) { id token } }": types.RevealTokenDocument,
    "\n  mutation UpdateTeam($input: UpdateTeamInput!) { updateTeam(input: $input) { id name description } }\n": types.UpdateTeamDocument,
    "\n  query Deliveries($id: ID!, $first: Int!, $offset: Int!) {\n    webhook(id: $id) {\n      id\n      deliveries(first: $first, offset: $offset) {\n        totalCount\n        nodes { id event status attempts error createdAt nextAttemptAt }\n      }\n    }\n  }\n": types.DeliveriesDocument,
    "\n  mutation TestHook($input: WebhookInput!) { testWebhook(input: $input) { id status } }\n": types.TestHookDocument,
    "\n  mutation Redeliver($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { id status } }\n": types.RedeliverDocument,
    "\n  mutation UpdateProject($input: UpdateProjectInput!) { updateProject(input: $input) { id name description } }\n": types.UpdateProjectDocument,
    "\n  mutation ArchiveProject($input: ProjectInput!) { archiveProject(input: $input) { id status } }\n": types.ArchiveProjectDocument,
    "\n  mutation UnarchiveProject($input: ProjectInput!) { unarchiveProject(input: $input) { id status } }\n": types.UnarchiveProjectDocument,
    "\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id myRole\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n": types.ProjectMembersDocument,
    "\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { totalCount nodes { id name email } }\n  }\n": types.MemberCandidatesDocument,
    "mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }": types.AddMemberDocument,
    "\n  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }\n": types.UpdateMemberDocument,
    "\n  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }\n": types.RemoveMemberDocument,
    "\n  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }\n": types.CreateDocumentDocument,
    "\n  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": types.CreateProjectDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }\n": types.CreateTeamDocument,
    "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name status } }\n  }\n": types.ProjectDocument,
    "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { totalCount nodes { id name description status createdById } }\n  }\n": types.ProjectsDocument,
    "\n  query OtherTeams($first: Int!, $offset: Int!) {\n    teams(first: $first, offset: $offset) { totalCount nodes { id name description status createdById } }\n  }\n": types.OtherTeamsDocument,
    "\n  query ReviewPolicy($id: ID!) {\n    project(id: $id) {\n      id\n      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }\n    }\n  }\n": types.ReviewPolicyDocument,
    "\n  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }\n": types.UpdateReviewPolicyDocument,
    "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n": types.ProjectDocumentsDocument,
    "\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n": types.DiffPolicyDocument,
    "\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n": types.UpdateDiffPolicyDocument,
    "\n  mutation CreateHook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n": types.CreateHookDocument,
    "\n  mutation UpdateHook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id url events enabled disabledReason } }\n": types.UpdateHookDocument,
    "\n  query Webhooks($id: ID!) {\n    project(id: $id) {\n      id\n      webhooks(first: 50) { nodes { id url events enabled disabledReason secretMasked } }\n    }\n  }\n": types.WebhooksDocument,
    "\n  mutation RotateSecret($input: WebhookInput!) { rotateWebhookSecret(input: $input) { id secret secretMasked } }\n": types.RotateSecretDocument,
    "\n  mutation DeleteHook($input: WebhookInput!) { deleteWebhook(input: $input) { id } }\n": types.DeleteHookDocument,
    "\n  query Decided($first: Int!, $offset: Int!) {\n    decidedDrafts(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n  }\n": types.DecidedDocument,
    "\n  fragment DraftRow on Draft {\n    id status versionName submissionRound createdAt updatedAt submittedAt openThreadCount reviewComment\n    author { id name }\n    reviewers { id name }\n    project { id name }\n    document { id name relativePath documentType }\n    branch { id name }\n    diffPreview(wait: false) { summary { breakingChanges warnings modifiedBlocks unchanged } }\n  }\n": types.DraftRowFragmentDoc,
    "\n  query MyDrafts($first: Int!, $offset: Int!, $open: Boolean) {\n    myDrafts(first: $first, offset: $offset, open: $open) { totalCount nodes { id ...DraftRow } }\n  }\n": types.MyDraftsDocument,
    "\n  query Queue($first: Int!, $offset: Int!) {\n    reviewQueue(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n    projects(first: 1) { totalCount }\n  }\n": types.QueueDocument,
    "\n  mutation AcceptChange($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }\n": types.AcceptChangeDocument,
    "mutation SubmitFromReview($input: DraftInput!) { submitDraft(input: $input) { id } }": types.SubmitFromReviewDocument,
    "mutation Approve($input: ReviewDraftInput!) { approveDraft(input: $input) { id } }": types.ApproveDocument,
    "mutation RequestChanges($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }": types.RequestChangesDocument,
    "mutation Reject($input: ReviewDraftInput!) { rejectDraft(input: $input) { id } }": types.RejectDocument,
    "\n  query ReviewRendered($id: ID!, $base: ID!, $hasBase: Boolean!) {\n    draft(id: $id) { id revision content(kind: RAW, maxBytes: 1) { html } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: RAW, maxBytes: 1) { html } }\n  }\n": types.ReviewRenderedDocument,
    "\n  query ReviewChangelog($id: ID!) { draft(id: $id) { id revision diffPreview { baseVersionId changelog { content } } } }\n": types.ReviewChangelogDocument,
    "\n  mutation ExplainDraft($input: RegenerateAiSummaryInput!) { regenerateDraftAiSummary(input: $input) { id status } }\n": types.ExplainDraftDocument,
    "\n  query AffectedOperations($id: ID!, $rule: String!) {\n    draft(id: $id) { id revision diffPreview { baseVersionId items(rule: $rule) { key affectedOperations { method path } } } }\n  }\n": types.AffectedOperationsDocument,
    "\n  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    draft(id: $id) { id revision excerpt(pointer: $after) @include(if: $hasAfter) }\n    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n  }\n": types.ChangePlacesDocument,
    "\n  query TextPlaces(\n    $id: ID!, $base: ID!, $before: String!, $after: String!, $kind: ContentKind!, $hasBefore: Boolean!\n    $hasAfter: Boolean!\n  ) {\n    draft(id: $id) { id revision place(pointer: $after, kind: $kind) @include(if: $hasAfter) { line firstLine text } }\n    version(id: $base) @include(if: $hasBefore) { id place(pointer: $before, kind: $kind) { line firstLine text } }\n  }\n": types.TextPlacesDocument,
    "\n  query ReviewTextSize($id: ID!) { draft(id: $id) { id content(kind: RAW, maxBytes: 1) { sizeBytes } } }\n": types.ReviewTextSizeDocument,
    "\n  query ReviewTexts($id: ID!, $base: ID!, $hasBase: Boolean!, $kind: ContentKind!) {\n    draft(id: $id) { id revision content(kind: $kind) { content } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: $kind) { content } }\n  }\n": types.ReviewTextsDocument,
    "\n  query SentDecisions($id: ID!) { draft(id: $id) { id reviews(first: 200) { nodes { comment } } } }\n": types.SentDecisionsDocument,
    "\n  query Review($id: ID!) {\n    draft(id: $id) {\n      id status versionName revision reviewRevision changeToken changelog submissionRound submittedAt createdAt updatedAt\n      sourceType sourceGitCommitId reviewComment openThreadCount baseVersionId warningCount documentFormat\n      warnings { message line pointer rule }\n      author { id name }\n      authors { id name }\n      isAuthor\n      reviewers { id name }\n      project { id name status myRole team { id status } reviewPolicy { requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking } }\n      document { id name relativePath documentType status }\n      branch { id name status isProtected latestVersion { id versionName sequence } }\n      version { id sequence }\n      reviews(first: 200) { nodes { id decision comment createdAt submissionRound reviewer { id name } } }\n      aiSummary { id status errorMessage notice }\n      explanation: aiSummary(status: SUCCEEDED) { id content model stale }\n      diffPreview(nullIfTooLarge: true) {\n        itemCount seenKeys\n        summary {\n          breakingChanges warnings infos addedEndpoints removedEndpoints modifiedEndpoints modifiedBlocks addedLines\n          removedLines ignoredChanges affectedOperations unchanged\n        }\n        semverHint { needed before after sufficient }\n      }\n    }\n  }\n": types.ReviewDocument,
    "\n  query ReviewItems($id: ID!, $first: Int!, $offset: Int!) {\n    draft(id: $id) {\n      id revision submissionRound baseVersionId\n      diffPreview {\n        items(first: $first, offset: $offset) { ...Change }\n      }\n    }\n  }\n": types.ReviewItemsDocument,
    "\n  query ReviewProbe($id: ID!) {\n    draft(id: $id) {\n      id status revision reviewRevision changeToken submissionRound baseVersionId\n      project { id status team { id status } }\n      document { id status }\n      branch { id status latestVersion { id versionName } }\n      aiSummary { id status }\n    }\n  }\n": types.ReviewProbeDocument,
    "\n  query Actors($id: ID!) {\n    draft(id: $id) { id authors { id name } reviews(first: 200) { nodes { reviewer { id name } } } }\n  }\n": types.ActorsDocument,
    "\n  mutation MarkChangesSeen($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }\n": types.MarkChangesSeenDocument,
    "\n  query ReviewComments($id: ID!, $after: String) {\n    draft(id: $id) {\n      id\n      comments(first: 100, after: $after) {\n        nodes {\n          id body bodyHtml createdAt updatedAt submissionRound isDeleted isResolved outdated replyToId\n          author { id name } resolvedBy { id name }\n          anchor { changeKey pointer line }\n        }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": types.ReviewCommentsDocument,
    "mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) { id } }": types.CreateCommentDocument,
    "mutation UpdateComment($input: UpdateCommentInput!) { updateComment(input: $input) { id } }": types.UpdateCommentDocument,
    "mutation DeleteComment($input: CommentInput!) { deleteComment(input: $input) { id } }": types.DeleteCommentDocument,
    "mutation ResolveComment($input: CommentInput!) { resolveComment(input: $input) { id } }": types.ResolveCommentDocument,
    "mutation ReopenComment($input: CommentInput!) { reopenComment(input: $input) { id } }": types.ReopenCommentDocument,
    "\n  fragment FoundDraft on Draft { id versionName document { name } project { name } }\n": types.FoundDraftFragmentDoc,
    "\n  query SearchOthers($q: String!, $withUsers: Boolean!) {\n    projects(search: $q, first: 3) { totalCount nodes { id name description } }\n    reviewQueue(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    myDrafts(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    users(search: $q, first: 3) @include(if: $withUsers) { totalCount nodes { id name email } }\n  }\n": types.SearchOthersDocument,
    "\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!, $hasWords: Boolean!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) @include(if: $hasWords) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n": types.SearchDocument,
    "mutation StartOidcSignIn { startOidcSignIn { url flow } }": types.StartOidcSignInDocument,
    "\n  mutation FinishOidcSignIn($input: FinishOidcSignInInput!) {\n    finishOidcSignIn(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.FinishOidcSignInDocument,
    "query AuthConfig { authConfig { registrationEnabled oidcName } }": types.AuthConfigDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.RegisterDocument,
    "\n  query UserTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    mcpTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n": types.UserTokensDocument,
    "\n  query UserApiTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    apiTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n": types.UserApiTokensDocument,
    "\n  mutation RevokeTokenOfUser($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n": types.RevokeTokenOfUserDocument,
    "\n  mutation RevokeApiTokenOfUser($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n": types.RevokeApiTokenOfUserDocument,
    "\n  query Users($search: String, $first: Int!, $offset: Int!) {\n    users(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name email isSuperAdmin status }\n    }\n  }\n": types.UsersDocument,
    "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }": types.CreateUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }\n": types.UpdateUserDocument,
    "\n  query Introduction($id: ID!) {\n    version(id: $id) { id introduction { title descriptionHtml tags { name descriptionHtml } } }\n  }\n": types.IntroductionDocument,
    "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n": types.OperationDocument,
    "\n  query OperationSince($id: ID!, $method: String!, $path: String!) {\n    endpoint(id: $id) {\n      id\n      version {\n        id sequence\n        branch {\n          id\n          endpointHistory(method: $method, path: $path, first: 100) {\n            nodes { step versionId version { id versionName sequence } }\n          }\n        }\n      }\n    }\n  }\n": types.OperationSinceDocument,
    "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n": types.VersionSourceDocument,
    "\n  query SourcePlace($id: ID!, $pointer: String!) { version(id: $id) { id place(pointer: $pointer, kind: RAW) { line } } }\n": types.SourcePlaceDocument,
    "\n  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {\n    version(id: $id) {\n      id\n      endpoints(first: $first, offset: $offset) {\n        totalCount\n        nodes { id method path summary operationId tags deprecated }\n      }\n    }\n  }\n": types.VersionEndpointsDocument,
    "\n  query Version($id: ID!) {\n    version(id: $id) {\n      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId\n      publishedBy { id name }\n      branch { id name latestVersionId }\n      document { id name relativePath documentType project { id name myRole } }\n      diffFromPrevious { id }\n    }\n  }\n": types.VersionDocument,
    "\n  query VersionHtml($id: ID!) { version(id: $id) { id content(kind: STABLE) { html } } }\n": types.VersionHtmlDocument,
    "\n  mutation WelcomeDocument($input: CreateDocumentInput!) {\n    createDocument(input: $input) { id branches(first: 10) { nodes { id isDefault } } }\n  }\n": types.WelcomeDocumentDocument,
    "\n  mutation WelcomeDocumentName($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name } }\n": types.WelcomeDocumentNameDocument,
    "mutation WelcomeDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }": types.WelcomeDraftDocument,
    "mutation WelcomeSubmit($input: DraftInput!) { submitDraft(input: $input) { id } }": types.WelcomeSubmitDocument,
    "query WelcomeDraftStatus($id: ID!) { draft(id: $id) { id submissionRound } }": types.WelcomeDraftStatusDocument,
    "\n  query WelcomeCandidates($projectId: ID!, $search: String!) {\n    memberCandidates(projectId: $projectId, search: $search, first: 200) { nodes { id name email } }\n    project(id: $projectId) { id members(search: $search, first: 200) { nodes { id userEmail } } }\n  }\n": types.WelcomeCandidatesDocument,
    "mutation WelcomeUser($input: CreateUserInput!) { createUser(input: $input) { id name } }": types.WelcomeUserDocument,
    "mutation WelcomeMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }": types.WelcomeMemberDocument,
    "\n  mutation LoginAgain($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n": types.LoginAgainDocument,
    "mutation WelcomeTeam($input: CreateTeamInput!) { createTeam(input: $input) { id } }": types.WelcomeTeamDocument,
    "mutation WelcomeTeamName($input: UpdateTeamInput!) { updateTeam(input: $input) { id } }": types.WelcomeTeamNameDocument,
    "\n  mutation WelcomeProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n": types.WelcomeProjectDocument,
    "\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n": types.AiPromptsDocument,
    "\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n": types.SavePromptDocument,
    "\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n": types.AiProviderDocument,
    "mutation SaveProvider($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }": types.SaveProviderDocument,
    "\n  mutation TestProvider($input: AiProviderInput!) { testAiProvider(input: $input) { ok content latencyMs model } }\n": types.TestProviderDocument,
    "\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n": types.AuditDocument,
    "\n  fragment Change on DiffItem {\n    key digest rule severity isBreaking mustHandle message location pointerBefore pointerAfter changeType\n    method path affectedOperationCount sortOrder\n    ignored { reason acceptedAt }\n    segments { kind text }\n  }\n": types.ChangeFragmentDoc,
    "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }": types.ChangelogDocument,
    "\n  query Comparison($id: ID!, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id fromVersionId toVersionId\n      toVersion { id document { id documentType } }\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount\n      items(first: $first, offset: $offset) { ...Change }\n    }\n  }\n": types.ComparisonDocument,
    "\n  query ComparedOperations($id: ID!, $rule: String!) {\n    diff(id: $id) { id items(rule: $rule) { key affectedOperations { method path } } }\n  }\n": types.ComparedOperationsDocument,
    "\n  query ComparedPlaces($from: ID!, $to: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    from: version(id: $from) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n    to: version(id: $to) @include(if: $hasAfter) { id excerpt(pointer: $after) }\n  }\n": types.ComparedPlacesDocument,
    "mutation Logout { logout { id } }": types.LogoutDocument,
    "\n  query Waiting {\n    me { id name isSuperAdmin }\n    reviewQueueState { token count }\n    myDraftsState(open: true) { token count }\n  }\n": types.WaitingDocument,
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
export function graphql(source: "query TeamConfig { authConfig { anyoneCreatesTeams } }"): (typeof documents)["query TeamConfig { authConfig { anyoneCreatesTeams } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n"): (typeof documents)["\n  query Compare($from: ID!, $to: ID!) {\n    compareVersions(fromVersionId: $from, toVersionId: $to) {\n      id\n      fromVersion { id versionName branch { id name } }\n      toVersion { id versionName branch { id name } document { id name project { id name } } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DeviceLogin($code: String!) { deviceLogin(userCode: $code) { userCode address startedAt } }"): (typeof documents)["query DeviceLogin($code: String!) { deviceLogin(userCode: $code) { userCode address startedAt } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AllowDeviceLogin($input: DecideDeviceLoginInput!) { allowDeviceLogin(input: $input) { address } }\n"): (typeof documents)["\n  mutation AllowDeviceLogin($input: DecideDeviceLoginInput!) { allowDeviceLogin(input: $input) { address } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RefuseDeviceLogin($input: DecideDeviceLoginInput!) { refuseDeviceLogin(input: $input) { address } }\n"): (typeof documents)["\n  mutation RefuseDeviceLogin($input: DecideDeviceLoginInput!) { refuseDeviceLogin(input: $input) { address } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key message reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      diffExceptions(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id key message reason status expiresAt createdAt createdBy { id name } }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DocumentBranches($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      branches(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name kind description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n"): (typeof documents)["\n  query DocumentBranches($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    document(id: $id) {\n      id\n      branches(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name kind description isDefault isProtected status latestVersion { id versionName } }\n      }\n    }\n  }\n"];
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
export function graphql(source: "\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n"): (typeof documents)["\n  query Document($id: ID!) {\n    document(id: $id) {\n      id name description relativePath documentType status\n      project { id name myRole status team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n"];
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
export function graphql(source: "\n  mutation UpdateDocument($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name description } }\n"): (typeof documents)["\n  mutation UpdateDocument($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name description } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ArchiveDocument($input: DocumentInput!) { archiveDocument(input: $input) { id status } }\n"): (typeof documents)["\n  mutation ArchiveDocument($input: DocumentInput!) { archiveDocument(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnarchiveDocument($input: DocumentInput!) { unarchiveDocument(input: $input) { id status } }\n"): (typeof documents)["\n  mutation UnarchiveDocument($input: DocumentInput!) { unarchiveDocument(input: $input) { id status } }\n"];
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
export function graphql(source: "\n  fragment BranchChoices on BranchConnection {\n    totalCount\n    nodes { id name isDefault isProtected status latestVersionId latestVersion { id versionName } }\n  }\n"): (typeof documents)["\n  fragment BranchChoices on BranchConnection {\n    totalCount\n    nodes { id name isDefault isProtected status latestVersionId latestVersion { id versionName } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OtherBranches($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) { id branches(first: $first, offset: $offset) { ...BranchChoices } }\n  }\n"): (typeof documents)["\n  query OtherBranches($id: ID!, $first: Int!, $offset: Int!) {\n    document(id: $id) { id branches(first: $first, offset: $offset) { ...BranchChoices } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EditedDraft($id: ID!) {\n    draft(id: $id) {\n      id status revision versionName changelog reviewComment\n      author { id name }\n      project { id name status myRole team { id status } }\n      document { id name relativePath documentType status }\n      branch { id name status }\n      content(kind: RAW) { content }\n    }\n  }\n"): (typeof documents)["\n  query EditedDraft($id: ID!) {\n    draft(id: $id) {\n      id status revision versionName changelog reviewComment\n      author { id name }\n      project { id name status myRole team { id status } }\n      document { id name relativePath documentType status }\n      branch { id name status }\n      content(kind: RAW) { content }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateDraft($input: UpdateDraftInput!) { updateDraft(input: $input) { id revision } }"): (typeof documents)["mutation UpdateDraft($input: UpdateDraftInput!) { updateDraft(input: $input) { id revision } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SubmitDraft($input: DraftInput!) { submitDraft(input: $input) { id } }"): (typeof documents)["mutation SubmitDraft($input: DraftInput!) { submitDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WithdrawDraft($input: DraftInput!) { withdrawDraft(input: $input) { id } }"): (typeof documents)["mutation WithdrawDraft($input: DraftInput!) { withdrawDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewDraftPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath documentType status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n"): (typeof documents)["\n  query NewDraftPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath documentType status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NewDraftBase($id: ID!) { version(id: $id) { id content(kind: RAW) { content } } }"): (typeof documents)["query NewDraftBase($id: ID!) { version(id: $id) { id content(kind: RAW) { content } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }"): (typeof documents)["mutation CreateDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SubmitNewDraft($input: DraftInput!) { submitDraft(input: $input) { id } }"): (typeof documents)["mutation SubmitNewDraft($input: DraftInput!) { submitDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PromotionPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n"): (typeof documents)["\n  query PromotionPlace($id: ID!) {\n    document(id: $id) {\n      id name relativePath status\n      project { id name status myRole team { id status } }\n      branches(first: 200) { ...BranchChoices }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Promote($input: PromoteDraftInput!) { promoteDraft(input: $input) { id } }"): (typeof documents)["mutation Promote($input: PromoteDraftInput!) { promoteDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SubmitPromotion($input: DraftInput!) { submitDraft(input: $input) { id } }"): (typeof documents)["mutation SubmitPromotion($input: DraftInput!) { submitDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContentCheck($branchId: ID!, $content: String!, $withHtml: Boolean!) {\n    branch(id: $branchId) { id latestVersionId }\n    contentCheck(branchId: $branchId, content: $content) {\n      problems { message line column pointer }\n      warnings { message line column pointer rule }\n      documentFormat versionName title\n      html @include(if: $withHtml)\n      itemCount summary { breakingChanges warnings infos addedLines removedLines unchanged }\n      items(first: 30) { key message severity location ignored { reason } }\n    }\n  }\n"): (typeof documents)["\n  query ContentCheck($branchId: ID!, $content: String!, $withHtml: Boolean!) {\n    branch(id: $branchId) { id latestVersionId }\n    contentCheck(branchId: $branchId, content: $content) {\n      problems { message line column pointer }\n      warnings { message line column pointer rule }\n      documentFormat versionName title\n      html @include(if: $withHtml)\n      itemCount summary { breakingChanges warnings infos addedLines removedLines unchanged }\n      items(first: 30) { key message severity location ignored { reason } }\n    }\n  }\n"];
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
export function graphql(source: "\n  query ApiTokens($first: Int!, $offset: Int!) {\n    apiTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt projectId }\n    }\n  }\n"): (typeof documents)["\n  query ApiTokens($first: Int!, $offset: Int!) {\n    apiTokens(first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt projectId }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TokenProjects($first: Int!, $offset: Int!) {\n    projects(first: $first, offset: $offset) { totalCount nodes { id name } }\n  }\n"): (typeof documents)["\n  query TokenProjects($first: Int!, $offset: Int!) {\n    projects(first: $first, offset: $offset) { totalCount nodes { id name } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateApiToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { id token } }\n"): (typeof documents)["\n  mutation CreateApiToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { id token } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeApiToken($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeApiToken($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n"];
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
export function graphql(source: "query Notices { authConfig { sendsMail } me { id mailNotices } }"): (typeof documents)["query Notices { authConfig { sendsMail } me { id mailNotices } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeNotices($input: UpdateMeInput!) { updateMe(input: $input) { id mailNotices } }\n"): (typeof documents)["\n  mutation ChangeNotices($input: UpdateMeInput!) { updateMe(input: $input) { id mailNotices } }\n"];
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
export function graphql(source: "query RevealToken($id: ID!) { mcpToken(id: $id) { id token } }"): (typeof documents)["query RevealToken($id: ID!) { mcpToken(id: $id) { id token } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateTeam($input: UpdateTeamInput!) { updateTeam(input: $input) { id name description } }\n"): (typeof documents)["\n  mutation UpdateTeam($input: UpdateTeamInput!) { updateTeam(input: $input) { id name description } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Deliveries($id: ID!, $first: Int!, $offset: Int!) {\n    webhook(id: $id) {\n      id\n      deliveries(first: $first, offset: $offset) {\n        totalCount\n        nodes { id event status attempts error createdAt nextAttemptAt }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Deliveries($id: ID!, $first: Int!, $offset: Int!) {\n    webhook(id: $id) {\n      id\n      deliveries(first: $first, offset: $offset) {\n        totalCount\n        nodes { id event status attempts error createdAt nextAttemptAt }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestHook($input: WebhookInput!) { testWebhook(input: $input) { id status } }\n"): (typeof documents)["\n  mutation TestHook($input: WebhookInput!) { testWebhook(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Redeliver($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { id status } }\n"): (typeof documents)["\n  mutation Redeliver($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateProject($input: UpdateProjectInput!) { updateProject(input: $input) { id name description } }\n"): (typeof documents)["\n  mutation UpdateProject($input: UpdateProjectInput!) { updateProject(input: $input) { id name description } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ArchiveProject($input: ProjectInput!) { archiveProject(input: $input) { id status } }\n"): (typeof documents)["\n  mutation ArchiveProject($input: ProjectInput!) { archiveProject(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnarchiveProject($input: ProjectInput!) { unarchiveProject(input: $input) { id status } }\n"): (typeof documents)["\n  mutation UnarchiveProject($input: ProjectInput!) { unarchiveProject(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id myRole\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id myRole\n      members(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id userId userName userEmail userStatus role }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { totalCount nodes { id name email } }\n  }\n"): (typeof documents)["\n  query MemberCandidates($projectId: ID!, $search: String) {\n    memberCandidates(projectId: $projectId, search: $search, first: 10) { totalCount nodes { id name email } }\n  }\n"];
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
export function graphql(source: "\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name status } }\n  }\n"): (typeof documents)["\n  query Project($id: ID!) {\n    project(id: $id) { id name description status myRole team { id name status } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { totalCount nodes { id name description status createdById } }\n  }\n"): (typeof documents)["\n  query Projects($search: String, $first: Int!, $offset: Int!) {\n    projects(search: $search, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name description status updatedAt myRole team { id name } }\n    }\n    teams(first: 200) { totalCount nodes { id name description status createdById } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OtherTeams($first: Int!, $offset: Int!) {\n    teams(first: $first, offset: $offset) { totalCount nodes { id name description status createdById } }\n  }\n"): (typeof documents)["\n  query OtherTeams($first: Int!, $offset: Int!) {\n    teams(first: $first, offset: $offset) { totalCount nodes { id name description status createdById } }\n  }\n"];
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
export function graphql(source: "\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {\n    project(id: $id) {\n      id\n      documents(search: $search, first: $first, offset: $offset) {\n        totalCount\n        nodes { id name relativePath documentType status }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n"): (typeof documents)["\n  query DiffPolicy($id: ID!) {\n    project(id: $id) { id diffPolicy { projectId profile updatedAt overrides { rule severity } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n"): (typeof documents)["\n  mutation UpdateDiffPolicy($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { projectId profile } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateHook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n"): (typeof documents)["\n  mutation CreateHook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateHook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id url events enabled disabledReason } }\n"): (typeof documents)["\n  mutation UpdateHook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id url events enabled disabledReason } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Webhooks($id: ID!) {\n    project(id: $id) {\n      id\n      webhooks(first: 50) { nodes { id url events enabled disabledReason secretMasked } }\n    }\n  }\n"): (typeof documents)["\n  query Webhooks($id: ID!) {\n    project(id: $id) {\n      id\n      webhooks(first: 50) { nodes { id url events enabled disabledReason secretMasked } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RotateSecret($input: WebhookInput!) { rotateWebhookSecret(input: $input) { id secret secretMasked } }\n"): (typeof documents)["\n  mutation RotateSecret($input: WebhookInput!) { rotateWebhookSecret(input: $input) { id secret secretMasked } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteHook($input: WebhookInput!) { deleteWebhook(input: $input) { id } }\n"): (typeof documents)["\n  mutation DeleteHook($input: WebhookInput!) { deleteWebhook(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Decided($first: Int!, $offset: Int!) {\n    decidedDrafts(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n  }\n"): (typeof documents)["\n  query Decided($first: Int!, $offset: Int!) {\n    decidedDrafts(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DraftRow on Draft {\n    id status versionName submissionRound createdAt updatedAt submittedAt openThreadCount reviewComment\n    author { id name }\n    reviewers { id name }\n    project { id name }\n    document { id name relativePath documentType }\n    branch { id name }\n    diffPreview(wait: false) { summary { breakingChanges warnings modifiedBlocks unchanged } }\n  }\n"): (typeof documents)["\n  fragment DraftRow on Draft {\n    id status versionName submissionRound createdAt updatedAt submittedAt openThreadCount reviewComment\n    author { id name }\n    reviewers { id name }\n    project { id name }\n    document { id name relativePath documentType }\n    branch { id name }\n    diffPreview(wait: false) { summary { breakingChanges warnings modifiedBlocks unchanged } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MyDrafts($first: Int!, $offset: Int!, $open: Boolean) {\n    myDrafts(first: $first, offset: $offset, open: $open) { totalCount nodes { id ...DraftRow } }\n  }\n"): (typeof documents)["\n  query MyDrafts($first: Int!, $offset: Int!, $open: Boolean) {\n    myDrafts(first: $first, offset: $offset, open: $open) { totalCount nodes { id ...DraftRow } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Queue($first: Int!, $offset: Int!) {\n    reviewQueue(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n    projects(first: 1) { totalCount }\n  }\n"): (typeof documents)["\n  query Queue($first: Int!, $offset: Int!) {\n    reviewQueue(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }\n    projects(first: 1) { totalCount }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptChange($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }\n"): (typeof documents)["\n  mutation AcceptChange($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SubmitFromReview($input: DraftInput!) { submitDraft(input: $input) { id } }"): (typeof documents)["mutation SubmitFromReview($input: DraftInput!) { submitDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Approve($input: ReviewDraftInput!) { approveDraft(input: $input) { id } }"): (typeof documents)["mutation Approve($input: ReviewDraftInput!) { approveDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RequestChanges($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }"): (typeof documents)["mutation RequestChanges($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Reject($input: ReviewDraftInput!) { rejectDraft(input: $input) { id } }"): (typeof documents)["mutation Reject($input: ReviewDraftInput!) { rejectDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewRendered($id: ID!, $base: ID!, $hasBase: Boolean!) {\n    draft(id: $id) { id revision content(kind: RAW, maxBytes: 1) { html } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: RAW, maxBytes: 1) { html } }\n  }\n"): (typeof documents)["\n  query ReviewRendered($id: ID!, $base: ID!, $hasBase: Boolean!) {\n    draft(id: $id) { id revision content(kind: RAW, maxBytes: 1) { html } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: RAW, maxBytes: 1) { html } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewChangelog($id: ID!) { draft(id: $id) { id revision diffPreview { baseVersionId changelog { content } } } }\n"): (typeof documents)["\n  query ReviewChangelog($id: ID!) { draft(id: $id) { id revision diffPreview { baseVersionId changelog { content } } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ExplainDraft($input: RegenerateAiSummaryInput!) { regenerateDraftAiSummary(input: $input) { id status } }\n"): (typeof documents)["\n  mutation ExplainDraft($input: RegenerateAiSummaryInput!) { regenerateDraftAiSummary(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AffectedOperations($id: ID!, $rule: String!) {\n    draft(id: $id) { id revision diffPreview { baseVersionId items(rule: $rule) { key affectedOperations { method path } } } }\n  }\n"): (typeof documents)["\n  query AffectedOperations($id: ID!, $rule: String!) {\n    draft(id: $id) { id revision diffPreview { baseVersionId items(rule: $rule) { key affectedOperations { method path } } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    draft(id: $id) { id revision excerpt(pointer: $after) @include(if: $hasAfter) }\n    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n  }\n"): (typeof documents)["\n  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    draft(id: $id) { id revision excerpt(pointer: $after) @include(if: $hasAfter) }\n    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TextPlaces(\n    $id: ID!, $base: ID!, $before: String!, $after: String!, $kind: ContentKind!, $hasBefore: Boolean!\n    $hasAfter: Boolean!\n  ) {\n    draft(id: $id) { id revision place(pointer: $after, kind: $kind) @include(if: $hasAfter) { line firstLine text } }\n    version(id: $base) @include(if: $hasBefore) { id place(pointer: $before, kind: $kind) { line firstLine text } }\n  }\n"): (typeof documents)["\n  query TextPlaces(\n    $id: ID!, $base: ID!, $before: String!, $after: String!, $kind: ContentKind!, $hasBefore: Boolean!\n    $hasAfter: Boolean!\n  ) {\n    draft(id: $id) { id revision place(pointer: $after, kind: $kind) @include(if: $hasAfter) { line firstLine text } }\n    version(id: $base) @include(if: $hasBefore) { id place(pointer: $before, kind: $kind) { line firstLine text } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewTextSize($id: ID!) { draft(id: $id) { id content(kind: RAW, maxBytes: 1) { sizeBytes } } }\n"): (typeof documents)["\n  query ReviewTextSize($id: ID!) { draft(id: $id) { id content(kind: RAW, maxBytes: 1) { sizeBytes } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewTexts($id: ID!, $base: ID!, $hasBase: Boolean!, $kind: ContentKind!) {\n    draft(id: $id) { id revision content(kind: $kind) { content } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: $kind) { content } }\n  }\n"): (typeof documents)["\n  query ReviewTexts($id: ID!, $base: ID!, $hasBase: Boolean!, $kind: ContentKind!) {\n    draft(id: $id) { id revision content(kind: $kind) { content } }\n    version(id: $base) @include(if: $hasBase) { id content(kind: $kind) { content } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SentDecisions($id: ID!) { draft(id: $id) { id reviews(first: 200) { nodes { comment } } } }\n"): (typeof documents)["\n  query SentDecisions($id: ID!) { draft(id: $id) { id reviews(first: 200) { nodes { comment } } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Review($id: ID!) {\n    draft(id: $id) {\n      id status versionName revision reviewRevision changeToken changelog submissionRound submittedAt createdAt updatedAt\n      sourceType sourceGitCommitId reviewComment openThreadCount baseVersionId warningCount documentFormat\n      warnings { message line pointer rule }\n      author { id name }\n      authors { id name }\n      isAuthor\n      reviewers { id name }\n      project { id name status myRole team { id status } reviewPolicy { requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking } }\n      document { id name relativePath documentType status }\n      branch { id name status isProtected latestVersion { id versionName sequence } }\n      version { id sequence }\n      reviews(first: 200) { nodes { id decision comment createdAt submissionRound reviewer { id name } } }\n      aiSummary { id status errorMessage notice }\n      explanation: aiSummary(status: SUCCEEDED) { id content model stale }\n      diffPreview(nullIfTooLarge: true) {\n        itemCount seenKeys\n        summary {\n          breakingChanges warnings infos addedEndpoints removedEndpoints modifiedEndpoints modifiedBlocks addedLines\n          removedLines ignoredChanges affectedOperations unchanged\n        }\n        semverHint { needed before after sufficient }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Review($id: ID!) {\n    draft(id: $id) {\n      id status versionName revision reviewRevision changeToken changelog submissionRound submittedAt createdAt updatedAt\n      sourceType sourceGitCommitId reviewComment openThreadCount baseVersionId warningCount documentFormat\n      warnings { message line pointer rule }\n      author { id name }\n      authors { id name }\n      isAuthor\n      reviewers { id name }\n      project { id name status myRole team { id status } reviewPolicy { requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking } }\n      document { id name relativePath documentType status }\n      branch { id name status isProtected latestVersion { id versionName sequence } }\n      version { id sequence }\n      reviews(first: 200) { nodes { id decision comment createdAt submissionRound reviewer { id name } } }\n      aiSummary { id status errorMessage notice }\n      explanation: aiSummary(status: SUCCEEDED) { id content model stale }\n      diffPreview(nullIfTooLarge: true) {\n        itemCount seenKeys\n        summary {\n          breakingChanges warnings infos addedEndpoints removedEndpoints modifiedEndpoints modifiedBlocks addedLines\n          removedLines ignoredChanges affectedOperations unchanged\n        }\n        semverHint { needed before after sufficient }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewItems($id: ID!, $first: Int!, $offset: Int!) {\n    draft(id: $id) {\n      id revision submissionRound baseVersionId\n      diffPreview {\n        items(first: $first, offset: $offset) { ...Change }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ReviewItems($id: ID!, $first: Int!, $offset: Int!) {\n    draft(id: $id) {\n      id revision submissionRound baseVersionId\n      diffPreview {\n        items(first: $first, offset: $offset) { ...Change }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewProbe($id: ID!) {\n    draft(id: $id) {\n      id status revision reviewRevision changeToken submissionRound baseVersionId\n      project { id status team { id status } }\n      document { id status }\n      branch { id status latestVersion { id versionName } }\n      aiSummary { id status }\n    }\n  }\n"): (typeof documents)["\n  query ReviewProbe($id: ID!) {\n    draft(id: $id) {\n      id status revision reviewRevision changeToken submissionRound baseVersionId\n      project { id status team { id status } }\n      document { id status }\n      branch { id status latestVersion { id versionName } }\n      aiSummary { id status }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Actors($id: ID!) {\n    draft(id: $id) { id authors { id name } reviews(first: 200) { nodes { reviewer { id name } } } }\n  }\n"): (typeof documents)["\n  query Actors($id: ID!) {\n    draft(id: $id) { id authors { id name } reviews(first: 200) { nodes { reviewer { id name } } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarkChangesSeen($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }\n"): (typeof documents)["\n  mutation MarkChangesSeen($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReviewComments($id: ID!, $after: String) {\n    draft(id: $id) {\n      id\n      comments(first: 100, after: $after) {\n        nodes {\n          id body bodyHtml createdAt updatedAt submissionRound isDeleted isResolved outdated replyToId\n          author { id name } resolvedBy { id name }\n          anchor { changeKey pointer line }\n        }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ReviewComments($id: ID!, $after: String) {\n    draft(id: $id) {\n      id\n      comments(first: 100, after: $after) {\n        nodes {\n          id body bodyHtml createdAt updatedAt submissionRound isDeleted isResolved outdated replyToId\n          author { id name } resolvedBy { id name }\n          anchor { changeKey pointer line }\n        }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) { id } }"): (typeof documents)["mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateComment($input: UpdateCommentInput!) { updateComment(input: $input) { id } }"): (typeof documents)["mutation UpdateComment($input: UpdateCommentInput!) { updateComment(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteComment($input: CommentInput!) { deleteComment(input: $input) { id } }"): (typeof documents)["mutation DeleteComment($input: CommentInput!) { deleteComment(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ResolveComment($input: CommentInput!) { resolveComment(input: $input) { id } }"): (typeof documents)["mutation ResolveComment($input: CommentInput!) { resolveComment(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ReopenComment($input: CommentInput!) { reopenComment(input: $input) { id } }"): (typeof documents)["mutation ReopenComment($input: CommentInput!) { reopenComment(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FoundDraft on Draft { id versionName document { name } project { name } }\n"): (typeof documents)["\n  fragment FoundDraft on Draft { id versionName document { name } project { name } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SearchOthers($q: String!, $withUsers: Boolean!) {\n    projects(search: $q, first: 3) { totalCount nodes { id name description } }\n    reviewQueue(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    myDrafts(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    users(search: $q, first: 3) @include(if: $withUsers) { totalCount nodes { id name email } }\n  }\n"): (typeof documents)["\n  query SearchOthers($q: String!, $withUsers: Boolean!) {\n    projects(search: $q, first: 3) { totalCount nodes { id name description } }\n    reviewQueue(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    myDrafts(search: $q, first: 3) { totalCount nodes { id ...FoundDraft } }\n    users(search: $q, first: 3) @include(if: $withUsers) { totalCount nodes { id name email } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!, $hasWords: Boolean!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) @include(if: $hasWords) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!, $hasWords: Boolean!) {\n    search(q: $q, kind: $kind, first: $first, offset: $offset) @include(if: $hasWords) {\n      totalCount\n      nodes {\n        id kind title snippet method path line pointer endpointId versionId documentId\n        project { id name }\n        document { id name }\n        branch { id name }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation StartOidcSignIn { startOidcSignIn { url flow } }"): (typeof documents)["mutation StartOidcSignIn { startOidcSignIn { url flow } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishOidcSignIn($input: FinishOidcSignInInput!) {\n    finishOidcSignIn(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"): (typeof documents)["\n  mutation FinishOidcSignIn($input: FinishOidcSignInInput!) {\n    finishOidcSignIn(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AuthConfig { authConfig { registrationEnabled oidcName } }"): (typeof documents)["query AuthConfig { authConfig { registrationEnabled oidcName } }"];
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
export function graphql(source: "\n  query UserTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    mcpTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n"): (typeof documents)["\n  query UserTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    mcpTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UserApiTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    apiTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n"): (typeof documents)["\n  query UserApiTokens($userId: ID!, $first: Int!, $offset: Int!) {\n    user(id: $userId) { id name email }\n    apiTokens(userId: $userId, first: $first, offset: $offset) {\n      totalCount\n      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeTokenOfUser($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeTokenOfUser($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeApiTokenOfUser($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n"): (typeof documents)["\n  mutation RevokeApiTokenOfUser($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }\n"];
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
export function graphql(source: "\n  query Introduction($id: ID!) {\n    version(id: $id) { id introduction { title descriptionHtml tags { name descriptionHtml } } }\n  }\n"): (typeof documents)["\n  query Introduction($id: ID!) {\n    version(id: $id) { id introduction { title descriptionHtml tags { name descriptionHtml } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n"): (typeof documents)["\n  query Operation($id: ID!) {\n    endpoint(id: $id) {\n      id versionId method path summary operationId tags deprecated descriptionHtml\n      parameters requestBody responses security servers schemas\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OperationSince($id: ID!, $method: String!, $path: String!) {\n    endpoint(id: $id) {\n      id\n      version {\n        id sequence\n        branch {\n          id\n          endpointHistory(method: $method, path: $path, first: 100) {\n            nodes { step versionId version { id versionName sequence } }\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OperationSince($id: ID!, $method: String!, $path: String!) {\n    endpoint(id: $id) {\n      id\n      version {\n        id sequence\n        branch {\n          id\n          endpointHistory(method: $method, path: $path, first: 100) {\n            nodes { step versionId version { id versionName sequence } }\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n"): (typeof documents)["\n  query VersionSource($id: ID!) { version(id: $id) { id content(kind: RAW) { content sizeBytes } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SourcePlace($id: ID!, $pointer: String!) { version(id: $id) { id place(pointer: $pointer, kind: RAW) { line } } }\n"): (typeof documents)["\n  query SourcePlace($id: ID!, $pointer: String!) { version(id: $id) { id place(pointer: $pointer, kind: RAW) { line } } }\n"];
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
export function graphql(source: "\n  mutation WelcomeDocument($input: CreateDocumentInput!) {\n    createDocument(input: $input) { id branches(first: 10) { nodes { id isDefault } } }\n  }\n"): (typeof documents)["\n  mutation WelcomeDocument($input: CreateDocumentInput!) {\n    createDocument(input: $input) { id branches(first: 10) { nodes { id isDefault } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation WelcomeDocumentName($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name } }\n"): (typeof documents)["\n  mutation WelcomeDocumentName($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WelcomeDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }"): (typeof documents)["mutation WelcomeDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WelcomeSubmit($input: DraftInput!) { submitDraft(input: $input) { id } }"): (typeof documents)["mutation WelcomeSubmit($input: DraftInput!) { submitDraft(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WelcomeDraftStatus($id: ID!) { draft(id: $id) { id submissionRound } }"): (typeof documents)["query WelcomeDraftStatus($id: ID!) { draft(id: $id) { id submissionRound } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WelcomeCandidates($projectId: ID!, $search: String!) {\n    memberCandidates(projectId: $projectId, search: $search, first: 200) { nodes { id name email } }\n    project(id: $projectId) { id members(search: $search, first: 200) { nodes { id userEmail } } }\n  }\n"): (typeof documents)["\n  query WelcomeCandidates($projectId: ID!, $search: String!) {\n    memberCandidates(projectId: $projectId, search: $search, first: 200) { nodes { id name email } }\n    project(id: $projectId) { id members(search: $search, first: 200) { nodes { id userEmail } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WelcomeUser($input: CreateUserInput!) { createUser(input: $input) { id name } }"): (typeof documents)["mutation WelcomeUser($input: CreateUserInput!) { createUser(input: $input) { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WelcomeMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }"): (typeof documents)["mutation WelcomeMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LoginAgain($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"): (typeof documents)["\n  mutation LoginAgain($input: LoginInput!) {\n    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WelcomeTeam($input: CreateTeamInput!) { createTeam(input: $input) { id } }"): (typeof documents)["mutation WelcomeTeam($input: CreateTeamInput!) { createTeam(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation WelcomeTeamName($input: UpdateTeamInput!) { updateTeam(input: $input) { id } }"): (typeof documents)["mutation WelcomeTeamName($input: UpdateTeamInput!) { updateTeam(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation WelcomeProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n"): (typeof documents)["\n  mutation WelcomeProject($input: CreateProjectInput!) { createProject(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n"): (typeof documents)["\n  query AiPrompts($projectId: ID) {\n    aiPrompts(projectId: $projectId) { promptKey enabled source version systemPrompt userPromptTemplate }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n"): (typeof documents)["\n  mutation SavePrompt($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n"): (typeof documents)["\n  query AiProvider($projectId: ID) {\n    aiProvider(projectId: $projectId) {\n      name baseUrl model apiMode enabled temperature timeoutMs maxOutputTokens apiKeySet apiKeyLast4\n    }\n  }\n"];
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
export function graphql(source: "\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n"): (typeof documents)["\n  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {\n    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {\n      totalCount\n      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Change on DiffItem {\n    key digest rule severity isBreaking mustHandle message location pointerBefore pointerAfter changeType\n    method path affectedOperationCount sortOrder\n    ignored { reason acceptedAt }\n    segments { kind text }\n  }\n"): (typeof documents)["\n  fragment Change on DiffItem {\n    key digest rule severity isBreaking mustHandle message location pointerBefore pointerAfter changeType\n    method path affectedOperationCount sortOrder\n    ignored { reason acceptedAt }\n    segments { kind text }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }"): (typeof documents)["query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Comparison($id: ID!, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id fromVersionId toVersionId\n      toVersion { id document { id documentType } }\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount\n      items(first: $first, offset: $offset) { ...Change }\n    }\n  }\n"): (typeof documents)["\n  query Comparison($id: ID!, $first: Int!, $offset: Int!) {\n    diff(id: $id) {\n      id fromVersionId toVersionId\n      toVersion { id document { id documentType } }\n      summary {\n        unchanged breakingChanges warnings infos ignoredChanges affectedOperations\n        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks\n      }\n      semverHint { needed before after sufficient }\n      itemCount\n      items(first: $first, offset: $offset) { ...Change }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComparedOperations($id: ID!, $rule: String!) {\n    diff(id: $id) { id items(rule: $rule) { key affectedOperations { method path } } }\n  }\n"): (typeof documents)["\n  query ComparedOperations($id: ID!, $rule: String!) {\n    diff(id: $id) { id items(rule: $rule) { key affectedOperations { method path } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComparedPlaces($from: ID!, $to: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    from: version(id: $from) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n    to: version(id: $to) @include(if: $hasAfter) { id excerpt(pointer: $after) }\n  }\n"): (typeof documents)["\n  query ComparedPlaces($from: ID!, $to: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {\n    from: version(id: $from) @include(if: $hasBefore) { id excerpt(pointer: $before) }\n    to: version(id: $to) @include(if: $hasAfter) { id excerpt(pointer: $after) }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Logout { logout { id } }"): (typeof documents)["mutation Logout { logout { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Waiting {\n    me { id name isSuperAdmin }\n    reviewQueueState { token count }\n    myDraftsState(open: true) { token count }\n  }\n"): (typeof documents)["\n  query Waiting {\n    me { id name isSuperAdmin }\n    reviewQueueState { token count }\n    myDraftsState(open: true) { token count }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;