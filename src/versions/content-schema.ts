import { MAX_PART_BYTES } from '../contents/byte-ranges.ts';
import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import * as versions from './service.ts';

export const ContentKind = wireEnum('ContentKind', 'A form of a content.', {
  RAW: ['raw', 'The text as it was sent.'],
  NORMALIZED: ['normalized', 'OpenAPI: canonical JSON (key order and escaping of RFC 8785, numbers as written).'],
  STABLE: ['stable', 'Markdown: Unicode NFC, LF line ends, no trailing spaces except hard line breaks.'],
});

const OwnerType = wireEnum('ContentOwnerType', 'The kind of owner of a content.', {
  DRAFT: ['draft', 'A draft.'],
  VERSION: ['version', 'A published version.'],
});

export const Content = builder.objectRef<versions.Content>('Content').implement({
  description: 'The text of a draft or version in one of its forms.',
  fields: t => ({
    ownerType: t.expose('ownerType', { type: OwnerType, description: 'The kind of owner.' }),
    ownerId: t.exposeID('ownerId', { description: 'The draft or version.' }),
    contentKind: t.expose('contentKind', { type: ContentKind, description: 'The form.' }),
    content: t.exposeString('content', { description: 'The text.' }),
    hash: t.exposeString('hash', { description: 'SHA-256 of the UTF-8 text, lower-case hex.' }),
    html: t.string({
      nullable: true,
      description:
        'Markdown: the text as safe HTML: no raw HTML of the author, no images, only safe links. A very long text is cut after about 1 MiB, with a note. Null for OpenAPI.',
      resolve: (content, _, context) => versions.readHtml(context, content),
    }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size of the whole UTF-8 text in bytes.' }),
    offset: t.exposeInt('offset', { description: 'The byte of the whole text at which `content` begins.' }),
    nextOffset: t.exposeInt('nextOffset', {
      nullable: true,
      description: 'The `offset` of the next part; null if `content` reaches the end.',
    }),
  }),
});

/** Arguments that select the form of a text and, for large texts, a part of it. */
export const contentArguments = builder.args(arg => ({
  kind: arg.field({ type: ContentKind, required: true, description: 'The form.' }),
  offset: arg.int({
    description: 'The byte to begin at: 0, or the `nextOffset` of the previous part.',
    extensions: { bounds: { minimum: 0, maximum: 2 ** 31 - 1 } },
  }),
  hash: arg.string({
    description:
      'The `hash` of the first part: FAILED_PRECONDITION if the text is another one now. Blank: not checked.',
  }),
  maxBytes: arg.int({
    description: 'Maximum size of the part in bytes, 1 to 1048576. When absent, the part reaches to the end.',
    extensions: { bounds: { minimum: 1, maximum: MAX_PART_BYTES } },
  }),
}));

export const ContentProblem = builder.objectRef<versions.Problem>('ContentProblem').implement({
  description:
    'A problem of a content: a warning, with which the content is accepted, or, in the check of a content, a reason to refuse it.',
  fields: t => ({
    message: t.exposeString('message', { description: 'What was found and how to fix it.' }),
    rule: t.exposeString('rule', { nullable: true, description: 'Stable id of the check.' }),
    pointer: t.exposeString('pointer', {
      nullable: true,
      description: 'Position in the document: a JSON Pointer (RFC 6901).',
    }),
    line: t.exposeInt('line', { nullable: true, description: 'Line in the text as sent, from 1.' }),
    column: t.exposeInt('column', { nullable: true, description: 'Column in that line, from 1.' }),
  }),
});
