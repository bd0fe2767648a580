import { text } from 'node:stream/consumers';
import { recordAct } from './audit/service.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { hashPassword } from './platform/crypto.ts';
import { inTransaction } from './platform/database.ts';
import { FolderInUseError } from './platform/embedded.ts';
import { DomainError } from './platform/errors.ts';
import { MigrationError } from './platform/migrations.ts';
import { openServices } from './start.ts';
import { accountName } from './users/known-addresses.ts';
import { foldEmail, password } from './users/model.ts';

const USAGE = 'Usage: npm run admin -- reset-password EMAIL   (reads the new password from standard input)';

/**
 * Lets the operator reset a password from the server. The password is read from standard input: process arguments are
 * public.
 */
async function main([command, address, ...rest]: string[]): Promise<void> {
  if (command !== 'reset-password' || !address || rest.length > 0) throw new DomainError('INVALID_ARGUMENT', USAGE);
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
  const known = [ConfigError, DomainError, FolderInUseError, MigrationError].some(type => error instanceof type);
  console.error(known ? (error as Error).message : error);
  process.exitCode = 1;
}
