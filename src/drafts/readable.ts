import type { Call } from '../access/call.ts';
import { isInScope } from '../access/policy.ts';
import { typeOfFormat } from '../documents/model.ts';
import type { Draft } from '../generated/prisma/client.ts';

/**
 * Whether the caller may read what is in a draft that they are shown. A token that may only draft changes or submits a
 * draft of somebody else, and is answered with it, but may read only those of its owner.
 */
export const isReadable = (
  call: Pick<Call, 'actor'>,
  { documentFormat, createdById }: Pick<Draft, 'documentFormat' | 'createdById'>,
): boolean => isInScope(call, 'draft.read', { documentType: typeOfFormat(documentFormat), createdById });
