/** Returns a value of the query string if it is a key of `known`; else undefined. */
export const oneOf = <Name extends string>(
  known: Partial<Record<Name, unknown>>,
  value: string | null,
): Name | undefined => (value !== null && Object.hasOwn(known, value) ? (value as Name) : undefined);
