import { builder } from '../graphql/builder.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { Project } from '../projects/schema.ts';
import * as policies from './review-policy.ts';

const descriptions = {
  requireOtherReviewer: 'Who created or changed a draft may not decide on it (four eyes).',
  requireComment: 'Requesting changes and rejecting require a comment.',
  requireResolvedThreads: 'Open threads of the discussion block the approval.',
  requireReasonForBreaking: 'Approving breaking changes that are not accepted requires a comment.',
};

const ReviewPolicy = builder.objectRef<policies.ReviewPolicyRow>('ReviewPolicy').implement({
  description:
    'The rules of a project for decisions about drafts. A decision that violates a rule is FAILED_PRECONDITION; the message names the rule.',
  fields: t => ({
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    requireOtherReviewer: t.exposeBoolean('requireOtherReviewer', { description: descriptions.requireOtherReviewer }),
    requireComment: t.exposeBoolean('requireComment', { description: descriptions.requireComment }),
    requireResolvedThreads: t.exposeBoolean('requireResolvedThreads', {
      description: descriptions.requireResolvedThreads,
    }),
    requireReasonForBreaking: t.exposeBoolean('requireReasonForBreaking', {
      description: descriptions.requireReasonForBreaking,
    }),
    updatedById: t.exposeID('updatedById', {
      nullable: true,
      description: 'The user who last changed it; null if never changed.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it was last changed.' }),
  }),
});

builder.objectField(Project, 'reviewPolicy', t =>
  t.field({
    type: ReviewPolicy,
    nullable: true,
    description: 'The rules for decisions about drafts. Requires a project admin. All rules are off by default.',
    extensions: judgedBy('review_policy.manage'),
    resolve: (project, _, context) => policies.readReviewPolicy(context, project),
  }),
);

const UpdateReviewPolicyInput = builder.inputType('UpdateReviewPolicyInput', {
  description: 'Changes to the review policy. Absent fields keep their value.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    requireOtherReviewer: t.boolean({ description: descriptions.requireOtherReviewer }),
    requireComment: t.boolean({ description: descriptions.requireComment }),
    requireResolvedThreads: t.boolean({ description: descriptions.requireResolvedThreads }),
    requireReasonForBreaking: t.boolean({ description: descriptions.requireReasonForBreaking }),
  }),
});

builder.mutationField('updateReviewPolicy', t =>
  t.field({
    type: ReviewPolicy,
    nullable: true,
    description: 'Changes the rules for decisions about drafts. Requires a project admin.',
    args: { input: t.arg({ type: UpdateReviewPolicyInput, required: true, description: 'The rules.' }) },
    extensions: judgedBy('review_policy.manage'),
    resolve: (_, { input }, call) => policies.updateReviewPolicy(call, input),
  }),
);
