import { compareInParts } from '../editor/compare.ts';

/** Worker: sends requests with large texts (up to 12 MB) and compares texts, so that the page stays responsive. */

export type Body = { query: string; variables: object };

export type Task =
  | { ask: Body; headers: Record<string, string> }
  | { compare: Parameters<typeof compareInParts> }
  | 'cancel';

const running = new Map<number, AbortController>();

addEventListener('message', async ({ data: { id, task } }: MessageEvent<{ id: number; task: Task }>) => {
  if (task === 'cancel') return running.get(id)?.abort();
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const answer =
      'ask' in task ? await send(task.ask, task.headers, controller.signal) : compareInParts(...task.compare);
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, failure: String(error) });
  } finally {
    running.delete(id);
  }
});

/** Ignores JSON errors: a proxy in front of the service may answer with HTML. */
function notJson(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

async function send(body: Body, more: Record<string, string>, signal: AbortSignal) {
  const headers = { ...more, 'content-type': 'application/json' };
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body), signal });
  const { status } = response;
  return { status, result: await response.json().catch(notJson) };
}
