import { compareInParts } from '../editor/compare.ts';
import { rangesOf } from '../pages/review/marked-ranges.ts';

/** Worker: sends requests with large texts (up to 12 MB) and compares texts, so that the page stays responsive. */

export type Body = { query: string; variables: object };

export type Task =
  | { ask: Body; headers: Record<string, string> }
  | { compare: Parameters<typeof compareInParts> }
  | { mark: Parameters<typeof rangesOf> }
  | 'cancel';

const running = new Map<number, AbortController>();

addEventListener('message', async ({ data: { id, task } }: MessageEvent<{ id: number; task: Task }>) => {
  if (task === 'cancel') return running.get(id)?.abort();
  const controller = new AbortController();
  running.set(id, controller);
  try {
    postMessage({ id, answer: await answerTo(task, controller.signal) });
  } catch (error) {
    postMessage({ id, failure: String(error) });
  } finally {
    running.delete(id);
  }
});

function answerTo(task: Exclude<Task, 'cancel'>, signal: AbortSignal) {
  if ('ask' in task) return send(task.ask, task.headers, signal);
  return 'mark' in task ? rangesOf(...task.mark) : compareInParts(...task.compare);
}

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
