import { figureOf, noteResults } from './processes/results.ts';
import { embedded, type Program, postgresql, programs, start } from './processes/run.ts';

// Measures the time in ms from the start of the process until it prints that it is ready, compared with a bare server, in
// alternating rounds. npm run bench -- start. Writes its figures to results.json.

const ROUNDS = 5;
const FIRST_STARTS = 3;

const databases = { postgresql: await postgresql(), embedded: embedded() };
const times = new Map<string, number[]>();

async function measure(name: string, program: Program, settings: Record<string, string>): Promise<void> {
  const started = await start(program, settings);
  await started.stop();
  times.set(name, [...(times.get(name) ?? []), started.readyMs]);
}

try {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [kind, { settings }] of Object.entries(databases))
      for (const program of Object.keys(programs) as Program[]) await measure(`${kind}, ${program}`, program, settings);
    // The first round creates the databases.
    if (round === 0) times.clear();
  }
  for (let round = 0; round < FIRST_STARTS; round += 1) {
    const fresh = embedded();
    for (const program of Object.keys(programs) as Program[])
      await measure(`embedded, first start, ${program}`, program, fresh.settings);
    await fresh.close();
  }
  noteResults('start', Object.fromEntries([...times].map(([name, values]) => [name, figureOf(values)])));
} finally {
  for (const { close } of Object.values(databases)) await close();
}
