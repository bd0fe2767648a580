import { existsSync, fdatasyncSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { zstdDecompress } from 'node:zlib';
import { PGlite, protocol } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** How embedded.ts starts this thread: with a folder, or in memory, empty or loaded from a snapshot. */
export type EmbeddedWorkerData = { folder?: string; snapshot?: string };

/** Commands from embedded.ts. The PostgreSQL protocol itself runs over the port of a `connect`. */
export type EmbeddedCommand = { kind: 'connect'; port: MessagePort } | { kind: 'snapshot' } | { kind: 'close' };

/** PostgreSQL uses this memory from the start. More would hardly help, because the operating system caches the files too. */
const startOptions = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** The major version of the PGlite in package.json. */
const postgresqlMajor = '18';

const owner = parentPort as MessagePort;
let session: MessagePort | undefined;

/** Serves a new connection. PGlite has one session, so the new connection takes it over after a reset. */
function serve(port: MessagePort): void {
  session?.close();
  session = port;
  for (const statement of ['ROLLBACK', 'DISCARD ALL']) void execute(protocol.serialize.query(statement));
  port.on('message', async (request: Uint8Array) => {
    const answer = await execute(request);
    port.postMessage(answer, [answer.buffer as ArrayBuffer]);
  });
}

/** The request is executed before this returns. PGlite's `execProtocolRawSync` would parse and keep every answer. */
async function execute(request: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await database.execProtocolRawStream(request, {
    syncToFs: false,
    onRawData: part => parts.push(part.slice()),
  });
  if (hasAborted) throw new Error(`The embedded database ended: ${fatal}`);
  return parts.length === 1 ? (parts[0] as Uint8Array) : new Uint8Array(Buffer.concat(parts));
}

/**
 * Whether PostgreSQL has aborted (PANIC), for example on a full disk. PGlite would continue in a broken state, so this thread
 * ends instead. The next thread restores what was committed from the write-ahead log.
 */
let hasAborted = false;

/** The message that PostgreSQL logged when it aborted. */
let fatal: string | undefined;

/** Emscripten reports failures of files as objects without a message, with the error numbers of WASI. */
const FILE_ERRORS: Record<number, string> = { 2: 'EACCES', 19: 'EDQUOT', 29: 'EIO', 51: 'ENOSPC', 69: 'EROFS' };

function explainFailedOpening(error: { errno?: number }): never {
  if (fatal !== undefined) throw new Error(fatal);
  if (error instanceof Error) throw error;
  throw new Error(`its files cannot be written (${FILE_ERRORS[error.errno ?? 0] ?? `error ${error.errno}`})`);
}

async function open({ folder, snapshot }: EmbeddedWorkerData): Promise<PGlite> {
  if (folder === undefined) return PGlite.create({ startParams: startOptions, ...(await contentsOf(snapshot)) });
  // Create under a temporary name and rename, so that a killed start never leaves an incomplete database.
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await (await openFolder(unfinished, snapshot)).close();
    renameSync(unfinished, folder);
  }
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (major !== postgresqlMajor)
    throw new Error(
      `${folder} was written by PostgreSQL ${major}, but this server contains PostgreSQL ${postgresqlMajor}`,
    );
  return openFolder(folder);
}

async function openFolder(folder: string, snapshot?: string): Promise<PGlite> {
  // PGlite passes -F (fsync off): after a power failure, committed data would be lost. Remove it.
  const startParams = startOptions.filter(parameter => parameter !== '-F');
  startParams.push('-c', 'wal_sync_method=fsync');
  return PGlite.create({ fs: new DurableFolder(folder), startParams, ...(await contentsOf(snapshot)) });
}

async function contentsOf(snapshot: string | undefined) {
  if (snapshot === undefined) return {};
  const bytes = await readFile(snapshot);
  if (!snapshot.endsWith('.zst')) return { loadDataDir: new Blob([bytes]) };
  const unpacked = await promisify(zstdDecompress)(bytes).catch(error => {
    throw new Error(`${snapshot} is damaged (${error.message}): remove it`);
  });
  return { loadDataDir: new Blob([unpacked]) };
}

/** Emscripten's Node file system, with the missing fsync. */
class DurableFolder extends NodeFS {
  override async init(...[database, module]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(database, module);
    prepared.emscriptenOpts.onAbort = () => {
      hasAborted = true;
    };
    prepared.emscriptenOpts.printErr = (line: string) => {
      fatal = /\] (?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? fatal;
    };
    prepared.emscriptenOpts.preRun?.push(({ NODEFS }: { NODEFS: { stream_ops: Record<string, unknown> } }) => {
      NODEFS.stream_ops.fsync = ({ nfd }: { nfd?: number }) => {
        if (nfd !== undefined) fdatasyncSync(nfd);
        return 0;
      };
    });
    return prepared;
  }
}

// Keeps the event loop alive. An empty event loop blocks the thread until V8's helper threads have finished. One of them may
// wait for a garbage collection on this thread: then the start would never end.
owner.ref();
const database = await open(workerData as EmbeddedWorkerData).catch(explainFailedOpening);
owner.on('message', async (command: EmbeddedCommand) => {
  if (command.kind === 'connect') {
    serve(command.port);
  } else if (command.kind === 'snapshot') {
    const bytes = await (await database.dumpDataDir('none')).arrayBuffer();
    owner.postMessage({ kind: 'snapshot', bytes }, [bytes]);
  } else {
    await database.close();
    owner.postMessage({ kind: 'closed' });
  }
});
owner.postMessage({ kind: 'ready' });
