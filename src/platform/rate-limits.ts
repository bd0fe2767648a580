import { RateLimiterMemory, RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { DomainError } from './errors.ts';
import { createTryLimit, forgetTries, type Try } from './try-limits.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;

export type RateLimits = {
  /** 1,200 requests a minute per user, token or address; in this process. */
  countRequest(caller: string): Promise<void>;
  /** 20 a minute per user and kind of request: each may make somebody pay. In this process. */
  countAiRequest(caller: string): Promise<void>;
  /** 60 a minute per address; in this process. */
  countRegistration(address: string): Promise<void>;
  /**
   * Takes one of the 10 tries per account and address and of the 50 per address in 15 minutes, before the password is
   * looked at: tries sent at once cannot slip through together. `success` gives them back. Kept in the database.
   */
  takeLoginTry(account: string, address: string): Promise<{ success(): Promise<void> }>;
  /**
   * Takes one of the 10 tries per share and of the 30 per address in 15 minutes, before the password is looked at;
   * undefined when there is none. Kept in the database.
   */
  takeUnlockTry(share: string, address: string): Promise<Try | undefined>;
};

const off: RateLimits = {
  countRequest: async () => {},
  countAiRequest: async () => {},
  countRegistration: async () => {},
  takeLoginTry: async () => ({ success: async () => {} }),
  takeUnlockTry: async () => ({ giveBack: async () => {} }),
};

export function createRateLimits(db: PrismaClient, enabled: boolean): RateLimits {
  if (!enabled) return off;
  const requests = new RateLimiterMemory({ points: 1200, duration: 60 });
  const aiRequests = new RateLimiterMemory({ points: 20, duration: 60 });
  const registrations = new RateLimiterMemory({ points: 60, duration: 60 });
  const stored = { storeClient: db, tableName: 'rateLimit', duration: QUARTER_HOUR_SECONDS };
  const accounts = new RateLimiterPrisma({ ...stored, keyPrefix: 'login_account', points: 10 });
  const addresses = new RateLimiterPrisma({ ...stored, keyPrefix: 'login_address', points: 50 });
  const shareTries = createTryLimit(db, 'unlock_share', 10);
  const visitorTries = createTryLimit(db, 'unlock_address', 30);
  return {
    countRequest: caller => take(requests, caller),
    countAiRequest: caller => take(aiRequests, caller),
    countRegistration: address => take(registrations, address),
    async takeLoginTry(account, address) {
      const key = `${account} ${address}`;
      await take(addresses, address);
      await take(accounts, key);
      return {
        success: async () => {
          await Promise.all([accounts.delete(key), addresses.delete(address)]);
        },
      };
    },
    async takeUnlockTry(share, address) {
      await forgetTries(db);
      // Who has none left cannot use up those of a share.
      const ofAddress = await visitorTries.take(address);
      const ofShare = ofAddress && (await shareTries.take(share));
      return ofShare && { giveBack: async () => void (await Promise.all([ofShare.giveBack(), ofAddress.giveBack()])) };
    },
  };
}

type Limiter = { consume(key: string): Promise<unknown> };

async function take(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new DomainError('RESOURCE_EXHAUSTED', 'Too many requests, try again later', {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    });
  }
}
