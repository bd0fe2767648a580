import { compareOpenApi } from '../src/openapi-diff/compare.ts';
import type { DiffItem } from '../src/openapi-diff/model.ts';
import { CATALOGUE } from '../src/openapi-diff/rules/catalogue.ts';
import { documentPairs, EXAMPLE_OPTIONS, type Example } from '../src/openapi-diff/rules/examples.ts';
import type { RuleFacts } from '../src/openapi-diff/rules/rule.ts';
import type { JsonObject } from '../src/platform/json.ts';

/** An example of a rule in one of the possible documents, compared in both directions. */
export type Trial = {
  rule: RuleFacts;
  example: Example;
  documents: [before: JsonObject, after: JsonObject];
  forth: DiffItem[];
  back: DiffItem[];
};

let trials: Trial[] | undefined;

/** Compares the examples of all rules in all possible documents, once. */
export const tryExamples = (): Trial[] => {
  trials ??= Object.values(CATALOGUE)
    .flat()
    .flatMap(rule =>
      rule.examples.flatMap(example => documentPairs(example).map(pair => tryPair(rule, example, pair))),
    );
  return trials;
};

const tryPair = (rule: RuleFacts, example: Example, [before, after]: Trial['documents']): Trial => ({
  rule,
  example,
  documents: [before, after],
  forth: compareOpenApi(before, after, EXAMPLE_OPTIONS).items,
  back: compareOpenApi(after, before, EXAMPLE_OPTIONS).items,
});
