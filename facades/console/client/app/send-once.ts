import type { CombinedError } from 'urql';

const CREATES = /\b(?:create|promote|accept|add)[A-Z]\w*\(/;
/** A secret is only in the first answer: sent again, such a creation must not seem to be done. */
const GIVES_SECRET = /\b(?:token|secret|url)\b/;

/** The keys of the creations whose answers were lost. */
const unanswered = new Map<string, string>();

/**
 * Sends a mutation. A creation whose answer was lost may have been carried out: sent again, it has the same
 * `Idempotency-Key`, and the service makes nothing a second time.
 */
export async function sendOnce<Answer extends { error?: CombinedError | undefined }>(
  document: unknown,
  variables: unknown,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const text = String(document);
  if (!CREATES.test(text) || GIVES_SECRET.test(text)) return send({});
  const request = JSON.stringify([text, variables]);
  const key = unanswered.get(request) ?? newKey();
  unanswered.set(request, key);
  const answer = await send({ 'idempotency-key': key });
  if (answer.error?.networkError === undefined) unanswered.delete(request);
  return answer;
}

/** `crypto.randomUUID` is missing where the page was loaded without TLS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
