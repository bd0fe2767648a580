import { writeFileSync } from 'node:fs';
import type { Services } from '../access/call.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Config, ConfigError, dataPath } from '../platform/config.ts';
import { openDataDir, randomToken } from '../platform/crypto.ts';
import { inTransaction } from '../platform/database.ts';
import type { DomainError } from '../platform/errors.ts';
import { name } from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { readRows } from '../platform/rows.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { email, password } from './model.ts';

const GENERATED_EMAIL = 'admin@docsvc.local';
const PASSWORD_FILE = 'initial-admin-password';

/** How a new deployment gets its SuperAdmin. The start-up text prints it for the operator. */
export type FirstAdmin =
  | { kind: 'none-needed' }
  | { kind: 'from-settings'; email: string }
  | { kind: 'first-registration' }
  | { kind: 'generated'; email: string; passwordFile: string };

/** Checks the email and the name of the first admin by the rules of every new account. */
export function checkFirstAdmin({ initialAdmin }: Pick<Config, 'initialAdmin'>): void {
  if (initialAdmin === undefined) return;
  const mistakes = [
    mistakeIn('DOCSVC_INITIAL_ADMIN_EMAIL', () => email(initialAdmin.email)),
    mistakeIn('DOCSVC_INITIAL_ADMIN_NAME', () => initialAdmin.name === initialAdmin.email || name(initialAdmin.name)),
  ].filter(line => line !== undefined);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
}

function mistakeIn(setting: string, check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return `${setting} ${(error as DomainError).errors?.[0]?.message}`;
  }
}

/** If there are no users: creates the admin from the settings, else leaves it to registration, else generates one. */
export async function ensureFirstAdmin(services: Pick<Services, 'config' | 'db'>): Promise<FirstAdmin> {
  const { config, db } = services;
  const users = await readRows(db, Prisma.sql`SELECT 1 FROM users LIMIT 1`);
  if (users.length > 0) return { kind: 'none-needed' };
  if (config.initialAdmin) {
    const made = await insert(services, config.initialAdmin);
    return made ? { kind: 'from-settings', email: email(config.initialAdmin.email) } : { kind: 'none-needed' };
  }
  if (config.allowRegistration) return { kind: 'first-registration' };
  const passwordFile = dataPath(config, PASSWORD_FILE);
  const generated = randomToken(18);
  const keep = () => {
    openDataDir(config);
    writeFileSync(passwordFile, `${generated}\n`, { mode: 0o600, flush: true });
  };
  const made = await insert(services, { email: GENERATED_EMAIL, name: 'Administrator', password: generated }, keep);
  return made ? { kind: 'generated', email: GENERATED_EMAIL, passwordFile } : { kind: 'none-needed' };
}

/** Without a setting, the name is the address. */
const nameOf = (admin: { email: string; name: string }): string =>
  admin.name === admin.email ? [...email(admin.email)].slice(0, CHARACTERS.name).join('') : name(admin.name);

/** Writes the password file before it commits the user: a crash between the two must not lock the operator out. */
async function insert(
  { db }: Pick<Services, 'db'>,
  admin: { email: string; name: string; password: string },
  keepPassword: () => void = () => {},
): Promise<boolean> {
  const passwordHash = await hashPassword(password(admin.password));
  return inTransaction(db, async tx => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('docsvc.users'))::text`;
    if ((await tx.user.findFirst({ select: { id: true } })) !== null) return false;
    keepPassword();
    await tx.user.create({
      data: { id: newId(), email: email(admin.email), name: nameOf(admin), passwordHash, isSuperAdmin: true },
    });
    return true;
  });
}
