import { isGranted, type NoTry, type Try, type TryLimit } from './try-limits.ts';

/** A granted attempt, until it is known whether the password is right. */
export type HeldTry = Try & {
  /** The password is wrong: the attempt counts. */
  keep(): void;
};

export type PatientTries = {
  /** Takes an attempt. One that is refused waits until this time (performance.now()) for those that are being checked. */
  take(name: string, until: number): Promise<HeldTry | NoTry>;
};

/** How long an attempt is waited for at most. */
const LONGEST_CHECK_MS = 60_000;

/** The attempts of one name that are being checked, and those that wait for them. */
type BeingChecked = { count: number; waiting: Set<() => void> };

/** By name. Limits that count the same names share one. */
export type BeingCheckedByName = Map<string, BeingChecked>;

/**
 * An attempt that is refused waits while others of its name are being checked: right passwords give theirs back. Without that,
 * clients that sign in several times at once would be refused with right passwords.
 */
export function patientTries(limit: TryLimit, beingChecked: BeingCheckedByName = new Map()): PatientTries {
  function hold(name: string, granted: Try): HeldTry {
    const others = beingChecked.get(name) ?? { count: 0, waiting: new Set() };
    beingChecked.set(name, others);
    others.count += 1;
    let isSettled = false;
    const settle = (freed: number) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      others.count -= 1;
      if (others.count === 0) beingChecked.delete(name);
      const woken = [...others.waiting].slice(0, others.count === 0 ? undefined : freed);
      for (const wake of woken) wake();
    };
    const timer = setTimeout(settle, LONGEST_CHECK_MS, 0).unref();
    const settled = (end: () => Promise<void>, freed: number) => () => end().finally(() => settle(freed));
    return {
      giveBack: settled(granted.giveBack, 1),
      forget: settled(granted.forget, Number.POSITIVE_INFINITY),
      keep: () => settle(0),
    };
  }

  return {
    async take(name, until) {
      for (;;) {
        const taken = await limit.take(name);
        if (isGranted(taken)) return hold(name, taken);
        const others = beingChecked.get(name);
        const leftMs = until - performance.now();
        if (others === undefined || leftMs <= 0) return taken;
        await turnOf(others, leftMs);
      }
    },
  };
}

const turnOf = ({ waiting }: BeingChecked, leftMs: number): Promise<void> =>
  new Promise(resolve => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, leftMs).unref();
    waiting.add(wake);
  });
