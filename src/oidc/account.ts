import type { Person } from '../access/actor.ts';
import type { Call } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import { randomToken } from '../platform/crypto.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { DomainError, permissionDenied, unauthenticated } from '../platform/errors.ts';
import { name as checkedName, text as checkedText } from '../platform/fields.ts';
import { accountName } from '../users/known-addresses.ts';
import { email as checkedEmail } from '../users/model.ts';
import { findByEmail, insertUser } from '../users/service.ts';
import { noteFailure } from '../users/sign-in.ts';
import { type Claims, oidcSettings } from './provider.ts';

type Known = { issuer: string; subject: string };

/** The longest subject identifier (OpenID Connect Core, section 2). */
const MAX_SUBJECT = 255;

/**
 * Returns the account that is linked to issuer and subject of the claims. On the first sign-in, links an account with the same
 * email, or creates a new one, if the settings permit it. Throws PERMISSION_DENIED otherwise.
 */
export async function accountOf(call: Call, claims: Claims & { iss: string }): Promise<Person> {
  const known = { issuer: claims.iss, subject: claims.sub };
  const problem = problemOf(() => checkedText('sub', known.subject, MAX_SUBJECT));
  if (problem !== undefined) refuse(call, known, `Your identifier from ${oidcSettings(call).name} ${problem}`);
  const user = (await linkedUser(call, known)) ?? (await firstSignIn(call, known, claims));
  if (user.status !== 'ACTIVE') {
    noteFailure(call, { user, account: '' }, 'disabled', { method: 'oidc' });
    throw unauthenticated('Your account is disabled. Ask an administrator');
  }
  return user;
}

async function linkedUser({ db }: Pick<Call, 'db'>, { issuer, subject }: Known): Promise<Person | undefined> {
  const where = { issuer_subject: { issuer, subject } };
  const found = await db.identity.findUnique({ where, select: { user: { omit: { passwordHash: true } } } });
  return found?.user;
}

async function firstSignIn(call: Call, known: Known, claims: Claims): Promise<Person> {
  const { name, linkByEmail, createUsers } = oidcSettings(call);
  const email = confirmedEmail(call, claims) ?? refuse(call, known, `${name} does not confirm your email address`);
  const user = await findByEmail(call.db, email);
  if (user === null && !createUsers) refuse(call, known, 'You have no account here');
  const problem = user === null ? problemOf(() => checkedEmail(email)) : undefined;
  if (problem !== undefined) refuse(call, known, `The email address from ${name} ${problem}`);
  if (user !== null && !linkByEmail)
    refuse(call, known, `The account with your email address is not linked to ${name}`);
  try {
    return user === null ? await createLinked(call, known, email, claims.name) : await link(call, known, user);
  } catch (error) {
    // A concurrent request linked this identity first, or the account is linked to another identity of this provider.
    if (!uniqueViolation(error) && !(error instanceof DomainError && error.status === 'ALREADY_EXISTS')) throw error;
    return (
      (await linkedUser(call, known)) ?? refuse(call, known, `Your account is linked to another identity of ${name}`)
    );
  }
}

/** Refuses a person without a usable account. */
function refuse(call: Call, { subject }: Known, message: string): never {
  noteFailure(call, { user: undefined, account: accountName(call, subject) }, 'unknown', { method: 'oidc' });
  throw permissionDenied(`${message}. Ask an administrator`);
}

/** The email of the person, if the provider has verified it; otherwise they could claim any address. */
function confirmedEmail(call: Call, { email, email_verified: isVerified }: Claims): string | undefined {
  // OpenID Connect requires a boolean, but Amazon Cognito and others send a string.
  const isSaid = isVerified === true || isVerified === 'true';
  const isConfirmed = isSaid || (isVerified === undefined && oidcSettings(call).trustEmails);
  return typeof email === 'string' && isConfirmed ? email : undefined;
}

/** Creates a linked account with a random password, which nobody knows. */
function createLinked(call: Call, known: Known, email: string, name: unknown): Promise<Person> {
  const identity = { email, name: usableName(name), password: randomToken() };
  return insertUser(asSystem(call), identity, { afterwards: (tx, user) => addIdentity(tx, call, known, user) });
}

/** The name from the provider; null if it is not valid here. An error would not help: the person cannot correct it now. */
const usableName = (name: unknown): string | null =>
  typeof name === 'string' && problemOf(() => checkedName(name)) === undefined ? name : null;

/** What is wrong with a value from the provider, by the check of that value; undefined if nothing is. */
function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.errors?.[0]?.message ?? error.message;
    throw error;
  }
}

const link = (call: Call, known: Known, user: Person): Promise<Person> =>
  inTransaction(call.db, async tx => {
    await addIdentity(tx, call, known, user);
    return user;
  });

async function addIdentity(tx: Db, call: Call, known: Known, user: Person): Promise<void> {
  await tx.identity.create({ data: { ...known, userId: user.id } });
  await recordAct(tx, asSystem(call), {
    action: 'user.link_identity',
    resourceType: 'user',
    resourceId: user.id,
    metadata: known,
  });
}

/** Changes by settings have the actor `system`, because the settings decide and not the person. */
export const asSystem = (call: Call): Call => ({ ...call, actor: { kind: 'system' } });
