import { type GraphQLField, type GraphQLObjectType, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { schema } from '../../src/schema.ts';

/** A field that returns objects with an id: a list or a reference. */
export type IdField = {
  /** Type and field, such as `Document.drafts`. */
  name: string;
  field: string;
  of: GraphQLObjectType;
  node: GraphQLObjectType;
  kind: 'connection' | 'list' | 'reference';
  args: string[];
  /** The required arguments. */
  required: string[];
  /** The object without an id between the type and the reference, such as an overview. */
  through?: string;
};

/** Types that are not searched for references: their only one, `aiSummary`, is also a field of their owner. */
const COMPUTED = ['DiffPreview', 'DiffChanges'];

const hasId = (type: GraphQLObjectType): boolean => type.getFields().id !== undefined;

const isOpen = ({ args }: GraphQLField<unknown, unknown>): boolean => !args.some(arg => isNonNullType(arg.type));

/** The lists and references of a type that need no further arguments. */
export function idFieldsOf(type: GraphQLObjectType): IdField[] {
  return Object.values(type.getFields()).flatMap((field): IdField[] => {
    const named = getNamedType(field.type);
    if (!isObjectType(named) || (!isOpen(field) && type !== schema.getQueryType())) return [];
    const args = field.args.map(({ name }) => name);
    const required = field.args.filter(arg => isNonNullType(arg.type)).map(({ name }) => name);
    const common = { name: `${type.name}.${field.name}`, field: field.name, of: type, args, required };
    const nodes = named.getFields().nodes;
    if (nodes !== undefined) {
      const node = getNamedType(nodes.type);
      return isObjectType(node) && hasId(node) ? [{ ...common, node, kind: 'connection' as const }] : [];
    }
    const kind = String(field.type).startsWith('[') ? ('list' as const) : ('reference' as const);
    if (hasId(named)) return [{ ...common, node: named, kind }];
    if (kind === 'list' || COMPUTED.includes(named.name)) return [];
    return idFieldsOf(named)
      .filter(inner => inner.kind === 'reference')
      .map(inner => ({ ...inner, through: field.name }));
  });
}

export const isList = ({ kind }: IdField): boolean => kind !== 'reference';

/** The types with an id that queries can reach. */
export const nodeTypes = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(type => hasId(type) && !type.name.startsWith('__'));

export const rootFields: IdField[] = idFieldsOf(schema.getQueryType() as GraphQLObjectType);

/** Type → the root field that reads one of its kind by its id. */
export const singleReads = new Map(
  rootFields.filter(({ kind, args }) => kind === 'reference' && args.includes('id')).map(one => [one.node.name, one]),
);

/** Every list of the schema. */
export const lists: IdField[] = [...rootFields, ...nodeTypes.flatMap(idFieldsOf)].filter(isList);
