import { fragment, times } from './graphql-text.ts';

/** Requests of a hostile caller, and their refusals. */
export type HostileRequest = {
  name: string;
  query: string;
  variables?: unknown;
  operationName?: string;
  /** The message of the first error. */
  refusal: string;
};

const INTROSPECTION =
  'The introspection query is too large: it asks for more than twice the whole schema. Ask for fewer fields';
const REPETITIVE = 'The query is too large: its fragments repeat too many fields';

/**
 * A request that once crashed the service: 30 aliases on each of three levels, 27,000 times the fields of all types.
 */
const multiplied = `{ ${times(30, n => `s${n}: __schema { ...S }`)} }
${fragment(
  'S',
  '__Schema',
  times(30, n => `t${n}: types { ...T }`),
)}
${fragment(
  'T',
  '__Type',
  times(30, n => `f${n}: fields { name description }`),
)}`;

const typeReference = (levels: number): string =>
  levels === 0 ? 'kind name' : `kind name ofType { ${typeReference(levels - 1)} }`;

export const hostileIntrospections: HostileRequest[] = [
  { name: 'introspection multiplied by fragments', query: multiplied, refusal: REPETITIVE },
  {
    name: 'introspection multiplied by inline fragments',
    query: `{ ${times(30, n => `... { s${n}: __schema { ... on __Schema { types { ... { name description fields { name description args { name description } } } } } } }`)} }`,
    refusal: INTROSPECTION,
  },
  {
    name: 'introspection multiplied behind directives',
    query: `query($yes: Boolean = true) { ${times(30, n => `s${n}: __schema @include(if: $yes) { types @skip(if: false) { name description fields { name description args { name } } } }`)} }`,
    refusal: INTROSPECTION,
  },
  {
    name: 'introspection of one type by many names',
    query: `query($name: String = "Query") { ...A } ${fragment(
      'A',
      'Query',
      times(30, n => `a${n}: __type(name: $name) { ...T }`),
    )} ${fragment(
      'T',
      '__Type',
      times(30, n => `f${n}: fields { name description args { name description type { ${typeReference(8)} } } }`),
    )}`,
    refusal: INTROSPECTION,
  },
  {
    name: 'introspection in the second operation',
    query: `query Small { __typename } query Large { ...Q } ${fragment(
      'Q',
      'Query',
      times(30, n => `s${n}: __schema { types { name description fields { name description } } }`),
    )}`,
    operationName: 'Large',
    refusal: INTROSPECTION,
  },
  {
    name: 'introspection under long aliases',
    query: `{ __schema { types { fields { ${times(20, n => `${'a'.repeat(150)}${n}: name`)} } } } }`,
    refusal: INTROSPECTION,
  },
  {
    name: 'introspection of types of types',
    query: `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
    refusal: 'Maximum introspection depth exceeded',
  },
  {
    name: 'introspection by fragments that double each other',
    query: `{ __schema { types { ...F0 } } } ${times(40, n => fragment(`F${n}`, '__Type', n < 39 ? `a${n}: name ...F${n + 1} ...F${n + 1}` : 'name'))}`,
    refusal: INTROSPECTION,
  },
];
