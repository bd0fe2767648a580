// Written by `npm run generate` from the examples of the rules: do not edit.

/** Digests of what comparisons find in the examples. Comparisons stored under another digest are computed again. */
export const COMPARISON_VERSIONS = { OPENAPI: '4296e6b096c70dab', MARKDOWN: 'c8100d13631d2978' } as const;
