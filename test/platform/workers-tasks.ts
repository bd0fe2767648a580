export const double = (n: number): number => n * 2;

export const reverse = (bytes: Uint8Array): Uint8Array => bytes.reverse();

export function fail(message: string): never {
  throw new RangeError(message);
}

export function spin(): never {
  for (;;);
}

export function fill(): never {
  const kept: unknown[] = [];
  for (;;) kept.push({ value: Math.random() });
}

export const exit = (): never => process.exit(3);

export const recurse = (): number => recurse() + 1;

export const same = <T>(value: T): T => value;

/** Occupies its thread until the test sets the flag. */
export const hold = (flag: Int32Array): string => Atomics.wait(flag, 0, 0);

/** Sets the flag, then does what V8 does not interrupt. */
export function matchForever(flag: Int32Array): boolean {
  Atomics.store(flag, 0, 1);
  return new RegExp(`^${'(|)'.repeat(60)}!$`, 'u').test('id');
}
