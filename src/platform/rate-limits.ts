import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { DomainError } from './errors.ts';
import { networkOf } from './networks.ts';
import { createPasswordLimits, noPasswordLimits, type PasswordLimits } from './password-limits.ts';

/** What is counted in this process; beside it the limits of guessed passwords, which the database keeps. */
export type RateLimits = PasswordLimits & {
  /** 1,200 requests a minute per user or token. */
  countRequest(caller: string): Promise<void>;
  /** 1,200 requests a minute per address of callers who are nobody; 4,800 per /48 of IPv6. */
  countAnonymousRequest(address: string): Promise<void>;
  /** As many on routes that ask nobody who they are: health, pages, unknown paths. */
  countOpenRequest(address: string): Promise<void>;
  /** 300 tokens a minute per address that open nothing; 1,200 per /48 of IPv6. Tokens that are good are not counted. */
  countBadToken(address: string): Promise<void>;
  /** 20 a minute per user and kind of request: each may make somebody pay. */
  countAiRequest(caller: string): Promise<void>;
  /** 60 a minute per address; 240 per /48 of IPv6. */
  countRegistration(address: string): Promise<void>;
};

const none = async () => {};

const off: RateLimits = {
  ...noPasswordLimits,
  countRequest: none,
  countAnonymousRequest: none,
  countOpenRequest: none,
  countBadToken: none,
  countAiRequest: none,
  countRegistration: none,
};

const WINDOW_SECONDS = 60;
/** How many addresses' worth of requests a /48 has. */
const WIDER = 4;

export function createRateLimits(db: PrismaClient, enabled: boolean): RateLimits {
  if (!enabled) return off;
  return {
    ...createPasswordLimits(db),
    countRequest: counter(1200),
    countAnonymousRequest: addressCounter(1200),
    countOpenRequest: addressCounter(1200),
    countBadToken: addressCounter(300),
    countAiRequest: counter(20),
    countRegistration: addressCounter(60),
  };
}

function addressCounter(points: number): (address: string) => Promise<void> {
  const [addresses, ranges] = [counter(points), counter(WIDER * points)];
  return async address => {
    const network = networkOf(address);
    if (network.wider !== undefined) await ranges(network.wider);
    await addresses(network.address);
  };
}

function counter(points: number): (key: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  return async key => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // A clock that was set back would make it longer; the counter itself ends by a timer.
      const seconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw new DomainError('RESOURCE_EXHAUSTED', `Too many requests, try again in ${seconds} seconds`, {
        retryAfterSeconds: seconds,
      });
    }
  };
}
