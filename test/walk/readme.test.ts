import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServer } from '../support/process.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The commands of the tutorial in order, as a reader types them, with another port. */
function walk(base: string): string {
  const section = README.slice(
    README.indexOf('## Tutorial: from nothing to a diff'),
    README.indexOf('## The command line, and pipelines'),
  );
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1]);
  return blocks.join('\n').replaceAll('http://127.0.0.1:8080', base);
}

test('the walk of the README goes from an empty machine to a diff, word for word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docsvc-walk-'));
  const server = await startServer({}, folder);
  try {
    const script = `set -euo pipefail\n${walk(server.base)}`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
    expect(stderr).toBe('');
    expect(stdout).toContain('"email":"admin@docsvc.local"');
    expect(stdout).toContain('"path":"/pets"');
    expect(stdout).toContain('"breaking_changes":2');
    expect(stdout).toMatch(/"approveDraft":\{"id":"[0-9a-f-]{36}","sequence":1/);
    expect(stdout).toContain('"rule":"response-property-removed","severity":"BREAKING"');
    expect(stdout).toContain('"structuredContent":{"items":[{');
    expect(stdout).toMatch(/\/share\/[0-9a-f-]{36}#[\w-]{43}\n/);
    expect(stdout).not.toContain('"errors"');
    const password = readFileSync(join(folder, 'data/initial-admin-password'), 'utf8').trim();
    expect(server.output()).toContain(join(folder, 'data/initial-admin-password'));
    expect(server.output()).not.toContain(password);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'data/initial-admin-password')).mode & 0o777).toBe(0o600);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
