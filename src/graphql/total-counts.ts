import {
  defaultFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { type Fragments, fieldsOf } from './fragments.ts';

/** Tells each list whether its total is selected, so that one statement reads the page and counts. */
export function countWithPages(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.page === undefined) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (source, args, context, info) =>
        resolve(source, { ...args, isCounted: selectsTotal(info) }, context, info);
    }
  }
  return schema;
}

/** Ignores directives: if one skips the total, it is counted in vain, which is only slower. */
function selectsTotal({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  return fieldNodes.some(({ selectionSet: set }) => {
    if (set === undefined) return false;
    const found = known.get(set) ?? hasTotal(set, new Map(Object.entries(fragments)));
    known.set(set, found);
    return found;
  });
}

/** Documents are cached, and a list may be in each of many parents. */
const known = new WeakMap<SelectionSetNode, boolean>();

const hasTotal = (set: SelectionSetNode, fragments: Fragments): boolean =>
  fieldsOf(set, '', fragments).some(({ field }) => field.name.value === 'totalCount');
