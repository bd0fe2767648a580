import { type Call, signedIn } from '../access/call.ts';
import { readUser } from '../users/service.ts';

/** A token of the caller, or, for a SuperAdmin, of the named user. */
export type NamedToken = { id: string; userId?: string | null };

export const readOwnerId = async (call: Call, { userId }: Pick<NamedToken, 'userId'>): Promise<string> =>
  userId ? (await readUser(call, userId)).id : signedIn(call).id;
