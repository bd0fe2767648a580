export type Attached<Owner extends object, Value> = {
  get(owner: Owner): Value | undefined;
  set(owner: Owner, value: Value | undefined): void;
};

/**
 * A value for each object of a kind, in a property that copies of the object do not get. For objects of one request: a
 * WeakMap in the old space would keep their values, and all that those refer to, through V8's young collections.
 */
export function attached<Owner extends object, Value>(name: string): Attached<Owner, Value> {
  const key = Symbol(name);
  return {
    get: owner => (owner as Record<symbol, Value | undefined>)[key],
    set: (owner, value) => void Object.defineProperty(owner, key, { value, configurable: true }),
  };
}
