// Written by `npm run generate` from the examples of the rules: do not edit.

/** Digests of what comparisons find in the examples. Comparisons stored under another digest are computed again. */
export const COMPARISON_VERSIONS = { OPENAPI: 'cdedd5269cfe4aa6', MARKDOWN: '0213701785fc421c' } as const;
