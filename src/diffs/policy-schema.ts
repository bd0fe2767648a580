import { Document } from '../documents/schema.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments, searchArgument } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { Project } from '../projects/schema.ts';
import { DiffProfile } from './compared-schema.ts';
import * as exceptions from './exceptions.ts';
import { Severity } from './item-schema.ts';
import { readPolicy } from './judged-changes.ts';
import * as overrides from './overrides.ts';

const Override = builder.objectRef<overrides.Override>('DiffOverride').implement({
  description: 'The severity that a project gives to all findings of one rule.',
  fields: t => ({
    rule: t.exposeString('rule', { description: 'Id of the rule.' }),
    severity: t.expose('severity', {
      type: Severity,
      description: 'What its findings are, whatever the profile says.',
    }),
  }),
});

const Policy = builder.objectRef<overrides.DiffPolicy>('DiffPolicy').implement({
  description: 'How a project judges changes.',
  fields: t => ({
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    profile: t.expose('profile', { type: DiffProfile, description: 'STRICT unless the project chose another one.' }),
    overrides: t.expose('overrides', { type: [Override], description: 'Rules judged otherwise, by id.' }),
    updatedById: t.exposeID('updatedById', { nullable: true, description: 'Who last changed it; null for nobody.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When it was last changed.' }),
  }),
});

builder.objectField(Project, 'diffPolicy', t =>
  t.field({
    type: Policy,
    description: 'How changes are judged in diffs and previews of the project.',
    resolve: (project, _, context) => readPolicy(context, project.id),
  }),
);

const ExceptionStatus = wireEnum('DiffExceptionStatus', 'Whether an accepted change is still ignored.', {
  ACTIVE: [1, 'It is ignored.'],
  REVOKED: [2, 'Somebody took the acceptance back.'],
  EXPIRED: [3, 'Its time is over.'],
});

const Exception = builder.prismaObject('DiffException', {
  description: 'A change that a team has accepted: it stays visible and does not count.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    key: t.exposeString('key', { description: 'The key of the change, as diffs show it.' }),
    reason: t.exposeString('reason', { description: 'Why it was accepted.' }),
    status: t.field({
      type: ExceptionStatus,
      description: 'Whether it is in force.',
      resolve: exception => exceptions.stateOf(exception),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null for never.',
    }),
    createdById: t.exposeID('createdById', { description: 'Who accepted it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was accepted.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    revokedById: t.exposeID('revokedById', { nullable: true, description: 'Who took it back.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was taken back.' }),
  }),
});

const ExceptionConnection = connectionType('DiffException', Exception);

builder.objectField(Document, 'diffExceptions', t =>
  t.field({
    type: ExceptionConnection,
    description: 'The changes that were accepted, newest first. Searched by reason and key.',
    args: {
      active: t.arg.boolean({ description: 'Only exceptions in force, or only those that no longer are.' }),
      ...pageArguments,
      ...searchArgument,
    },
    extensions: { page: 'child' },
    resolve: (document, args, context) => exceptions.listExceptions(context, document, args),
  }),
);

const OverrideInput = builder.inputType('DiffOverrideInput', {
  description: 'The severity of one rule.',
  fields: t => ({
    rule: t.string({ required: true, description: 'Id of a rule, as it stands in changes.' }),
    severity: t.field({ type: Severity, required: true, description: 'What its findings are.' }),
  }),
});

const UpdateDiffPolicyInput = builder.inputType('UpdateDiffPolicyInput', {
  description: 'How a project judges changes from now on; what is absent stays.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    profile: t.field({ type: DiffProfile, description: 'The profile.' }),
    overrides: t.field({ type: [OverrideInput], description: 'All overrides: those that are not named end.' }),
  }),
});

const AcceptDiffExceptionInput = builder.inputType('AcceptDiffExceptionInput', {
  description: 'A change to accept.',
  fields: t => ({
    projectId: t.id({ description: 'When given, the document must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ required: true, description: 'The document.' }),
    key: t.string({ required: true, description: 'The key of the change, as diffs show it.' }),
    reason: t.string({
      required: true,
      description: 'Why, 1 to 2000 characters.',
      extensions: { bounds: { minLength: 1, maxLength: CHARACTERS.reason, pattern: '\\S' } },
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it counts again; never when absent.' }),
  }),
});

const RevokeDiffExceptionInput = builder.inputType('RevokeDiffExceptionInput', {
  description: 'Names an exception.',
  fields: t => ({
    id: t.id({ required: true, description: 'The exception.' }),
    projectId: t.id({ description: 'When given, the exception must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, the exception must belong to this document, else NOT_FOUND.' }),
  }),
});

builder.mutationFields(t => ({
  updateDiffPolicy: t.field({
    type: Policy,
    nullable: true,
    description: 'Changes how a project judges changes; for its admins. INVALID_ARGUMENT for an unknown rule.',
    args: { input: t.arg({ type: UpdateDiffPolicyInput, required: true, description: 'The policy.' }) },
    resolve: (_, { input }, call) => overrides.updatePolicy(call, input),
  }),
  acceptDiffException: t.field({
    type: Exception,
    nullable: true,
    description: 'Accepts a change, which then is ignored; for project admins. ALREADY_EXISTS while it is accepted.',
    args: { input: t.arg({ type: AcceptDiffExceptionInput, required: true, description: 'What and why.' }) },
    resolve: (_, { input }, call) => exceptions.acceptException(call, input),
  }),
  revokeDiffException: t.field({
    type: Exception,
    nullable: true,
    description: 'Takes an acceptance back: the change counts again; for project admins.',
    args: { input: t.arg({ type: RevokeDiffExceptionInput, required: true, description: 'The exception.' }) },
    resolve: (_, { input }, call) => exceptions.revokeException(call, input),
  }),
}));
