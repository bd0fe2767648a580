import type { Call, Services } from '../access/call.ts';
import { type AiSummary, Prisma } from '../generated/prisma/client.ts';
import type { JobHandler, Write } from '../platform/jobs.ts';
import { plainText } from '../platform/plain-text.ts';
import { DAY_MS } from '../platform/times.ts';
import { isActiveProject } from '../projects/service.ts';
import { effectivePrompt, promptVersion } from './prompts.ts';
import { ProviderFailure } from './provider/failure.ts';
import { effectiveProvider } from './providers.ts';
import { renderPrompt } from './render.ts';
import { describeSubject, findSubject } from './subjects.ts';

/** The handler of staged summaries. */
export const summaryJob = (services: Services): JobHandler => ({
  work: async (id, signal) => {
    const summary = await services.db.aiSummary.findUnique({ where: { id } });
    if (summary?.status !== 'PENDING') return nothing;
    return summarize(services, summary, signal).catch(error => {
      throw isPostponed(error, summary) ? postponed(error) : error;
    });
  },
  giveUp: (id, error) => fail(id, reasonOf(error)),
  mayStart: running => (running.length < MOST_OF_PROJECT ? Prisma.sql`TRUE` : isOfOtherProject(running)),
});

/** Summaries of one project at a time: a slow provider of its own must not keep the others from theirs. */
const MOST_OF_PROJECT = 2;

/** SQL: a row of `jobs` belongs to a project of which fewer summaries are running. */
const isOfOtherProject = (running: readonly string[]): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT FROM ai_summaries s JOIN ai_summaries r ON r.project_id = s.project_id
  WHERE s.id = jobs.id AND r.id = ANY(${[...running]}::uuid[])
  HAVING count(*) >= ${MOST_OF_PROJECT})`;

/** For a day, a pause of the provider is no attempt. */
const LONGEST_WAIT_MS = DAY_MS;
/** Many summaries may wait for one provider: they ask again after one to five minutes. */
const LEAST_PAUSE_MS = 60_000;
const MOST_PAUSE_MS = 5 * 60_000;

const isPostponed = (error: unknown, { createdAt }: AiSummary): error is ProviderFailure =>
  error instanceof ProviderFailure && error.kind === 'paused' && Date.now() - createdAt.getTime() < LONGEST_WAIT_MS;

const postponed = (error: ProviderFailure): Error =>
  Object.assign(error, {
    isPostponed: true,
    retryAfterMs: LEAST_PAUSE_MS + Math.random() * (MOST_PAUSE_MS - LEAST_PAUSE_MS),
  });

async function summarize(services: Services, summary: AiSummary, signal: AbortSignal): Promise<Write> {
  const call = systemCall(services, summary);
  const { id, projectId, ownerType, ownerId, promptKey } = summary;
  if (!(await isActiveProject(call.db, projectId))) return skip(id, 'The project was archived');
  const settings = await effectiveProvider(call, projectId);
  if (settings === undefined) return skip(id, 'No AI provider is enabled');
  // Before the changes are described, which takes longest.
  call.aiClient.checkPause(settings);
  const [subject, prompt] = await Promise.all([
    findSubject(call, ownerType, ownerId),
    effectivePrompt(call, projectId, promptKey),
  ]);
  if (subject === undefined) return skip(id, 'The draft, version or diff no longer exists');
  const context = await describeSubject(call, subject);
  const asked = renderPrompt(prompt, context);
  const { content, model } = await call.aiClient.complete(settings, asked, { asker: projectId, signal });
  return change(id, {
    status: 'SUCCEEDED',
    content: plainText(content),
    model: plainText(model),
    promptVersion: promptVersion(prompt),
    basis: subject.basis,
    generatedAt: new Date(),
  });
}

const systemCall = (services: Services, { id }: AiSummary): Call => ({
  ...services,
  actor: { kind: 'system' },
  traceId: id.replaceAll('-', ''),
  address: 'none',
  surface: 'none',
});

const nothing: Write = async () => undefined;

/** Updates a summary only while it exists and is pending. */
const change =
  (id: string, data: Prisma.AiSummaryUpdateManyMutationInput): Write =>
  tx =>
    tx.aiSummary.updateMany({ where: { id, status: 'PENDING' }, data });

const skip = (id: string, errorMessage: string): Write => change(id, { status: 'SKIPPED', errorMessage });
const fail = (id: string, errorMessage: string): Write => change(id, { status: 'FAILED', errorMessage });

/** The reason shown to callers: the message of a provider failure; for other errors a generic one. */
const reasonOf = (error: unknown): string =>
  error instanceof ProviderFailure ? error.message : 'The summary could not be generated';
