// Written by `npm run generate` from the examples of the rules: do not edit.

/** Digests of what comparisons find in the examples. Comparisons stored under another digest are computed again. */
export const COMPARISON_VERSIONS = { OPENAPI: 'd72314404fdb8140', MARKDOWN: '953af5f0d32e69e0' } as const;
