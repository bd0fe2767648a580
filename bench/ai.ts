import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Answer,
  type HttpClient,
  makeDocument,
  type Resource,
  signIn,
  succeed,
} from '../test/support/http-client.ts';
import { startServer } from '../test/support/process.ts';
import { median } from '../test/support/timed.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { fromEnvironment } from './processes/run.ts';

// Measures how much a hanging AI provider slows down submit and approve. Alternates between a project without a
// provider and a project whose provider accepts requests and never answers. npm run bench -- ai. Uses the embedded
// database unless DOCSVC_DATABASE_URL is set. Fails when a goal is missed.

const ROUNDS = 60;
const WARM_UP = 10;
const GOAL = 1.25;

const hanging = createServer(() => undefined);
await new Promise<void>(resolve => hanging.listen(0, '127.0.0.1', resolve));
const base_url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/v1`;
const provider = { name: 'Hanging', base_url, model: 'none', enabled: true, timeout_ms: 120_000 };

const database = fromEnvironment();
const server = await startServer(database.settings);
try {
  const { rest } = await signIn(server.base);
  const [without, within] = [await makeDocument(rest), await makeDocument(rest)];
  await succeed(rest('PUT', `/private/projects/${within.project}/ai/provider`, provider));
  const times = { without: { submit: [], approve: [] }, hanging: { submit: [], approve: [] } } as Record<
    'without' | 'hanging',
    Record<'submit' | 'approve', number[]>
  >;
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const turns = [
      ['without', without],
      ['hanging', within],
    ] as const;
    for (const [name, place] of round % 2 === 0 ? turns : turns.toReversed()) {
      const { submitMs, approveMs } = await publish(rest, place, round);
      if (round < WARM_UP) continue;
      times[name].submit.push(submitMs);
      times[name].approve.push(approveMs);
    }
  }
  let missed = false;
  for (const step of ['submit', 'approve'] as const) {
    const [plain, slow] = [median(times.without[step]), median(times.hanging[step])];
    const ratio = slow / plain;
    missed ||= ratio > GOAL;
    console.log(
      `${step.padEnd(8)} ${plain.toFixed(2)} ms without a provider, ${slow.toFixed(2)} ms with a hanging one: ratio ${ratio.toFixed(2)}`,
    );
  }
  const summary = await latestSummary(rest, within);
  console.log(`the last summary of the hanging provider: ${summary}`);
  if (missed || summary !== 'pending') process.exitCode = 1;
} finally {
  await server.stop();
  hanging.closeAllConnections();
  hanging.close();
  await database.close();
}

type Place = Awaited<ReturnType<typeof makeDocument>>;

async function publish(rest: HttpClient, { document, branches }: Place, round: number) {
  const schema_content = vendorDocument({ operations: 20, release: (round % 2) + 1 });
  const body = { branch_id: branches.dev, version_name: `${round}`, schema_content };
  const draft = await succeed(rest('POST', `${document}/drafts`, body));
  const [submitted, submitMs] = await timed(() => rest('POST', `${document}/drafts/${draft.id}/submit`));
  const review = { expected_review_revision: submitted.review_revision };
  const [, approveMs] = await timed(() => rest('POST', `${document}/drafts/${draft.id}/approve`, review));
  return { submitMs, approveMs };
}

async function timed(work: () => Promise<Answer>): Promise<[Resource, number]> {
  const startedAt = performance.now();
  const answer = await work();
  const tookMs = performance.now() - startedAt;
  return [await succeed(Promise.resolve(answer)), tookMs];
}

async function latestSummary(rest: HttpClient, { document }: Place): Promise<string> {
  const [version] = await succeed(rest<Resource[]>('GET', `${document}/versions?page_size=1`));
  const summary = await succeed(rest<{ status: string }>('GET', `${document}/versions/${version?.id}/ai-summary`));
  return summary.status;
}
