import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

// A separate process that sends one attack until it is stopped, so that its work does not count as waiting time of
// others. On the machine of the server it runs with low priority.
setPriority(19);

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** A file that holds the body. */
  bodyFile?: string;
};

export type Attack = {
  base: string;
  /** Sent in sequence, repeatedly. */
  requests: Sent[];
  /** The maximum number of requests in flight. */
  connections: number;
  /** The pause between two requests; 50 ms are 1,200 a minute. */
  paceMs: number;
};

let stopped = true;
let counts: Record<string, number> = {};

async function attack({ base, requests, connections, paceMs }: Attack): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const flying = new Set<Promise<void>>();
  for (let turn = 0; !stopped; turn += 1) {
    const sent = requests[turn % requests.length] as Sent;
    const one: Promise<void> = send(agent, base, sent).then(said => {
      counts[said] = (counts[said] ?? 0) + 1;
      flying.delete(one);
    });
    flying.add(one);
    await delay(paceMs);
    while (flying.size >= connections && !stopped) await Promise.race(flying);
  }
  await Promise.all(flying);
  agent.destroy();
}

/** Returns the status at the start of the answer, and the start of its error. */
async function send(agent: Agent, base: string, { method, path, headers, body, bodyFile }: Sent): Promise<string> {
  const length = bodyFile === undefined ? Buffer.byteLength(body ?? '') : (await stat(bodyFile)).size;
  const all = { ...headers, 'content-length': length, ...(length > 0 && { 'content-type': 'application/json' }) };
  return new Promise(resolve => {
    const sent = request(`${base}${path}`, { method, agent, headers: all }, answer => {
      let first = '';
      answer.on('data', (chunk: Buffer) => {
        if (first.length < 1_000) first += chunk.toString();
      });
      answer.on('end', () => {
        const status = /"(?:status|code)":\s*"([A-Z_]+)"/.exec(first)?.[1] ?? `${answer.statusCode}`;
        const message = /"message":\s*"([^"]{1,100})/.exec(first)?.[1];
        resolve(status === 'OK' || message === undefined ? status : `${status}: ${message}`);
      });
      answer.on('error', error => resolve(error.message));
    });
    sent.on('error', error => resolve(error.message));
    if (bodyFile === undefined) sent.end(body);
    else createReadStream(bodyFile).pipe(sent);
  });
}

process.on('message', async (message: { start: Attack } | 'stop') => {
  if (message === 'stop') {
    stopped = true;
    return;
  }
  stopped = false;
  counts = {};
  await attack(message.start);
  process.send?.({ counts });
});
process.send?.('ready');
