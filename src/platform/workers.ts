import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';

export type WorkersOptions = {
  /** A module whose exported functions are the tasks: `(payload) => value`, both of what structured clone takes. */
  file: URL | string;
  threads?: number;
  deadlineMs?: number;
  /** The heap of one thread. */
  memoryMb?: number;
  /** Tasks that may wait for a thread; one more is refused. */
  maxQueue?: number;
};

export type TaskOptions = { transfer?: readonly (ArrayBuffer | MessagePort)[]; deadlineMs?: number };

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

/**
 * A pool of threads for work that would hold the event loop. A deadline counts from the call and ends a thread that
 * does not come back; another one takes its place.
 */
export function createWorkers(options: WorkersOptions): Workers {
  const threads = options.threads ?? Math.min(4, Math.max(1, availableParallelism() - 1));
  const turns = new Turns(threads, options.maxQueue ?? threads * 32);
  const pool = new Piscina({
    filename: typeof options.file === 'string' ? options.file : fileURLToPath(options.file),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 512, stackSizeMb: 8 },
  });
  // Of a thread that dies without a task; the next task gets a new one.
  pool.on('error', () => {});
  let closed = false;
  return {
    async run<R>(taskName: string, payload: unknown, task: TaskOptions = {}): Promise<R> {
      if (closed) throw new WorkerError('CLOSED', 'The worker pool is closed');
      const deadline = AbortSignal.timeout(task.deadlineMs ?? options.deadlineMs ?? 10_000);
      await turns.take(deadline);
      try {
        return await pool.run(payload, { name: taskName, signal: deadline, transferList: [...(task.transfer ?? [])] });
      } catch (error) {
        throw closed ? new WorkerError('CLOSED', 'The worker pool is closed') : failureOf(error, taskName, deadline);
      } finally {
        turns.give();
      }
    },
    async close() {
      closed = true;
      turns.close();
      await pool.destroy();
    },
  };
}

function failureOf(error: unknown, taskName: string, deadline: AbortSignal): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (deadline.aborted) return new WorkerError('DEADLINE', `${taskName} took too long`, error);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new WorkerError('MEMORY', `${taskName} needed too much memory`, error);
  if (/^worker exited with code/.test(message ?? '')) return new WorkerError('CRASHED', `${taskName} crashed`, error);
  return error;
}

/** Who may use a thread, first come first served. Piscina's own bound does not count tasks that carry a signal. */
class Turns {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<{ go(): void; refuse(error: WorkerError): void }>();

  constructor(free: number, maxWaiting: number) {
    this.#free = free;
    this.#maxWaiting = maxWaiting;
  }

  async take(deadline: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= this.#maxWaiting) throw new WorkerError('OVERLOADED', 'Too many tasks are waiting');
    await new Promise<void>((resolve, reject) => {
      const turn = { go: resolve, refuse: reject };
      this.#waiting.add(turn);
      deadline.addEventListener('abort', () => {
        if (this.#waiting.delete(turn)) reject(new WorkerError('OVERLOADED', 'No worker thread was free in time'));
      });
    });
  }

  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next.go();
    }
  }

  close(): void {
    for (const turn of this.#waiting) turn.refuse(new WorkerError('CLOSED', 'The worker pool is closed'));
    this.#waiting.clear();
  }
}
