import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { createToken, listen, MCP_PATH } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
await people.admin.createProject({ name: 'Inspected' });
const { token } = await createToken(people.admin);
const url = `${await listen(app)}${MCP_PATH}`;
const INSPECTOR = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);
const home = mkdtempSync(join(tmpdir(), 'docsvc-inspector-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Ran = { code: number; stdout: string; stderr: string };

const inspect = (...args: string[]): Promise<Ran> => {
  const all = [INSPECTOR, '--cli', url, '--transport', 'http', '--header', `Authorization: ${token}`, ...args];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: home, NO_COLOR: '1' };
  return new Promise(resolve => {
    execFile(process.execPath, all, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
};

describe('the Inspector', () => {
  it.each(['legacy', 'auto', 'modern'])('finds nothing in the schemas of the tools with --strict, %s', async era => {
    const { code, stdout, stderr } = await inspect('--method', 'tools/list', '--strict', '--protocol-era', era);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).tools).toHaveLength(28);
  });

  it('calls a tool', async () => {
    const { code, stdout } = await inspect('--method', 'tools/call', '--tool-name', 'list_projects');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).structuredContent).toMatchObject({ items: [{ name: 'Inspected' }], total: 1 });
  });

  it.each(['resources/list', 'resources/templates/list', 'prompts/list'])('asks for %s', async method => {
    expect((await inspect('--method', method)).code).toBe(0);
  });
});
