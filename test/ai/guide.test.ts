import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const GUIDE = readFileSync(new URL('../../docs/ai.md', import.meta.url), 'utf8');

const hosts = /export DOCSVC_AI_ALLOWED_HOSTS=(\S+)/.exec(GUIDE)?.[1] ?? '';
const app = await testApp({ DOCSVC_AI_ALLOWED_HOSTS: hosts });
const { superAdmin } = await seed(app);

it("accepts the requests of the administrators' guide, word for word and in order", async () => {
  const commands = [...GUIDE.matchAll(/^put (\S+) <<'JSON'\n([\s\S]*?)\nJSON$/gm)];
  expect(commands).toHaveLength(3);
  for (const [, path = '', body] of commands) {
    const answer = await superAdmin.rest('PUT', path, { body });
    expect(answer, path).toMatchObject({ code: 200, detail: { enabled: true } });
    const { api_key, remove_api_key, ...rest } = JSON.parse(body ?? '');
    expect(answer.detail).toMatchObject(rest);
  }
});
