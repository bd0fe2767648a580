/** Limits on the cost of one document. Exceeding one is a single problem, found in bounded time and memory. */
export const MAX_NODES = 2_000_000;
export const MAX_DEPTH = 500;
export const MAX_ALIAS_NODES = 10_000;

export const tooManyNodes = 'The document contains more than 2,000,000 values: split it.';
export const tooDeep = 'The document is nested deeper than 500 levels: flatten it.';
export const tooManyAliasNodes =
  'The YAML aliases (*name) expand to more than 10,000 values: write shared parts as components and refer to them with $ref.';

/**
 * Limit of the normalized text, because indentation can make a small, deep text huge: four times the largest content.
 */
export const MAX_NORMALIZED_BYTES = 64 * 1024 * 1024;
export const tooLongNormalized =
  'Normalized, with two spaces of indentation for each level, this document has more than 64 MiB: flatten it.';

export class BudgetError extends Error {}
