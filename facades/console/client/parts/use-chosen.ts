import { useState } from 'react';
import { useInOrder } from '../app/use-in-order.ts';

type Chosen<Value> = { value: Value; instead: Value; isStored?: boolean };

/**
 * A choice that is stored immediately, and shown while it is being stored. `stored` is shown again if the service
 * refuses the choice, or once `stored` has changed after the choice was stored. `store` resolves to a falsy value if it
 * failed.
 */
export function useChosen<Value>(stored: Value, store: (value: Value) => Promise<unknown>) {
  const [chosen, setChosen] = useState<Chosen<Value>>();
  const inOrder = useInOrder();
  async function choose(value: Value) {
    const own: Chosen<Value> = { value, instead: stored };
    setChosen(own);
    const done = await inOrder(() => store(value));
    setChosen(now => (now !== own ? now : done ? { ...own, isStored: true } : undefined));
  }
  // Forget the choice, so that it does not come back when somebody else restores what was stored before it.
  const isPast = chosen?.isStored === true && chosen.instead !== stored;
  if (isPast) setChosen(undefined);
  return { shown: chosen && !isPast ? chosen.value : stored, choose: (value: Value) => void choose(value) };
}
