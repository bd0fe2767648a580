/** Makes a value at its first use and keeps it. A failure is not kept: the next use tries again. */
export function atFirstUse<T>(make: () => Promise<T>): { get(): Promise<T>; kept(): Promise<T> | undefined } {
  let made: Promise<T> | undefined;
  return {
    get() {
      made ??= make().catch(error => {
        made = undefined;
        throw error;
      });
      return made;
    },
    /** The value, if it was used. */
    kept: () => made,
  };
}
