import { DiffItem } from '../diffs/item-schema.ts';
import { areChangesReadable } from '../diffs/readable.ts';
import { builder } from '../graphql/builder.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { DiffPreview, Draft } from './schema.ts';
import * as seen from './seen.ts';
import { digestOf } from './seen.ts';

builder.objectField(DiffItem, 'digest', t =>
  t.string({
    description: 'Digest of the change; it changes when the change does. Send it to `markChangesSeen`.',
    resolve: item => digestOf(item),
  }),
);

builder.objectField(DiffPreview, 'seenKeys', t =>
  t.field({
    type: ['String'],
    nullable: true,
    description: 'The keys of the changes that the caller has marked as seen and that are the same since.',
    resolve: (preview, _, context) =>
      areChangesReadable(context, preview.comparison.documentType)
        ? seen.readSeenKeys(context, preview.draftId, preview)
        : null,
  }),
);

const SeenChangeInput = builder.inputType('SeenChangeInput', {
  description: 'A change that the caller saw.',
  fields: t => ({
    key: t.string({ required: true, description: 'The key of the change.' }),
    digest: t.string({ required: true, description: 'The digest of the change.' }),
  }),
});

const MarkChangesSeenInput = builder.inputType('MarkChangesSeenInput', {
  description: 'Changes of a draft that the caller has seen.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft.' }),
    projectId: t.id({ description: 'If given, the draft must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the draft must belong to this document; otherwise NOT_FOUND.' }),
    changes: t.field({ type: [SeenChangeInput], required: true, description: 'The changes, up to 3,000.' }),
    seen: t.boolean({ description: 'False removes the marks; true when absent.' }),
  }),
});

builder.mutationField('markChangesSeen', t =>
  t.field({
    type: Draft,
    nullable: true,
    description:
      'Marks changes of a draft as seen by the caller. Changes that the draft no longer has are left out. Other users do not see the marks. Requires a reader.',
    args: { input: t.arg({ type: MarkChangesSeenInput, required: true, description: 'The changes.' }) },
    extensions: judgedBy('draft.mark_seen'),
    resolve: (_, { input }, call) => seen.markChangesSeen(call, input),
  }),
);
