import { category, D, del, get, patch, post, type Route } from './route.ts';

const draft = `${D}/drafts/{draft_id}`;

/** How a change becomes a version: drafts and their review. */
export const reviewRoutes: readonly Route[] = category('Drafts', [
  get(`${D}/drafts`, 'ListDrafts', { who: 'reader', summary: 'List drafts' }),
  post(`${D}/drafts`, 'CreateDraft', { who: 'writer', summary: 'Upload a draft' }),
  post(`${D}/drafts/promote`, 'PromoteDraft', {
    who: 'project admin',
    summary: 'Make a draft for one branch of what another branch published',
  }),
  get(draft, 'GetDraft', { who: 'reader', summary: 'Read a draft' }),
  patch(draft, 'UpdateDraft', { who: 'writer', summary: 'Change a draft' }),
  del(draft, 'WithdrawDraft', { who: 'writer', summary: 'Withdraw a draft' }),
  get(`${draft}/content/{kind}`, 'GetDraftContent', { who: 'reader', summary: 'Read the content of a draft' }),
  get(`${draft}/reviews`, 'ListDraftReviews', { who: 'reader', summary: 'List the decisions and notes on a draft' }),
  get(`${draft}/warnings`, 'ListDraftWarnings', { who: 'reader', summary: 'List the warnings about a draft' }),
  post(`${draft}/submit`, 'SubmitDraft', { who: 'writer', summary: 'Submit a draft for review' }),
  post(`${draft}/approve`, 'ApproveDraft', { who: 'project admin', summary: 'Approve a draft and publish it' }),
  post(`${draft}/request-changes`, 'RequestDraftChanges', {
    who: 'project admin',
    summary: 'Ask for changes to a draft',
  }),
  post(`${draft}/reject`, 'RejectDraft', { who: 'project admin', summary: 'Reject a draft for good' }),
]);
