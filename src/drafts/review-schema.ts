import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import { listReviews } from './lists.ts';
import { Draft } from './schema.ts';

const ReviewDecision = wireEnum('ReviewDecision', 'The decision of a reviewer.', {
  APPROVED: ['approved', 'The draft was published.'],
  CHANGES_REQUESTED: ['changes_requested', 'The draft was sent back for changes.'],
  REJECTED: ['rejected', 'The draft was rejected.'],
});

const Review = builder.prismaObject('Review', {
  description: 'A decision about one submission of a draft.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    draftId: t.exposeID('draftId', { description: 'The draft.' }),
    decision: t.expose('decision', { type: ReviewDecision, description: 'The decision.' }),
    comment: t.exposeString('comment', { nullable: true, description: 'The review comment.' }),
    submissionRound: t.exposeInt('submissionRound', {
      description: 'The submission that was reviewed, counted from 1.',
    }),
    reviewRevision: t.exposeString('reviewRevision', {
      description: 'The `reviewRevision` that the reviewer decided on.',
    }),
    createdById: t.exposeID('createdById', { description: 'The reviewer.' }),
    reviewer: t.field({
      type: Person,
      description: 'The reviewer.',
      resolve: (review, _, context) => personOf(context, review.createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the decision was made.' }),
    updatedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Equal to `createdAt`: a decision never changes.',
    }),
  }),
});

const ReviewConnection = connectionType('Review', Review);

builder.objectField(Draft, 'reviews', t =>
  t.field({
    type: ReviewConnection,
    nullable: true,
    description: 'The decisions, oldest first. `search` matches their comments.',
    args: pageArguments,
    extensions: { page: 'child' },
    resolve: (draft, args, context) => listReviews(context, draft, args),
  }),
);
