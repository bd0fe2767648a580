import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import type { GivenValues } from './given-values.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map(fragment => [fragment.name.value, fragment]),
  );

/** A field with the name of the type that it belongs to. */
export type Selected = { field: FieldNode; typeName: string };

/**
 * The fields of a selection and of the fragments in it, as execution merges them. Each fragment counts once. Without
 * `given`, fields that `@skip` and `@include` leave out count too.
 */
export function fieldsOf(
  set: SelectionSetNode,
  typeName: string,
  fragments: Fragments,
  given?: GivenValues,
): Selected[] {
  return collectFields(set, typeName, fragments, given).fields;
}

/** Like `fieldsOf`, and counts the selections that it visited. */
export function collectFields(
  set: SelectionSetNode,
  typeName: string,
  fragments: Fragments,
  given?: GivenValues,
): { fields: Selected[]; looked: number } {
  const fields: Selected[] = [];
  let looked = 0;
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode, type: string): void => {
    looked += selections.length;
    for (const selection of selections) {
      if (given?.isRun(selection) === false) continue;
      if (selection.kind === Kind.FIELD) fields.push({ field: selection, typeName: type });
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        collect(selection.selectionSet, selection.typeCondition?.name.value ?? type);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) collect(fragment.selectionSet, fragment.typeCondition.name.value);
      }
    }
  };
  collect(set, typeName);
  return { fields, looked };
}
