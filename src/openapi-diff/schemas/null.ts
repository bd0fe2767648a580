import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import type { Node } from './schema-map.ts';

/** Whether a schema accepts null; null where nothing in it speaks about types, so that it does. */
export type Nullability = boolean | null;

/** How references are followed, and what was found so far. A schema under way says nothing. */
export type NullView = Pick<ApiDocument, 'dialect' | 'crossed'> & {
  lookUp: (ref: string) => Located | null;
  known: Map<JsonObject, Nullability>;
};

/** Wrappers that nest deeper say nothing. */
const MAX_LEVELS = 200;

/** Beside these, `nullable: true` without a type is meant as a nullable something. */
const STRUCTURE = ['properties', 'allOf', 'oneOf', 'anyOf', 'items', 'additionalProperties', 'format'];

/** What holds for null, followed through references, allOf, oneOf and anyOf. */
export const nullabilityOf = (view: NullView, schema: JsonValue | undefined, level = 0): Nullability => {
  if (schema === false) return false;
  if (!isJsonObject(schema)) return null;
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
    ref === null ? null : nullabilityOf(view, view.lookUp(ref)?.value, level);
  const ref = refOf(schema);
  if (ref !== null && view.dialect === '3.0') return behind(ref);
  const own = ownNullability(view, schema);
  if (own === 'by idiom') return true;
  const dynamic = typeof schema.$dynamicRef === 'string' ? schema.$dynamicRef : null;
  const { allOf, oneOf, anyOf } = schema;
  const each = (list: JsonValue | undefined): Nullability[] =>
    Array.isArray(list) ? list.map(branch => nullabilityOf(view, branch, level)) : [];
  return all([own, behind(ref), behind(dynamic), ...each(allOf), exactlyOne(each(oneOf)), some(each(anyOf))]);
};

const all = (parts: Nullability[]): Nullability => {
  if (parts.includes(false)) return false;
  return parts.includes(true) ? true : null;
};

const some = (branches: Nullability[]): Nullability => {
  if (branches.length === 0 || branches.includes(null)) return null;
  return branches.includes(true);
};

/** Of oneOf null may match one branch only; those that say nothing of types are taken to mean other things than null. */
const exactlyOne = (branches: Nullability[]): Nullability => {
  if (branches.length === 0) return null;
  const accepting = branches.filter(branch => branch === true).length;
  if (accepting === 0) return branches.includes(null) ? null : false;
  return accepting === 1;
};

/** `nullable` is a keyword of 3.0. What is left of it in a document that has become 3.1 is read as it was meant. */
const isMarked = ({ dialect, crossed }: NullView, { nullable }: JsonObject): boolean =>
  nullable === true && (dialect === '3.0' || crossed);

/** What the schema itself says: by its type, its values, or the keyword of 3.0. */
const ownNullability = (view: NullView, schema: JsonObject): Nullability | 'by idiom' => {
  const { type, enum: values, const: constant } = schema;
  const isTyped = typeof type === 'string' || Array.isArray(type);
  if (isMarked(view, schema)) {
    if (isTyped || Array.isArray(values)) return true;
    return STRUCTURE.some(keyword => schema[keyword] !== undefined) ? 'by idiom' : null;
  }
  const typed = isTyped ? [type].flat().includes('null') : null;
  // Between two dialects a type of null is what `nullable` was, which needs no null among the values.
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

/** What the conjuncts say together. */
export const nullabilityOfNode = (document: ApiDocument, node: Node): Nullability => ofNode(viewOf(document), node);

/** The old text among the new components. */
export const replayView = (before: ApiDocument, after: ApiDocument): NullView => ({
  ...viewOf(before),
  lookUp: ref => lookUp(after, ref) ?? lookUp(before, ref),
  known: new Map(),
});

/** Whether null comes or goes by what is written here; what a component does that is referred to is told there. */
export const isCausedHere = ({ replay }: { replay: NullView }, before: Node, after: Nullability): boolean =>
  ofNode(replay, before) !== after;
