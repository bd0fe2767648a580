import { useState } from 'react';
import { useInOrder } from '../app/use-in-order.ts';

/** A choice that is stored immediately, and shown while it is being stored. After that, what is stored is shown again. */
export function useChosen<Value>(stored: Value, store: (value: Value) => Promise<unknown>) {
  const [chosen, setChosen] = useState<{ value: Value }>();
  const inOrder = useInOrder();
  async function choose(value: Value) {
    const own = { value };
    setChosen(own);
    await inOrder(() => store(value));
    setChosen(now => (now === own ? undefined : now));
  }
  return { shown: chosen ? chosen.value : stored, choose: (value: Value) => void choose(value) };
}
