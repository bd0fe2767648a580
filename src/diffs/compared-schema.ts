import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import type { Context } from '../access/context.ts';
import { builder, type Types } from '../graphql/builder.ts';
import { windowArguments } from '../graphql/connections.ts';
import type { GraphqlContext } from '../graphql/context.ts';
import { wireEnum } from '../graphql/enums.ts';
import { fieldsOf } from '../graphql/fragments.ts';
import { windowOf } from '../lists/window.ts';
import { type ItemGroup, itemsOf } from './groups.ts';
import { DiffItem, DiffSummary, Severity } from './item-schema.ts';
import type { JudgedItem } from './judge.ts';
import * as judged from './judged-changes.ts';
import { areChangesReadable } from './readable.ts';
import type { SemverHint as SemverHintRow } from './semver.ts';

export const DiffProfile = wireEnum('DiffProfile', 'A profile that decides the severity of changes.', {
  STRICT: ['strict', 'Every change that is not provably harmless is at least a WARNING.'],
  OASDIFF: ['oasdiff', 'The severity levels of the tool oasdiff.'],
  LENIENT: ['lenient', 'Assumes that clients tolerate unknown values and fields: only provable breaks are BREAKING.'],
});

const Grouping = wireEnum('DiffGrouping', 'How changes are grouped.', {
  OPERATION: ['operation', 'By affected operation. A change may be in many groups.'],
  CAUSE: ['cause', 'By the changed component, operation or part of the document. A change is in one group.'],
});

const SemverStep = wireEnum('SemverStep', 'The part of a Semantic Versioning 2.0.0 version to increase.', {
  NONE: ['none', 'No new version.'],
  PATCH: ['patch', 'The third number.'],
  MINOR: ['minor', 'The second number.'],
  MAJOR: ['major', 'The first number.'],
});

const profileArgument = builder.args(arg => ({
  profile: arg.field({ type: DiffProfile, description: "Use this profile instead of the project's." }),
}));

const filterArguments = builder.args(arg => ({
  severity: arg.field({ type: [Severity], description: 'Only changes of one of these severities.' }),
  method: arg.string({ description: 'Only changes that affect an operation of this HTTP method.' }),
  path: arg.string({ description: 'Only changes that affect an operation whose path template contains this text.' }),
  rule: arg.string({ description: 'Only changes found by this rule.' }),
  ignored: arg.boolean({ description: 'true: only accepted changes; false: only changes that are not accepted.' }),
}));

export const DiffChanges = builder.objectRef<judged.Changes>('DiffChanges').implement({
  description: 'A page of the changes of a diff. Each change is in one of the three lists.',
  fields: t => ({
    summary: t.field({
      type: DiffSummary,
      description: 'The counts of the whole diff.',
      resolve: ({ compared, profile }, _, context) => judged.readSummary(context, compared, { profile }),
    }),
    breaking: t.expose('breaking', { type: [DiffItem], description: 'Changes that break clients.' }),
    mustHandle: t.expose('mustHandle', {
      type: [DiffItem],
      description: 'Changes that may break clients: a person must check each.',
    }),
    other: t.expose('other', {
      type: [DiffItem],
      description: 'Harmless changes, and changes that the team has accepted.',
    }),
    nextOffset: t.exposeInt('nextOffset', {
      nullable: true,
      description: 'The offset of the next page; null at the end.',
    }),
  }),
});

const Group = builder.objectRef<ItemGroup>('DiffGroup').implement({
  description: 'Changes with the same operation or cause.',
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
    severity: t.expose('severity', {
      type: Severity,
      description: 'The highest severity in the group, without accepted changes.',
    }),
    itemCount: t.exposeInt('itemCount', { description: 'Number of changes in the group.' }),
    items: t.field({
      type: [DiffItem],
      description: 'The changes, most severe first, accepted ones last.',
      args: windowArguments,
      resolve: (group, args) => windowOf(itemsOf(group), args),
    }),
  }),
});

const GroupPage = builder.objectRef<judged.GroupPage>('DiffGroupPage').implement({
  description: 'A page of groups of changes.',
  fields: t => ({
    nodes: t.expose('groups', { type: [Group], description: 'The groups, most severe first.' }),
    totalCount: t.exposeInt('totalCount', { description: 'Number of groups.' }),
  }),
});

const Changelog = builder.objectRef<{ content: string }>('DiffChangelog').implement({
  description: 'The changes as text, ready for release notes.',
  fields: t => ({
    content: t.exposeString('content', { description: 'The text. Text from the documents is escaped.' }),
    format: t.string({ description: 'The format of the text: markdown.', resolve: () => 'markdown' }),
  }),
});

const SemverHint = builder.objectRef<SemverHintRow>('SemverHint').implement({
  description: 'How info.version should change under Semantic Versioning 2.0.0, and how it did change.',
  fields: t => ({
    needed: t.expose('needed', { type: SemverStep, description: 'The number that must increase.' }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'info.version before; null when it did not change.',
    }),
    after: t.exposeString('after', { nullable: true, description: 'info.version after; null when it did not change.' }),
    sufficient: t.exposeBoolean('sufficient', {
      nullable: true,
      description: 'Whether the version increased enough; null if one of them is not a semantic version.',
    }),
  }),
});

/** Whether changes fit into what an answer has for lists that it may leave out. */
async function isFitting(
  context: GraphqlContext,
  compared: judged.Compared,
  items: JudgedItem[],
  info: GraphQLResolveInfo,
): Promise<boolean> {
  const { characters, values } = await judged.sizeInAnswer(context, compared, items, selectsOperations(info));
  return context.answer.reserve(characters, values);
}

const OPERATIONS = new Set(['affectedOperations', 'expandedOperations']);
const LISTS_OF_CHANGES = new Set(['breaking', 'mustHandle', 'other']);

/** Whether the operations of changes are selected in a list of changes, or in a page of such lists. */
function selectsOperations({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const byName = new Map(Object.entries(fragments));
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set !== undefined &&
    fieldsOf(set, '', byName).some(
      ({ field: { name, selectionSet } }) =>
        OPERATIONS.has(name.value) || (LISTS_OF_CHANGES.has(name.value) && isIn(selectionSet)),
    );
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}

/** A mutation has been committed: an error would tell the caller that it was not. */
const isCommitted = ({ operation }: GraphQLResolveInfo): boolean => operation.operation === 'mutation';

type Nullable = judged.View & { nullIfTooLarge?: boolean | null };

const isNullable = ({ nullIfTooLarge }: Nullable, info: GraphQLResolveInfo): boolean =>
  isCommitted(info) || nullIfTooLarge === true;

const isInScope = (context: GraphqlContext, { comparison: { documentType } }: judged.Compared): boolean =>
  areChangesReadable(context, documentType);

type Read<Args, Value> = (
  context: GraphqlContext,
  compared: judged.Compared,
  args: Args,
  info: GraphQLResolveInfo,
) => Promise<Value>;

/** Answers null if it would have to read too much. */
const ifReadable =
  <Args, Value>(read: Read<Args, Value>): Read<Args, Value | null> =>
  async (context, compared, args, info) => {
    const isReadable = isCommitted(info) ? judged.isReadable : judged.isAlwaysReadable;
    return isInScope(context, compared) && (await isReadable(context, compared))
      ? read(context, compared, args, info)
      : null;
  };

/** The same for a mutation and on request. Others get an error. */
const unlessTooLarge =
  <Args extends Nullable, Value>(read: Read<Args, Value>): Read<Args, Value | null> =>
  async (context, compared, args, info) => {
    if (isNullable(args, info)) return ifReadable(read)(context, compared, args, info);
    return isInScope(context, compared) ? read(context, compared, args, info) : null;
  };

/** Also if the changes that `itemsOf` finds in it would be too large for the answer. */
const ifFitting =
  <Args extends Nullable, Value>(
    read: Read<Args, Value>,
    itemsOf: (value: Value) => JudgedItem[],
  ): Read<Args, Value | null> =>
  async (context, compared, args, info) => {
    const value = await unlessTooLarge(read)(context, compared, args, info);
    if (value === null || !isNullable(args, info)) return value;
    return (await isFitting(context, compared, itemsOf(value), info)) ? value : null;
  };

/** Adds the fields about a comparison (summary, items, groups, changelog, …) to a type. */
export function addComparedFields<Parent>(
  type: ObjectRef<Types, unknown, Parent>,
  comparedOf: (parent: Parent, context: Context) => judged.Compared | Promise<judged.Compared>,
): void {
  const of =
    <Args, Value>(read: Read<Args, Value>) =>
    async (parent: unknown, args: Args, context: GraphqlContext, info: GraphQLResolveInfo): Promise<Value> =>
      read(context, await comparedOf(parent as Parent, context), args, info);
  builder.objectFields(type, t => ({
    summary: t.field({
      type: DiffSummary,
      description:
        "The counts, under the project's policy. If the changes are too large to be judged for the answer (more than half of what it may read, unless it reads them anyway), the counts by severity and of affected operations are null, and accepted changes are not counted.",
      args: profileArgument,
      resolve: of(judged.readSummary),
    }),
    items: t.field({
      type: [DiffItem],
      nullable: true,
      description:
        'The changes that match all filters, most severe first, accepted ones last. Over GraphQL, null in the answer of a mutation if they are too large for it: the mutation has succeeded nevertheless. Over REST, absent if they are too large.',
      args: {
        ...filterArguments,
        ...windowArguments,
        ...profileArgument,
        nullIfTooLarge: t.arg.boolean({
          defaultValue: false,
          description: 'Return null instead of an error if they are too large for the answer, or to be read for it.',
        }),
      },
      resolve: of(ifFitting(judged.readItems, found => found)),
    }),
    itemCount: t.int({
      nullable: true,
      description: 'Number of changes that match all filters.',
      extensions: { nullOnlyWithError: true },
      args: { ...filterArguments, ...profileArgument },
      resolve: of(judged.countItems),
    }),
    changes: t.field({
      type: DiffChanges,
      nullable: true,
      description:
        'A page of the changes, divided by what the reader must do about them. Over GraphQL, null in the answer of a mutation if it would be too large: the mutation has succeeded nevertheless.',
      args: { ...windowArguments, ...profileArgument },
      resolve: of(
        ifFitting(judged.readChanges, ({ breaking, mustHandle, other }) => [...breaking, ...mustHandle, ...other]),
      ),
    }),
    groups: t.field({
      type: GroupPage,
      nullable: true,
      description:
        'The changes that match all filters, grouped by operation or by cause. Over GraphQL, null in the answer of a mutation if the changes are too large to be read for it: the mutation has succeeded nevertheless.',
      args: {
        by: t.arg({ type: Grouping, required: true, description: 'How to group.' }),
        ...filterArguments,
        ...windowArguments,
        ...profileArgument,
      },
      resolve: of(unlessTooLarge(judged.readGroups)),
    }),
    changelog: t.field({
      type: Changelog,
      nullable: true,
      description:
        'The changes as Markdown, ready for release notes. Over GraphQL, null in the answer of a mutation if they are too large to be read for it: the mutation has succeeded nevertheless.',
      args: profileArgument,
      resolve: of(
        unlessTooLarge(async (context, compared, args: judged.View) => ({
          content: await judged.readChangelog(context, compared, args),
        })),
      ),
    }),
    semverHint: t.field({
      type: SemverHint,
      nullable: true,
      description:
        'The new version number that the changes require; null for Markdown, and if they are too large to be read for the answer.',
      args: profileArgument,
      resolve: of(ifReadable(judged.readSemverHint)),
    }),
  }));
}
