import { useState } from 'react';
import { useInOrder } from '../app/use-in-order.ts';

type Chosen<Value> = { value: Value; instead: Value; isStored?: boolean };

/**
 * A choice that is stored as soon as it is made, and shown meanwhile. The stored one is shown again when the service
 * refused the choice, or has another one. `store` gives nothing when it failed.
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
  const isPast = chosen?.isStored && chosen.instead !== stored;
  return { shown: chosen && !isPast ? chosen.value : stored, choose: (value: Value) => void choose(value) };
}
