export type BudgetOptions = {
  /** What all holders together may hold; whoever wants more alone gets all of it. */
  total: number;
  /** What one holder may hold. */
  perHolder?: number;
  /** Who may wait; one more is refused. */
  maxWaiting: number;
  maxWaitingPerHolder?: number;
};

export type Wanted = { weight: number; holder?: string; signal: AbortSignal };

export type Budget = {
  /** Gives what gives the share back; rejects with BudgetExhausted when too many wait or the signal ends the waiting. */
  take(wanted: Wanted): Promise<() => void>;
};

/** `holder`: this holder has too much underway; `total`: all together have. */
export class BudgetExhausted extends Error {
  readonly of: 'holder' | 'total';

  constructor(of: 'holder' | 'total') {
    super(`The budget of ${of === 'holder' ? 'one holder' : 'all'} is used up`);
    this.of = of;
  }
}

type Waiting = { weight: number; holder: string; go(): void };

/** A bound on what is underway, with bounded waiting: first come, first served among those whose share fits. */
export function createBudget({ total, perHolder = total, maxWaiting, maxWaitingPerHolder }: BudgetOptions): Budget {
  let held = 0;
  const heldBy = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const fitsHolder = ({ weight, holder }: Waiting) => (heldBy.get(holder) ?? 0) + weight <= perHolder;
  const fits = (one: Waiting) => held + one.weight <= total && fitsHolder(one);
  const hold = (weight: number, holder: string) => {
    held += weight;
    const all = (heldBy.get(holder) ?? 0) + weight;
    if (all > 0) heldBy.set(holder, all);
    else heldBy.delete(holder);
  };
  const start = (one: Waiting) => {
    hold(one.weight, one.holder);
    waiting.delete(one);
    one.go();
  };
  const giver = ({ weight, holder }: Waiting) => {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      hold(-weight, holder);
      for (const one of waiting) if (fits(one)) start(one);
    };
  };
  return {
    take({ weight, holder = '', signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const one: Waiting = { weight: Math.min(weight, total, perHolder), holder, go: () => resolve(giver(one)) };
      const exhausted = () => new BudgetExhausted(fitsHolder(one) ? 'total' : 'holder');
      const ofHolder = [...waiting].filter(other => other.holder === holder).length;
      if (fits(one)) start(one);
      else if (signal.aborted || waiting.size >= maxWaiting) reject(exhausted());
      else if (ofHolder >= (maxWaitingPerHolder ?? maxWaiting)) reject(new BudgetExhausted('holder'));
      else {
        waiting.add(one);
        signal.addEventListener('abort', () => waiting.delete(one) && reject(exhausted()), { once: true });
      }
      return promise;
    },
  };
}
