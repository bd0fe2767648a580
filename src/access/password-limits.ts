import type { PrismaClient } from '../generated/prisma/client.ts';
import { DomainError } from '../platform/errors.ts';
import { networkOf } from '../platform/networks.ts';
import { type BeingCheckedByName, type HeldTry, type PatientTries, patientTries } from '../platform/patient-tries.ts';
import { createTryLimit, forgetNames, forgetTries, type NoTry } from '../platform/try-limits.ts';

/** A login attempt: the account under a keyed hash, and the address of the caller. */
export type LoginTry = {
  account: string;
  address: string;
  /** Whether the account recently signed in from this address. */
  isKnown: boolean;
};

/** A password that may be checked now. Exactly one of the methods must follow. */
export type Attempt = {
  /** It is right: nothing counts. */
  success(): Promise<void>;
  /** It is wrong. */
  failure(): void;
  /** It was not checked. */
  giveBack(): Promise<void>;
};

/** Limits of password attempts in 15 minutes. The database keeps them, for all processes and across restarts. */
export type PasswordLimits = {
  /**
   * Takes an attempt before the password is checked, or throws RESOURCE_EXHAUSTED. Limits: 10 per account and address,
   * 50 per address (200 per IPv6 /48), and 30 per account over all addresses that it has not recently signed in from.
   * From known addresses only the first limit applies, and it only slows down: strangers cannot lock an owner out.
   */
  takeLoginTry(login: LoginTry): Promise<Attempt>;
  /** Clears the counts of an account after an authorized person has set its password. */
  forgetLoginTries(account: string): Promise<void>;
  /** Takes one of the 10 attempts that a session has at the current password of its user, or throws. */
  takePasswordTry(session: string): Promise<Attempt>;
  /**
   * Takes an attempt at the password of a share, before the check: 10 per share and 30 per address (120 per IPv6 /48).
   * Returns undefined if there is none left.
   */
  takeUnlockTry(share: string, address: string): Promise<Attempt | undefined>;
  /** Takes one of the 10 attempts that a user has at the codes of device logins, or throws. */
  takeCodeTry(userId: string): Promise<Attempt>;
};

const free = async (): Promise<Attempt> => ({ success: async () => {}, failure: () => {}, giveBack: async () => {} });

export const noPasswordLimits: PasswordLimits = {
  takeLoginTry: free,
  forgetLoginTries: async () => {},
  takePasswordTry: free,
  takeUnlockTry: free,
  takeCodeTry: free,
};

type LimitedName = readonly [limit: PatientTries, name: string | undefined];

const PAIR = 'login_pair';
const ACCOUNT = 'login_account';

export function createPasswordLimits(db: PrismaClient): PasswordLimits {
  const limit = (prefix: string, most: number) => patientTries(createTryLimit(db, { prefix, most }));
  const ofPairs: BeingCheckedByName = new Map();
  const [pairs, knownPairs] = [false, true].map(isSlowedAfter =>
    patientTries(createTryLimit(db, { prefix: PAIR, most: 10, isSlowedAfter }), ofPairs),
  ) as [PatientTries, PatientTries];
  const accounts = limit(ACCOUNT, 30);
  const login = { address: limit('login_address', 50), wider: limit('login_range', 200) };
  const sessions = limit('password_session', 10);
  const shares = limit('unlock_share', 10);
  const codes = limit('device_code', 10);
  const unlock = { address: limit('unlock_address', 30), wider: limit('unlock_range', 120) };

  async function takeKnown(pair: string, ofAddress: LimitedName[]): Promise<HeldTry[]> {
    const granted = await takeAll([[knownPairs, pair]]);
    // Wrong passwords also count for the address, but its limit does not block accounts that are known there.
    const counted = await Promise.all(ofAddress.map(([of, name]) => of.take(name as string, 0))).catch(async error => {
      await giveAllBack(granted).catch(() => {});
      throw error;
    });
    return [...granted, ...counted.filter(isHeld)];
  }

  return {
    async takeLoginTry({ account, address, isKnown }) {
      await forgetTries(db);
      const network = networkOf(address);
      const pair = `${account} ${network.address}`;
      const ofAddress = named([login.wider, network.wider], [login.address, network.address]);
      // The account comes last: callers without attempts elsewhere must not use up those of its owner.
      const tries = isKnown
        ? await takeKnown(pair, ofAddress)
        : await takeAll([[pairs, pair], ...ofAddress, [accounts, account]]);
      const [ofPair, ...others] = tries;
      const success = async () => void (await Promise.all([ofPair?.forget(), ...others.map(one => one.giveBack())]));
      return { ...attemptOf(tries), success };
    },
    async forgetLoginTries(account) {
      await Promise.all([forgetNames(db, PAIR, `${account} `), forgetNames(db, ACCOUNT, account)]);
    },
    async takePasswordTry(session) {
      const granted = await takeAll([[sessions, session]]);
      return { ...attemptOf(granted), success: async () => granted[0]?.forget() };
    },
    async takeUnlockTry(share, address) {
      await forgetTries(db);
      const network = networkOf(address);
      // In this order: callers without attempts must not use up those of their neighbours and of the share.
      const { taken, refused } = await takeInOrder(
        named([unlock.address, network.address], [unlock.wider, network.wider], [shares, share]),
      );
      if (refused !== undefined) {
        for (const one of taken) one.keep();
        return undefined;
      }
      return attemptOf(taken);
    },
    async takeCodeTry(userId) {
      await forgetTries(db);
      return attemptOf(await takeAll([[codes, userId]], 'codes'));
    },
  };
}

const named = (...limits: LimitedName[]): LimitedName[] => limits.filter(([, name]) => name !== undefined);

/** Checks a password. An attempt whose check fails, because the server is overloaded for example, does not count. */
export async function checkOf<Result>(attempt: Attempt, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    // The first error is the one to tell.
    await attempt.giveBack().catch(() => {});
    throw error;
  }
}

const isHeld = (taken: HeldTry | NoTry): taken is HeldTry => 'keep' in taken;

function attemptOf(tries: readonly HeldTry[]): Attempt {
  const giveBack = () => giveAllBack(tries);
  const failure = () => {
    for (const one of tries) one.keep();
  };
  return { success: giveBack, failure, giveBack };
}

/** Takes one attempt from each limit, or none at all: a refused attempt is no failed login and does not count. */
async function takeAll(limits: LimitedName[], guessed = 'passwords'): Promise<HeldTry[]> {
  const { taken, refused } = await takeInOrder(limits);
  if (refused === undefined) return taken;
  await giveAllBack(taken);
  const { retryAfterSeconds } = refused;
  throw new DomainError('RESOURCE_EXHAUSTED', `Too many wrong ${guessed}. Try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  });
}

/** How long a caller waits in all for attempts that are being checked. */
const PATIENCE_MS = 10_000;

/** Takes one attempt from each limit, up to the first one that refuses. */
async function takeInOrder(limits: LimitedName[]): Promise<{ taken: HeldTry[]; refused: NoTry | undefined }> {
  const until = performance.now() + PATIENCE_MS;
  const taken: HeldTry[] = [];
  try {
    for (const [limit, name] of limits) {
      const one = await limit.take(name as string, until);
      if (!isHeld(one)) return { taken, refused: one };
      taken.push(one);
    }
  } catch (error) {
    await giveAllBack(taken).catch(() => {});
    throw error;
  }
  return { taken, refused: undefined };
}

const giveAllBack = async (tries: readonly HeldTry[]): Promise<void> =>
  void (await Promise.all(tries.map(one => one.giveBack())));
