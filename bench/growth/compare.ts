import { median, type TimedRequest, timedClient } from '../../test/support/timed.ts';

/** PostgreSQL may plan a statement again for each of its first five executions. */
const NOT_COUNTED = 10;

/** A request to a service. */
export type Place = { base: string; request: TimedRequest };

export type Compared = ReturnType<typeof compared>;
export type Ratio = Extract<keyof Compared, `ratio${string}`>;

/** Compares the times of a request to the small and to the large database. Each call of `look` adds further requests. */
export function comparison(small: Place, large: Place) {
  const [first, second] = [sender(small), sender(large)];
  return {
    async look(requests: number): Promise<Compared> {
      // Alternately, so that other load on the machine affects both.
      for (let count = -NOT_COUNTED; count < requests; count += 1) {
        await first.send(count >= 0);
        await second.send(count >= 0);
      }
      return compared(first.times, second.times);
    },
  };
}

function compared(small: number[], large: number[]) {
  const [half, otherHalf] = [halfOf(small, 0), halfOf(small, 1)];
  return {
    requests: small.length,
    small: figures(small),
    large: figures(large),
    ratioOfP50: rounded(median(large) / median(small)),
    ratio: rounded(p99(large) / p99(small)),
    // Controls with half of the requests: the small database against itself, and the large one against the small one.
    ratioOfSame: rounded(p99(otherHalf) / p99(half)),
    ratioOfHalf: rounded(p99(halfOf(large, 1)) / p99(half)),
  };
}

/** Sends one request many times. */
function sender({ base, request }: Place) {
  const send = timedClient(base);
  const times: number[] = [];
  return {
    times,
    async send(counts: boolean) {
      const { ms, text } = await send(request);
      if (!/"status":"OK"|^\{"data"/.test(text)) throw new Error(`${request.path}: ${text.slice(0, 300)}`);
      if (counts) times.push(ms);
    },
  };
}

const halfOf = (times: number[], rest: 0 | 1): number[] => times.filter((_, nth) => nth % 2 === rest);

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] as number;
}

function figures(times: number[]) {
  return { p50: rounded(median(times)), p99: rounded(p99(times)) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
