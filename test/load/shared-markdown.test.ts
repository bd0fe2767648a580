import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { adminSettings, type Resource, signIn, succeed } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { startProbe } from '../support/publishing.ts';

// As for publishing: far below the time of rendering (more than a second), and holds on a busy machine.
const BOUND_MS = 750;

const MIB = 1_048_576;
const TABLE = 'a|b\n-|-\nc|d\n\n';

type Share = { id: string; secret: string };
type Read = { detail: { html: string; content: string } };

it('others get their answers while 1 MiB of Markdown is rendered for a visitor and sent as 6 MB', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-load-'));
  const server = await startServer({ ...adminSettings, DOCSVC_DATA_DIR: dataDir, DOCSVC_LOG_LEVEL: 'warn' });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true });
  });
  const client = await signIn(server.base);
  const send = <T = Resource>(path: string, body: object) => succeed(client.rest<T>('POST', path, body));
  const team = await send('/private/teams', { name: 'Team' });
  const project = await send('/private/projects', { team_id: team.id, name: 'Project' });
  const documents = `/private/projects/${project.id}/documents`;
  const { id } = await send(documents, { name: 'Tables', document_type: 2, relative_path: 'tables.md' });
  const document = `${documents}/${id}`;
  const branches = await succeed(client.rest<Resource[]>('GET', `${document}/branches`));
  const branch_id = branches.find(({ name }) => name === 'dev')?.id;
  const content = TABLE.repeat(Math.floor(MIB / TABLE.length));
  const draft = await send(`${document}/drafts`, { branch_id, version_name: '1', content });
  const { review_revision } = await send(`${document}/drafts/${draft.id}/submit`, {});
  const version = await send(`${document}/drafts/${draft.id}/approve`, { expected_review_revision: review_revision });
  const share = await send<Share>(`${document}/shares`, { branch_id });

  const url = `${server.base}/api/v1/open/document-shares/${share.id}/versions/${version.id}/content`;
  const read = async () => {
    const answer = await fetch(url, { headers: { authorization: `DocShare ${share.secret}` } });
    return (await answer.json()) as Read;
  };
  const probe = startProbe(client);
  const [made, again] = [await read(), await read()];
  const beats = await probe.stop();
  expect(made.detail.content).toBe(content);
  expect(made.detail.html.length).toBeGreaterThan(5_000_000);
  expect(again.detail.html).toBe(made.detail.html);
  expect(beats.length).toBeGreaterThan(10);
  expect(Math.max(...beats.map(({ tookMs }) => tookMs))).toBeLessThan(BOUND_MS);
}, 120_000);
