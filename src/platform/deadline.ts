export type Deadline = { readonly signal: AbortSignal; end(): void };

/**
 * A signal that is aborted after a time, unless `end` is called before. `AbortSignal.timeout` cannot be ended: its timer
 * keeps the asynchronous context of the request, and all that the request holds, until the time is over.
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms).unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
