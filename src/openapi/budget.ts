/** What one document may cost. Past a budget there is one problem, found in bounded time and memory. */
export const MAX_NODES = 2_000_000;
export const MAX_DEPTH = 500;
export const MAX_ALIAS_NODES = 10_000;

export const tooManyNodes = 'The document holds more than 2,000,000 values; split it.';
export const tooDeep = 'The document is nested deeper than 500 levels; flatten it.';
export const tooManyAliasNodes =
  'The YAML aliases (*name) expand to more than 10,000 values; write shared parts as components and refer with $ref.';

/** Indentation can make a small, deep text huge; this is four times the largest content. */
export const MAX_NORMALIZED_BYTES = 64 * 1024 * 1024;
export const tooLongNormalized =
  'Indented by two spaces a level, this document takes more than 64 MiB: it is nested too deeply for its size; flatten it.';

export class BudgetError extends Error {}
