import type { CombinedError } from 'urql';

const CREATES = /\b(?:create|promote|accept|add)[A-Z]\w*\(/;
/** A secret is only in the first answer: sent again, such a creation must not seem to be done. */
const GIVES_SECRET = /\b(?:token|secret|url)\b/;

type Creation = { text: string; variables: unknown; key: string };

/** The creations that are underway, and those whose answers were lost. */
const unanswered = new Set<Creation>();

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
  const known = [...unanswered].find(one => one.text === text && isSame(one.variables, variables));
  const creation = known ?? { text, variables, key: newKey() };
  unanswered.add(creation);
  const answer = await send({ 'idempotency-key': creation.key });
  if (answer.error?.networkError === undefined) unanswered.delete(creation);
  return answer;
}

/** Of values as in JSON. The text of a document is compared without a copy, for which a frame would wait. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isNested(one) || !isNested(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every(key => isSame(one[key], other[key]));
}

const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `crypto.randomUUID` is missing where the page was loaded without TLS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
