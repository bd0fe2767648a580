/** The comparison would exceed a budget. Ends it: its only change then says so. */
export class ComparisonTooLarge extends Error {
  readonly limit: string;

  constructor(limit: string) {
    super(`More than ${limit}.`);
    this.name = 'ComparisonTooLarge';
    this.limit = limit;
  }
}

export const MAX_FINDINGS = 60_000;
/** The maximum number of changed texts that are reported one by one; further ones are only counted. */
export const MAX_TEXT_CHANGES = 10_000;
/**
 * The maximum number of shared pairs of schemas, parameters and so on. Only recursion built as an attack makes more
 * pairs than a small multiple of the components: cycles of 400 and 399 schemas make all 159,600.
 */
export const maxPairs = (components: number): number => 20_000 + 16 * components;
/** How many ways to write the properties of forms are told apart: each compares the schemas of its forms again. */
export const MAX_FORMS = 4;
/** The maximum number of allOf members that all schemas together may unfold. */
export const MAX_UNFOLDED = 100_000;
/**
 * The maximum number and depth of conjuncts that one allOf may unfold into. Beyond it, members are compared only by
 * name.
 */
export const MAX_CONJUNCTS = 2_000;
export const MAX_UNFOLDED_LEVELS = 200;
/** The maximum number of pairs in `not`, `if` and `contains` inside other such pairs. Further ones are `may-change`. */
export const MAX_PAIRS_INSIDE = 1_000;
/** How many nested references are followed inside these keywords. */
export const MAX_LEVELS_INSIDE = 20;
/** How often pairs inside these keywords may occur again. */
export const MAX_MET_INSIDE = 100_000;
/** The maximum number of pairs of schemas with unfolded members. Each pair can contain another one. */
export const MAX_UNFOLDED_PAIRS = 20_000;
/**
 * How many schemas may be visited in the search for values that match two alternatives whose components changed, or two of
 * many alternatives.
 */
export const MAX_STEPS_OF_OVERLAPS = 100_000;
/** How many changed security requirements are compared with how many scopes, in all lists together. */
export const MAX_SECURITY_STEPS = 20_000_000;
/** How many values may be compared again where several operations have one object, such as a path item at several paths. */
export const MAX_REPEATED_VALUES = 650_000;
/** How many fields of path items may be read again, through further references to the same item. */
export const MAX_REFERRED_FIELDS = 250_000;
/** How often the patterns of one document may be matched with names and values. */
export const MAX_MATCHED_NAMES = 6_000_000;
/** Steps that matching and compiling these patterns may take, of about 15 ns each. Beyond it, it is unknown what matches. */
export const MAX_PATTERN_STEPS = 150_000_000;
