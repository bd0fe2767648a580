import { setTimeout as delay } from 'node:timers/promises';
import { type Timed, type TimedRequest, timedClient } from '../support/timed.ts';

/** One request; `send` gets the number of previous requests. */
export type Asked = (turn: number) => TimedRequest;

/** Members who send small requests in sequence, each at most 16 a second. */
export function modestCallers(base: string, asked: readonly Asked[][]): (seconds: number) => Promise<number[]> {
  const clients = asked.map(() => timedClient(base));
  let turn = 0;
  const one = async (caller: number, took: number[], endsAt: number) => {
    const things = asked[caller] as Asked[];
    // Start at different moments.
    await delay(caller * 20);
    while (Date.now() < endsAt) {
      turn += 1;
      const send = (things[turn % things.length] as Asked)(turn);
      const answer = await (clients[caller] as (sent: TimedRequest) => Promise<Timed>)(send);
      if (!isFine(answer)) throw new Error(`${send.path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      took.push(answer.ms);
      await delay(60);
    }
  };
  return async seconds => {
    const took: number[] = [];
    const endsAt = Date.now() + seconds * 1000;
    await Promise.all(asked.map((_, caller) => one(caller, took, endsAt)));
    return took;
  };
}

const isFine = ({ status, text }: Timed): boolean =>
  status === 200 && (text.includes('"status":"OK"') || (text.startsWith('{"data"') && !text.includes('"errors"')));

/** The value at this quantile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
