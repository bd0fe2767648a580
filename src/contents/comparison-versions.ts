// Written by `npm run generate` from the examples of the rules: do not edit.

/** Digests of what comparisons find in the examples. Comparisons stored under another digest are computed again. */
export const COMPARISON_VERSIONS = { OPENAPI: '0690d1d2ad7891c4', MARKDOWN: '0213701785fc421c' } as const;
