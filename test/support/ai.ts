import { setTimeout as delay } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { startJobs } from '../../src/start.ts';
import type { Resource, TestApp } from './app.ts';
import { cleanUp } from './clean-up.ts';
import type { Caller } from './seed.ts';

/** Runs staged jobs in this process, reset for each test, until the test file ends. */
export async function doJobs({ services }: TestApp): Promise<void> {
  await startJobs(services);
  cleanUp(() => services.jobs.stop());
  afterEach(async () => {
    await services.jobs.stop();
    await services.db.job.deleteMany();
    await startJobs(services);
  });
}

export const API_KEY = 'sk-live-kept-to-itself-4711';

export const providerOf = (url: string, more: object = {}) => ({
  name: 'Models',
  base_url: url,
  model: 'test-model',
  api_key: API_KEY,
  enabled: true,
  timeout_ms: 20_000,
  ...more,
});

/** Enables a provider for a project, or for the system where `path` is /private. */
export async function enableProvider(caller: Caller, path: string, url: string, more: object = {}): Promise<void> {
  const answer = await caller.rest('PUT', `${path}/ai/provider`, { body: providerOf(url, more) });
  if (answer.code !== 200) throw new Error(answer.message);
}

/** Repeats a GET until its detail has the expected form, and returns it. */
export async function until<Detail = Resource>(
  caller: Caller,
  path: string,
  isWanted: (detail: Detail) => boolean,
): Promise<Detail> {
  for (let waited = 0; ; waited += 20) {
    const { detail } = await caller.rest<Detail>('GET', path);
    if (detail && isWanted(detail)) return detail;
    if (waited > 15_000) throw new Error(`${path} stays ${JSON.stringify(detail)}`);
    await delay(20);
  }
}

export const ended = ({ status }: Resource): boolean => status !== 'pending';

/** The request to a model server, in either mode. */
export type Asked = { system: string; user: string; said: string[] };

export function askedOf({ body }: { body: Record<string, unknown> }): Asked {
  const messages = (body.messages ?? body.input ?? []) as { role: string; content: string }[];
  const said = messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
  const system = messages.find(({ role }) => role === 'system')?.content ?? String(body.instructions);
  return { system, user: said.at(-1) ?? '', said };
}
