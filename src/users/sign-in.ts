import type { Person } from '../access/actor.ts';
import { type Call, signedIn } from '../access/call.ts';
import { checkOf } from '../access/password-limits.ts';
import { openSession, type Session } from '../access/session-tokens.ts';
import { recordRepeated } from '../audit/service.ts';
import type { User } from '../generated/prisma/client.ts';
import { DomainError, invalidArgument, unauthenticated } from '../platform/errors.ts';
import { networkOf } from '../platform/networks.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../platform/passwords.ts';
import { accountName, findAccount, rememberAddress } from './known-addresses.ts';
import { emailSpellings, foldEmail, password } from './model.ts';
import { type Identity, registerUser, setPassword } from './service.ts';

export type UserSession = Session & { user: Person };

const SENT_CHARACTERS = 300;

/** An unknown email, a wrong password and a disabled user get the same error after the same amount of work. */
export async function login(call: Call, input: { email: string; password: string }): Promise<UserSession> {
  // PostgreSQL cannot store NUL, and no email contains it.
  const sent = input.email.slice(0, 4 * SENT_CHARACTERS).replaceAll('\0', '\uFFFD');
  const email = foldEmail(sent).slice(0, SENT_CHARACTERS);
  const { user, isKnown, isRecent } = await findAccount(call, email, emailSpellings(sent));
  const account = accountName(call, user?.email ?? email);
  const tried = { user, account };
  const attempt = await call.limits
    .takeLoginTry({ account, address: call.address, isKnown })
    .catch(error => noteRefusal(call, tried, error));
  const matches = await checkOf(attempt, () => verifyPassword(user?.passwordHash, input.password));
  if (!user || !matches || user.status !== 'ACTIVE') {
    attempt.failure();
    noteFailure(call, tried, matches ? 'disabled' : 'wrong');
    throw unauthenticated('Email or password is wrong');
  }
  await attempt.success();
  await renewHash(call, user, input.password);
  if (!isRecent) await rememberAddress(call, user);
  return issueSession(call, user);
}

/** Hashes a password again if its hash has outdated parameters. Keeps a password that was set meanwhile. */
async function renewHash({ db }: Call, { id, passwordHash }: User, sent: string): Promise<void> {
  if (!isOutdatedHash(passwordHash)) return;
  const renewed = await hashPassword(sent);
  await db.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: renewed } });
}

/** Creates an account for the caller and signs in. */
export const register = async (call: Call, input: Identity): Promise<UserSession> =>
  beginSession(call, await registerUser(call, input));

/** Opens a session for a user who proved their identity, and remembers the address. */
export async function beginSession(
  call: Call,
  user: Person,
  metadata: Record<string, string> = {},
): Promise<UserSession> {
  await rememberAddress(call, user);
  return issueSession(call, user, metadata);
}

async function issueSession(call: Call, user: Person, metadata?: Record<string, string>): Promise<UserSession> {
  const session = { user, ...(await openSession(call, user)) };
  noteLogin(call, session, metadata);
  return session;
}

/** Records that a session was begun. */
export function noteLogin(call: Call, { user, expiresAt }: UserSession, metadata?: Record<string, string>): void {
  const actor = { kind: 'user', user, sessionExpiresAt: expiresAt } as const;
  note({ ...call, actor }, 'user.login', user, metadata);
}

/**
 * Changes the caller's password and ends all their sessions, including this one. Wrong current passwords are limited per
 * session epoch: somebody with a stolen session gets few tries, and the owner resets the count by signing out.
 */
export async function changePassword(
  call: Call,
  input: { currentPassword: string; newPassword: string },
): Promise<Person> {
  const me = signedIn(call);
  const attempt = await call.limits.takePasswordTry(`${me.id} ${me.sessionEpoch}`).catch(error => {
    if (isRefusal(error)) note(call, 'user.change_password_failed', me, { reason: 'limited' });
    throw error;
  });
  const matches = await checkOf(attempt, async () => {
    const stored = await call.db.user.findUnique({ where: { id: me.id }, select: { passwordHash: true } });
    return verifyPassword(stored?.passwordHash, input.currentPassword);
  });
  if (!matches) {
    attempt.failure();
    note(call, 'user.change_password_failed', me, { reason: 'wrong' });
    throw invalidArgument('current_password', 'is not your password');
  }
  await attempt.success();
  return setPassword(call, password(input.newPassword, 'new_password'));
}

type Tried = { user: Person | undefined; account: string };

const isRefusal = (error: unknown): boolean => error instanceof DomainError && error.status === 'RESOURCE_EXHAUSTED';

function noteRefusal(call: Call, tried: Tried, error: unknown): never {
  if (isRefusal(error)) noteFailure(call, tried, 'limited');
  throw error;
}

const ACCOUNT_CHARACTERS = 12;

/** Records a failed login. For an unknown account, only part of a keyed hash: the text may be a password. */
export function noteFailure(
  call: Call,
  { user, account }: Tried,
  reason: 'wrong' | 'disabled' | 'limited' | 'unknown',
  metadata: Record<string, string> = {},
): void {
  const who: Record<string, string> = user === undefined ? { account: account.slice(0, ACCOUNT_CHARACTERS) } : {};
  note(call, 'user.login_failed', user, { reason, ...who, ...metadata });
}

function note(call: Call, action: string, user: Person | undefined, metadata: Record<string, string> = {}): void {
  const { address } = networkOf(call.address);
  recordRepeated(call, { action, resourceType: 'user', ...(user && { resourceId: user.id }), metadata, address });
}
