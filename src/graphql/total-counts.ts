import {
  defaultFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

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
  const inSet = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some(selection => {
      if (selection.kind === Kind.FIELD) return selection.name.value === 'totalCount';
      return inSet(
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments[selection.name.value]?.selectionSet,
      );
    }) ?? false;
  return fieldNodes.some(node => inSet(node.selectionSet));
}
