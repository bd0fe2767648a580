import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median } from '../../test/support/timed.ts';

const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));

export type Figure = { median: number; min: number; max: number };

/** Rounded to two digits after the point. */
export function figureOf(values: number[]): Figure {
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return { median: rounded(median(values)), min: rounded(Math.min(...values)), max: rounded(Math.max(...values)) };
}

/** Writes the figures of one benchmark to results.json. */
export function storeResults(name: string, results: object): void {
  const known = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const { version: node } = process;
  const date = new Date().toISOString().slice(0, 10);
  const noted = { date, node, cpu: cpus()[0]?.model, cores: cpus().length, results };
  writeFileSync(RESULTS, `${JSON.stringify({ ...known, [name]: noted }, null, 2)}\n`);
}

/** The same, and prints them. */
export function noteResults(name: string, results: object): void {
  storeResults(name, results);
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([row, { median, min, max }]) => [row, { median, from: min, to: max }]),
    ),
  );
}
