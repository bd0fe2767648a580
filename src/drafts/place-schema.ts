import type { Context } from '../access/context.ts';
import { hashOfKind } from '../contents/analysis.ts';
import { excerptAt, placeAt } from '../contents/text-parts.ts';
import type { PlacedText } from '../contents/worker/places.ts';
import { typeOfFormat } from '../documents/model.ts';
import type { Draft as DraftRow, Version as VersionRow } from '../generated/prisma/client.ts';
import type { ContentKind as Kind } from '../generated/prisma/enums.ts';
import { builder } from '../graphql/builder.ts';
import { batched } from '../lists/batch.ts';
import { ContentKind } from '../versions/content-schema.ts';
import { Version } from '../versions/schema.ts';
import { isReadable } from './readable.ts';
import { Draft } from './schema.ts';

// Places in the texts of drafts and versions, by JSON pointers.

type Texted = Pick<DraftRow | VersionRow, 'canonicalHash' | 'contentHash' | 'documentFormat'>;

const isMarkdown = ({ documentFormat }: Texted): boolean => typeOfFormat(documentFormat) === 'MARKDOWN';

const excerptOf = (context: Context, text: Texted, pointer: string) =>
  isMarkdown(text) ? null : batched(context, excerptAt, { canonicalHash: text.canonicalHash, pointer });

function placeOf(context: Context, text: Texted, pointer: string, kind: Kind): Promise<PlacedText> {
  const documentType = typeOfFormat(text.documentFormat);
  return batched(context, placeAt, { hash: hashOfKind(text, kind, documentType), documentType, pointer });
}

const TextPlace = builder.objectRef<PlacedText>('TextPlace').implement({
  description: 'A place in a text, with the lines around it.',
  fields: t => ({
    line: t.exposeInt('line', { description: 'Its line in the text, from 1.' }),
    firstLine: t.exposeInt('firstLine', { description: 'The number of the first line of `text`.' }),
    text: t.exposeString('text', {
      description: 'The lines around it, at most 150 before and 150 after. Very long lines are shortened.',
    }),
  }),
});

const EXCERPT =
  'The value at this pointer in the OpenAPI document, as indented JSON of at most 262,144 characters. Null if there is no value, and for Markdown.';
const PLACE =
  'The place of a pointer in the text, such as the pointer of a change. If the text has no such value, the place of its parent.';

const pointerArguments = builder.args(arg => ({
  pointer: arg.string({ required: true, description: 'A JSON Pointer (RFC 6901).' }),
}));
const placeArguments = builder.args(arg => ({
  pointer: arg.string({
    required: true,
    description: 'A JSON Pointer (RFC 6901), or a line as /line/N; for Markdown, only a line.',
  }),
  kind: arg.field({ type: ContentKind, required: true, description: 'The form of the text.' }),
}));

builder.objectFields(Draft, t => ({
  excerpt: t.string({
    nullable: true,
    description: EXCERPT,
    args: pointerArguments,
    resolve: (draft, { pointer }, context) => (isReadable(context, draft) ? excerptOf(context, draft, pointer) : null),
  }),
  place: t.field({
    type: TextPlace,
    nullable: true,
    description: PLACE,
    args: placeArguments,
    resolve: (draft, { pointer, kind }, context) =>
      isReadable(context, draft) ? placeOf(context, draft, pointer, kind) : null,
  }),
}));

builder.objectFields(Version, t => ({
  excerpt: t.string({
    nullable: true,
    description: EXCERPT,
    args: pointerArguments,
    resolve: (version, { pointer }, context) => excerptOf(context, version, pointer),
  }),
  place: t.field({
    type: TextPlace,
    nullable: true,
    description: PLACE,
    args: placeArguments,
    resolve: (version, { pointer, kind }, context) => placeOf(context, version, pointer, kind),
  }),
}));
