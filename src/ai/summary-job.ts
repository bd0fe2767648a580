import type { Call, Services } from '../access/call.ts';
import type { AiSummary, Prisma } from '../generated/prisma/client.ts';
import type { JobHandler, Write } from '../platform/jobs.ts';
import { plainText } from '../platform/plain-text.ts';
import { isActiveProject } from '../projects/service.ts';
import { effectivePrompt, promptVersion } from './prompts.ts';
import { ProviderFailure } from './provider/failure.ts';
import { effectiveProvider } from './providers.ts';
import { renderPrompt } from './render.ts';
import { describeSubject, findSubject } from './subjects.ts';

/** How the summaries that were staged are made. */
export const summaryJob = (services: Services): JobHandler => ({
  work: (id, signal) => summarize(services, id, signal),
  giveUp: (id, error) => fail(id, reasonOf(error)),
});

async function summarize(services: Services, id: string, signal: AbortSignal): Promise<Write> {
  const summary = await services.db.aiSummary.findUnique({ where: { id } });
  if (summary?.status !== 'PENDING') return nothing;
  const call = systemCall(services, summary);
  const { projectId, ownerType, ownerId, promptKey } = summary;
  if (!(await isActiveProject(call.db, projectId))) return skip(id, 'The project was archived');
  const settings = await effectiveProvider(call, projectId);
  if (settings === undefined) return skip(id, 'No AI provider is enabled any more');
  const [subject, prompt] = await Promise.all([
    findSubject(call, ownerType, ownerId),
    effectivePrompt(call, projectId, promptKey),
  ]);
  if (subject === undefined) return skip(id, 'What it was about is gone');
  const context = await describeSubject(call, subject);
  const { content, model } = await call.aiClient.complete(settings, renderPrompt(prompt, context), { signal });
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

/** Nothing is written about one that is gone or has ended. */
const change =
  (id: string, data: Prisma.AiSummaryUpdateManyMutationInput): Write =>
  tx =>
    tx.aiSummary.updateMany({ where: { id, status: 'PENDING' }, data });

const skip = (id: string, errorMessage: string): Write => change(id, { status: 'SKIPPED', errorMessage });
const fail = (id: string, errorMessage: string): Write => change(id, { status: 'FAILED', errorMessage });

/** Failures of a provider come in this service's own words; of others nothing is told that was not meant for callers. */
const reasonOf = (error: unknown): string =>
  error instanceof ProviderFailure ? error.message : 'The summary could not be made';
