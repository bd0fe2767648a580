// Written by `npm run generate` from the examples of the rules: do not edit.

/** What comparisons find in their examples, as digests: comparisons that were stored with another one are made again. */
export const COMPARISON_VERSIONS = { OPENAPI: 'c50b4c6559c0fdee', MARKDOWN: '41c3b7de056b3a40' } as const;
