/** The comparison would need more memory than the service grants: the caller answers with a clear error. */
export class ComparisonTooLarge extends Error {
  constructor(what: string) {
    super(`The documents differ in too many places to compare: more than ${what}.`);
    this.name = 'ComparisonTooLarge';
  }
}

export const MAX_FINDINGS = 200_000;
/** Pairs of schemas are bounded by the product of both documents only when hostile recursion is built for it. */
export const MAX_UNITS = 500_000;
/** Conjuncts that one allOf may unfold into; above it the members are compared by name only. */
export const MAX_CONJUNCTS = 2_000;
