/** A piece of work that metrics count and traces show. */
export type Work = {
  kind: 'http' | 'graphql' | 'sql' | 'worker' | 'provider' | 'job';
  /** The name in traces. For GraphQL operations, callers choose it. */
  name: string;
  /** The label in metrics. Callers cannot choose it. */
  label: string;
  /** For an HTTP request: its headers, which may contain a W3C trace context. */
  headers?: Readonly<Record<string, string | string[] | undefined>>;
};

export type Facts = Readonly<Record<string, string | number>>;

export type Observed = {
  /** Runs the work. Work that begins inside becomes its child. */
  run<T>(inner: () => T): T;
  end(error?: unknown, facts?: Facts): void;
  /** For an HTTP request: the W3C `traceparent` header of its trace. */
  traceparent?: string | undefined;
};

export type Observer = { begin(work: Work): Observed };

const observers: Observer[] = [];

/** Adds metrics or tracing. Call it before the database is opened. Without observers, work has no overhead. */
export const addObserver = (observer: Observer): void => void observers.push(observer);

export const isObserved = (): boolean => observers.length > 0;

export function beginWork(work: Work): Observed {
  const observed = observers.map(observer => observer.begin(work));
  return {
    run: inner => observed.reduce<() => ReturnType<typeof inner>>((next, one) => () => one.run(next), inner)(),
    end: (error, facts) => {
      for (const one of observed) one.end(error, facts);
    },
    traceparent: observed.find(one => one.traceparent !== undefined)?.traceparent,
  };
}

/** `errorIn` finds the error in the result of work that does not throw it. */
export async function observe<T>(
  work: Work,
  inner: () => Promise<T>,
  errorIn: (result: T) => unknown = () => undefined,
): Promise<T> {
  if (!isObserved()) return inner();
  const observed = beginWork(work);
  try {
    const result = await observed.run(inner);
    observed.end(errorIn(result));
    return result;
  } catch (error) {
    observed.end(error);
    throw error;
  }
}
