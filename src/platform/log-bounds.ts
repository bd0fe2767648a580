/** Longest text in a log line. Stacks, which have many lines, may be longer. */
const MAX_CHARACTERS = 300;
const MAX_STACK_CHARACTERS = 8_000;
const MAX_ITEMS = 20;
const MAX_DEPTH = 6;

/** Field names that end so have credentials as values, also in answers of other services: access_token, clientSecret. */
const CREDENTIAL = /(authorization|cookie|password|secret|token|api_?key)$/i;
const REDACTED = '[redacted]';

/**
 * Limits the size of everything in a log line. Callers choose operation names, paths and tool names, and error messages
 * repeat them: without a limit, a name of 5 MB would become a log line of 5 MB. Credentials are redacted.
 */
export function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cut(value, MAX_CHARACTERS);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return boundedError(value, depth);
  if (value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(item => bounded(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `[${value.length - MAX_ITEMS} more]`] : items;
  }
  return boundedEntries(Object.entries(value), depth);
}

function boundedEntries(entries: [string, unknown][], depth: number): Record<string, unknown> {
  const shown = (name: string, value: unknown) => (CREDENTIAL.test(name) ? REDACTED : bounded(value, depth + 1));
  const kept = entries.slice(0, MAX_ITEMS).map(([name, value]) => [cut(name, 60), shown(name, value)]);
  return Object.fromEntries(kept);
}

/** Limits an error: type, message and stack first. The stack starts with the message, which may be long. */
function boundedError(error: Error, depth: number): unknown {
  if (depth >= MAX_DEPTH) return '[deeper]';
  const { name, message, stack, cause } = error;
  const frames = /\n\s+at [\s\S]*$/.exec(stack?.startsWith(String(error)) ? stack.slice(String(error).length) : '');
  const own = Object.entries(error).filter(([key]) => !['name', 'message', 'stack', 'cause'].includes(key));
  const short = cut(message, MAX_CHARACTERS);
  return {
    type: cut(name, 60),
    message: short,
    stack: cut(`${cut(name, 60)}: ${short}${frames?.[0] ?? ''}`, MAX_STACK_CHARACTERS),
    ...boundedEntries(own, depth),
    ...(cause !== undefined && { cause: bounded(cause, depth + 1) }),
  };
}

/**
 * Characters that are unsafe in logs. JSON escapes those below U+0020, but log readers also break lines at U+0085,
 * U+2028 and U+2029, and terminals obey other controls and direction marks.
 */
const CONTROLS = /(?![\t\n])\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}/gu;

function cut(text: string, most: number): string {
  const kept = text.slice(0, most).toWellFormed().replaceAll(CONTROLS, '\ufffd');
  return text.length > most ? `${kept}… (${text.length} characters)` : kept;
}
