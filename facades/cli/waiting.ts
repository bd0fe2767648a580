import { setTimeout as wait } from 'node:timers/promises';
import { type Client, mayPass } from './client.ts';
import { CHANGED, stateOf } from './draft-of.ts';
import { type Io, NoAnswer, oneLine } from './outcome.ts';
import type { Session } from './session.ts';

/** The outcome of a push for one file, as --format json prints it. */
export type PushResult = {
  file: string;
  document: string;
  branch: string;
  version: string;
  outcome: 'created' | 'updated' | 'found' | 'unchanged';
  status: string;
  /** For a text that was published before: whether no version followed. */
  is_latest?: boolean;
  raw_content_hash: string;
  draft_id?: string;
  url?: string;
  breaking_changes?: number;
  review_comment?: string;
};

const POLL_MS = 3_000;

export async function waitForAll(client: Client, io: Io, results: PushResult[], end: number): Promise<void> {
  let open = results.filter(({ status }) => status === 'SUBMITTED');
  for (const { file, url } of open) io.tell(oneLine(`${file}: waiting for a review of ${url}`));
  const failed = new Set<PushResult>();
  while (open.length > 0 && Date.now() < end) {
    await wait(POLL_MS);
    const still: PushResult[] = [];
    for (const result of open) if (await isWaiting({ client, io, end, failed }, result)) still.push(result);
    open = still;
  }
  for (const { file, url } of open) io.tell(oneLine(`${file}: no decision in time. The draft still waits at ${url}`));
}

/** `failed`: the files whose user knows that the service has failed. The failure may last, such as a redirect. */
type Waiting = { client: Client; io: Io; end: number; failed: Set<PushResult> };

/** Whether the draft of a file still waits for its decision, which the result gets. */
async function isWaiting({ client, io, end, failed }: Waiting, result: PushResult): Promise<boolean> {
  const state = await stateOf(client, result.draft_id as string).catch(error => {
    // Without an answer, the client has tried as long as it makes sense.
    if (error instanceof NoAnswer || !mayPass(error) || Date.now() >= end) throw error;
    if (!failed.has(result)) io.tell(oneLine(`${result.file}: still waiting: ${error.message}`));
    failed.add(result);
  });
  if (state === undefined) return true;
  const { status, reviewComment, rawContentHash } = state;
  if (rawContentHash !== result.raw_content_hash) {
    io.tell(oneLine(`${result.file}: ${CHANGED}`));
    return false;
  }
  result.status = status;
  if (status === 'SUBMITTED') return true;
  if (reviewComment) result.review_comment = reviewComment;
  return false;
}

/**
 * A session that repeats requests until `end` while the service is unreachable, so that `--wait` survives restarts of
 * the service. Gives up at once if the service names a limit that lasts longer.
 */
export function withRetries(session: Session, io: Io, end: number): Session {
  let isTold = false;
  const lasting = (client: Client): Client => ({
    ...client,
    async ask(document, variables, key) {
      for (;;) {
        try {
          return await client.ask(document, variables, key);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          const waitMs = Math.max(POLL_MS, error.afterMs ?? 0);
          if (Date.now() + waitMs > end) throw error;
          if (!isTold) io.tell(`${error.message}. Still trying …`);
          isTold = true;
          await wait(waitMs);
        }
      }
    },
  });
  return { ...session, client: lasting(session.client), person: async () => lasting(await session.person()) };
}
