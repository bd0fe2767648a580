/** A value of the address, in which anything may stand; undefined when it is none of these. */
export const oneOf = <Name extends string>(
  known: Partial<Record<Name, unknown>>,
  value: string | null,
): Name | undefined => (value !== null && Object.hasOwn(known, value) ? (value as Name) : undefined);
