import type { Call } from '../access/call.ts';
import { isInScope } from '../access/policy.ts';
import type { DocumentType } from '../generated/prisma/client.ts';

/**
 * Whether the caller may read changes to published versions, which contain the texts of these. A token with only the
 * draft scope gets their counts.
 */
export const areChangesReadable = (call: Pick<Call, 'actor'>, documentType: DocumentType): boolean =>
  isInScope(call, 'version.read', { documentType });
