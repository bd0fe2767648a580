import { htmlOfBody } from '../contents/bodies.ts';
import { DiffItem, DiffSummary } from '../diffs/item-schema.ts';
import { builder } from '../graphql/builder.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { batched } from '../lists/batch.ts';
import { windowOf } from '../lists/window.ts';
import { invalidArgument } from '../platform/errors.ts';
import { ContentProblem } from '../versions/content-schema.ts';
import { DocumentFormat } from '../versions/schema.ts';
import { type ContentCheck, checkContent } from './check.ts';

/** The maximum number of changes in one answer. */
const MAX_ITEMS = 100;

const Check = builder.objectRef<ContentCheck>('ContentCheck').implement({
  description: 'The result of checking a content as if it were sent as a draft. Nothing is stored.',
  fields: t => ({
    problems: t.expose('problems', {
      type: [ContentProblem],
      description: 'Why the content would be refused; then everything else is empty or null. At most 100.',
    }),
    warnings: t.expose('warnings', {
      type: [ContentProblem],
      description: 'Warnings, in document order, at most 1,000.',
    }),
    documentFormat: t.expose('documentFormat', {
      type: DocumentFormat,
      nullable: true,
      description: 'The format of the content.',
    }),
    versionName: t.exposeString('versionName', { nullable: true, description: 'info.version of an OpenAPI document.' }),
    title: t.exposeString('title', { nullable: true, description: 'info.title, or the first heading of Markdown.' }),
    summary: t.expose('summary', {
      type: DiffSummary,
      nullable: true,
      description: "The counts of the changes to the latest version of the branch, under the project's policy.",
    }),
    html: t.string({
      nullable: true,
      description:
        'Markdown: the text as safe HTML; a very long text is cut after about 1 MiB, with a note. Null for OpenAPI.',
      resolve: ({ markdown }, _, context) => (markdown === null ? null : batched(context, htmlOfBody, markdown)),
    }),
    items: t.field({
      type: [DiffItem],
      description: 'The changes, most severe first, accepted ones last. Empty for a token with only the draft scope.',
      args: {
        first: t.arg.int({
          description: `Return at most this many, 1 to ${MAX_ITEMS}.`,
          defaultValue: 20,
          extensions: { bounds: { minimum: 1, maximum: MAX_ITEMS } },
        }),
      },
      resolve: ({ items }, { first }) => {
        if (typeof first === 'number' && first > MAX_ITEMS)
          throw invalidArgument('first', `must be from 1 to ${MAX_ITEMS}`);
        return windowOf(items, { first: first ?? 20 });
      },
    }),
    itemCount: t.exposeInt('itemCount', { description: 'Number of all changes.' }),
  }),
});

builder.queryField('contentCheck', t =>
  t.field({
    type: Check,
    nullable: true,
    description:
      'Checks a content that is still being written: its problems, and what it would change. Requires a writer.',
    args: {
      branchId: t.arg.id({ required: true, description: 'The branch that it would be published on.' }),
      content: t.arg.string({ required: true, description: 'The text: OpenAPI as JSON or YAML, or Markdown.' }),
    },
    extensions: judgedBy('draft.create'),
    resolve: (_, args, call) => checkContent(call, args),
  }),
);
