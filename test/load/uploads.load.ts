import { parseArgs } from 'node:util';
import { makeDocument, succeed } from '../support/http-client.ts';
import { startLoadServer } from '../support/load-server.ts';
import { rssMb } from '../support/server-figures.ts';
import { timedClient } from '../support/timed.ts';
import { vendorDocument } from '../support/vendor-document.ts';

// The memory of uploads: documents with very many numbers by different members at once, each of which needs some
// hundred MB to validate, and ordinary documents of 4 MB, two at a time.
const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '8' },
    numbers: { type: 'string', default: '1500000' },
    growth: { type: 'string', default: '1536' },
  },
});
const UPLOADS = Number(values.uploads);
const MAX_MB = Number(values.growth);
const PASSWORD = 'correct horse battery staple';

const server = await startLoadServer('embedded');
const failures: string[] = [];

async function memberOf(project: string, email: string): Promise<string> {
  const { rest, base } = server.admin;
  const user = await succeed(rest('POST', '/private/system/users', { email, name: email, password: PASSWORD }));
  await succeed(rest('POST', `/private/projects/${project}/members`, { user_id: user.id, role: 2 }));
  const login = { method: 'POST', path: '/api/v1/open/auth/login', headers: {}, body: { email, password: PASSWORD } };
  return JSON.parse((await timedClient(base)(login)).text).detail.token;
}

try {
  const { project, document, branches } = await makeDocument(server.admin.rest);
  const tokens: string[] = [];
  for (let n = 0; n < UPLOADS; n += 1) tokens.push(await memberOf(project, `writer${n}@example.com`));
  const upload = (token: string, content: string) =>
    timedClient(
      server.admin.base,
      120_000,
    )({
      method: 'POST',
      path: `/api/v1${document}/drafts`,
      headers: { authorization: token },
      body: { branch_id: branches.dev, version_name: 'x', schema_content: content },
    });
  const [first = '', second = ''] = tokens;
  const ordinary = (release: number) => vendorDocument({ operations: 1_000, words: 75, release });
  await upload(first, ordinary(1));
  const { ms: alone, text } = await upload(first, ordinary(2));
  if (!text.includes('"status":"OK"')) failures.push(`an ordinary upload: ${text.slice(0, 200)}`);
  const startedAt = performance.now();
  await Promise.all([upload(first, ordinary(3)), upload(second, ordinary(4))]);
  const together = performance.now() - startedAt;
  const megabytes = (Buffer.byteLength(ordinary(1)) / 1e6).toFixed(1);
  console.log(
    `ordinary upload of ${megabytes} MB: ${alone.toFixed(0)} ms alone, two together ${together.toFixed(0)} ms`,
  );

  // 16 MB of small numbers, each on its own line in the stored form.
  const numbers = `[${'1234567,'.repeat(Number(values.numbers))}1]`;
  const content = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"x-numbers":${numbers}}`;
  const before = await server.held();
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, rssMb(server));
  }, 50);
  const answers = await Promise.all(tokens.map(token => upload(token, content)));
  clearInterval(watch);
  const said = Map.groupBy(answers, ({ text }) => /"status":"([A-Z_]+)"/.exec(text)?.[1] ?? 'none');
  console.log(
    `${UPLOADS} uploads of ${(content.length / 1e6).toFixed(1)} MB at once: RSS ${before.rssMb.toFixed(0)} MB before, + ${(mostMb - before.rssMb).toFixed(0)} MB at most;`,
    [...said].map(([status, all]) => `${all.length} ${status}`).join(', '),
  );
  if (mostMb - before.rssMb > MAX_MB) failures.push(`memory grew by ${(mostMb - before.rssMb).toFixed(0)} MB`);
} finally {
  await server.stop();
}
for (const failure of failures) console.error(`FAILED ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
