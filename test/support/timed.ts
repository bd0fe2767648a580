import { Agent, request } from 'node:http';

/** Whether a text is a refusal: the service sends most of them with HTTP status 200. */
export const isRefusal = (text: string): boolean => /^\{"(?:code":(?!200,)|errors":)/.test(text);

/** One answer with its time from the request to the last byte. */
export type Timed = { ms: number; bytes: number; status: number; text: string };

export type TimedRequest = { method: string; path: string; headers: Record<string, string>; body?: object | undefined };

/** Sends requests over one keep-alive connection; fails if one takes longer than `limitMs`. */
export function timedClient(base: string, limitMs = 60_000): (sent: TimedRequest) => Promise<Timed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ method, path, headers, body }) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const all = { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) };
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(`${base}${path}`, { method, agent, headers: all }, answer => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const ms = performance.now() - started;
          const whole = Buffer.concat(chunks);
          resolve({ ms, bytes: whole.length, status: answer.statusCode ?? 0, text: whole.toString() });
        });
      });
      sent.on('error', reject);
      sent.setTimeout(limitMs, () => sent.destroy(new Error(`${method} ${path} took longer than ${limitMs} ms`)));
      sent.end(text);
    });
  };
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
