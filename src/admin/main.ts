import { text } from 'node:stream/consumers';
import { recordAct } from '../audit/service.ts';
import { readConfig } from '../platform/config.ts';
import { hashPassword } from '../platform/crypto.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { explainFailure } from '../platform/start-failures.ts';
import { openServices } from '../start.ts';
import { accountName } from '../users/known-addresses.ts';
import { foldEmail, password } from '../users/model.ts';
import { ADMIN_USAGE } from './usage.ts';

/**
 * Lets the operator reset a password from the server. The password is read from standard input: process arguments are
 * public.
 */
async function main([command, address, ...rest]: string[]): Promise<void> {
  if (command !== 'reset-password' || !address || rest.length > 0)
    throw new DomainError('INVALID_ARGUMENT', ADMIN_USAGE);
  if (process.stdin.isTTY) console.error('New password (end with Ctrl-D):');
  const sent = (await text(process.stdin)).replace(/\r?\n$/, '');
  const passwordHash = await hashPassword(password(sent));
  const { services, close } = await openServices(readConfig(process.env));
  try {
    await inTransaction(services.db, async tx => {
      const email = foldEmail(address);
      const { count } = await tx.user.updateMany({
        where: { email },
        data: { passwordHash, sessionEpoch: { increment: 1 } },
      });
      if (count === 0) throw new DomainError('NOT_FOUND', `There is no user ${email}`);
      const { id } = await tx.user.findUniqueOrThrow({ where: { email } });
      const asked = { traceId: 'admin', address: 'console', surface: 'none' } as const;
      const call = { ...services, actor: { kind: 'system' } as const, ...asked };
      await recordAct(tx, call, { action: 'user.reset_password', resourceType: 'user', resourceId: id });
    });
    await services.limits.forgetLoginTries(accountName(services, foldEmail(address)));
  } finally {
    await close();
  }
  console.log('The password is changed and all sessions of the user are ended.');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}
