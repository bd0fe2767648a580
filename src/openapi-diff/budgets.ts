/** The comparison would need more memory than the service grants: the caller answers with a clear error. */
export class ComparisonTooLarge extends Error {
  constructor(what: string) {
    super(`The documents differ in too many places to compare: more than ${what}.`);
    this.name = 'ComparisonTooLarge';
  }
}

export const MAX_FINDINGS = 60_000;
/** Changed texts that are reported one by one; the others are only counted. */
export const MAX_TEXT_CHANGES = 10_000;
/**
 * Shared pairs of schemas, parameters and so on. Only recursion that is built for it makes more of them than a small
 * multiple of the components: cycles of 400 and 399 schemas make all 159,600.
 */
export const maxPairs = (components: number): number => 20_000 + 16 * components;
/** Members of allOf that all schemas together may unfold. */
export const MAX_UNFOLDED = 100_000;
/** Conjuncts that one allOf may unfold into, and how deep; above it the members are compared by name only. */
export const MAX_CONJUNCTS = 2_000;
export const MAX_UNFOLDED_LEVELS = 200;
/** Pairs of schemas that unfolded members make of each other; each nests the next one. */
export const MAX_UNFOLDED_PAIRS = 20_000;
