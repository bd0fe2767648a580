import { parseArgs } from 'node:util';
import { type DatabaseKind, startLoadServer } from '../support/load-server.ts';
import {
  exchangeRaw,
  isInternal,
  makeRawTargets,
  type RawExchange,
  statusesOf,
  UNEXPECTED,
} from '../support/raw-requests.ts';
import { type Bound, report } from './failing-database.ts';

// Spoiled HTTP requests as bytes: methods, targets, headers, bodies, chunks, cut and pipelined requests, resets. None may
// cause an internal error or end the process. Options: --seconds 60 for each database, --seed 1, --databases embedded.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    databases: { type: 'string', default: 'embedded,postgresql' },
  },
});
const SEED = Number(values.seed);
const AT_ONCE = 12;
const MOST_SHOWN = 10;
const SHOWN_CHARACTERS = 800;

function show(number: number, { sent, received }: RawExchange): void {
  console.log(
    `request ${number} of seed ${SEED}\n${JSON.stringify(sent.toString('latin1').slice(0, SHOWN_CHARACTERS))}`,
  );
  console.log(received.slice(0, SHOWN_CHARACTERS));
}

async function run(kind: DatabaseKind): Promise<Bound[]> {
  const server = await startLoadServer(kind);
  try {
    const targets = await makeRawTargets(server.admin);
    const endsAt = Date.now() + Number(values.seconds) * 1000;
    const statuses: Record<string, number> = {};
    const hasEnded = () => server.process.exitCode !== null || server.process.signalCode !== null;
    let [sent, internal] = [0, 0];
    const sendOthers = async () => {
      while (Date.now() < endsAt && !hasEnded()) {
        const number = sent++;
        const exchange = await exchangeRaw(targets, SEED, number);
        for (const status of statusesOf(exchange)) statuses[status] = (statuses[status] ?? 0) + 1;
        if (isInternal(exchange) && internal++ < MOST_SHOWN) show(number, exchange);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendOthers));
    const unexpected = server
      .output()
      .split('\n')
      .filter(line => line.includes(UNEXPECTED));
    for (const line of unexpected.slice(0, MOST_SHOWN)) console.log(line);
    console.log(kind, sent, 'requests of seed', SEED, statuses);
    return [
      { name: `${kind}: internal errors`, holds: internal === 0, figure: `${internal}` },
      {
        name: `${kind}: unexpected failures in the log`,
        holds: unexpected.length === 0,
        figure: `${unexpected.length}`,
      },
      { name: `${kind}: the process runs`, holds: !hasEnded(), figure: `${!hasEnded()}` },
    ];
  } finally {
    await server.stop();
  }
}

const bounds: Bound[] = [];
for (const kind of values.databases.split(',')) bounds.push(...(await run(kind as DatabaseKind)));
report(bounds);
