import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { collectFields, type Fragments, fragmentsOf } from './fragments.ts';
import { LIMITS, tooDeep, tooRepetitive } from './limits.ts';

/** The fields that share one response key: the first of them, and their selections. */
type Merged = { field: FieldNode; parts: Set<SelectionSetNode> };

/**
 * Returns the first conflict (different fields with the same response key), a limit error if checking would take too long,
 * or undefined. Call it for a document that passed all other rules, on a schema without interfaces and unions, where all
 * fields of a selection belong to one type. Compares each field only with the first of its key, so time is linear.
 */
export function findConflict(document: DocumentNode): GraphQLError | undefined {
  const meter = new MergeMeter(fragmentsOf(document));
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const found = meter.merge([definition.selectionSet], 1);
    if (found) return found;
  }
  return undefined;
}

class MergeMeter {
  readonly #fragments: Fragments;
  readonly #written = new Map<FieldNode, string>();
  #looked = 0;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  merge(parts: Iterable<SelectionSetNode>, depth: number): GraphQLError | undefined {
    if (depth > LIMITS.selections) return tooDeep();
    const keys = new Map<string, Merged>();
    for (const part of parts) {
      const { fields, looked } = collectFields(part, '', this.#fragments);
      this.#looked += looked;
      if (this.#looked > LIMITS.repeatedFields) return tooRepetitive();
      for (const { field } of fields) {
        const found = this.#add(keys, field);
        if (found) return found;
      }
    }
    for (const { parts } of keys.values()) {
      const found = parts.size > 0 && this.merge(parts, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  #add(keys: Map<string, Merged>, field: FieldNode): GraphQLError | undefined {
    const key = (field.alias ?? field.name).value;
    const known = keys.get(key) ?? { field, parts: new Set<SelectionSetNode>() };
    keys.set(key, known);
    if (field.selectionSet) known.parts.add(field.selectionSet);
    const reason = this.#difference(known.field, field);
    if (reason === undefined) return undefined;
    const message = `Fields "${key}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`;
    return new GraphQLError(message, { nodes: [known.field, field] });
  }

  #difference(one: FieldNode, other: FieldNode): string | undefined {
    if (one.name.value !== other.name.value)
      return `"${one.name.value}" and "${other.name.value}" are different fields`;
    return this.#argumentsOf(one) === this.#argumentsOf(other) ? undefined : 'they have differing arguments';
  }

  #argumentsOf(field: FieldNode): string {
    const known = this.#written.get(field);
    if (known !== undefined) return known;
    const written = (field.arguments ?? []).map(sorted).sort().join();
    this.#written.set(field, written);
    return written;
  }
}

/** Prints an argument with object fields sorted, so that equal arguments give equal texts. */
const sorted = (argument: ArgumentNode): string =>
  print(
    visit(argument, {
      ObjectValue: {
        leave: node => ({ ...node, fields: node.fields.toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1)) }),
      },
    }),
  );
