import http, { type Agent } from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Counts = {
  answered: number;
  /** Refused connections: the caller waits until one is accepted and sends the request again. */
  waits: number;
  /** UNAVAILABLE with Retry-After: nothing took effect, and the caller retries as asked. */
  refusals: number;
  failures: string[];
  created: number;
  slowestMs: number;
};

export type Asked = { method: string; path: string; body?: object; headers?: Record<string, string> };

type Answer = { http: number; retryAfter: string | undefined; text: string };

const PATIENCE_MS = 60_000;
const WAIT_MS = 100;

/** Sends requests at a steady rate, each until it is answered, over keep-alive connections. */
export function startCallers(base: () => string, token: string, rate: number, next: (count: number) => Asked) {
  const { Agent } = moduleFor(base());
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const counts: Counts = { answered: 0, waits: 0, refusals: 0, failures: [], created: 0, slowestMs: 0 };
  const open = new Set<Promise<void>>();
  let sent = 0;
  let listening: Promise<void> | undefined;

  /** All waiting callers share one check: thousands of attempts a second would slow the start down. */
  function untilListening(): Promise<void> {
    listening ??= (async () => {
      do await delay(WAIT_MS);
      while (await isRefused(base()));
      listening = undefined;
    })();
    return listening;
  }

  async function ask(asked: Asked): Promise<void> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < PATIENCE_MS) {
      const answer = await send(agent, base(), token, asked).catch((error: NodeJS.ErrnoException) => error);
      if (answer instanceof Error) {
        if (answer.code !== 'ECONNREFUSED') {
          counts.failures.push(`${asked.method} ${asked.path}: ${answer.code} ${answer.message}`);
          return;
        }
        counts.waits += 1;
        await untilListening();
      } else if (answer.http === 503 && answer.retryAfter !== undefined && answer.text.includes('UNAVAILABLE')) {
        counts.refusals += 1;
        await delay(Number(answer.retryAfter) * 1000);
      } else {
        const isGood = answer.http === 200 && !/"errors"|"status":"(?!OK)/.test(answer.text.slice(0, 200));
        if (!isGood) counts.failures.push(`${asked.method} ${asked.path}: ${answer.http} ${answer.text.slice(0, 200)}`);
        counts.answered += 1;
        if (isGood && asked.method === 'POST' && !asked.path.startsWith('/graphql')) counts.created += 1;
        counts.slowestMs = Math.max(counts.slowestMs, performance.now() - startedAt);
        return;
      }
    }
    counts.failures.push(`${asked.method} ${asked.path}: no answer within ${PATIENCE_MS} ms`);
  }

  const startedAt = performance.now();
  const timer = setInterval(() => {
    // Requests that this process delayed are sent late.
    for (; sent < ((performance.now() - startedAt) / 1000) * rate; sent += 1) {
      const asking = ask(next(sent)).finally(() => open.delete(asking));
      open.add(asking);
    }
  }, 1000 / rate);
  return {
    counts,
    /** Resolves when the waiting callers have their answers, so that the next deploy has an ordinary load. */
    async settled(): Promise<void> {
      for (let waited = 0; open.size > rate / 2 && waited < PATIENCE_MS; waited += WAIT_MS) await delay(WAIT_MS);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
    },
  };
}

const moduleFor = (base: string) => (base.startsWith('https:') ? https : http);

function isRefused(base: string): Promise<boolean> {
  const { hostname, port } = new URL(base);
  return new Promise(resolve => {
    const probe = connect(Number(port), hostname, () => resolve(false));
    probe.once('error', () => resolve(true));
    probe.once('connect', () => probe.end());
  });
}

function send(agent: Agent, base: string, token: string, { method, path, body, headers: own }: Asked): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { ...own, authorization: token, ...(text !== undefined && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = moduleFor(base).request(`${base}${path}`, { method, agent, headers }, answer => {
      let received = '';
      answer.setEncoding('utf8').on('data', chunk => (received += chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ http: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text: received }),
      );
    });
    sent
      .once('error', error => {
        if (sent.reusedSocket) error.message += ' on a reused connection';
        reject(error);
      })
      .end(text);
  });
}
