import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { BudgetExhausted, createBudget } from './budget.ts';
import { presentCaller } from './callers.ts';
import { Turns } from './turns.ts';

export type WorkersOptions = {
  /** A module whose exported functions are the tasks: `(payload) => value`, both of what structured clone takes. */
  file: URL | string;
  threads?: number;
  deadlineMs?: number;
  /** The heap of one thread. */
  memoryMb?: number;
  /** What all tasks together may need by their `heldBytes`; the others wait. A task that needs more runs alone. */
  budgetBytes?: number;
  /** Tasks that may wait for a thread; one more is refused. */
  maxQueue?: number;
};

export type TaskOptions = {
  transfer?: readonly (ArrayBuffer | MessagePort)[];
  deadlineMs?: number;
  /** About how much memory it needs at most. */
  heldBytes?: number;
  /** For whom it is done: callers take turns. */
  caller?: string;
};

export type Workers = {
  /**
   * Runs one exported function of the file in a thread. What the function throws arrives as a plain Error without
   * its own fields: a task returns what it has to say.
   */
  run<R>(taskName: string, payload: unknown, options?: TaskOptions): Promise<R>;
  close(): Promise<void>;
};

/**
 * OVERLOADED: no thread was free in time, the same call may succeed later. DEADLINE: the task ran too long. MEMORY:
 * it needed too much. CRASHED: its thread ended for another reason. CLOSED: the pool is closed.
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

/** Large tasks that may wait for memory; a quarter of them for one caller. */
const WAITING_FOR_MEMORY = 32;

/**
 * A pool of threads for work that would hold the event loop. A deadline counts from the call and ends a thread that
 * does not come back; another one takes its place.
 */
export function createWorkers(options: WorkersOptions): Workers {
  const threads = options.threads ?? Math.min(4, Math.max(2, availableParallelism() - 1));
  // Piscina's own bound does not count tasks that carry a signal.
  const turns = new Turns({
    places: threads,
    maxWaiting: options.maxQueue ?? threads * 32,
    tooMany: () => new WorkerError('OVERLOADED', 'Too many tasks are waiting'),
    tooLate: () => new WorkerError('OVERLOADED', 'No worker thread was free in time'),
  });
  const memory = createBudget({
    total: options.budgetBytes ?? Number.MAX_SAFE_INTEGER,
    maxWaiting: WAITING_FOR_MEMORY,
    maxWaitingPerHolder: WAITING_FOR_MEMORY / 4,
  });
  const pool = new Piscina({
    filename: typeof options.file === 'string' ? options.file : fileURLToPath(options.file),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    atomics: 'disabled',
    // Whoever waits for the event loop or the database waits for something shorter. Linux gives threads their own.
    niceIncrement: process.platform === 'linux' ? 5 : 0,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 512, stackSizeMb: 8 },
  });
  // Of a thread that dies without a task; the next task gets a new one.
  pool.on('error', () => {});
  let closed = false;
  return {
    async run<R>(taskName: string, payload: unknown, task: TaskOptions = {}): Promise<R> {
      if (closed) throw new WorkerError('CLOSED', 'The worker pool is closed');
      const deadline = AbortSignal.timeout(task.deadlineMs ?? options.deadlineMs ?? 10_000);
      const caller = { ...presentCaller(), ...(task.caller !== undefined && { name: task.caller }) };
      // Before the thread: a small task never waits behind a large one that waits for memory.
      const giveMemory = await memory
        .take({ weight: task.heldBytes ?? 0, holder: caller.name, signal: deadline })
        .catch(overloaded);
      const givePlace = await turns.take(caller, { signal: deadline }).catch(error => {
        giveMemory();
        throw error;
      });
      try {
        return await pool.run(payload, { name: taskName, signal: deadline, transferList: [...(task.transfer ?? [])] });
      } catch (error) {
        throw closed ? new WorkerError('CLOSED', 'The worker pool is closed') : failureOf(error, taskName, deadline);
      } finally {
        givePlace();
        giveMemory();
      }
    },
    async close() {
      closed = true;
      turns.close(new WorkerError('CLOSED', 'The worker pool is closed'));
      await pool.destroy();
    },
  };
}

function overloaded(error: unknown): never {
  if (!(error instanceof BudgetExhausted)) throw error;
  throw new WorkerError('OVERLOADED', 'The tasks that run need too much memory', error);
}

function failureOf(error: unknown, taskName: string, deadline: AbortSignal): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (deadline.aborted) return new WorkerError('DEADLINE', `${taskName} took too long`, error);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new WorkerError('MEMORY', `${taskName} needed too much memory`, error);
  if (/^worker exited with code/.test(message ?? '')) return new WorkerError('CRASHED', `${taskName} crashed`, error);
  return error;
}
