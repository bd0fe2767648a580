import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { promptRows } from '../../facades/mcp/prompts.ts';
import { toolRows } from '../../facades/mcp/tools.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { startServer } from '../support/process.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/mcp.md');
const skill = read('skills/docsvc/SKILL.md');

const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block as string);

describe('the guide', () => {
  it('names every tool and prompt, and none that is not there', () => {
    const names = [...toolRows, ...promptRows].map(({ name }) => name);
    expect(names.filter(name => !guide.includes(`\`${name}\``))).toEqual([]);
    const known = new Set(names);
    const verbs = /`((?:list|get|create|update|submit|compare)_[a-z_]+)`/g;
    for (const text of [guide, skill])
      expect([...text.matchAll(verbs)].map(([, name]) => name).filter(name => !known.has(name as string))).toEqual([]);
  });

  it('shows configurations that clients can read', () => {
    for (const block of blocks(guide, 'json')) expect(JSON.stringify(JSON.parse(block))).toContain('/api/v1/open/mcp');
    expect(blocks(guide, 'json')).toHaveLength(3);
    expect(guide.replaceAll('without `Bearer`', '')).not.toMatch(/Bearer \$/);
  });

  it('runs word for word: a token, and calls with nothing but curl', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docsvc-guide-'));
    await migratedDatabaseIn(join(folder, 'data'));
    const server = await startServer({}, folder);
    try {
      const tools = blocks(read('README.md'), 'sh').slice(1, 3).join('\n');
      const walk = `${tools}\n${blocks(guide, 'sh').join('\n')}`.replaceAll('http://127.0.0.1:8080', server.base);
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${walk}`], {
        cwd: folder,
      });
      expect(stderr).toBe('');
      expect(stdout).toContain('"name":"get_endpoint_detail"');
      expect(stdout).toContain('"structuredContent":{"items":[],"total":0}');
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('and the skill are short enough for a context window', () => {
    expect(skill.length).toBeLessThan(5_000);
    expect(skill).toMatch(/^---\nname: docsvc\ndescription: .{50,500}\n---\n/);
  });
});
