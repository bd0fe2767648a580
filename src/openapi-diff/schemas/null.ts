import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import type { Node } from './schema-map.ts';
import { acceptsNothing, isNullSchema } from './simple-schemas.ts';

/** Whether a schema accepts null; null if nothing in it limits types, so that it does accept null. */
export type Nullability = boolean | null;

/** How to follow references, and the results so far. A schema in progress has no result. */
export type NullView = Pick<ApiDocument, 'dialect' | 'crossed'> & {
  lookUp: (ref: string) => Located | null;
  known: Map<JsonObject, Nullability>;
  /** Reads an alternative of the schema itself. */
  readBranch?: (branch: JsonValue) => JsonValue;
  /** How to read what references lead to; the same if absent. */
  beyond?: NullView;
};

/** Deeper nesting is ignored. */
const MAX_LEVELS = 200;

/** With these keywords, `nullable: true` without a type means "this schema or null". */
export const STRUCTURE: readonly string[] = [
  'properties',
  'allOf',
  'oneOf',
  'anyOf',
  'items',
  'additionalProperties',
  'format',
];

/** Whether null is accepted, including references, allOf, oneOf, anyOf and if. */
const nullabilityOf = (view: NullView, schema: JsonValue | undefined, level = 0): Nullability => {
  if (!isJsonObject(schema)) return schema === false ? false : null;
  const isPlain = level === 0 && schema.$ref === undefined && typeof schema.type === 'string';
  if (isPlain && schema.type !== 'null' && !isMarked(view, schema)) return false;
  const known = view.known.get(schema);
  if (known !== undefined || level > MAX_LEVELS) return known ?? null;
  view.known.set(schema, null);
  const found = judge(view, schema, level + 1);
  view.known.set(schema, found);
  return found;
};

const judge = (view: NullView, schema: JsonObject, level: number): Nullability => {
  const behind = (ref: string | null): Nullability =>
    ref === null ? null : nullabilityOf(view.beyond ?? view, view.lookUp(ref)?.value, level);
  const ref = refOf(schema);
  if (ref !== null && view.dialect === '3.0') return behind(ref);
  const own = ownNullability(view, schema);
  if (own === 'by idiom') return true;
  if (acceptsNothing(schema)) return false;
  const dynamic = typeof schema.$dynamicRef === 'string' ? schema.$dynamicRef : null;
  const { allOf, oneOf, anyOf, not } = schema;
  const each = (list: JsonValue | undefined): Nullability[] =>
    Array.isArray(list) ? list.map(branch => nullabilityOf(view, branch, level)) : [];
  const branches = (list: JsonValue | undefined): Nullability[] =>
    each(Array.isArray(list) && view.readBranch ? list.map(view.readBranch) : list);
  const refused = isJsonObject(not) && nullabilityOf(view, not, level) !== false ? false : null;
  const parts = [own, refused, behind(ref), behind(dynamic), chosenByIf(view, schema, level)];
  return all([...parts, ...each(allOf), exactlyOne(branches(oneOf)), some(branches(anyOf))]);
};

/** The nullability from the branch that `if` chooses for null. */
const chosenByIf = (view: NullView, schema: JsonObject, level: number): Nullability => {
  if (schema.if === undefined || view.dialect === '3.0') return null;
  const chosen = nullabilityOf(view, schema.if, level) === false ? schema.else : schema.then;
  return nullabilityOf(view, chosen, level);
};

const all = (parts: Nullability[]): Nullability => {
  if (parts.includes(false)) return false;
  return parts.includes(true) ? true : null;
};

const some = (branches: Nullability[]): Nullability => {
  if (branches.length === 0 || branches.includes(null)) return null;
  return branches.includes(true);
};

/** With oneOf, null may match only one branch. A branch without types accepts it, too. */
const exactlyOne = (branches: Nullability[]): Nullability => {
  const accepting = branches.filter(branch => branch !== false);
  if (accepting.every(branch => branch === null)) return branches.length > 0 && accepting.length === 0 ? false : null;
  return accepting.length === 1;
};

/** `nullable` is a keyword of 3.0. In a document that was migrated to 3.1, its remains keep their meaning. */
const isMarked = ({ dialect, crossed }: NullView, { nullable }: JsonObject): boolean =>
  nullable === true && (dialect === '3.0' || crossed);

/** The nullability from the schema's own type, values, or the 3.0 keyword. */
const ownNullability = (view: NullView, schema: JsonObject): Nullability | 'by idiom' => {
  const { type, enum: values, const: constant } = schema;
  const isTyped = typeof type === 'string' || Array.isArray(type);
  if (isMarked(view, schema)) {
    if (isTyped || Array.isArray(values)) return true;
    return STRUCTURE.some(keyword => schema[keyword] !== undefined) ? 'by idiom' : null;
  }
  const typed = isTyped ? [type].flat().includes('null') : null;
  // If the dialects differ, type null is read like `nullable` of 3.0, which does not require null in the enum.
  if (typed === true && view.crossed) return true;
  const listed = Array.isArray(values) ? values.includes(null) : null;
  return all([typed, listed, constant === undefined ? null : constant === null]);
};

const views = new WeakMap<ApiDocument, NullView>();

const viewOf = (document: ApiDocument): NullView => {
  let view = views.get(document);
  if (view === undefined) {
    const { dialect, crossed } = document;
    view = { dialect, crossed, lookUp: ref => lookUp(document, ref), known: new Map() };
    views.set(document, view);
  }
  return view;
};

const ofNode = (view: NullView, node: Node): Nullability => {
  const [only] = node;
  return node.length === 1
    ? nullabilityOf(view, only?.value)
    : all(node.map(({ value }) => nullabilityOf(view, value)));
};

/** The combined nullability of the conjuncts. */
export const nullabilityOfNode = (document: ApiDocument, node: Node): Nullability => ofNode(viewOf(document), node);

/** Resolves references of the old text to the new components. */
export const replayView = (before: ApiDocument, after: ApiDocument): NullView => {
  const beyond: NullView = {
    ...viewOf(before),
    lookUp: ref => lookUp(after, ref) ?? lookUp(before, ref),
    known: new Map(),
  };
  // A component that is null on one side only is not compared as an alternative, so the change is caused by the list.
  const readBranch = (branch: JsonValue): JsonValue => {
    const ref = refOf(branch);
    const [old, now] = ref === null ? [null, null] : [lookUp(before, ref), lookUp(after, ref)];
    return old && now && isNullSchema(old.value) !== isNullSchema(now.value) ? old.value : branch;
  };
  return { ...beyond, known: new Map(), readBranch, beyond };
};

/** Whether the change of nullability is caused here. A change caused by a component is reported at the component. */
export const isCausedHere = ({ replay }: { replay: NullView }, before: Node, after: Nullability): boolean =>
  ofNode(replay, before) !== after;
