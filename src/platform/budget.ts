export type BudgetOptions = {
  /** Most weight in use at a time. A single request that needs more may use all of it. */
  total: number;
  /** Most weight in use by one holder. */
  perHolder?: number;
  /** Most requests that may wait. Further ones are refused. */
  maxWaiting: number;
  maxWaitingPerHolder?: number;
};

export type BudgetRequest = { weight: number; holder?: string; signal: AbortSignal };

export type Budget = {
  /**
   * Waits until `weight` is free. Returns the function that releases it. Rejects with BudgetExhausted if too many requests
   * wait, or on abort.
   */
  take(request: BudgetRequest): Promise<() => void>;
  /** Whether a request waits only because of what others hold. */
  isAwaited(): boolean;
};

/** `holder`: this holder has reached its limit; `total`: the total limit is reached. */
export class BudgetExhausted extends Error {
  readonly of: 'holder' | 'total';

  constructor(of: 'holder' | 'total') {
    super(`The budget of ${of === 'holder' ? 'one holder' : 'all'} is exhausted`);
    this.of = of;
  }
}

type Waiting = { weight: number; holder: string; go(): void };

/** A weighted semaphore with a bounded queue: of the waiting requests, the first one that fits starts. */
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
      // Sums of fractions are rounded: what is released would not be all that was held.
      const whole = Math.min(Math.ceil(weight), total, perHolder);
      const one: Waiting = { weight: whole, holder, go: () => resolve(giver(one)) };
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
    isAwaited: () => [...waiting].some(fitsHolder),
  };
}
