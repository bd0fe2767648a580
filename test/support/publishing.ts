import { fork } from 'node:child_process';
import { once } from 'node:events';
import { encoded, encodedClient } from './encoded-client.ts';
import { type Answer, makeDocument, type Resource, type SignedIn, succeed } from './http-client.ts';
import type { Beat } from './probe.ts';

export type Step = {
  name: string;
  tookMs: number;
  /** The slowest answers to another client during the step: without and with database access. */
  slowestLiveMs: number;
  slowestMeMs: number;
};

type Timed = { name: string; from: number; to: number };

/** Takes two releases of a document through all steps while another client sends small requests. */
export async function measurePublishing(client: SignedIn, first: string, second: string): Promise<Step[]> {
  const publish = await preparePublishing(client, first, second);
  const probe = startProbe(client);
  const timed = await publish();
  return judge(timed, await probe.stop());
}

/** Returns a function that takes two releases through all steps, and returns when each step began and ended. */
export async function preparePublishing(
  client: SignedIn,
  first: string,
  second: string,
): Promise<() => Promise<Timed[]>> {
  const { document, branches } = await makeDocument(client.rest);
  const at = `/api/v1${document}`;
  const upload = encoded({ branch_id: branches.dev, version_name: '1', schema_content: first });
  const input = { branchId: branches.dev, versionName: '2', schemaContent: second };
  const creation = encoded({ query: CREATE, variables: { input } });
  return async () => {
    const { drop, parse, close } = encodedClient(client);
    const timed: Timed[] = [];
    async function step<T>(name: string, work: Promise<T>): Promise<T> {
      const from = now();
      const value = await work;
      timed.push({ name, from, to: now() });
      return value;
    }
    const post = (path: string, body?: Buffer) => succeed(parse<Answer>('POST', `${at}${path}`, body));
    const list = (path: string) => succeed(parse<Answer<Resource[]>>('GET', `${at}${path}`));
    const read = (path: string) => drop('GET', `${at}${path}`);

    const draft = await step('create draft', post('/drafts', upload));
    const submitted = await step('submit', post(`/drafts/${draft.id}/submit`));
    await step('read draft content', read(`/drafts/${draft.id}/content/raw`));
    const version = await step('approve', post(`/drafts/${draft.id}/approve`, reviewOf(submitted)));
    const endpoints = await step('endpoint list', list(`/versions/${version.id}/endpoints`));
    const endpoint = endpoints[Math.floor(endpoints.length / 2)] as Resource;
    await step('endpoint detail, cold', read(`/versions/${version.id}/endpoints/${endpoint.id}`));
    await step('endpoint detail, warm', read(`/versions/${version.id}/endpoints/${endpoint.id}`));
    await step('version content raw', read(`/versions/${version.id}/content/raw`));
    await step('version content normalized', read(`/versions/${version.id}/content/normalized`));

    const created = await step('create draft by GraphQL', parse<Created>('POST', '/graphql', creation));
    const next = created.data.createDraft;
    const resubmitted = await step('submit with preview', post(`/drafts/${next.id}/submit`));
    const later = await step('approve with diff', post(`/drafts/${next.id}/approve`, reviewOf(resubmitted)));
    const pair = encoded({ from_version_id: version.id, to_version_id: later.id });
    await step('diff', post('/diffs', pair));
    const content = encoded({ query: CONTENT, variables: { id: later.id } });
    await step('version content by GraphQL', drop('POST', '/graphql', content));
    close();
    return timed;
  };
}

type Created = { data: { createDraft: Resource } };

const CREATE = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id revision } }';
const CONTENT = 'query($id: ID!) { version(id: $id) { content(kind: RAW) { content hash } } }';

const reviewOf = (draft: Resource) => encoded({ expected_review_revision: draft.review_revision });

const now = (): number => performance.timeOrigin + performance.now();

/** Starts `probe.ts` in a separate process, because this process is busy with the large bodies. */
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
