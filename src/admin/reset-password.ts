import { recordAct } from '../audit/service.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { hashPassword } from '../platform/passwords.ts';
import { foldEmail, password } from '../users/model.ts';
import { findByEmail, forgetFailedLogins } from '../users/service.ts';
import type { AdminContext } from './context.ts';

/** Reads the password from standard input, because other users of the machine can see arguments. */
export const newPassword = (input: string): string => password(input.replace(/\r?\n$/, ''));

/** Sets a password and ends the sessions of the user. */
export async function* resetPassword(
  { services }: AdminContext,
  [address = '']: readonly string[],
  input: string,
): AsyncGenerator<string> {
  const passwordHash = await hashPassword(newPassword(input));
  const { email, status } = await inTransaction(services.db, async tx => {
    const user = await findByEmail(tx, address);
    if (user === null) throw new DomainError('NOT_FOUND', `There is no user ${foldEmail(address)}`);
    const { id } = user;
    await tx.user.update({ where: { id }, data: { passwordHash, sessionEpoch: { increment: 1 } } });
    const asked = { traceId: 'admin', address: 'console', surface: 'none' } as const;
    const call = { ...services, actor: { kind: 'system' } as const, ...asked };
    await recordAct(tx, call, { action: 'user.reset_password', resourceType: 'user', resourceId: id });
    return user;
  });
  await forgetFailedLogins(services, email);
  yield 'The password is changed and all sessions of the user are ended. Their MCP and API tokens keep working.';
  if (status === 'DISABLED') yield 'This user is disabled: a SuperAdmin has to enable them before they can sign in.';
}
