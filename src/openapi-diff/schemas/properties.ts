import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  partOf,
} from '../engine.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';
import { isClosed } from '../rules/objects.ts';
import { propertyRules } from '../rules/properties.ts';
import { isInert, type PropertyPair, type PropertySide } from '../rules/property-lists.ts';
import type { MemberMatch } from './all-of.ts';
import type { NormalSchema } from './normal-schema.ts';
import { keysOfEither, type SchemaPair } from './pair.ts';
import { compareValues } from './property-readings.ts';
import { otherRests } from './rests.ts';
import type { Node } from './schema-map.ts';
import { textualIn } from './textual.ts';
import { inFixedOrder, stepInto } from './walk.ts';

export const compareProperties = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  match: MemberMatch,
): Findings => {
  const found: Finding[] = [];
  const { before, after } = schemas;
  const part = partOf(context.root ? { ...context, root: false } : context);
  const inside = (name: string): Context => {
    const textual = textualIn(context.textual, 'properties', name);
    return textual === context.textual ? part : { ...part, textual };
  };
  const compare = (name: string): void => add(found, compareProperty(engine, context, schemas, name, match));
  for (const name of inFixedOrder(context, before.properties.names())) {
    const was = before.properties.only(name);
    const isAlone = otherRests(before, after, 'properties', name) === null;
    if (isAlone && was !== undefined && before.required.has(name) === after.required.has(name)) {
      const likeness = engine.sameness.likenessOf(was, after.properties.only(name));
      if (likeness === 'same') continue;
      if (likeness === 'same text' && hasNoFlag(was) && engine.walk.linkComponents(engine, inside(name), was)) continue;
    }
    compare(name);
  }
  for (const name of inFixedOrder(context, after.properties.names())) if (!before.properties.has(name)) compare(name);
  for (const name of keysOfEither(before.required, after.required)) {
    if (!before.properties.has(name) && !after.properties.has(name)) compare(name);
  }
  return found;
};

const compareProperty = (
  engine: Engine,
  context: Context,
  { before, after, direction, family }: SchemaPair,
  name: string,
  match: MemberMatch,
): Findings => {
  const [old, now] = [before.properties.get(name), after.properties.get(name)];
  const isRequiredAlike = before.required.has(name) === after.required.has(name);
  if (isRequiredAlike && isOfShownMember(match, old, now)) return NO_FINDINGS;
  const pair: PropertyPair = {
    name,
    direction,
    closedBefore: isClosed(before),
    closedAfter: isClosed(after),
    inHeader: family === 'header-parameter' && direction === 'request',
    before: sideOf(engine.before, before, name, old),
    after: sideOf(engine.after, after, name, now),
    objectBefore: before.pointer,
    objectAfter: after.pointer,
  };
  const inner = stepInto(context, ['properties', name], name || '""');
  const found = isAlike(pair) ? NO_FINDINGS : applyRules(engine, inner, propertyRules, pair);
  const inside = compareValues(engine, withInertness(inner, pair), { before, after }, pair);
  return found.length === 0 ? inside : [...found, ...inside];
};

/** Whether rules about properties can find nothing. */
const isAlike = ({ before, after }: PropertyPair): boolean =>
  before !== null &&
  after !== null &&
  before.defined === after.defined &&
  before.required === after.required &&
  before.readOnly === after.readOnly &&
  before.writeOnly === after.writeOnly;

const withInertness = (context: Context, { before, after, direction }: PropertyPair): Context => {
  const inert = [before, after].some(side => side !== null && isInert(side, direction));
  return inert && !context.inert ? { ...context, inert } : context;
};

/** Whether only a common member describes the property on both sides. Then it is compared at the member. */
const isOfShownMember = ({ shown }: MemberMatch, before: Node | undefined, after: Node | undefined): boolean => {
  if (shown.length === 0) return false;
  const [old, now] = [before?.[0], after?.[0]];
  if (before?.length !== 1 || after?.length !== 1 || old === undefined || now === undefined) return false;
  return shown.some(
    ([member, other]) =>
      old.pointer.startsWith(`${member.target.pointer}/properties/`) &&
      now.pointer.startsWith(`${other.target.pointer}/properties/`),
  );
};

const sideOf = (
  document: ApiDocument,
  schema: NormalSchema,
  name: string,
  node: Node | undefined,
): PropertySide | null => {
  const requiredAt = schema.required.get(name);
  if (node === undefined && requiredAt === undefined) return null;
  return {
    pointer: node?.[0]?.pointer ?? requiredAt ?? append(schema.pointer, name),
    defined: node !== undefined,
    required: requiredAt !== undefined,
    readOnly: says(document, node, 'readOnly'),
    writeOnly: says(document, node, 'writeOnly'),
    hasDefault: says(document, node, 'default'),
  };
};

type Flag = 'readOnly' | 'writeOnly' | 'default';

const says = (document: ApiDocument, node: Node | undefined, flag: Flag): boolean => {
  if (node === undefined) return false;
  const [only] = node;
  if (node.length === 1 && standsAlone(only?.value)) return hasFlag(only?.value as JsonObject, flag);
  const seen: JsonValue[] = [];
  return node.some(({ value }) => isSaid(document, value, flag, seen));
};

/** Whether only its own keywords describe the schema. */
const standsAlone = (schema: JsonValue | undefined): boolean =>
  isJsonObject(schema) && schema.$ref === undefined && schema.allOf === undefined;

/** Whether the schema is neither read-only nor write-only, without looking at references. */
const hasNoFlag = (schema: JsonValue): boolean =>
  isJsonObject(schema) && standsAlone(schema) && schema.readOnly !== true && schema.writeOnly !== true;

const hasFlag = (schema: JsonObject, flag: Flag): boolean =>
  flag === 'default' ? schema.default !== undefined : schema[flag] === true;

const MAX_SEEN = 30;

/** Whether the schema itself, a reference or a branch of allOf sets the flag. */
const isSaid = (document: ApiDocument, schema: JsonValue | undefined, flag: Flag, seen: JsonValue[]): boolean => {
  if (!isJsonObject(schema) || seen.includes(schema) || seen.length > MAX_SEEN) return false;
  seen.push(schema);
  const ref = refOf(schema);
  if (ref !== null && isSaid(document, lookUp(document, ref)?.value, flag, seen)) return true;
  if (ref !== null && document.dialect === '3.0') return false;
  if (hasFlag(schema, flag)) return true;
  const { allOf } = schema;
  return Array.isArray(allOf) && allOf.some(branch => isSaid(document, branch, flag, seen));
};
