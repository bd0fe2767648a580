import { registerHooks } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';

type InWorker = { inWorker(task: object, signal: AbortSignal): Promise<unknown> };

/** The messages to the worker, which does not answer here. */
const sent: unknown[] = [];

class SilentWorker {
  postMessage(message: unknown) {
    sent.push(message);
  }
}

/** Vite makes the address of the worker at the build. */
async function importClient(): Promise<InWorker> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name.endsWith('?worker&url')
        ? { url: 'data:text/javascript,export default "worker.js"', shortCircuit: true }
        : next(name, context),
  });
  const client = new URL('../../facades/console/client/app/in-worker.ts', import.meta.url);
  return import(client.href).finally(() => hooks.deregister());
}

it('cancels a task of the worker, and begins none that is cancelled already', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { inWorker } = await importClient();
  const [task, present] = [{ compare: ['old', 'new', 1] }, new AbortController()];
  void inWorker(task, present.signal);
  present.abort();
  expect(sent).toEqual([
    { id: 1, task },
    { id: 1, task: 'cancel' },
  ]);
  await expect(inWorker(task, present.signal)).rejects.toThrow('aborted');
  expect(sent).toHaveLength(2);
});
