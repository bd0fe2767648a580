import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../support/load-server.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { median } from '../support/timed.ts';
import { callsFrom, logIn } from './calls-from.ts';
import { onDatabases, type Settings } from './databases.ts';
import { type Bound, report, seconds, secrets } from './failing-database.ts';

// Passwords guessed from many addresses: only a limited number is hashed, the owner can sign in from a known network,
// and others can sign in meanwhile. Options: --guesses 1000, --databases embedded, --sign-in-ms: the limit for sign-ins
// of others.
const { values } = parseArgs({
  options: {
    guesses: { type: 'string', default: '1000' },
    databases: { type: 'string', default: 'embedded,postgresql' },
    'sign-in-ms': { type: 'string', default: '5000' },
  },
});
const GUESSES = Number(values.guesses);
const SIGN_IN_MS = Number(values['sign-in-ms']);
const AT_ONCE = 50;
/** 30 per account, plus a tolerance for pairs of account and address and for the edges of the 15 minutes. */
const MAX_OF_ACCOUNT = 35;
const MAX_OF_RANGE = 205;
const PASSWORD = 'correct horse battery staple';
const OTHERS = 5;

const preload = new URL('../support/report-hashing.ts', import.meta.url).href;

/** The number of passwords that the server has hashed. */
async function verified({ process: server, output }: ServerProcess): Promise<number> {
  const reports = () => [...output().matchAll(/passwords verified: (\d+);/g)].map(([, count]) => Number(count));
  const before = reports().length;
  server.kill('SIGUSR2');
  for (;;) {
    const all = reports();
    if (all.length > before) return all.at(-1) as number;
    await delay(20);
  }
}

type SignIn = { status: string; ms: number; retryAfterSeconds: number | undefined };

/** Retries while the service is UNAVAILABLE; the time includes all retries. */
async function patiently(ask: () => Promise<SignIn>): Promise<SignIn> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer.status !== 'UNAVAILABLE') return { ...answer, ms: performance.now() - startedAt };
    await delay((answer.retryAfterSeconds ?? 1) * 1000);
  }
}

type Attack = { name: string; most: number; guess(index: number): Promise<{ status: string }> };
type Attacked = { verified: number; statuses: Record<string, number>; good: string[]; othersMs: number[] };

/** Sends guesses, `AT_ONCE` at a time, while the owner and others sign in. */
async function attack(
  server: ServerProcess,
  { guess }: Attack,
  signIn: { owner(): Promise<SignIn>; other(turn: number): Promise<SignIn> },
): Promise<Attacked> {
  const before = await verified(server);
  const statuses: Record<string, number> = {};
  const [good, othersMs]: [string[], number[]] = [[], []];
  let next = 0;
  const guessers = Array.from({ length: AT_ONCE }, async () => {
    while (next < GUESSES) {
      const { status } = await guess(next++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  const flood = { isOver: false };
  const honest = (async () => {
    for (let turn = 0; turn < 2 || !flood.isOver; turn += 1) {
      if (turn % 3 === 0) good.push((await patiently(signIn.owner)).status);
      const { status, ms } = await patiently(() => signIn.other(turn));
      good.push(status);
      othersMs.push(ms);
      await delay(50);
    }
  })();
  await Promise.all(guessers);
  flood.isOver = true;
  await honest;
  const right = good.filter(status => status === 'OK').length;
  return { verified: (await verified(server)) - before - right, statuses, good, othersMs };
}

async function measure(_: DatabaseKind, settings: Settings): Promise<Bound[]> {
  const server = await startServer({
    ...settings,
    DOCSVC_RATE_LIMITS: 'on',
    DOCSVC_TRUSTED_PROXIES: '127.0.0.1/32',
    NODE_OPTIONS: `--import=${preload}`,
  });
  try {
    const call = callsFrom(server.base);
    const admin = await logIn(
      call,
      secrets.DOCSVC_INITIAL_ADMIN_EMAIL,
      secrets.DOCSVC_INITIAL_ADMIN_PASSWORD,
      '127.0.0.1',
    );
    const home = (person: number) => `198.51.100.${person + 1}`;
    const email = (person: number) => `person-${person}@example.com`;
    const signIn = (person: number) => logIn(call, email(person), PASSWORD, home(person));
    for (let person = 0; person <= OTHERS; person += 1) {
      const body = { email: email(person), name: `Person ${person}`, password: PASSWORD };
      await call('POST', '/private/system/users', { token: admin.detail.token, body });
      await signIn(person);
    }
    const other = (turn: number) => signIn(1 + (turn % OTHERS));
    const alone: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) alone.push((await other(turn)).ms);
    console.log(`others alone: median ${median(alone).toFixed(0)} ms, slowest ${Math.max(...alone).toFixed(0)} ms`);
    const attacks: Attack[] = [
      {
        name: 'one account from 50 addresses',
        most: MAX_OF_ACCOUNT,
        guess: index => logIn(call, email(0), `guess ${index}`, `192.0.2.${index % 50}`),
      },
      {
        name: 'an unknown account from 50 addresses',
        most: MAX_OF_ACCOUNT,
        guess: index => logIn(call, 'nobody@example.com', `guess ${index}`, `203.0.113.${index % 50}`),
      },
      {
        name: 'as many accounts, from as many addresses of one IPv6 /48',
        most: MAX_OF_RANGE,
        guess: index => logIn(call, `n-${index}@example.com`, 'guess', `2001:db8:7:${index.toString(16)}::1`),
      },
    ];
    const bounds: Bound[] = [];
    for (const one of attacks) bounds.push(...judge(one, await attack(server, one, { owner: () => signIn(0), other })));
    return bounds;
  } finally {
    await server.stop();
  }
}

function judge({ name, most }: Attack, { verified, statuses, good, othersMs }: Attacked): Bound[] {
  const unexpected = Object.keys(statuses).filter(
    status => !['UNAUTHENTICATED', 'RESOURCE_EXHAUSTED', 'UNAVAILABLE'].includes(status),
  );
  const slowestMs = Math.max(...othersMs);
  return [
    {
      name: `${name}: at most ${most} reach the hash`,
      holds: verified <= most && unexpected.length === 0,
      figure: `${verified} of ${GUESSES}; ${JSON.stringify(statuses)}`,
    },
    {
      name: `${name}: the owner and others sign in meanwhile`,
      holds: good.every(status => status === 'OK') && slowestMs <= SIGN_IN_MS,
      figure: `${good.length} sign-ins, others median ${seconds(median(othersMs))}, slowest ${seconds(slowestMs)}; ${[...new Set(good)]}`,
    },
  ];
}

report(await onDatabases(values.databases, measure));
