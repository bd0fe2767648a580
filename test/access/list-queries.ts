import type { GraphQLObjectType } from 'graphql';
import { type IdField, idFieldsOf, isList, nodeTypes, rootFields, singleReads } from '../support/list-fields.ts';

/** Ids of a world by the name of their type. */
export type WorldIds = Record<string, string[]>;

/** Further fields that decide who may see an item. */
const PARENTS = ['projectId', 'documentId', 'draftId', 'sessionId', 'ownerType', 'ownerId', 'actorType', 'actorId'];

const parentsOf = (type: GraphQLObjectType): string =>
  ['__typename', 'id', ...PARENTS.filter(name => type.getFields()[name] !== undefined)].join(' ');

const fragmentName = (type: GraphQLObjectType, depth: number): string => `${type.name}_${depth}`;

const spread = (type: GraphQLObjectType, depth: number): string =>
  depth < 0 ? parentsOf(type) : `...${fragmentName(type, depth)}`;

/** A list with everything on its first page, nested to the given depth. */
function listText({ field, kind, node }: IdField, args: string, depth: number): string {
  const asked = kind === 'connection' ? `(${['first: 200', args].filter(Boolean).join(', ')})` : '';
  const items = spread(node, depth);
  return `${field}${asked} { ${kind === 'connection' ? `nodes { ${items} }` : items} }`;
}

/** The same list filtered by each possible document, because that is another code path. */
const variantsOf = (list: IdField, ids: WorldIds, depth: number): string[] => [
  listText(list, '', depth),
  ...(list.args.includes('documentId') ? (ids.Document ?? []) : []).map(
    (id, index) => `${list.field}__${index}: ${listText(list, `documentId: "${id}"`, depth)}`,
  ),
];

const fragments = (ids: WorldIds): Map<string, string> => {
  const texts = [0, 1].flatMap(depth =>
    nodeTypes.map((type): [string, string] => {
      const below = idFieldsOf(type)
        .filter(isList)
        .flatMap(list => variantsOf(list, ids, depth - 1));
      const name = fragmentName(type, depth);
      return [name, `fragment ${name} on ${type.name} { ${parentsOf(type)} ${below.join(' ')} }`];
    }),
  );
  return new Map(texts);
};

/** One execution reports at most this many errors, so a query has at most this many fields. */
const TOLD_APART = 100;

/** Each object of a world alone, under its type, in queries that tell for each why it is refused. */
export function readAlone(ids: WorldIds): string[] {
  const parts = [...singleReads.values()].flatMap(({ field, node }) =>
    (ids[node.name] ?? []).map((id, index) => `${node.name}_${index}: ${field}(id: "${id}") { id }`),
  );
  const starts = parts.flatMap((_, index) => (index % TOLD_APART === 0 ? [index] : []));
  return starts.map(start => `{ ${parts.slice(start, start + TOLD_APART).join('\n')} }`);
}

/** What can be reached from the ids of a world: the lists of each object (`in`), its references (`to`), and root lists. */
export function readLists(ids: WorldIds): string {
  const parts = [...singleReads.values()].flatMap(single =>
    (ids[single.node.name] ?? []).flatMap((id, index) => {
      const read = `${single.field}(id: "${id}")`;
      const name = `${single.node.name}_${index}`;
      const references = idFieldsOf(single.node).filter(field => !isList(field));
      return [
        // Each list in its own query: one execution reports only some of its refusals.
        ...idFieldsOf(single.node)
          .filter(isList)
          .flatMap(list => variantsOf(list, ids, 0))
          .map((text, place) => `in_${place}_${name}: ${read} { ${parentsOf(single.node)} ${text} }`),
        ...references.map(({ field, node, through }, place) => {
          const text = `${field} { ...${fragmentName(node, 0)} }`;
          return `to_${place}_${name}: ${read} { ${parentsOf(single.node)} ${through ? `${through} { __typename ${text} }` : text} }`;
        }),
      ];
    }),
  );
  return withFragments(`{ ${[...parts, ...rootLists(ids)].join('\n')} }`, fragments(ids));
}

/** A query with all fragments that it uses, directly or indirectly. */
function withFragments(query: string, all: ReadonlyMap<string, string>): string {
  const needed = [...all].filter(([name, text]) => query.includes(`...${name} `) && !query.includes(text));
  if (needed.length === 0) return query;
  return withFragments([query, ...needed.map(([, text]) => text)].join('\n'), all);
}

/** Required arguments of lists. */
const GIVEN: Record<string, string> = { q: 'q: "pets"' };

/** Root lists, also for each project and each user if they have such an argument. */
const rootLists = (ids: WorldIds): string[] =>
  rootFields.filter(isList).flatMap(list => {
    if (list.required.some(name => name !== 'projectId' && !(name in GIVEN))) return [];
    const given = list.required.flatMap(name => GIVEN[name] ?? []).join(', ');
    const within = [
      ...(list.args.includes('projectId')
        ? (ids.Project ?? []).map(id => [`projectId: "${id}"`, given].filter(Boolean).join(', '))
        : []),
      ...(list.args.includes('userId') ? (ids.User ?? []).map(id => `userId: "${id}"`) : []),
    ];
    const open = list.required.includes('projectId') ? [] : [given];
    return [...open, ...within].map((args, index) => `${list.field}__${index}: ${listText(list, args, 1)}`);
  });
