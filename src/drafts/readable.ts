import type { Call } from '../access/call.ts';
import { isInScope } from '../access/policy.ts';
import { typeOfFormat } from '../documents/model.ts';
import type { Draft } from '../generated/prisma/client.ts';

/**
 * Whether the caller may read the contents of a draft in an answer. A token with only the draft scope may change and submit
 * drafts of other users, and the answer contains the draft, but the token may read only the drafts of its owner.
 */
export const isReadable = (
  call: Pick<Call, 'actor'>,
  { documentFormat, createdById }: Pick<Draft, 'documentFormat' | 'createdById'>,
): boolean => isInScope(call, 'draft.read', { documentType: typeOfFormat(documentFormat), createdById });
