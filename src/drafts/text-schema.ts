import type { Context } from '../access/context.ts';
import { smallTextOfHash } from '../contents/texts.ts';
import type { Draft as DraftRow } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { batched } from '../lists/batch.ts';
import { Draft } from './schema.ts';

const smallText = (context: Context, { contentHash }: DraftRow): Promise<string | null> =>
  batched(context, smallTextOfHash, contentHash);

builder.objectFields(Draft, t => ({
  schemaContent: t.string({
    nullable: true,
    description:
      'The text of an OpenAPI draft, as it is kept, up to 256 KiB; null when larger: `content` has every one.',
    resolve: (draft, _, context) => (draft.documentFormat === 'MARKDOWN' ? null : smallText(context, draft)),
  }),
  markdownContent: t.string({
    nullable: true,
    description:
      'The text of a Markdown draft, as it is kept, up to 256 KiB; null when larger: `content` has every one.',
    resolve: (draft, _, context) => (draft.documentFormat === 'MARKDOWN' ? smallText(context, draft) : null),
  }),
}));
