import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminSettings, type SignedIn, signIn } from './http-client.ts';
import { databaseUrl, runSql, startPostgresql } from './postgresql.ts';
import { startServer } from './process.ts';

export type DatabaseKind = 'embedded' | 'postgresql';

/** The memory of a server process after a garbage collection. */
export type Held = { rssMb: number; heapMb: number; descriptors: number };

export type LoadServer = {
  admin: SignedIn;
  process: ChildProcess;
  output(): string;
  held(): Promise<Held>;
  stop(): Promise<void>;
};

/** A separate server with a new database in the folder `parent`, and its first SuperAdmin. */
export async function startLoadServer(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  parent = tmpdir(),
): Promise<LoadServer> {
  const dataDir = await mkdtemp(join(parent, 'docsvc-load-'));
  const postgresql = kind === 'postgresql' ? await startPostgresql(parent) : undefined;
  const name = `docsvc_load_${process.pid}`;
  if (postgresql) await runSql(postgresql.url, `CREATE DATABASE ${name}`);
  const settings = postgresql && {
    DOCSVC_DATABASE_URL: databaseUrl(postgresql.url, name),
    DOCSVC_JWT_SECRET: 'a secret that only this load run uses',
    DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  const server = await startServer({
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_LOG_LEVEL: 'error',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
    ...adminSettings,
    ...settings,
    ...env,
  });
  const inspector = await openInspector(server.output());
  const pid = server.process.pid as number;
  return {
    admin: await signIn(server.base),
    process: server.process,
    output: server.output,
    async held() {
      await inspector.ask('HeapProfiler.collectGarbage');
      const { usedSize } = await inspector.ask<{ usedSize: number }>('Runtime.getHeapUsage');
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const rssKb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
      const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
      return { rssMb: rssKb / 1024, heapMb: usedSize / 2 ** 20, descriptors };
    },
    async stop() {
      inspector.close();
      await server.stop();
      await postgresql?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openInspector(output: string) {
  const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
  if (address === undefined) throw new Error('The server has no inspector');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer')));
  });
  let last = 0;
  return {
    ask: <T>(method: string): Promise<T> =>
      new Promise(resolve => {
        last += 1;
        const id = last;
        const onMessage = ({ data }: MessageEvent) => {
          const answer = JSON.parse(String(data));
          if (answer.id !== id) return;
          socket.removeEventListener('message', onMessage);
          resolve(answer.result);
        };
        socket.addEventListener('message', onMessage);
        socket.send(JSON.stringify({ id, method }));
      }),
    close: () => socket.close(),
  };
}
