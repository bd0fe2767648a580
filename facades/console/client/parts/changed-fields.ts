/**
 * The values that differ from the shown ones; undefined if there are none. A form sends only these, so that it undoes
 * nothing that others have saved since it was opened.
 */
export function changedFields<Values extends object>(
  values: Values,
  shown: { [Name in keyof Values]: unknown },
): Partial<Values> | undefined {
  const names = Object.keys(values) as (keyof Values)[];
  const changed = names.filter(name => JSON.stringify(values[name]) !== JSON.stringify(shown[name]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map(name => [name, values[name]])) as Partial<Values>;
}
