import { category, D, get, P, patch, post, type Route } from './route.ts';

const branch = `${D}/branches/{branch_id}`;
const version = `${D}/versions/{version_id}`;
const diff = `${D}/diffs/{diff_id}`;

/** What there is: documents, their branches, what was published of them and how it differs. */
export const documentRoutes: readonly Route[] = [
  ...category('Documents', [
    get(`${P}/documents`, 'ListDocuments', { who: 'reader', summary: 'List the documents of a project' }),
    post(`${P}/documents`, 'CreateDocument', { who: 'project admin', summary: 'Create a document' }),
    get(D, 'GetDocument', { who: 'reader', summary: 'Read a document' }),
    patch(D, 'UpdateDocument', { who: 'project admin', summary: 'Change the name or description of a document' }),
    post(`${D}/archive`, 'ArchiveDocument', { who: 'project admin', summary: 'Archive a document' }),
    post(`${D}/unarchive`, 'UnarchiveDocument', { who: 'project admin', summary: 'Bring an archived document back' }),
    get(`${D}/overview`, 'GetDocumentOverview', { who: 'reader', summary: 'Read the figures of a document' }),
  ]),
  ...category('Branches', [
    get(`${D}/branches`, 'ListBranches', { who: 'reader', summary: 'List the branches of a document' }),
    post(`${D}/branches`, 'CreateBranch', { who: 'project admin', summary: 'Create a feature branch' }),
    get(branch, 'GetBranch', { who: 'reader', summary: 'Read a branch' }),
    patch(branch, 'UpdateBranch', { who: 'project admin', summary: 'Change a branch' }),
    post(`${branch}/archive`, 'ArchiveBranch', { who: 'project admin', summary: 'Archive a branch' }),
  ]),
  ...category('Versions', [
    get(`${D}/versions`, 'ListVersions', { who: 'reader', summary: 'List published versions' }),
    get(version, 'GetVersion', { who: 'reader', summary: 'Read a published version' }),
    get(`${version}/content/{kind}`, 'GetVersionContent', { who: 'reader', summary: 'Read the content of a version' }),
    get(`${version}/warnings`, 'ListVersionWarnings', { who: 'reader', summary: 'List the warnings about a version' }),
  ]),
  ...category('Endpoints', [
    get(`${version}/endpoints`, 'ListEndpoints', { who: 'reader', summary: 'List the endpoints of a version' }),
    get(`${version}/endpoints/{endpoint_id}`, 'GetEndpoint', { who: 'reader', summary: 'Read an endpoint in full' }),
  ]),
  ...category('Diffs', [
    get(`${D}/diffs`, 'ListDiffs', { who: 'reader', summary: 'List stored diffs' }),
    post(`${D}/diffs`, 'CreateDiff', { who: 'reader', summary: 'Compare two published versions' }),
    get(diff, 'GetDiff', { who: 'reader', summary: 'Read a diff with its items' }),
    get(`${diff}/summary`, 'GetDiffSummary', { who: 'reader', summary: 'Read the figures of a diff' }),
  ]),
];
