import { isRefusal, median, type TimedRequest, timedClient } from '../../test/support/timed.ts';

const ROUNDS = 9;
const ROUND_MS = 400;
const CONNECTIONS = 4;

type Client = ReturnType<typeof timedClient>;
/** A request, and the server that answers it. */
export type Asked = { base: string; read: TimedRequest };

/** Requests per second of two servers in each round, and their ratios. */
export type Rates = { service: number[]; other: number[]; ratio: number[] };

/** Compares two servers in alternating rounds, after one round of each to warm up. */
export async function compareRates(service: Asked, other: Asked): Promise<Rates> {
  const sides = [service, other].map(({ base, read }) => ({
    read,
    clients: Array.from({ length: CONNECTIONS }, () => timedClient(base)),
    rates: [] as number[],
  }));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { clients, read, rates } of sides) {
      const rate = await rateOf(clients, read);
      if (round > 0) rates.push(rate);
    }
  const [ours, theirs] = sides.map(({ rates }) => rates) as [number[], number[]];
  return { service: ours, other: theirs, ratio: ours.map((rate, round) => rate / (theirs[round] as number)) };
}

/** What a benchmark prints about one read. */
export function lineOf(name: string, { service, other, ratio }: Rates, otherName: string): string {
  const rate = (values: number[]) => `${median(values).toFixed(0).padStart(6)}/s`;
  const range = `${Math.min(...ratio).toFixed(2)} to ${Math.max(...ratio).toFixed(2)}`;
  return `${name.padEnd(18)} ${rate(service)}  ${otherName} ${rate(other)}  ratio ${median(ratio).toFixed(2)} (${range})`;
}

/** Requests per second over all connections. */
async function rateOf(clients: Client[], read: TimedRequest): Promise<number> {
  const started = performance.now();
  let count = 0;
  const send = async (client: Client) => {
    while (performance.now() - started < ROUND_MS) {
      const { status, text } = await client(read);
      if (status !== 200 || isRefusal(text)) throw new Error(`${read.path}: ${status} ${text.slice(0, 200)}`);
      count += 1;
    }
  };
  await Promise.all(clients.map(send));
  return (count / (performance.now() - started)) * 1000;
}
