import type { CombinedError } from 'urql';

const CREATES = /\b(?:create|promote|accept|add)[A-Z]\w*\(/;

/** The newest creations of so many characters are remembered, and always the last one. */
const MOST_REMEMBERED = 20_000_000;

type Creation = { text: string; variables: unknown; key: string };

/** The creations that are underway, and those whose answers were lost. */
const unanswered = new Set<Creation>();

/** Forgets them when another person may use the tab: some have passwords. */
export const forgetLost = (): void => unanswered.clear();

/**
 * Sends a mutation. A creation whose answer was lost may have been carried out: sent again, it has the same
 * `Idempotency-Key`, and the service makes nothing a second time. The answer to an API token or a webhook then lacks its
 * secret, which is only in the first one.
 */
export async function sendOnce<Answer extends { error?: CombinedError | undefined }>(
  document: unknown,
  variables: unknown,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const text = String(document);
  if (!CREATES.test(text)) return send({});
  const known = [...unanswered].find(one => one.text === text && isSame(one.variables, variables));
  const creation = known ?? { text, variables, key: newKey() };
  remember(creation);
  const answer = await send({ 'idempotency-key': creation.key });
  if (answer.error?.networkError === undefined) unanswered.delete(creation);
  return answer;
}

/** As the newest one. Forgets the oldest: a tab may stay open for days. */
function remember(creation: Creation): void {
  unanswered.delete(creation);
  unanswered.add(creation);
  let size = 0;
  for (const one of [...unanswered].reverse()) {
    size += sizeOf(one.variables);
    if (one !== creation && size > MOST_REMEMBERED) unanswered.delete(one);
  }
}

/** About how many characters a value has in JSON. */
const sizeOf = (value: unknown): number =>
  isNested(value) ? Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 1) : String(value).length;

/** Of values as in JSON. The text of a document is compared without a copy, for which a frame would wait. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isNested(one) || !isNested(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every(key => isSame(one[key], other[key]));
}

const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `crypto.randomUUID` is missing where the page was loaded without TLS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
