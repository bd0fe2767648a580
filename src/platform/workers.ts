import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { BudgetExhausted, createBudget } from './budget.ts';
import { currentCaller } from './callers.ts';
import { startDeadline } from './deadline.ts';
import { FairQueue } from './fair-queue.ts';
import { observe } from './observing.ts';
import { NICE_INCREMENT } from './pool-priority.ts';
import { countUse } from './precedence.ts';
import { THREAD_END_MS } from './threads.ts';

export type WorkersOptions = {
  /** A module whose exported functions are the tasks: `(payload) => value`. Both must support structured clone. */
  file: URL | string;
  threads?: number;
  deadlineMs?: number;
  /** Heap limit of one thread. */
  memoryMb?: number;
  /** Most memory of all running tasks, by their `heldBytes`. Others wait. A task that needs more runs alone. */
  budgetBytes?: number;
  /** Most tasks that may wait for a thread. Further ones are refused. */
  maxQueue?: number;
};

export type TaskOptions = {
  transfer?: readonly (ArrayBuffer | MessagePort)[];
  deadlineMs?: number;
  /** Estimated peak memory of the task. */
  heldBytes?: number;
  /** The caller of the task. Threads are shared fairly between callers. */
  caller?: string;
};

export type Workers = {
  /**
   * Runs one exported function of the module in a thread. Errors arrive as plain Errors without own fields, so tasks
   * must return their results, including expected failures.
   */
  run<R>(taskName: string, payload: unknown, options?: TaskOptions): Promise<R>;
  close(): Promise<void>;
};

/**
 * OVERLOADED: the deadline passed mostly while the task waited for a thread or for the CPU, or too many tasks wait; a retry may
 * succeed. DEADLINE: the task itself ran too long. MEMORY: it needed too much memory. CRASHED: its thread ended for another
 * reason. CLOSED: the pool is closed.
 */
export type WorkerFailure = 'OVERLOADED' | 'DEADLINE' | 'MEMORY' | 'CRASHED' | 'CLOSED';

export class WorkerError extends Error {
  readonly failure: WorkerFailure;

  constructor(failure: WorkerFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'WorkerError';
    this.failure = failure;
  }
}

/** Most tasks that may wait for memory; a quarter of them for one caller. */
const WAITING_FOR_MEMORY = 32;

/**
 * If the process got less CPU time than this share of the running time of a task, other programs slowed the task down. In a
 * container with a fifth of a core, a busy process still gets more.
 */
const STARVED = 0.15;

/** CPU time of all threads of the process, in milliseconds. */
function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * Creates a pool of threads for work that would block the event loop. The deadline counts from the call and terminates
 * a thread that does not finish; a new thread replaces it.
 */
export function createWorkers(options: WorkersOptions): Workers {
  const threads = options.threads ?? Math.min(4, Math.max(2, availableParallelism() - 1));
  // Piscina's own queue limit does not count tasks with a signal.
  const queue = new FairQueue({
    slots: threads,
    maxWaiting: options.maxQueue ?? threads * 32,
    tooMany: () => new WorkerError('OVERLOADED', 'Too many tasks are waiting'),
    tooLate,
  });
  const memory = createBudget({
    total: options.budgetBytes ?? Number.MAX_SAFE_INTEGER,
    maxWaiting: WAITING_FOR_MEMORY,
    maxWaitingPerHolder: WAITING_FOR_MEMORY / 4,
  });
  const pool = new Piscina({
    filename: typeof options.file === 'string' ? options.file : fileURLToPath(options.file),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    atomics: 'disabled',
    // Lower the priority, so that event loop and database go first. Only on Linux does this affect single threads.
    niceIncrement: process.platform === 'linux' ? NICE_INCREMENT : 0,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 512, stackSizeMb: 8 },
  });
  // A thread without a task died. The next task gets a new one.
  pool.on('error', () => {});
  let closed = false;
  const runInTurn = async <R>(taskName: string, payload: unknown, task: TaskOptions, signal: AbortSignal) => {
    const askedAt = performance.now();
    const caller = { ...currentCaller(), ...(task.caller !== undefined && { name: task.caller }) };
    // Memory comes before the thread, so that a small task never waits behind a large one that waits for memory.
    const releaseMemory = await memory
      .take({ weight: task.heldBytes ?? 0, holder: caller.name, signal })
      .catch(overloaded);
    const releaseSlot = await queue.acquire(caller, { signal }).catch(error => {
      releaseMemory();
      throw error;
    });
    const startedAt = performance.now();
    const cpuAtStart = process.cpuUsage();
    try {
      // Piscina would start a new thread in a closed pool.
      if (closed) throw new WorkerError('CLOSED', 'The worker pool is closed');
      const runOptions = { name: taskName, signal, transferList: [...(task.transfer ?? [])] };
      const work = { kind: 'worker', name: taskName, label: taskName } as const;
      return (await observe(work, () => pool.run(payload, runOptions))) as R;
    } catch (error) {
      if (closed) throw new WorkerError('CLOSED', 'The worker pool is closed');
      const ranMs = performance.now() - startedAt;
      const isLateByOthers = startedAt - askedAt > ranMs || cpuMsSince(cpuAtStart) < ranMs * STARVED;
      throw signal.aborted && isLateByOthers ? tooLate() : failureOf(error, taskName, signal);
    } finally {
      countUse(caller, performance.now() - startedAt);
      releaseSlot();
      releaseMemory();
    }
  };
  return {
    async run<R>(taskName: string, payload: unknown, task: TaskOptions = {}): Promise<R> {
      if (closed) throw new WorkerError('CLOSED', 'The worker pool is closed');
      const deadline = startDeadline(task.deadlineMs ?? options.deadlineMs ?? 10_000);
      try {
        return await runInTurn<R>(taskName, payload, task, deadline.signal);
      } finally {
        deadline.end();
      }
    },
    async close() {
      closed = true;
      queue.close(new WorkerError('CLOSED', 'The worker pool is closed'));
      // A thread that cannot be interrupted does not end.
      await Promise.race([pool.destroy(), delay(THREAD_END_MS, undefined, { ref: false })]);
    },
  };
}

const tooLate = () => new WorkerError('OVERLOADED', 'No worker thread was free in time');

function overloaded(error: unknown): never {
  if (!(error instanceof BudgetExhausted)) throw error;
  throw new WorkerError('OVERLOADED', 'The running tasks need too much memory', error);
}

function failureOf(error: unknown, taskName: string, deadline: AbortSignal): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (deadline.aborted) return new WorkerError('DEADLINE', `${taskName} took too long`, error);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new WorkerError('MEMORY', `${taskName} needed too much memory`, error);
  if (/^worker exited with code/.test(message ?? '')) return new WorkerError('CRASHED', `${taskName} crashed`, error);
  return error;
}
