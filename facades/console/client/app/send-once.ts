import type { CombinedError } from 'urql';

const CREATES = /\b(?:create|promote|accept|add)[A-Z]\w*\(/;

/** Total size, in characters, of the remembered creations. The newest one is always remembered. */
const MOST_REMEMBERED = 20_000_000;

type Creation = { text: string; variables: unknown; key: string };

/** Creations that are running, and creations whose answer was lost; the newest last. */
const unanswered = new Set<Creation>();

/** Forgets all creations, when the user signs out or another one signs in: some contain passwords. */
export const forgetLost = (): void => unanswered.clear();

/**
 * Sends a mutation. If the answer to a creation was lost, the same creation is sent again with the same
 * `Idempotency-Key`, so that the service creates nothing twice. A repeated answer lacks the secret of a new API token
 * or webhook: only the first answer has it. With a `key` that the caller keeps, this holds after a reload too.
 */
export async function sendOnce<Answer extends { error?: CombinedError | undefined }>(
  document: unknown,
  variables: unknown,
  send: (headers: Record<string, string>) => Promise<Answer>,
  key = newKey(),
): Promise<Answer> {
  const text = String(document);
  if (!CREATES.test(text)) return send({});
  const known = [...unanswered].find(one => one.text === text && isSame(one.variables, variables));
  const creation = known ?? { text, variables, key };
  remember(creation);
  const answer = await send({ 'idempotency-key': creation.key });
  if (answer.error?.networkError === undefined) unanswered.delete(creation);
  return answer;
}

/** Remembers a creation as the newest one, and forgets the oldest ones beyond MOST_REMEMBERED. */
function remember(creation: Creation): void {
  unanswered.delete(creation);
  unanswered.add(creation);
  let size = 0;
  for (const one of [...unanswered].reverse()) {
    size += sizeOf(one.variables);
    if (one !== creation && size > MOST_REMEMBERED) unanswered.delete(one);
  }
}

/** Approximate length of a value as JSON, in characters. */
const sizeOf = (value: unknown): number =>
  isNested(value) ? Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 1) : String(value).length;

/** Whether two JSON values are equal. Not by JSON.stringify: copying the text of a document would block a frame. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isNested(one) || !isNested(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every(key => isSame(one[key], other[key]));
}

const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A random key. Browsers offer `crypto.randomUUID` only on pages loaded over TLS. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
