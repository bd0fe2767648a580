import { fragment, times } from './graphql-text.ts';
import { type HostileRequest, hostileIntrospections } from './hostile-introspection.ts';

const LONG = 'The query has more than 262144 characters: send large values as variables';
const MANY_VALUES = 'The variables contain more than 10000 values';
const NESTED = 'The query is nested more than 15 levels deep';
const DIRECTIVES = 'The directive "@skip" can only be used once at this location.';

const conflict = (name: string, one: string, other: string) =>
  `Fields "${name}" conflict because "${one}" and "${other}" are different fields. Use different aliases on the fields to fetch both if this was intentional.`;

const tooCostly = (cost: number) =>
  `The query asks for up to ${cost.toLocaleString('en-US')} items, counting every page as full. At most 5,000 are allowed: ask for smaller pages`;

/** Documents that exceed a limit, each with this selection. */
const manyDocuments = (selection: string) =>
  `projects(first: 200) { nodes { documents(first: 200) { nodes { ${selection} } } } }`;

const chain = (count: number, body: (index: number) => string) =>
  times(count, n => fragment(`F${n}`, 'User', `${body(n)} ${n < count - 1 ? `...F${n + 1}` : 'id'}`));

const fragments: HostileRequest[] = [
  {
    name: 'a cycle of fragments',
    query: `{ me { ...F0 } } ${times(240, n => fragment(`F${n}`, 'User', `...F${(n + 1) % 240}`))}`,
    refusal: `Cannot spread fragment "F0" within itself via ${times(239, n => `"F${n + 1}"`, ', ')}.`,
  },
  {
    name: 'more operations than a document may have',
    query: times(26, n => `query Q${n} { me { id } }`),
    operationName: 'Q0',
    refusal: 'A document may have at most 25 operations',
  },
  {
    name: 'a long chain of fragments, spread by many operations',
    query: `${times(25, n => `query Q${n}($v: Boolean!) { ${manyDocuments('...F0')} }`)} ${times(250, n =>
      fragment(`F${n}`, 'Document', `id @include(if: $v) name @skip(if: $v) ${n < 249 ? `...F${n + 1}` : ''}`),
    )}`,
    operationName: 'Q0',
    variables: { v: true },
    refusal: tooCostly(40_200),
  },
  {
    name: 'more fragments than a document may have',
    query: `{ me { ${times(251, n => `...F${n}`)} } } ${times(251, n => fragment(`F${n}`, 'User', 'id'))}`,
    refusal: 'A document may have at most 250 fragments',
  },
  {
    name: 'fragments that overlap each other',
    query: `{ ${manyDocuments(times(250, n => `...F${n}`))} } ${times(250, n =>
      fragment(
        `F${n}`,
        'Document',
        times(9, k => `a${k}: id`),
      ),
    )}`,
    refusal: tooCostly(40_200),
  },
  {
    name: 'fragments that overlap each other on two levels',
    query: `{ ${manyDocuments(times(120, n => `...F${n}`))} } ${times(120, n =>
      fragment(`F${n}`, 'Document', `project { a: id b: name ...G${n} }`),
    )} ${times(120, n => fragment(`G${n}`, 'Project', 'a: id b: name team { a: id b: name }'))}`,
    refusal: tooCostly(9_640_200),
  },
  {
    name: 'the same field over and over, nested',
    query: `{ ${times(25, () => `me { ${times(25, () => 'a: id b: name')} }`)} ${times(4, k => `...G${k}`)} nothing } ${times(
      4,
      k =>
        fragment(
          `G${k}`,
          'Query',
          times(30, () => `me { ${times(12, () => 'a: id')} }`),
        ),
    )}`,
    refusal: 'Cannot query field "nothing" on type "Query".',
  },
  {
    name: 'the same arguments over and over',
    query: `{ ${manyDocuments(`project { ${times(20, n => `...F${n}`)} }`)} } ${times(20, n =>
      fragment(
        `F${n}`,
        'Project',
        times(25, () => 'd: documents(first: 10, offset: 0, search: "a long text") { totalCount }'),
      ),
    )}`,
    refusal: tooCostly(200_080_200),
  },
  {
    name: 'arguments that conflict everywhere',
    query: `{ ${times(80, n => `...F${n}`)} } ${times(80, n =>
      fragment(
        `F${n}`,
        'Query',
        times(9, k => `x: project(id: "${n}-${k}") { id }`),
      ),
    )}`,
    refusal:
      'Fields "x" conflict because they have differing arguments. Use different aliases on the fields to fetch both if this was intentional.',
  },
  {
    name: 'fields that conflict everywhere',
    query: `{ me { ${times(29, n => `x: id @include(if: ${n % 2 === 0})`)} ${times(29, () => 'x: name')} ${times(29, () => 'x: email')} ...F0 } } ${chain(100, () => times(28, n => (n % 2 === 0 ? 'x: name' : 'x: email')))}`,
    refusal: conflict('x', 'id', 'name'),
  },
  {
    name: 'unused fragments',
    query: `{ me { id } } ${times(240, n => fragment(`F${n}`, 'User', 'id'))}`,
    refusal: 'Fragment "F0" is never used.',
  },
];

const words: HostileRequest[] = [
  {
    name: 'unknown fields, each with suggestions',
    query: `{ me { ${times(3000, n => `emailnamestatuscreatedAt${n}`)} } }`,
    refusal: 'Cannot query field "emailnamestatuscreatedAt0" on type "User".',
  },
  {
    name: 'unknown arguments, each with suggestions',
    query: `{ project(id: "x", ${times(2000, n => `idprojectteam${n}: 1`)}) { id } }`,
    refusal: 'Unknown argument "idprojectteam0" on field "Query.project".',
  },
  {
    name: 'unknown types, each with suggestions',
    query: `query(${times(190, n => `$v${n}: DocumentConnectionEdg${n}`)}) { me { id } }`,
    refusal: 'Variable "$v0" is never used.',
  },
  {
    name: 'unknown directives',
    query: `{ me { id ${times(3000, n => `@includ${n}`)} } }`,
    refusal: 'Unknown directive "@includ0".',
  },
  {
    name: 'one directive over and over',
    query: `{ me { id ${times(1400, () => '@skip(if: false)')} } }`,
    refusal: DIRECTIVES,
  },
  {
    name: 'unknown fragments',
    query: `{ me { ${times(3000, n => `...F${n}`)} } }`,
    refusal: 'Unknown fragment "F0".',
  },
  {
    name: 'very many errors at the ends of very many lines',
    query: `${'\n'.repeat(200_000)}{ me { ${times(3000, n => `f${n}`)} } }`,
    refusal: 'Cannot query field "f0" on type "User".',
  },
  {
    name: 'a long name',
    query: `{ me { ${'a'.repeat(200_000)}: id } }`,
    refusal: 'A name may have at most 200 characters',
  },
  {
    name: 'a long text',
    query: `{ project(id: "${'x'.repeat(300_000)}") { id } }`,
    refusal: LONG,
  },
  {
    name: 'a text that does not end',
    query: `{ project(id: "${'\\u0041'.repeat(40_000)}`,
    refusal: 'Syntax Error: Unterminated string.',
  },
  { name: 'a long comment', query: `{ me { id } } #${'x'.repeat(300_000)}`, refusal: LONG },
  { name: 'nothing but commas', query: ','.repeat(250_000), refusal: 'Syntax Error: Unexpected <EOF>.' },
  {
    name: 'too many tokens',
    query: `{ ${'a '.repeat(100_000)}}`,
    refusal: 'Syntax Error: Document contains more than 10000 tokens. Parsing aborted.',
  },
  {
    name: 'deep brackets',
    query: `{ project(id: ${'['.repeat(4900)}${']'.repeat(4900)}) { id } }`,
    refusal: NESTED,
  },
];

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

const createTeam = 'mutation($input: CreateTeamInput!) { createTeam(input: $input) { id } }';

const variables: HostileRequest[] = [
  {
    name: 'thousands of variables',
    query: `query(${times(2400, n => `$v${n}: Int`)}) { me { id } }`,
    refusal: 'An operation may declare at most 200 variables',
  },
  {
    name: 'thousands of variables in many operations, used by fragments',
    query: `${times(25, n => `query Q${n}(${times(40, k => `$v${k}: Boolean!`)}) { me { ...F0 } }`)} ${chain(20, k => `id @include(if: $v${k})`)}`,
    operationName: 'Q0',
    refusal: 'Variable "$v20" is never used in operation "Q0".',
  },
  {
    name: 'a list of 30,000 values',
    query: createTeam,
    variables: { input: { name: Array(30_000).fill(1) } },
    refusal: MANY_VALUES,
  },
  {
    name: 'an object of 20,000 fields',
    query: createTeam,
    variables: { input: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`nam${n}`, n])) },
    refusal: MANY_VALUES,
  },
  {
    name: 'values nested deep',
    query: createTeam,
    variables: { input: nested(450) },
    refusal: 'The variables are nested more than 50 levels deep',
  },
  {
    name: 'many unknown fields of an input',
    query: createTeam,
    variables: { input: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`nam${n}`, n])) },
    refusal:
      'Variable "$input" got an invalid value; Expected value of type "CreateTeamInput" to include required field "name"',
  },
];

const costs: HostileRequest[] = [
  {
    name: '240 logins in one request, by fragments',
    query: `mutation { ${times(12, n => `...F${n}`)} } ${times(12, n =>
      fragment(
        `F${n}`,
        'Mutation',
        times(20, k => `a${n}_${k}: login(input: { email: "a@b", password: "x" }) { token }`),
      ),
    )}`,
    refusal: 'The query selects the field "login" more than 30 times at one level',
  },
  {
    name: 'root fields that all fail, by fragments',
    query: `{ ${times(60, n => `...F${n}`)} } ${times(60, n =>
      fragment(
        `F${n}`,
        'Query',
        times(25, k => `a${n}_${k}: me { id }`),
      ),
    )}`,
    refusal: 'The query selects the field "me" more than 30 times at one level',
  },
  {
    name: 'a page size in a variable with the name of a method',
    query:
      'query($toString: Int = 200) { projects(first: $toString) { nodes { documents(first: 25) { nodes { project { id } } } } } }',
    refusal: tooCostly(10_200),
  },
  {
    name: 'many values of every item of a page',
    query: `{ projects(first: 200) { nodes { ...F0 } } } ${times(30, n => fragment(`F${n}`, 'Project', `${times(28, k => `a${n}_${k}: id b${n}_${k}: name c${n}_${k}: description`)} ${n < 29 ? `...F${n + 1}` : ''}`))}`,
    refusal: 'The query selects the field "id" more than 30 times at one level',
  },
];

export const hostileRequests: HostileRequest[] = [
  ...hostileIntrospections,
  ...fragments,
  ...words,
  ...variables,
  ...costs,
];
