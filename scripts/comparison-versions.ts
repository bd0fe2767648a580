import { hash } from 'node:crypto';
import { compareOpenApi } from '../src/openapi-diff/compare.ts';
import { EXAMPLE_OPTIONS } from '../src/openapi-diff/rules/examples.ts';
import { documentEdits } from '../test/support/openapi-edits.ts';
import { tryMarkdown } from './markdown-rules.ts';
import { tryExamples } from './rule-examples.ts';

/** Digests of the findings of all examples, so that a changed finding changes the version. */
export const computeVersions = () => ({
  OPENAPI: digest([
    ...tryExamples().map(({ forth, back }) => [forth, back]),
    ...documentEdits.flatMap(([, before, after]) => [
      compareOpenApi(before, after, EXAMPLE_OPTIONS).items,
      compareOpenApi(after, before, EXAMPLE_OPTIONS).items,
    ]),
  ]),
  MARKDOWN: digest(tryMarkdown()),
});

const digest = (results: unknown): string => hash('sha256', JSON.stringify(results)).slice(0, 16);

/** The text of src/contents/comparison-versions.ts. */
export const renderVersions = (): string => {
  const { OPENAPI, MARKDOWN } = computeVersions();
  return `// Written by \`npm run generate\` from the examples of the rules: do not edit.

/** Digests of what comparisons find in the examples. Comparisons stored under another digest are computed again. */
export const COMPARISON_VERSIONS = { OPENAPI: '${OPENAPI}', MARKDOWN: '${MARKDOWN}' } as const;
`;
};
