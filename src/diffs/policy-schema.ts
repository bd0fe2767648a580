import { Document } from '../documents/schema.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { batched } from '../lists/batch.ts';
import { Project } from '../projects/schema.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import { DiffProfile } from './compared-schema.ts';
import * as exceptions from './exceptions.ts';
import { Severity } from './item-schema.ts';
import * as overrides from './overrides.ts';

const Override = builder.objectRef<overrides.Override>('DiffOverride').implement({
  description: 'The severity that a project assigns to all findings of one rule.',
  fields: t => ({
    rule: t.exposeString('rule', { description: 'The id of the rule.' }),
    severity: t.expose('severity', {
      type: Severity,
      description: 'The severity of its findings, instead of the level in the profile.',
    }),
  }),
});

const Policy = builder.objectRef<overrides.DiffPolicy>('DiffPolicy').implement({
  description: 'How a project decides the severity of changes.',
  fields: t => ({
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    profile: t.expose('profile', { type: DiffProfile, description: 'The profile; STRICT by default.' }),
    overrides: t.expose('overrides', {
      type: [Override],
      description: 'Rules with another severity than in the profile, sorted by rule id.',
    }),
    updatedById: t.exposeID('updatedById', {
      nullable: true,
      description: 'The user who last changed it; null if it was never changed.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it was last changed.' }),
  }),
});

builder.objectField(Project, 'diffPolicy', t =>
  t.field({
    type: Policy,
    description: 'How diffs and previews of the project decide the severity of changes.',
    resolve: (project, _, context) => batched(context, overrides.policyOfProject, project.id),
  }),
);

const ExceptionStatus = wireEnum('DiffExceptionStatus', 'Whether an accepted change is still ignored.', {
  ACTIVE: [1, 'The change is ignored.'],
  REVOKED: [2, 'The acceptance was revoked.'],
  EXPIRED: [3, 'The acceptance has expired.'],
});

export const Exception = builder.prismaObject('DiffException', {
  description: 'A change that a team has accepted. It remains visible but does not count.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    key: t.exposeString('key', { description: 'The `key` of the change in diffs.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'What the change is, as the draft says in which it was accepted; null if no draft was named.',
    }),
    reason: t.exposeString('reason', { description: 'Why it was accepted.' }),
    status: t.field({
      type: ExceptionStatus,
      description: 'Whether it is active.',
      resolve: exception => exceptions.stateOf(exception),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    createdById: t.exposeID('createdById', { description: 'The user who accepted the change.' }),
    createdBy: t.field({
      type: Person,
      description: 'The user who accepted the change.',
      resolve: ({ createdById }, _, context) => personOf(context, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the change was accepted.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    revokedById: t.exposeID('revokedById', { nullable: true, description: 'The user who revoked it.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const ExceptionConnection = connectionType('DiffException', Exception);

builder.objectField(Document, 'diffExceptions', t =>
  t.field({
    type: ExceptionConnection,
    nullable: true,
    description: 'The accepted changes, newest first. `search` matches reason, message and key.',
    args: {
      active: t.arg.boolean({ description: 'true: only active exceptions; false: only revoked and expired ones.' }),
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: (document, args, context) => exceptions.listExceptions(context, document, args),
  }),
);

const OverrideInput = builder.inputType('DiffOverrideInput', {
  description: 'The severity of one rule.',
  fields: t => ({
    rule: t.string({ required: true, description: 'The id of a rule, as in the `rule` of changes.' }),
    severity: t.field({ type: Severity, required: true, description: 'The severity of its findings.' }),
  }),
});

const UpdateDiffPolicyInput = builder.inputType('UpdateDiffPolicyInput', {
  description: 'Changes to the policy of a project. Absent fields keep their value.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    profile: t.field({ type: DiffProfile, description: 'The profile.' }),
    overrides: t.field({
      type: [OverrideInput],
      description: 'The complete list of overrides. It replaces the current one.',
    }),
  }),
});

const RevokeDiffExceptionInput = builder.inputType('RevokeDiffExceptionInput', {
  description: 'Selects an exception.',
  fields: t => ({
    id: t.id({ required: true, description: 'The exception.' }),
    projectId: t.id({ description: 'If given, the exception must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the exception must belong to this document; otherwise NOT_FOUND.' }),
  }),
});

builder.mutationFields(t => ({
  updateDiffPolicy: t.field({
    type: Policy,
    nullable: true,
    description:
      'Changes how a project decides the severity of changes. Requires a project admin. INVALID_ARGUMENT for an unknown rule.',
    args: { input: t.arg({ type: UpdateDiffPolicyInput, required: true, description: 'The policy.' }) },
    extensions: judgedBy('diff_policy.update'),
    resolve: (_, { input }, call) => overrides.updatePolicy(call, input),
  }),
  revokeDiffException: t.field({
    type: Exception,
    nullable: true,
    description: 'Revokes an acceptance: the change counts again. Requires a project admin.',
    args: { input: t.arg({ type: RevokeDiffExceptionInput, required: true, description: 'The exception.' }) },
    extensions: judgedBy('diff_exception.manage'),
    resolve: (_, { input }, call) => exceptions.revokeException(call, input),
  }),
}));
