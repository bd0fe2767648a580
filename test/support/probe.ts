import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How long one small request took, and when it was sent (Unix time in milliseconds). */
export type Beat = { path: string; sentAt: number; tookMs: number };

/** A separate process: sends a small request every 5 ms until it gets a message, then sends all times to its parent. */
const [base, token] = process.argv.slice(2) as [string, string];
/** The first path uses no database, the second path does. */
const paths = ['/api/v1/open/health/live', '/api/v1/private/identity/me'];
const agent = new Agent({ keepAlive: true });
const beats: Beat[] = [];
let isStopped = false;
process.once('message', () => {
  isStopped = true;
});

for (let turn = 0; !isStopped; turn++) {
  const [sentAt, startedAt] = [performance.timeOrigin + performance.now(), performance.now()];
  const path = paths[turn % paths.length] as string;
  await ask(path);
  beats.push({ path, sentAt, tookMs: performance.now() - startedAt });
  await delay(5);
}
agent.destroy();
process.send?.(beats, () => process.disconnect());

function ask(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { agent, headers: { authorization: token } }, response => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    });
    sent.once('error', reject).end();
  });
}
