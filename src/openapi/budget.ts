/** What one document may cost. Past a budget there is one problem, found in bounded time and memory. */
export const MAX_NODES = 2_000_000;
export const MAX_DEPTH = 500;
export const MAX_ALIAS_NODES = 10_000;

export const tooManyNodes = 'The document holds more than 2,000,000 values; split it.';
export const tooDeep = 'The document is nested deeper than 500 levels; flatten it.';
export const tooManyAliasNodes =
  'The YAML aliases (*name) expand to more than 10,000 values; write shared parts as components and refer with $ref.';
