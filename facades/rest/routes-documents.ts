import {
  AcceptDiffExceptionDocument,
  ArchiveBranchDocument,
  ArchiveDocumentDocument,
  CreateBranchDocument,
  CreateDiffDocument,
  CreateDocumentDocument,
  GetBranchDocument,
  GetDiffChangelogDocument,
  GetDiffDocument,
  GetDiffPolicyDocument,
  GetDiffSummaryDocument,
  GetDocumentDocument,
  GetDocumentOverviewDocument,
  GetEndpointDocument,
  GetVersionContentDocument,
  GetVersionDocument,
  GetVersionFeedDocument,
  ListBranchesDocument,
  ListDiffExceptionsDocument,
  ListDiffGroupsDocument,
  ListDiffItemsDocument,
  ListDiffsDocument,
  ListDocumentsDocument,
  ListEndpointHistoryDocument,
  ListEndpointsDocument,
  ListVersionsDocument,
  ListVersionWarningsDocument,
  RevokeDiffExceptionDocument,
  SearchDocument,
  UnarchiveBranchDocument,
  UnarchiveDocumentDocument,
  UpdateBranchDocument,
  UpdateDiffPolicyDocument,
  UpdateDocumentDocument,
} from '../generated.ts';
import { category, D, get, P, patch, post, put, type Route } from './route.ts';

const branch = `${D}/branches/{branch_id}`;
const version = `${D}/versions/{version_id}`;
const diff = `${D}/diffs/{diff_id}`;

/** Documents, branches, published versions and their diffs. */
export const documentRoutes: readonly Route[] = [
  ...category('Documents', [
    get('/api/v1/private/search', SearchDocument, {
      who: 'signed in',
      summary: 'Search documents, endpoints and texts of all your projects, best match first',
    }),
    get(`${P}/documents`, ListDocumentsDocument, { who: 'reader', summary: 'List the documents of a project' }),
    post(`${P}/documents`, CreateDocumentDocument, { who: 'project admin', summary: 'Create a document' }),
    get(D, GetDocumentDocument, { who: 'reader', summary: 'Read a document' }),
    patch(D, UpdateDocumentDocument, { who: 'project admin', summary: 'Change the name or description of a document' }),
    post(`${D}/archive`, ArchiveDocumentDocument, { who: 'project admin', summary: 'Archive a document' }),
    post(`${D}/unarchive`, UnarchiveDocumentDocument, {
      who: 'project admin',
      summary: 'Restore an archived document',
    }),
    get(`${D}/overview`, GetDocumentOverviewDocument, { who: 'reader', summary: 'Read the overview of a document' }),
  ]),
  ...category('Branches', [
    get(`${D}/branches`, ListBranchesDocument, { who: 'reader', summary: 'List the branches of a document' }),
    post(`${D}/branches`, CreateBranchDocument, { who: 'project admin', summary: 'Create a feature branch' }),
    get(branch, GetBranchDocument, { who: 'reader', summary: 'Read a branch' }),
    patch(branch, UpdateBranchDocument, { who: 'project admin', summary: 'Change a branch' }),
    post(`${branch}/archive`, ArchiveBranchDocument, { who: 'project admin', summary: 'Archive a branch' }),
    post(`${branch}/unarchive`, UnarchiveBranchDocument, {
      who: 'project admin',
      summary: 'Restore an archived branch',
    }),
  ]),
  ...category('Versions', [
    get(`${D}/versions`, ListVersionsDocument, { who: 'reader', summary: 'List published versions' }),
    get(`${P}/versions.atom`, GetVersionFeedDocument, {
      who: 'reader',
      summary: 'Follow the published versions of a project in a feed reader',
      sends: 'feed',
      revalidates: 'answer',
    }),
    get(version, GetVersionDocument, { who: 'reader', summary: 'Read a published version' }),
    get(`${version}/content/{kind}`, GetVersionContentDocument, {
      who: 'reader',
      summary: 'Read the content of a version',
      revalidates: 'version',
    }),
    get(`${version}/warnings`, ListVersionWarningsDocument, {
      who: 'reader',
      summary: 'List the warnings of a version',
      revalidates: 'version',
    }),
  ]),
  ...category('Endpoints', [
    get(`${version}/endpoints`, ListEndpointsDocument, {
      who: 'reader',
      summary: 'List the endpoints of a version',
      revalidates: 'version',
    }),
    get(`${version}/endpoints/{endpoint_id}`, GetEndpointDocument, {
      who: 'reader',
      summary: 'Read an endpoint in full',
      revalidates: 'version',
    }),
    get(`${D}/endpoint-history`, ListEndpointHistoryDocument, {
      who: 'reader',
      summary: 'List the versions that added, changed or removed an endpoint',
    }),
  ]),
  ...category('Diffs', [
    get(`${D}/diffs`, ListDiffsDocument, { who: 'reader', summary: 'List stored diffs' }),
    post(`${D}/diffs`, CreateDiffDocument, { who: 'reader', summary: 'Compare two published versions' }),
    get(diff, GetDiffDocument, { who: 'reader', summary: 'Read a diff with its items', revalidates: 'answer' }),
    get(`${diff}/summary`, GetDiffSummaryDocument, {
      who: 'reader',
      summary: 'Read the summary of a diff',
      revalidates: 'answer',
    }),
    get(`${diff}/items`, ListDiffItemsDocument, {
      who: 'reader',
      summary: 'List the changes of a diff, with filters',
      revalidates: 'answer',
    }),
    get(`${diff}/groups`, ListDiffGroupsDocument, {
      who: 'reader',
      summary: 'List the changes of a diff, grouped by operation or by cause',
      revalidates: 'answer',
    }),
    get(`${diff}/changelog`, GetDiffChangelogDocument, {
      who: 'reader',
      summary: 'Read the changes of a diff as release notes',
      revalidates: 'answer',
    }),
    get(`${P}/diff-policy`, GetDiffPolicyDocument, { who: 'reader', summary: 'Read the diff policy of a project' }),
    put(`${P}/diff-policy`, UpdateDiffPolicyDocument, {
      who: 'project admin',
      summary: 'Set the profile and the rule severities of the diff policy',
    }),
    get(`${D}/diff-exceptions`, ListDiffExceptionsDocument, { who: 'reader', summary: 'List accepted changes' }),
    post(`${D}/diff-exceptions`, AcceptDiffExceptionDocument, { who: 'project admin', summary: 'Accept a change' }),
    post(`${D}/diff-exceptions/{exception_id}/revoke`, RevokeDiffExceptionDocument, {
      who: 'project admin',
      summary: 'Withdraw the acceptance of a change',
    }),
  ]),
];
