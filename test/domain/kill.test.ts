import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { migratedDatabaseIn } from '../support/database.ts';
import {
  adminSettings,
  type HttpClient,
  keySettings,
  makeDocument,
  type Resource,
  signIn,
  succeed,
  type Workplace,
} from '../support/http-client.ts';
import { type ServerProcess, startServer } from '../support/process.ts';
import { vendorDocument } from '../support/vendor-document.ts';

/**
 * `kill -9` at any moment of publishing: acknowledged writes exist after the restart, and others exist completely or
 * not at all.
 */

const KILLS = 6;
/** Successive releases have different numbers of operations, so that a partial index is noticed. */
const operationsOf = (round: number): number => 100 + (round % 100);
/** Short texts: what is killed is publishing, not the reading of a large document. */
const contentOf = (round: number): string =>
  vendorDocument({ operations: operationsOf(round), words: 4, release: round + 1 });

let environment: Record<string, string>;
let server: ServerProcess;
let client: HttpClient;
let place: Workplace;
const restarts: number[] = [];

async function restart(): Promise<void> {
  const startedAt = performance.now();
  server = await startServer(environment);
  restarts.push(performance.now() - startedAt);
  client = (await signIn(server.base)).rest;
}

async function begin(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-kill-'));
  afterAll(async () => {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true });
  });
  const { url } = await migratedDatabaseIn(dataDir);
  environment = {
    ...adminSettings,
    ...keySettings,
    DOCSVC_DATA_DIR: dataDir,
    ...(url === undefined ? {} : { DOCSVC_DATABASE_URL: url }),
  };
  await restart();
  restarts.length = 0;
  place = await makeDocument(client);
}

// Not in a hook: clean-up can only be registered while the tests are collected.
await begin();

it('killed at many moments of publishing, it keeps acknowledged versions and shows no partial ones', async () => {
  const acknowledged = new Set<string>();
  const rounds = new Map<string, number>();
  const outcomes: string[] = [];
  let publishMs = 0;
  for (let round = 0; round <= KILLS + 1; round++) {
    const draft = await submitRelease(round);
    rounds.set(draft.id, round);
    const startedAt = performance.now();
    const approval = approve(draft).then(
      version => acknowledged.add(version.id) && 'acknowledged',
      () => 'lost',
    );
    const upload = createDraft(round + 100).then(
      created => rounds.set(created.id, round + 100),
      () => undefined,
    );
    // The first two are not killed and measure the duration; the others are killed at moments before and after it.
    if (round < 2) {
      await approval;
      // The longer one: the servers that are killed have also just started.
      publishMs = Math.max(publishMs, performance.now() - startedAt);
      await upload;
      continue;
    }
    await delay((publishMs * 1.4 * (round - 2)) / (KILLS - 1));
    await server.stop('SIGKILL');
    outcomes.push(await approval);
    await upload;
    await restart();
    const published = await expectWhole(acknowledged, rounds);
    if (!published.has(draft.id)) {
      // The lost decision can be repeated, because it did not happen.
      const again = await succeed(client<Resource>('GET', `${place.document}/drafts/${draft.id}`));
      expect(again).toMatchObject({ state: 'submitted', review_revision: draft.review_revision });
      acknowledged.add((await approve(again)).id);
    } else if (outcomes.at(-1) === 'lost') outcomes[outcomes.length - 1] = 'published, the answer lost';
  }
  await expectWhole(acknowledged, rounds);
  expect(acknowledged.size + outcomes.filter(outcome => outcome.startsWith('published')).length).toBe(KILLS + 2);
  console.log(`publishing took ${publishMs.toFixed(0)} ms; ${KILLS} kills: ${outcomes.join(', ')}`);
  console.log(`restarts in ${restarts.map(ms => ms.toFixed(0)).join(', ')} ms`);
}, 900_000);

async function createDraft(round: number): Promise<Resource> {
  return succeed(
    client('POST', `${place.document}/drafts`, {
      branch_id: place.branches.dev,
      version_name: `${round}.0.0`,
      schema_content: contentOf(round),
    }),
  );
}

async function submitRelease(round: number): Promise<Resource> {
  const draft = await createDraft(round);
  return succeed(client('POST', `${place.document}/drafts/${draft.id}/submit`));
}

const approve = (draft: Resource): Promise<Resource> =>
  succeed(
    client('POST', `${place.document}/drafts/${draft.id}/approve`, { expected_review_revision: draft.review_revision }),
  );

/** Reads again while the server, which has just started on a busy machine, is overloaded. */
async function readPatiently<T>(path: string): Promise<T> {
  const answer = await client<T>('GET', path);
  return answer.status === 'UNAVAILABLE' ? readPatiently(path) : succeed(Promise.resolve(answer));
}

/** Reads everything and compares the parts. Returns the published drafts. */
async function expectWhole(acknowledged: Set<string>, rounds: Map<string, number>): Promise<Set<string>> {
  const read = <T>(path: string) => readPatiently<T>(`${place.document}${path}`);
  const versions = (await read<Resource[]>(`/versions?branch_id=${place.branches.dev}`)).toReversed();
  const drafts = await read<Resource[]>('/drafts');
  const diffs = await read<Resource[]>('/diffs');
  const branch = await read<Resource>(`/branches/${place.branches.dev}`);

  expect([...acknowledged].filter(id => !versions.some(version => version.id === id))).toEqual([]);
  expect(versions.map(version => version.sequence)).toEqual(versions.map((_, index) => index + 1));
  expect(branch.latest_version_id).toBe(versions.at(-1)?.id);
  expect(
    drafts
      .filter(draft => draft.state === 'published')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(versions.map(version => version.draft_id).sort());
  const pairs = versions.slice(1).map((version, index) => `${versions[index]?.id} to ${version.id}`);
  expect(diffs.map(diff => `${diff.from_version_id} to ${diff.to_version_id}`).toReversed()).toEqual(pairs);
  for (const [index, version] of versions.entries()) {
    // An earlier round was checked before and never changes.
    if (index < versions.length - 2) continue;
    const round = rounds.get(version.draft_id) ?? Number.NaN;
    const endpoints = await client<Resource[]>('GET', `${place.document}/versions/${version.id}/endpoints?page_size=1`);
    expect(endpoints.total).toBe(operationsOf(round));
    const [first] = endpoints.detail;
    expect(await read(`/versions/${version.id}/endpoints/${first?.id}`)).toMatchObject({
      version_id: version.id,
      responses: { default: { description: 'Refused.' } },
    });
    const { content } = await read<Resource>(`/versions/${version.id}/content/raw`);
    expect(content).toBe(contentOf(round));
  }
  return new Set(versions.map(version => version.draft_id));
}
