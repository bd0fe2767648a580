import { fork } from 'node:child_process';
import { once } from 'node:events';
import { makeDocument, type Resource, type SignedIn, succeed } from './http-client.ts';
import type { Beat } from './probe.ts';

export type Step = {
  name: string;
  tookMs: number;
  /** The slowest answers to another client meanwhile: without and with a database access. */
  slowestLiveMs: number;
  slowestMeMs: number;
};

type Timed = { name: string; from: number; to: number };

/** Takes two releases of a document through all steps while another client sends small requests. */
export async function measurePublishing(client: SignedIn, first: string, second: string): Promise<Step[]> {
  const probe = startProbe(client);
  const timed = await publishTwo(client, first, second);
  return judge(timed, await probe.stop());
}

/** Takes two releases of a new document through all steps, and returns when each was taken. */
export async function publishTwo(client: SignedIn, first: string, second: string): Promise<Timed[]> {
  const { document, branches } = await makeDocument(client.rest);
  const timed: Timed[] = [];
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const from = now();
    const value = await work();
    timed.push({ name, from, to: now() });
    return value;
  }
  const send = <T = Resource>(method: string, path: string, body?: object) =>
    succeed(client.rest<T>(method, `${document}${path}`, body));

  const upload = { branch_id: branches.dev, version_name: '1', schema_content: first };
  const draft = await step('create draft', () => send('POST', '/drafts', upload));
  const submitted = await step('submit', () => send('POST', `/drafts/${draft.id}/submit`));
  await step('read draft content', () => send('GET', `/drafts/${draft.id}/content/raw`));
  const version = await step('approve', () => send('POST', `/drafts/${draft.id}/approve`, reviewOf(submitted)));
  const list = await step('endpoint list', () => send<Resource[]>('GET', `/versions/${version.id}/endpoints`));
  const endpoint = list[Math.floor(list.length / 2)] as Resource;
  await step('endpoint detail, cold', () => send('GET', `/versions/${version.id}/endpoints/${endpoint.id}`));
  await step('endpoint detail, warm', () => send('GET', `/versions/${version.id}/endpoints/${endpoint.id}`));
  await step('version content raw', () => send('GET', `/versions/${version.id}/content/raw`));
  await step('version content normalized', () => send('GET', `/versions/${version.id}/content/normalized`));

  const input = { branchId: branches.dev, versionName: '2', schemaContent: second };
  const next = await step('create draft by GraphQL', () => client.graphql<Resource>(CREATE, { input }));
  const resubmitted = await step('submit with preview', () => send('POST', `/drafts/${next.id}/submit`));
  const later = await step('approve with diff', () =>
    send('POST', `/drafts/${next.id}/approve`, reviewOf(resubmitted)),
  );
  const pair = { from_version_id: version.id, to_version_id: later.id };
  await step('diff', () => send('POST', '/diffs', pair));
  await step('version content by GraphQL', () => client.graphql(CONTENT, { id: later.id }));
  return timed;
}

const CREATE = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id revision } }';
const CONTENT = 'query($id: ID!) { version(id: $id) { content(kind: RAW) { content hash } } }';

const reviewOf = (draft: Resource) => ({ expected_review_revision: draft.review_revision });

const now = (): number => performance.timeOrigin + performance.now();

/** In a process of its own, because this one is busy with the large bodies. */
export function startProbe({ base, token }: SignedIn): { stop(): Promise<Beat[]> } {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const probe = fork(new URL('./probe.ts', import.meta.url), [base, token], { execArgv });
  const failed = once(probe, 'exit').then(() => Promise.reject(new Error('The probe has ended')));
  failed.catch(() => undefined);
  return {
    async stop() {
      const told = once(probe, 'message');
      probe.send('stop');
      const [beats] = (await Promise.race([told, failed])) as [Beat[]];
      return beats;
    },
  };
}

const judge = (timed: Timed[], beats: Beat[]): Step[] =>
  timed.map(({ name, from, to }) => {
    const during = beats.filter(beat => beat.sentAt <= to && beat.sentAt + beat.tookMs >= from);
    const slowest = (end: string) =>
      Math.max(0, ...during.filter(beat => beat.path.endsWith(end)).map(beat => beat.tookMs));
    return { name, tookMs: to - from, slowestLiveMs: slowest('/live'), slowestMeMs: slowest('/me') };
  });

type Slowest = 'slowestLiveMs' | 'slowestMeMs';

export const slowestOf = (steps: Step[], ...columns: Slowest[]): number =>
  Math.max(...steps.flatMap(step => columns.map(column => step[column])));

export function table(steps: Step[]): string {
  const line = (name: string, took: string, live: string, me: string) =>
    `${name.padEnd(28)}${took.padStart(12)}${live.padStart(16)}${me.padStart(16)}`;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    line('step', 'took', 'slowest live', 'slowest me'),
    ...steps.map(step => line(step.name, ms(step.tookMs), ms(step.slowestLiveMs), ms(step.slowestMeMs))),
  ].join('\n');
}
