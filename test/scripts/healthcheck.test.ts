import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const script = join(import.meta.dirname, '../../scripts/healthcheck.ts');

/** Whether the health check of a container with this DOCSVC_HOST finds a server that listens on the address. */
async function finds(address: string, DOCSVC_HOST: string): Promise<boolean> {
  const server = createServer((_request, response) => response.end()).listen(0, address);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { PATH } = process.env;
  const child = execFile(process.execPath, [script], { env: { PATH, DOCSVC_HOST, DOCSVC_PORT: `${port}` } });
  const [code] = await once(child, 'exit');
  return code === 0;
}

it.each([
  ['127.0.0.1', ''],
  ['0.0.0.0', '0.0.0.0'],
  ['::', '::'],
  ['127.0.0.1', 'localhost'],
  ['::1', '::1'],
  ['::1', '[::1]'],
])('the health check finds a server on %s with DOCSVC_HOST "%s"', async (address, host) => {
  expect(await finds(address, host)).toBe(true);
});

it('the health check fails where no server listens', async () => {
  expect(await finds('127.0.0.1', '127.0.0.2')).toBe(false);
});
