// Written by `npm run generate` from the examples of the rules: do not edit.

/** Digests of what comparisons find in the examples. Comparisons stored under another digest are computed again. */
export const COMPARISON_VERSIONS = { OPENAPI: '6f27a44dec692b21', MARKDOWN: '41c3b7de056b3a40' } as const;
