import { builder } from '../graphql/builder.ts';
import { pageArguments, searchArgument } from '../graphql/connections.ts';
import { follow } from '../lists/follow.ts';
import { Project } from '../projects/schema.ts';
import { projectReference } from '../projects/service.ts';
import { listOwnDrafts, listReviewQueue } from './queue.ts';
import { Draft, DraftConnection } from './schema.ts';

builder.objectField(Draft, 'project', t =>
  t.field({
    type: Project,
    description: 'The project.',
    resolve: ({ projectId }, _, context) => follow(context, projectReference, projectId, projectId),
  }),
);

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
