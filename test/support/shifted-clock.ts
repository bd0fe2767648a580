import { existsSync, readFileSync } from 'node:fs';

/**
 * For `node --import`: shifts the clock of a process, including its threads, by the milliseconds in the file
 * SHIFTED_CLOCK_FILE. Timers and `performance.now()` are unaffected, as when the clock of a machine is set.
 */
const file = process.env.SHIFTED_CLOCK_FILE ?? '';
const LOOK_MS = 20;

const RealDate = Date;
let shiftMs = 0;
let lookedAt = Number.NEGATIVE_INFINITY;

function shift(): number {
  if (performance.now() - lookedAt >= LOOK_MS) {
    lookedAt = performance.now();
    shiftMs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  }
  return shiftMs;
}

const now = (): number => RealDate.now() + shift();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const { timeOrigin } = performance;
Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + shift(), configurable: true });
