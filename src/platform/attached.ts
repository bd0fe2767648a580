export type Attached<Owner extends object, Value> = {
  get(owner: Owner): Value | undefined;
  set(owner: Owner, value: Value | undefined): void;
};

/**
 * Attaches a value to an object, in a non-enumerable property, so that copies of the object do not get it. Use it for objects
 * of one request. A WeakMap in V8's old generation would keep the values, and all that they refer to, until a full collection.
 */
export function attached<Owner extends object, Value>(name: string): Attached<Owner, Value> {
  const key = Symbol(name);
  return {
    get: owner => (owner as Record<symbol, Value | undefined>)[key],
    set: (owner, value) => void Object.defineProperty(owner, key, { value, configurable: true }),
  };
}
