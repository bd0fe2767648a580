import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { EmbeddedCommand, EmbeddedWorkerData } from './embedded-worker.ts';

export type EmbeddedOptions = {
  /** Holds the folder `db` and its lock; without it the database lives in memory. */
  dataDir?: string;
  /** A file that `snapshot` wrote, to start a database in memory from. */
  snapshot?: string;
  /** A thread that owes an answer for longer is ended like a server that hangs. */
  answerTimeoutMs?: number;
};

export type EmbeddedServer = {
  /** The socket of one connection, for the `stream` option of pg. */
  connect(): Duplex;
  snapshot(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * PGlite in a thread of its own, spoken to in the PostgreSQL protocol over a MessagePort. Its WebAssembly holds
 * whatever thread it runs on (8 MB for two seconds), and with the real protocol everything above it, from pg to
 * Prisma, is the same code for both kinds of database.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const lock = options.dataDir === undefined ? undefined : lockFolder(options.dataDir);
  const folder = options.dataDir === undefined ? undefined : join(options.dataDir, 'db');
  const thread = new DatabaseThread({ folder, snapshot: options.snapshot });
  try {
    await thread.ready();
  } catch (error) {
    lock?.release();
    throw error;
  }
  return {
    connect: () => new ThreadSocket(thread, options.answerTimeoutMs ?? 120_000),
    snapshot: async () => new Uint8Array((await thread.ask({ kind: 'snapshot' })) as ArrayBuffer),
    close: async () => {
      await thread.close();
      lock?.release();
    },
  };
}

class DatabaseThread {
  readonly #data: EmbeddedWorkerData;
  readonly #sockets = new Set<Duplex>();
  #started: Promise<Worker> | undefined;
  #closed = false;

  constructor(data: EmbeddedWorkerData) {
    this.#data = data;
  }

  /** The running thread. One that died is started again: the write-ahead log brings back what was committed. */
  ready(): Promise<Worker> {
    if (this.#closed) return Promise.reject(connectionLost('The embedded database is closed'));
    this.#started ??= this.#start();
    return this.#started;
  }

  #start(): Promise<Worker> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: this.#data });
    return new Promise<Worker>((resolve, reject) => {
      worker.once('message', () => {
        // From now on the connections keep the process alive, not the thread.
        worker.unref();
        resolve(worker);
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        reject(connectionLost('The embedded database ended'));
        // What was in memory is gone for good: better no database than an empty one.
        if (this.#data.folder === undefined) this.#closed = true;
        this.#started = undefined;
        const sockets = [...this.#sockets];
        this.#sockets.clear();
        for (const socket of sockets) socket.destroy(connectionLost('The embedded database ended'));
      });
    });
  }

  /** A connected socket is destroyed when the thread is gone, not before: pg opens the next one at that moment. */
  async connect(socket: Duplex, port: MessagePort): Promise<void> {
    const worker = await this.ready();
    const command: EmbeddedCommand = { kind: 'connect', port };
    worker.postMessage(command, [port]);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  async ask(command: EmbeddedCommand): Promise<unknown> {
    const worker = await this.ready();
    worker.ref();
    return new Promise((resolve, reject) => {
      worker.once('message', ({ bytes }: { bytes?: ArrayBuffer }) => resolve(bytes));
      worker.once('exit', () => reject(connectionLost('The embedded database ended')));
      worker.postMessage(command);
    }).finally(() => worker.unref());
  }

  async end(): Promise<void> {
    await (await this.#started?.catch(() => undefined))?.terminate();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#started !== undefined) await this.ask({ kind: 'close' }).catch(() => undefined);
    this.#closed = true;
    await this.end();
  }
}

/** Looks to pg like a net.Socket. */
class ThreadSocket extends Duplex {
  readonly #thread: DatabaseThread;
  readonly #answerTimeoutMs: number;
  readonly #port: MessagePort;
  readonly #farPort: MessagePort;
  #unanswered = 0;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(thread: DatabaseThread, answerTimeoutMs: number) {
    super();
    this.#thread = thread;
    this.#answerTimeoutMs = answerTimeoutMs;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#farPort = port2;
  }

  connect(): this {
    this.#port.on('message', (answer: Uint8Array) => this.#receive(answer));
    this.#thread.connect(this, this.#farPort).then(
      () => this.emit('connect'),
      error => this.destroy(error),
    );
    return this;
  }

  #receive(answer: Uint8Array): void {
    this.#unanswered -= 1;
    clearTimeout(this.#watchdog);
    if (this.#unanswered > 0) this.#watch();
    // A Terminate has an empty answer, which comes after the end of the stream.
    if (answer.byteLength > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  }

  #watch(): void {
    this.#watchdog = setTimeout(() => void this.#thread.end(), this.#answerTimeoutMs);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    // A copy: pg reuses its buffer, and what is transferred is gone on this side.
    const request = new Uint8Array(chunk);
    this.#port.postMessage(request, [request.buffer]);
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#watch();
    done();
  }

  /** pg corks the messages of a statement: PGlite must see them as one, up to the closing Sync. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#watchdog);
    this.#port.close();
    done(error);
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}

/** Like the error of a TCP socket, which Prisma's adapter knows. */
function connectionLost(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET', syscall: 'read', errno: -104 });
}

export class FolderInUseError extends Error {}

/**
 * Only one process may open the folder. SQLite holds the operating system's lock on an empty file: it ends with its
 * process however that ends, and knows nothing of reused process ids, unlike a file with a pid in it.
 */
function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'db.pid');
  const lock = new DatabaseSync(join(dataDir, 'db.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderInUseError(`The data directory ${dataDir} is in use by another process${holder(pidFile)}`);
  }
  writeFileSync(pidFile, String(process.pid));
  return { release: () => lock.close() };
}

function holder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8')})`;
  } catch {
    return '';
  }
}
