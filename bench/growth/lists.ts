import { parse } from 'yaml';
import { MAX_OFFSET } from '../../src/platform/page-limits.ts';
import { DAY_MS } from '../../src/platform/times.ts';
import {
  type IdField,
  idFieldsOf,
  isList,
  nodeTypes,
  rootFields,
  singleReads,
} from '../../test/support/list-fields.ts';
import type { Samples } from '../../test/support/many-rows.ts';
import { type TimedRequest, timedClient } from '../../test/support/timed.ts';
import type { GrownWorld } from './world.ts';

/** Rows of a page, if both databases have as many. */
const PAGE = 50;

/** A list of the service, with the request for a page of it, and the values of each of its filters. */
type List = {
  name: string;
  /** The request for `rows` rows from an offset, with these filters. */
  page(filters: Filters, offset: number, rows: number): TimedRequest;
  filters: Filters[];
};

/** Values by the names of REST. */
type Filters = Readonly<Record<string, string | number | boolean>>;

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The values of filters: frequent and rare ones. Ids come from the samples. */
const VALUES: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  action: ['draft.submit', 'project.archive'],
  branch: ['dev'],
  deprecated: [true],
  document_type: [2],
  from: [daysAgo(7)],
  kind: ['endpoint'],
  method: ['GET'],
  owner: ['me'],
  path: ['refund5'],
  q: ['refund5', 'change'],
  resource_type: ['draft', 'project'],
  search: ['refund5', 'archive', 're'],
  status: [2],
  tag: ['invoice3'],
  to: [daysAgo(350)],
};

/** The same where GraphQL has enums. */
const ENUMS: Readonly<Record<string, string>> = {
  document_type: 'MARKDOWN',
  status: 'SUBMITTED',
  owner: 'ME',
  kind: 'ENDPOINT',
};

const PAGING = ['first', 'after', 'offset', 'page_size', 'limit'];
const isId = (name: string): boolean => name.endsWith('_id') || name === 'actor';

/** One filter at a time, together with the required ones. */
function filtersOf(names: readonly string[], required: readonly string[], samples: Samples): Filters[] {
  const valuesOf = (name: string) =>
    isId(name) ? [samples[name]].filter(value => value !== undefined) : (VALUES[name] ?? []);
  const base = Object.fromEntries(required.map(name => [name, valuesOf(name)[0]])) as Filters;
  if (Object.values(base).includes(undefined as never)) return [];
  const single = names
    .filter(name => !PAGING.includes(name))
    .flatMap(name => valuesOf(name).map(value => ({ [name]: value })));
  return [base, ...single.map(one => ({ ...base, ...one }))] as Filters[];
}

type Parameter = { name: string; in: 'path' | 'query'; required: boolean };
type Described = { paths: Record<string, { get?: { parameters?: Parameter[]; security?: object[] } }> };

/** A page of a list with some filters. */
export type Case = { total: number; page(rows: number): TimedRequest };

/** The number of rows that a page has in both databases, so that different numbers of rows do not affect the ratio. */
export const rowsInBoth = (small: Case, large: Case): number => Math.max(1, Math.min(PAGE, small.total, large.total));

/** The lists of REST, as its OpenAPI document describes them. */
async function restLists({ base, token, samples }: GrownWorld): Promise<List[]> {
  const document = parse(await (await fetch(`${base}/api/v1/open/docs/openapi.yaml`)).text()) as Described;
  return Object.entries(document.paths).flatMap(([path, { get }]): List[] => {
    const query = get?.parameters?.filter(parameter => parameter.in === 'query') ?? [];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    if (!query.some(({ name }) => name === 'page_size') || inPath.some(name => samples[name] === undefined)) return [];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(samples[name]));
    const required = query.filter(parameter => parameter.required).map(({ name }) => name);
    return [
      {
        name: path.replace('/api/v1/private', ''),
        filters: filtersOf(
          query.map(({ name }) => name),
          required,
          samples,
        ),
        page(filters, offset, rows) {
          const asked = new URLSearchParams({ ...filters, page_size: rows, offset } as never);
          return { method: 'GET', path: `${filled}?${asked}`, headers: { authorization: token } };
        },
      },
    ];
  });
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replace('actor_id', 'actor');

/** The lists of GraphQL, with their totals. */
function graphqlLists({ token, samples }: GrownWorld): List[] {
  const all = [...rootFields, ...nodeTypes.flatMap(idFieldsOf)].filter(
    list => isList(list) && list.kind === 'connection',
  );
  return all.flatMap((list): List[] => {
    const parent = singleReads.get(list.of.name);
    const parentId = samples[`${snakeCase(list.of.name).slice(1)}_id`];
    if (list.of.name !== 'Query' && (parent === undefined || parentId === undefined)) return [];
    return [
      {
        name: list.name,
        filters: filtersOf(list.args.map(snakeCase), list.required.map(snakeCase), samples),
        page(filters, offset, rows) {
          const text = textOf(list, filters, offset, rows);
          const query =
            parent && list.of.name !== 'Query' ? `{ ${parent.field}(id: "${parentId}") { ${text} } }` : `{ ${text} }`;
          return { method: 'POST', path: '/graphql', headers: { authorization: token }, body: { query } };
        },
      },
    ];
  });
}

function textOf({ field, args }: IdField, filters: Filters, offset: number, rows: number): string {
  const given = args
    .filter(arg => filters[snakeCase(arg)] !== undefined)
    .map(arg => `${arg}: ${ENUMS[snakeCase(arg)] ?? JSON.stringify(filters[snakeCase(arg)])}`);
  return `${field}(${[...given, `first: ${rows}`, `offset: ${offset}`].join(', ')}) { totalCount nodes { id } }`;
}

/** Every list with each of its filters: the first page; for lists of at least `length` rows, also a middle and the last. */
export async function casesOf(world: GrownWorld, length: number): Promise<Map<string, Case>> {
  const send = timedClient(world.base);
  const cases = new Map<string, Case>();
  for (const { name, filters, page } of [...(await restLists(world)), ...graphqlLists(world)]) {
    for (const filter of filters) {
      const { text } = await send(page(filter, 0, PAGE));
      // Some filters are allowed only beside another one.
      if (text.includes('"INVALID_ARGUMENT"')) continue;
      const total = Number(/"total(?:Count)?":(\d+)/.exec(text)?.[1]);
      if (Number.isNaN(total)) throw new Error(`${name} ${JSON.stringify(filter)}: ${text.slice(0, 300)}`);
      const asked = Object.entries(filter).map(([key, value]) => ` ${key}=${isId(key) ? 'ID' : shortOf(value)}`);
      const put = (place: string, offsetOf: (rows: number) => number) =>
        cases.set(`${name}${asked.join('')}, ${place}`, { total, page: rows => page(filter, offsetOf(rows), rows) });
      put('first page', () => 0);
      if (total < length) continue;
      put('middle', () => Math.floor(total / 2));
      put('last page', rows => Math.max(0, Math.min(total, MAX_OFFSET) - rows));
    }
  }
  return cases;
}

const shortOf = (value: string | number | boolean): string => String(value).slice(0, 10);
