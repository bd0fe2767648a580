import { builder } from '../graphql/builder.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { Project } from '../projects/schema.ts';
import * as policies from './review-policy.ts';

const descriptions = {
  requireOtherReviewer: 'Authors may not decide on their own drafts (four eyes).',
  requireComment: 'Requesting changes and rejecting take a comment.',
  requireResolvedThreads: 'Open threads of the discussion block the approval.',
  requireReasonForBreaking: 'Approving breaking changes that nobody has accepted takes a comment.',
};

const ReviewPolicy = builder.objectRef<policies.ReviewPolicyRow>('ReviewPolicy').implement({
  description:
    'What a project requires of decisions about drafts. A decision that breaks a rule is FAILED_PRECONDITION, and the message names the rule.',
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
    updatedById: t.exposeID('updatedById', { nullable: true, description: 'Who last changed it; null for nobody.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it was last changed.' }),
  }),
});

builder.objectField(Project, 'reviewPolicy', t =>
  t.field({
    type: ReviewPolicy,
    nullable: true,
    description: 'What decisions about drafts require; for project admins. No rule is on until somebody turns it on.',
    extensions: judgedBy('review_policy.manage'),
    resolve: (project, _, context) => policies.readReviewPolicy(context, project),
  }),
);

const UpdateReviewPolicyInput = builder.inputType('UpdateReviewPolicyInput', {
  description: 'What decisions require from now on; what is absent stays.',
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
    description: 'Changes what decisions about drafts require; for project admins.',
    args: { input: t.arg({ type: UpdateReviewPolicyInput, required: true, description: 'The rules.' }) },
    extensions: judgedBy('review_policy.manage'),
    resolve: (_, { input }, call) => policies.updateReviewPolicy(call, input),
  }),
);
