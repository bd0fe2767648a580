import type { EnumRef } from '@pothos/core';
import { builder, type Types } from './builder.ts';

type Wire = number | string;

/**
 * Declares an enum. Each value has the wire value that REST and MCP use for it (`extensions.wire`): an integer or a
 * string.
 */
export function wireEnum<const Values extends Record<string, [wire: Wire, description: string]>>(
  name: string,
  description: string,
  values: Values,
): EnumRef<Types, keyof Values & string> {
  const entries = Object.entries(values).map(([value, [wire, meaning]], order) => [
    value,
    { value, description: meaning, extensions: { wire, order } },
  ]);
  return builder.enumType(name, { description, values: Object.fromEntries(entries) });
}
