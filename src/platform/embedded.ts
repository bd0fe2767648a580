import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { EmbeddedCommand, EmbeddedWorkerData } from './embedded-worker.ts';
import { OperatorError } from './errors.ts';
import { lockFolder } from './folder-lock.ts';

export type EmbeddedOptions = {
  /** The folder for `db` and its lock. Without it, the database is in memory. */
  dataDir?: string;
  /** A file from `snapshot`, to start a new database from; compressed if its name ends with `.zst`. */
  snapshot?: string;
  /** A thread that does not answer for this long is terminated, like a server that hangs. */
  answerTimeoutMs?: number;
};

export type EmbeddedServer = {
  /** Creates the socket of one connection, for the `stream` option of pg. */
  connect(): Duplex;
  snapshot(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Starts PGlite in its own thread; pg talks to it in the PostgreSQL protocol over a MessagePort. Its WebAssembly blocks
 * the thread that it runs on (8 MB: two seconds). Because the protocol is the real one, all code above, from pg to
 * Prisma, is the same for both kinds of database.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const lock = options.dataDir === undefined ? undefined : lockFolder(options.dataDir);
  const folder = options.dataDir === undefined ? undefined : join(options.dataDir, 'db');
  const thread = new DatabaseThread({ folder, snapshot: options.snapshot });
  try {
    await thread.ready();
  } catch (error) {
    lock?.release();
    if (folder === undefined) throw error;
    const { message } = error as Error;
    throw new OperatorError(`DOCSVC_DATA_DIR has an embedded database that cannot be opened: ${message}`, {
      cause: error,
    });
  }
  return {
    connect: () => new ThreadSocket(thread, options.answerTimeoutMs ?? 120_000),
    snapshot: async () => new Uint8Array((await thread.snapshot()) as ArrayBuffer),
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
  #commands: Promise<unknown> = Promise.resolve();

  constructor(data: EmbeddedWorkerData) {
    this.#data = data;
  }

  /** Returns the running thread. Starts it again if it died: the write-ahead log restores what was committed. */
  ready(): Promise<Worker> {
    if (this.#closed) return Promise.reject(connectionLost('The embedded database is closed'));
    this.#started ??= this.#start();
    return this.#started;
  }

  #start(): Promise<Worker> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: this.#data });
    return new Promise<Worker>((resolve, reject) => {
      worker.once('message', () => {
        // From now on, connections keep the process alive, not the thread.
        worker.unref();
        resolve(worker);
      });
      let reason = 'The embedded database ended';
      // The exit event follows.
      worker.once('error', ({ message }: Error) => {
        reason = message;
      });
      worker.once('exit', () => {
        // An in-memory database is lost with its thread. Close it instead of starting an empty one.
        if (this.#data.folder === undefined) this.#closed = true;
        this.#started = undefined;
        reject(connectionLost(reason));
        const sockets = [...this.#sockets];
        this.#sockets.clear();
        for (const socket of sockets) socket.destroy(connectionLost(reason));
      });
    });
  }

  /** Connects a socket. It is destroyed only when the thread has ended: pg opens the next one at that moment. */
  async connect(socket: Duplex, port: MessagePort): Promise<void> {
    const worker = await this.ready();
    const command: EmbeddedCommand = { kind: 'connect', port };
    worker.postMessage(command, [port]);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  snapshot(): Promise<unknown> {
    return this.#inTurn(async () => this.#ask(await this.ready(), { kind: 'snapshot' }));
  }

  /** Runs a command after the previous one: answers do not say which command they are for. */
  #inTurn<T>(command: () => Promise<T>): Promise<T> {
    const answer = this.#commands.then(command);
    this.#commands = answer.catch(() => undefined);
    return answer;
  }

  #ask(worker: Worker, command: EmbeddedCommand): Promise<unknown> {
    worker.ref();
    return new Promise((resolve, reject) => {
      const ended = () => reject(connectionLost('The embedded database ended'));
      worker.once('exit', ended);
      worker.once('message', ({ bytes }: { bytes?: ArrayBuffer }) => {
        worker.off('exit', ended);
        resolve(bytes);
      });
      worker.postMessage(command);
    }).finally(() => worker.unref());
  }

  async end(): Promise<void> {
    await (await this.#started?.catch(() => undefined))?.terminate();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#inTurn(async () => {
      this.#closed = true;
      const worker = await this.#started;
      if (worker !== undefined) await this.#ask(worker, { kind: 'close' });
    }).catch(() => undefined);
    await this.end();
  }
}

/** A stream that pg can use like a net.Socket. */
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
    // The answer to a Terminate message is empty and arrives after the end of the stream.
    if (answer.byteLength > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  }

  #watch(): void {
    this.#watchdog = setTimeout(() => void this.#thread.end(), this.#answerTimeoutMs);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this._writev([{ chunk }], done);
  }

  /** pg corks the messages of a statement. PGlite must receive them as one, up to the final Sync. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const bytes = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
    // Copy once, as a statement may have many megabytes: pg reuses its buffers, and transferring detaches them.
    const request = new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
    let at = 0;
    for (const { chunk } of chunks) {
      request.set(chunk, at);
      at += chunk.length;
    }
    this.#port.postMessage(request, [request.buffer]);
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#watch();
    done();
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

/** An error that Prisma's adapter recognises as one of a TCP socket. */
function connectionLost(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET', syscall: 'read', errno: -104 });
}
