import type { ObjectRef } from '@pothos/core';
import type { Context } from '../access/context.ts';
import { builder, type Types } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { pageOf } from './filters.ts';
import { type ItemGroup, itemsOf } from './groups.ts';
import { DiffItem, DiffSummary, Severity } from './item-schema.ts';
import * as judged from './judged-changes.ts';
import type { SemverHint as SemverHintRow } from './semver.ts';

export const DiffProfile = wireEnum('DiffProfile', 'A view of what breaks clients.', {
  STRICT: ['strict', 'What cannot be proven harmless has to be looked at.'],
  OASDIFF: ['oasdiff', 'The levels of the tool oasdiff.'],
  LENIENT: ['lenient', 'Clients are taken to tolerate what they do not know: only provable breaks are BREAKING.'],
});

const Grouping = wireEnum('DiffGrouping', 'What changes of one group have in common.', {
  OPERATION: ['operation', 'The operation that they affect; a change may be in many groups.'],
  CAUSE: ['cause', 'The component, operation or part of the document that was changed; a change is in one group.'],
});

const SemverStep = wireEnum('SemverStep', 'A part of a version of Semantic Versioning 2.0.0.', {
  NONE: ['none', 'No new version.'],
  PATCH: ['patch', 'The last number.'],
  MINOR: ['minor', 'The second number.'],
  MAJOR: ['major', 'The first number.'],
});

const profileArgument = builder.args(arg => ({
  profile: arg.field({ type: DiffProfile, description: "Judge by this profile instead of the project's." }),
}));

const filterArguments = builder.args(arg => ({
  severity: arg.field({ type: [Severity], description: 'Only changes of one of these severities.' }),
  method: arg.string({ description: 'Only changes that affect an operation of this HTTP method.' }),
  path: arg.string({ description: 'Only changes that affect an operation whose path template contains this.' }),
  rule: arg.string({ description: 'Only changes that this rule found.' }),
  ignored: arg.boolean({ description: 'Only changes that the team has accepted, or only those that count.' }),
}));

/** Which of the changes; all when absent. */
const windowArguments = builder.args(arg => ({
  first: arg.int({ description: 'At most this many; all when absent.', extensions: { bounds: { minimum: 1 } } }),
  offset: arg.int({ description: 'How many to leave out first.', extensions: { bounds: { minimum: 0 } } }),
}));

export const DiffChanges = builder.objectRef<judged.Changes>('DiffChanges').implement({
  description: 'A page of the changes of a diff: each is in one of the three lists.',
  fields: t => ({
    summary: t.field({
      type: DiffSummary,
      description: 'The figures of the whole diff.',
      resolve: ({ compared, profile }, _, context) => judged.readSummary(context, compared, { profile }),
    }),
    breaking: t.expose('breaking', { type: [DiffItem], description: 'What breaks clients.' }),
    mustHandle: t.expose('mustHandle', {
      type: [DiffItem],
      description: 'What may break clients: somebody has to look at each.',
    }),
    other: t.expose('other', { type: [DiffItem], description: 'What is harmless, and what the team has accepted.' }),
    nextOffset: t.exposeInt('nextOffset', {
      nullable: true,
      description: 'The offset of the next page; null at the end.',
    }),
  }),
});

const Group = builder.objectRef<ItemGroup>('DiffGroup').implement({
  description: 'Changes that have their operation or their cause in common.',
  fields: t => ({
    name: t.exposeString('name', {
      description: 'GET /pets, or #/components/schemas/Pet; # for the document as a whole.',
    }),
    method: t.string({
      nullable: true,
      description: 'HTTP method of the operation; null for a cause.',
      resolve: ({ operation }) => operation?.method ?? null,
    }),
    path: t.string({
      nullable: true,
      description: 'Path template of the operation; null for a cause.',
      resolve: ({ operation }) => operation?.path ?? null,
    }),
    severity: t.expose('severity', { type: Severity, description: 'That of the most severe change that counts.' }),
    itemCount: t.exposeInt('itemCount', { description: 'How many changes are in the group.' }),
    items: t.field({
      type: [DiffItem],
      description: 'The changes, the most severe first.',
      args: windowArguments,
      resolve: (group, args) => pageOf(itemsOf(group), args),
    }),
  }),
});

const GroupPage = builder.objectRef<judged.GroupPage>('DiffGroupPage').implement({
  description: 'A page of groups of changes.',
  fields: t => ({
    nodes: t.expose('groups', { type: [Group], description: 'The groups, the most severe first.' }),
    totalCount: t.exposeInt('totalCount', { description: 'How many groups there are.' }),
  }),
});

const Changelog = builder.objectRef<{ content: string }>('DiffChangelog').implement({
  description: 'The changes as text, ready for release notes.',
  fields: t => ({
    content: t.exposeString('content', { description: 'The text. What stands in the documents is escaped.' }),
    format: t.string({ description: 'The language of the text: markdown.', resolve: () => 'markdown' }),
  }),
});

const SemverHint = builder.objectRef<SemverHintRow>('SemverHint').implement({
  description: 'What the changes ask of info.version by Semantic Versioning 2.0.0, and what the document did.',
  fields: t => ({
    needed: t.expose('needed', { type: SemverStep, description: 'Which number has to rise.' }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'info.version before; null when it did not change.',
    }),
    after: t.exposeString('after', { nullable: true, description: 'info.version after; null when it did not change.' }),
    sufficient: t.exposeBoolean('sufficient', {
      nullable: true,
      description: 'Whether the version rose enough; null when one of them is no semantic version.',
    }),
  }),
});

/** Gives a type everything that there is to read about a comparison. */
export function addComparedFields<Parent>(
  type: ObjectRef<Types, unknown, Parent>,
  comparedOf: (parent: Parent, context: Context) => judged.Compared | Promise<judged.Compared>,
): void {
  builder.objectFields(type, t => ({
    summary: t.field({
      type: DiffSummary,
      description: "The figures, by the project's policy.",
      args: profileArgument,
      resolve: async (parent, args, context) =>
        judged.readSummary(context, await comparedOf(parent as Parent, context), args),
    }),
    items: t.field({
      type: [DiffItem],
      nullable: true,
      description: 'The changes that pass all filters, the most severe first.',
      args: { ...filterArguments, ...windowArguments, ...profileArgument },
      resolve: async (parent, args, context) =>
        judged.readItems(context, await comparedOf(parent as Parent, context), args),
    }),
    itemCount: t.int({
      description: 'How many changes pass all filters.',
      args: { ...filterArguments, ...profileArgument },
      resolve: async (parent, args, context) =>
        judged.countItems(context, await comparedOf(parent as Parent, context), args),
    }),
    changes: t.field({
      type: DiffChanges,
      nullable: true,
      description: 'A page of the changes, sorted by what they ask of the reader.',
      args: { ...windowArguments, ...profileArgument },
      resolve: async (parent, args, context) =>
        judged.readChanges(context, await comparedOf(parent as Parent, context), args),
    }),
    groups: t.field({
      type: GroupPage,
      nullable: true,
      description: 'The changes that pass all filters, by operation or by cause.',
      args: {
        by: t.arg({ type: Grouping, required: true, description: 'What makes a group.' }),
        ...filterArguments,
        ...windowArguments,
        ...profileArgument,
      },
      resolve: async (parent, args, context) =>
        judged.readGroups(context, await comparedOf(parent as Parent, context), args),
    }),
    changelog: t.field({
      type: Changelog,
      nullable: true,
      description: 'The changes as Markdown, ready for release notes.',
      args: profileArgument,
      resolve: async (parent, args, context) => ({
        content: await judged.readChangelog(context, await comparedOf(parent as Parent, context), args),
      }),
    }),
    semverHint: t.field({
      type: SemverHint,
      nullable: true,
      description: 'Which new version the changes ask for; null for Markdown.',
      args: profileArgument,
      resolve: async (parent, args, context) =>
        judged.readSemverHint(context, await comparedOf(parent as Parent, context), args),
    }),
  }));
}
