import { once } from '../audit/once.ts';
import { acceptException, loadException } from '../diffs/exceptions.ts';
import { Exception } from '../diffs/policy-schema.ts';
import { builder } from '../graphql/builder.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { readAcceptedMessage } from './accepted-message.ts';

const AcceptDiffExceptionInput = builder.inputType('AcceptDiffExceptionInput', {
  description: 'A change to accept.',
  fields: t => ({
    projectId: t.id({ description: 'If given, the document must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ required: true, description: 'The document.' }),
    key: t.string({ required: true, description: 'The `key` of the change in a diff.' }),
    reason: t.string({
      required: true,
      description: 'The reason, 1 to 2000 characters.',
      extensions: { bounds: { minLength: 1, maxLength: CHARACTERS.reason, pattern: '\\S' } },
    }),
    draftId: t.id({
      description:
        'A draft of the document whose preview has the change. Its `message` is then kept with the acceptance. INVALID_ARGUMENT if the draft has no such change.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the acceptance expires; absent for never.' }),
  }),
});

builder.mutationFields(t => ({
  acceptDiffException: t.field({
    type: Exception,
    nullable: true,
    description:
      'Accepts a change, which is then ignored. Requires a project admin. ALREADY_EXISTS if it is already accepted.',
    args: {
      input: t.arg({ type: AcceptDiffExceptionInput, required: true, description: 'The change and the reason.' }),
    },
    extensions: { ...judgedBy('diff_exception.manage'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => loadException(call, id, input),
        () => acceptException(call, input, () => readAcceptedMessage(call, input)),
      ),
  }),
}));
