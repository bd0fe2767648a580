import type { Task } from './text-worker.ts';
import workerUrl from './text-worker.ts?worker&url';

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules };

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
/** The Trusted Types policy that allows the script of the worker, and no other. */
const policy = policies?.createPolicy('console-worker', { createScriptURL: () => workerUrl });

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

function start(): Worker {
  const started = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  started.onmessage = ({ data: { id, answer, failure } }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (failure === undefined) resolve?.(answer);
    else reject?.(new Error(failure));
  };
  started.onerror = ({ message }) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(message || 'The script of the worker did not load'));
    waiting.clear();
  };
  return started;
}

/** Runs a task in the worker, which starts at the first call. `signal` cancels the task. */
export function inWorker<Answer>(task: Task, signal?: AbortSignal): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  worker ??= start();
  const present = worker;
  lastId += 1;
  const id = lastId;
  signal?.addEventListener('abort', () => present.postMessage({ id, task: 'cancel' }));
  return new Promise<Answer>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    present.postMessage({ id, task });
  });
}
