import { builder } from '../graphql/builder.ts';
import { pageArguments, searchArgument } from '../graphql/connections.ts';
import { batched } from '../lists/batch.ts';
import { follow } from '../lists/follow.ts';
import { Project } from '../projects/schema.ts';
import { projectReference } from '../projects/service.ts';
import * as tokens from './change-tokens.ts';
import { listOwnDrafts, listReviewQueue } from './queue.ts';
import { Draft, DraftConnection } from './schema.ts';

builder.objectFields(Draft, t => ({
  project: t.field({
    type: Project,
    description: 'The project.',
    resolve: ({ projectId }, _, context) => follow(context, projectReference, projectId, projectId),
  }),
  changeToken: t.string({
    description:
      'Opaque; another one when the draft, the latest version of its branch or its discussion has changed. For pages that ask every few seconds.',
    resolve: ({ id }, _, context) => batched(context, tokens.tokenOfDraft, id),
  }),
}));

builder.queryFields(t => ({
  reviewQueue: t.field({
    type: DraftConnection,
    nullable: true,
    description:
      'The submitted drafts of all projects that the caller may decide on, the newest submission first. Searched by version name and changelog, and by name and relative path of the document.',
    args: { ...pageArguments, ...searchArgument },
    extensions: { page: 'root' },
    resolve: (_, args, call) => listReviewQueue(call, args),
  }),
  myDrafts: t.field({
    type: DraftConnection,
    nullable: true,
    description:
      'The drafts of all projects that the caller wrote, in every state, newest first. Searched as `reviewQueue`.',
    args: { ...pageArguments, ...searchArgument },
    extensions: { page: 'root' },
    resolve: (_, args, call) => listOwnDrafts(call, args),
  }),
}));

const ListState = builder.objectRef<tokens.QueueState>('DraftListState').implement({
  description: 'Whether a list of drafts has changed since somebody looked, for pages that ask every few seconds.',
  fields: t => ({
    token: t.exposeString('token', { description: 'Opaque; another one when the list has changed.' }),
    count: t.exposeInt('count', { description: 'How many drafts the list has.' }),
  }),
});

builder.queryFields(t => ({
  reviewQueueState: t.field({
    type: ListState,
    nullable: true,
    description: 'The state of `reviewQueue`, by one statement.',
    resolve: (_, __, call) => tokens.queueState(call),
  }),
  myDraftsState: t.field({
    type: ListState,
    nullable: true,
    description: 'The state of `myDrafts`, by one statement.',
    resolve: (_, __, call) => tokens.ownDraftsState(call),
  }),
}));
