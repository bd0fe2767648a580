import { builder } from '../graphql/builder.ts';
import { pageArguments } from '../graphql/connections.ts';
import { batched } from '../lists/batch.ts';
import { follow } from '../lists/follow.ts';
import { Project } from '../projects/schema.ts';
import { projectReference } from '../projects/service.ts';
import { Person } from '../users/person-schema.ts';
import {
  listDecidedDrafts,
  listOwnDrafts,
  listReviewQueue,
  ownDraftsState,
  type QueueState,
  queueState,
  tokenOfDraft,
} from './lists.ts';
import { authorsOf, isOwnDraft, reviewersOf } from './people.ts';
import { Draft, DraftConnection } from './schema.ts';

builder.objectFields(Draft, t => ({
  project: t.field({
    type: Project,
    nullable: true,
    description: 'The project.',
    extensions: { nullOnlyWithError: true },
    resolve: ({ projectId }, _, context) => follow(context, projectReference, projectId, projectId),
  }),
  authors: t.field({
    type: [Person],
    description:
      'The users who created or changed it, the creator first. None of them may decide on it if the rules of the project require another reviewer. At most 100.',
    resolve: (draft, _, context) => batched(context, authorsOf, draft),
  }),
  isAuthor: t.boolean({
    description:
      'Whether the caller created or changed it. Such a caller may not decide on it if the rules of the project require another reviewer.',
    resolve: ({ id }, _, context) => batched(context, isOwnDraft, id),
  }),
  reviewers: t.field({
    type: [Person],
    description:
      'The users who may decide on it, besides SuperAdmins: the active admins of the project, without its authors if the rules of the project require another reviewer. At most 20.',
    resolve: (draft, _, context) => batched(context, reviewersOf, draft),
  }),
  changeToken: t.string({
    description:
      'Opaque; changes when the draft, the latest version of its branch or its discussion changes, or a parent is archived. For pages that poll.',
    resolve: ({ id }, _, context) => batched(context, tokenOfDraft, id),
  }),
}));

const openOnly = { description: 'true: only drafts that are not decided.' };

builder.queryFields(t => ({
  reviewQueue: t.field({
    type: DraftConnection,
    nullable: true,
    description:
      'The submitted drafts of all projects that the caller may decide on, newest submission first. `search` matches version name and changelog, and name and relative path of the document.',
    args: pageArguments,
    extensions: { page: 'root' },
    resolve: (_, args, call) => listReviewQueue(call, args),
  }),
  myDrafts: t.field({
    type: DraftConnection,
    nullable: true,
    description:
      'The drafts of the caller in all projects, in every status, newest first; with `open`, only open ones, last changed first: one that changes while pages are read moves to the front. `search` matches as in the review queue.',
    args: { open: t.arg.boolean(openOnly), ...pageArguments },
    extensions: { page: 'root' },
    resolve: (_, args, call) => listOwnDrafts(call, args),
  }),
  decidedDrafts: t.field({
    type: DraftConnection,
    nullable: true,
    description:
      'The published and rejected drafts of all projects of the caller, newest submission first. `search` matches as in the review queue.',
    args: pageArguments,
    extensions: { page: 'root' },
    resolve: (_, args, call) => listDecidedDrafts(call, args),
  }),
}));

const ListState = builder.objectRef<QueueState>('DraftListState').implement({
  description: 'The state of a list of drafts, for pages that poll for changes.',
  fields: t => ({
    token: t.exposeString('token', { description: 'Opaque; changes when the list changes.' }),
    count: t.exposeInt('count', { description: 'Number of drafts in the list.' }),
  }),
});

builder.queryFields(t => ({
  reviewQueueState: t.field({
    type: ListState,
    nullable: true,
    description: 'The state of `reviewQueue`. Cheap to poll.',
    resolve: (_, __, call) => queueState(call),
  }),
  myDraftsState: t.field({
    type: ListState,
    nullable: true,
    description: 'The state of `myDrafts`. Cheap to poll.',
    args: { open: t.arg.boolean(openOnly) },
    resolve: (_, args, call) => ownDraftsState(call, args.open),
  }),
}));
