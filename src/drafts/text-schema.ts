import type { Context } from '../access/context.ts';
import { smallTextOfHash } from '../contents/texts.ts';
import type { Draft as DraftRow } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { batched } from '../lists/batch.ts';
import { isReadable } from './readable.ts';
import { Draft } from './schema.ts';

const smallText = (context: Context, draft: DraftRow): Promise<string | null> | null =>
  isReadable(context, draft) ? batched(context, smallTextOfHash, draft.contentHash) : null;

builder.objectFields(Draft, t => ({
  schemaContent: t.string({
    nullable: true,
    description:
      'The stored text of an OpenAPI draft, up to 256 KiB; null if it is larger. Texts of any size: `content` over GraphQL, GET …/content/raw over REST.',
    resolve: (draft, _, context) => (draft.documentFormat === 'MARKDOWN' ? null : smallText(context, draft)),
  }),
  markdownContent: t.string({
    nullable: true,
    description:
      'The stored text of a Markdown draft, up to 256 KiB; null if it is larger. Texts of any size: `content` over GraphQL, GET …/content/raw over REST.',
    resolve: (draft, _, context) => (draft.documentFormat === 'MARKDOWN' ? smallText(context, draft) : null),
  }),
}));
