import {
  ApproveDraftDocument,
  CreateCommentDocument,
  CreateDraftDocument,
  DeleteCommentDocument,
  GetDraftContentDocument,
  GetDraftDocument,
  GetReviewPolicyDocument,
  ListCommentsDocument,
  ListDraftReviewsDocument,
  ListDraftsDocument,
  ListDraftWarningsDocument,
  ListMyDraftsDocument,
  ListReviewQueueDocument,
  PromoteDraftDocument,
  RejectDraftDocument,
  ReopenCommentDocument,
  RequestDraftChangesDocument,
  ResolveCommentDocument,
  SubmitDraftDocument,
  UpdateCommentDocument,
  UpdateDraftDocument,
  UpdateReviewPolicyDocument,
  WithdrawDraftDocument,
} from '../generated.ts';
import { category, D, del, get, P, patch, post, put, type Route } from './route.ts';

const draft = `${D}/drafts/{draft_id}`;
const comment = `${draft}/comments/{comment_id}`;

/** Drafts and their review. */
export const reviewRoutes: readonly Route[] = category('Drafts', [
  get('/api/v1/private/review-queue', ListReviewQueueDocument, {
    who: 'signed in',
    summary: 'List the submitted drafts of all projects that the caller may decide on, the newest submission first',
  }),
  get('/api/v1/private/my-drafts', ListMyDraftsDocument, {
    who: 'signed in',
    summary: 'List your drafts of all projects, newest first',
  }),
  get(`${D}/drafts`, ListDraftsDocument, {
    who: 'reader',
    summary: 'List drafts',
    keys: { aliases: { state: 'status' } },
  }),
  post(`${D}/drafts`, CreateDraftDocument, { who: 'writer', summary: 'Upload a draft', files: 'too' }),
  put(`${D}/drafts`, CreateDraftDocument, {
    who: 'writer',
    summary: 'Upload a file as a new draft',
    files: 'only',
    operationId: 'uploadDraft',
  }),
  post(`${D}/drafts/promote`, PromoteDraftDocument, {
    who: 'project admin',
    summary: 'Create a draft for one branch from the version that another branch published',
  }),
  get(draft, GetDraftDocument, { who: 'reader', summary: 'Read a draft' }),
  patch(draft, UpdateDraftDocument, { who: 'writer', summary: 'Change a draft', files: 'too' }),
  put(draft, UpdateDraftDocument, {
    who: 'writer',
    summary: 'Replace the content of a draft with a file',
    files: 'only',
    operationId: 'replaceDraftContent',
  }),
  del(draft, WithdrawDraftDocument, { who: 'writer', summary: 'Withdraw a draft' }),
  get(`${draft}/content/{kind}`, GetDraftContentDocument, { who: 'reader', summary: 'Read the content of a draft' }),
  get(`${draft}/reviews`, ListDraftReviewsDocument, {
    who: 'reader',
    summary: 'List the decisions and notes on a draft',
  }),
  get(`${draft}/warnings`, ListDraftWarningsDocument, { who: 'reader', summary: 'List the warnings of a draft' }),
  get(`${draft}/comments`, ListCommentsDocument, { who: 'reader', summary: 'Read the discussion of a draft' }),
  post(`${draft}/comments`, CreateCommentDocument, { who: 'reader', summary: 'Comment on a draft, or reply' }),
  patch(comment, UpdateCommentDocument, { who: 'reader', summary: 'Change your comment' }),
  del(comment, DeleteCommentDocument, { who: 'reader', summary: 'Delete your comment' }),
  post(`${comment}/resolve`, ResolveCommentDocument, { who: 'reader', summary: 'Resolve a thread' }),
  post(`${comment}/reopen`, ReopenCommentDocument, { who: 'reader', summary: 'Reopen a resolved thread' }),
  post(`${draft}/submit`, SubmitDraftDocument, { who: 'writer', summary: 'Submit a draft for review' }),
  post(`${draft}/approve`, ApproveDraftDocument, { who: 'project admin', summary: 'Approve a draft and publish it' }),
  post(`${draft}/request-changes`, RequestDraftChangesDocument, {
    who: 'project admin',
    summary: 'Request changes to a draft',
  }),
  post(`${draft}/reject`, RejectDraftDocument, { who: 'project admin', summary: 'Reject a draft permanently' }),
  get(`${P}/review-policy`, GetReviewPolicyDocument, {
    who: 'project admin',
    summary: 'Read the review policy of a project',
  }),
  put(`${P}/review-policy`, UpdateReviewPolicyDocument, {
    who: 'project admin',
    summary: 'Change the review policy of a project',
  }),
]);
