import { afterEach, expect, it, vi } from 'vitest';
import { type StopSignal, takeSignals } from '../../src/platform/shutdown.ts';

const ALL: readonly StopSignal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

afterEach(() => {
  vi.restoreAllMocks();
});

/** Signals whose handlers are called directly, so that they end no process, and at times that the test chooses. */
function signalsAt() {
  const before = new Map(ALL.map(name => [name, process.listeners(name)]));
  const signals = takeSignals();
  const added = ALL.map(name => {
    const [listener] = process.listeners(name).filter(one => !before.get(name)?.includes(one));
    process.off(name, listener as NodeJS.SignalsListener);
    return [name, listener as NodeJS.SignalsListener] as const;
  });
  const listeners = Object.fromEntries(added) as Record<StopSignal, NodeJS.SignalsListener>;
  const send = (name: StopSignal, atMs = 0) => {
    vi.spyOn(performance, 'now').mockReturnValue(atMs);
    listeners[name](name);
  };
  return { signals, send };
}

function stops({ signals }: ReturnType<typeof signalsAt>) {
  const stop = vi.fn(async (_signal: StopSignal, _hurry: AbortSignal) => {});
  signals.handle(stop);
  return stop;
}

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('before the service handles it, %s ends the process at once with code %i', (name, code) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  signalsAt().send(name);
  expect(exit.mock.calls).toEqual([[code]]);
});

it.each(ALL)('%s stops the service, and no signal within the next second changes that', name => {
  const taken = signalsAt();
  const stop = stops(taken);
  taken.send(name, 10_000);
  for (const again of ALL) taken.send(again, 10_900);
  expect(stop).toHaveBeenCalledExactlyOnceWith(name, expect.any(AbortSignal));
  expect(stop.mock.calls[0]?.[1].aborted).toBe(false);
});

it('any signal more than a second after the first makes the stop hurry, and begins none', () => {
  const taken = signalsAt();
  const stop = stops(taken);
  taken.send('SIGINT', 10_000);
  taken.send('SIGTERM', 11_100);
  expect(stop).toHaveBeenCalledOnce();
  expect(stop.mock.calls[0]?.[1].aborted).toBe(true);
});
