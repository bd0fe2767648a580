import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Config } from '../platform/config.ts';
import { DomainError } from '../platform/errors.ts';
import { networkOf } from '../platform/networks.ts';
import { createPasswordLimits, noPasswordLimits, type PasswordLimits } from './password-limits.ts';

/** Rate limits, counted in this process. Password limits are counted in the database. */
export type RateLimits = PasswordLimits & {
  /** 1,200 requests a minute of the sessions of a user. */
  countRequest(user: string): Promise<void>;
  /** 1,200 requests a minute per token; 6,000 of all tokens of one owner. A batch counts as all the requests in it. */
  countTokenRequest(token: string, owner: string, count?: number): Promise<void>;
  /** 1,200 requests a minute per address of anonymous callers; 4,800 per IPv6 /48. */
  countAnonymousRequest(address: string): Promise<void>;
  /** The same limit for routes without authentication: health, pages, unknown paths. */
  countOpenRequest(address: string): Promise<void>;
  /** 300 invalid tokens a minute per address; 1,200 per IPv6 /48. Valid tokens are not counted. */
  countBadToken(address: string): Promise<void>;
  /** 20 a minute per user and kind of request, because each may cost money. */
  countAiRequest(caller: string): Promise<void>;
  /** `DOCSVC_DAILY_CONTENT_BYTES` a day per user: new contents of drafts, in UTF-8. */
  countContent(user: string, bytes: number): Promise<void>;
  /** 60 a minute per address; 240 per IPv6 /48. */
  countRegistration(address: string): Promise<void>;
  /** The same limit for the two steps of a sign-in by a provider, because each asks the provider. */
  countSignOn(address: string): Promise<void>;
  /** The same limit for starting a login without a browser. */
  countDeviceLogin(address: string): Promise<void>;
};

const none = async () => {};

const off: RateLimits = {
  ...noPasswordLimits,
  countRequest: none,
  countTokenRequest: none,
  countAnonymousRequest: none,
  countOpenRequest: none,
  countBadToken: none,
  countAiRequest: none,
  countContent: none,
  countRegistration: none,
  countSignOn: none,
  countDeviceLogin: none,
};

type Window = { readonly seconds: number; readonly what: string };
const MINUTE: Window = { seconds: 60, what: 'requests' };
const DAY: Window = { seconds: 86_400, what: 'bytes of contents' };

/** The limit of a /48, as a multiple of the limit of an address. */
const WIDER = 4;
/** The limit of all tokens of an owner, as a multiple of the limit of one. Five robots may be as busy as one may be. */
const BUSY_TOKENS = 5;

export function createRateLimits(
  db: PrismaClient,
  { rateLimits, dailyContentBytes }: Pick<Config, 'rateLimits' | 'dailyContentBytes'>,
): RateLimits {
  if (!rateLimits) return off;
  return {
    ...createPasswordLimits(db),
    countRequest: counter(1200),
    countTokenRequest: tokenCounter(1200),
    countAnonymousRequest: addressCounter(1200),
    countOpenRequest: addressCounter(1200),
    countBadToken: addressCounter(300),
    countAiRequest: counter(20),
    countContent: dailyContentBytes === 0 ? none : counter(dailyContentBytes, DAY),
    countRegistration: addressCounter(60),
    countSignOn: addressCounter(60),
    countDeviceLogin: addressCounter(60),
  };
}

function addressCounter(points: number): (address: string) => Promise<void> {
  const [addresses, ranges] = [counter(points), counter(WIDER * points)];
  return async address => {
    const network = networkOf(address);
    // In this order: what one address is refused does not use up the requests of its neighbours.
    await addresses(network.address);
    if (network.wider !== undefined) await ranges(network.wider);
  };
}

function tokenCounter(points: number): RateLimits['countTokenRequest'] {
  const [tokens, owners] = [counter(points), counter(BUSY_TOKENS * points)];
  return async (token, owner, count) => {
    // In this order: what one token is refused does not use up the requests of the others.
    await tokens(token, count);
    await owners(owner, count);
  };
}

function counter(points: number, { seconds: duration, what } = MINUTE): (key: string, count?: number) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration });
  return async (key, count = 1) => {
    try {
      await limiter.consume(key, count);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      if (duration > MINUTE.seconds) {
        // What is refused must not use up the rest of a day.
        await limiter.reward(key, count);
        if (count > points)
          throw new DomainError(
            'INVALID_ARGUMENT',
            `This is more than the ${points} ${what} that are allowed in a day`,
          );
      }
      // A clock that was set back would give a longer time. The counter itself resets by a timer.
      const seconds = Math.min(duration, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw new DomainError('RESOURCE_EXHAUSTED', `Too many ${what}. Try again in ${seconds} seconds`, {
        retryAfterSeconds: seconds,
      });
    }
  };
}
