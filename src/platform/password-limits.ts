import type { PrismaClient } from '../generated/prisma/client.ts';
import { DomainError } from './errors.ts';
import { networkOf } from './networks.ts';
import {
  createTryLimit,
  forgetNames,
  forgetTries,
  isGranted,
  type NoTry,
  type Try,
  type TryLimit,
} from './try-limits.ts';

/** Who signs in: the account by a name that tells nothing, the address they call from. */
export type LoginTry = {
  account: string;
  address: string;
  /** Whether the account signed in from there lately. */
  isKnown: boolean;
};

/** How often passwords are judged in 15 minutes; kept in the database, for all processes and over restarts. */
export type PasswordLimits = {
  /**
   * Takes a try before the password is looked at, or throws RESOURCE_EXHAUSTED: 10 per account and address, 50 per
   * address (200 per /48 of IPv6), and 30 per account from all addresses that it did not sign in from lately. From the
   * others only the first of these slows its owner down: strangers cannot lock them out.
   */
  takeLoginTry(login: LoginTry): Promise<{ success(): Promise<void> }>;
  /** Forgets what was counted against an account, whose password was set by somebody who may. */
  forgetLoginTries(account: string): Promise<void>;
  /** Takes one of the 10 tries that a session has at the present password of its user, or throws. */
  takePasswordTry(session: string): Promise<{ success(): Promise<void> }>;
  /**
   * Takes one of the 10 tries per share and of the 30 per address (120 per /48 of IPv6), before the password is looked
   * at; undefined when there is none.
   */
  takeUnlockTry(share: string, address: string): Promise<Pick<Try, 'giveBack'> | undefined>;
};

const free = async () => ({ success: async () => {} });

export const noPasswordLimits: PasswordLimits = {
  takeLoginTry: free,
  forgetLoginTries: async () => {},
  takePasswordTry: free,
  takeUnlockTry: async () => ({ giveBack: async () => {} }),
};

type Wanted = readonly [limit: TryLimit, name: string | undefined];

const PAIR = 'login_pair';
const ACCOUNT = 'login_account';

export function createPasswordLimits(db: PrismaClient): PasswordLimits {
  const limit = (prefix: string, most: number) => createTryLimit(db, { prefix, most });
  const [pairs, knownPairs] = [false, true].map(isSlowedAfter =>
    createTryLimit(db, { prefix: PAIR, most: 10, isSlowedAfter }),
  ) as [TryLimit, TryLimit];
  const accounts = limit(ACCOUNT, 30);
  const login = { address: limit('login_address', 50), wider: limit('login_range', 200) };
  const sessions = limit('password_session', 10);
  const shares = limit('unlock_share', 10);
  const unlock = { address: limit('unlock_address', 30), wider: limit('unlock_range', 120) };

  async function takeKnown(pair: string, ofAddress: Wanted[]): Promise<Try[]> {
    const granted = await takeAll([[knownPairs, pair]]);
    // Wrong passwords count for the address too, but its bound does not stop somebody who is known there.
    const counted = await Promise.all(ofAddress.map(([of, name]) => of.take(name as string)));
    return [...granted, ...counted.filter(isGranted)];
  }

  return {
    async takeLoginTry({ account, address, isKnown }) {
      await forgetTries(db);
      const network = networkOf(address);
      const pair = `${account} ${network.address}`;
      const ofAddress = named([login.wider, network.wider], [login.address, network.address]);
      // The account comes last: who has no try left elsewhere cannot use up those of its owner.
      const tries = isKnown
        ? await takeKnown(pair, ofAddress)
        : await takeAll([[pairs, pair], ...ofAddress, [accounts, account]]);
      const [ofPair, ...others] = tries;
      return {
        success: async () => void (await Promise.all([ofPair?.forget(), ...others.map(one => one.giveBack())])),
      };
    },
    async forgetLoginTries(account) {
      await Promise.all([forgetNames(db, PAIR, `${account} `), forgetNames(db, ACCOUNT, account)]);
    },
    async takePasswordTry(session) {
      const [granted] = await takeAll([[sessions, session]]);
      return { success: async () => granted?.forget() };
    },
    async takeUnlockTry(share, address) {
      await forgetTries(db);
      const network = networkOf(address);
      const taken: (Try | NoTry)[] = [];
      // Who has none left cannot use up those of a share.
      for (const [of, name] of named(
        [unlock.wider, network.wider],
        [unlock.address, network.address],
        [shares, share],
      )) {
        const one = await of.take(name as string);
        if (!isGranted(one)) return undefined;
        taken.push(one);
      }
      return { giveBack: async () => void (await Promise.all(taken.filter(isGranted).map(one => one.giveBack()))) };
    },
  };
}

const named = (...wanted: Wanted[]): Wanted[] => wanted.filter(([, name]) => name !== undefined);

/** One try of each, or none of any: what was refused was no failed login, and counts for nobody. */
async function takeAll(wanted: Wanted[]): Promise<Try[]> {
  const granted: Try[] = [];
  for (const [limit, name] of wanted) {
    const one = await limit.take(name as string);
    if (isGranted(one)) granted.push(one);
    else {
      await Promise.all(granted.map(earlier => earlier.giveBack()));
      const { retryAfterSeconds } = one;
      throw new DomainError(
        'RESOURCE_EXHAUSTED',
        `Too many wrong passwords, try again in ${retryAfterSeconds} seconds`,
        {
          retryAfterSeconds,
        },
      );
    }
  }
  return granted;
}
