import type pg from 'pg';
import { Batch } from './batches.ts';
import { beginWork } from './observing.ts';

type Query = (...args: unknown[]) => unknown;

/** Observes every statement of a connection, by its text without values. */
export function observeStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    const { end } = beginWork(workOf(args[0]));
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        end(error ?? undefined);
        (last as Query)(error, result);
      };
      return query(...args);
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(() => end(), end);
    else end();
    return answer;
  }) as typeof client.query;
}

const MOST_CHARACTERS = 2_000;

function workOf(sent: unknown) {
  const text = textOf(sent);
  const verb =
    /^\s*(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK|WITH)\b/i.exec(text)?.[1]?.toUpperCase() ?? 'OTHER';
  return { kind: 'sql', name: text.slice(0, MOST_CHARACTERS), label: verb } as const;
}

function textOf(sent: unknown): string {
  if (sent instanceof Batch) return sent.statements.map(({ text }) => text).join(';\n');
  return typeof sent === 'string' ? sent : String((sent as { text?: unknown } | undefined)?.text ?? '');
}
