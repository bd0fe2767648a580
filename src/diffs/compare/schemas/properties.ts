import { append } from '../../../openapi/pointer.ts';
import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../document.ts';
import { applyRules, type Context, type Engine } from '../engine.ts';
import { isClosed } from '../rules/objects.ts';
import { comesOrGoes, isInert, type PropertyPair, type PropertySide, propertyRules } from '../rules/properties.ts';
import type { MemberMatch } from './members.ts';
import type { Node, NormalSchema } from './normal.ts';
import type { SchemaPair } from './pair.ts';
import { stepInto } from './steps.ts';

type CompareSchemas = (engine: Engine, context: Context, before: Node, after: Node) => void;

export const compareProperties = (
  engine: Engine,
  context: Context,
  { before, after, direction, family }: SchemaPair,
  match: MemberMatch,
  compareSchemas: CompareSchemas,
): void => {
  const names = new Set<string>();
  for (const schema of [before, after]) {
    for (const name of schema.properties.keys()) names.add(name);
    for (const name of schema.required.keys()) names.add(name);
  }
  const [closedBefore, closedAfter] = [isClosed(before), isClosed(after)];
  for (const name of names) {
    const [old, now] = [before.properties.get(name), after.properties.get(name)];
    if (isUntouched(engine, before, after, name)) continue;
    if (match.unfolded && isOfCommonMember(match, old, now)) continue;
    const pair: PropertyPair = {
      ...{
        name,
        direction,
        closedBefore,
        closedAfter,
        inHeader: family === 'header-parameter' && direction === 'request',
      },
      before: sideOf(engine.before, before, name),
      after: sideOf(engine.after, after, name),
      objectBefore: before.pointer,
      objectAfter: after.pointer,
    };
    const inner = stepInto(context, ['properties', name], name);
    if (!isAlike(pair)) applyRules(engine, inner, propertyRules, pair);
    const lone = comesOrGoes(pair);
    const [was, is] = [old ?? unnamed(before, name, now, lone), now ?? unnamed(after, name, old, lone)];
    if (was !== undefined && is !== undefined) compareSchemas(engine, withInertness(inner, pair), was, is);
  }
};

/** Written alike in both documents, and as required as before. */
const isUntouched = (engine: Engine, before: NormalSchema, after: NormalSchema, name: string): boolean => {
  const [old, now] = [before.properties.get(name), after.properties.get(name)];
  if (old?.length !== 1 || now?.length !== 1 || before.required.has(name) !== after.required.has(name)) return false;
  return engine.sameness.isSame(old[0]?.value, now[0]?.value);
};

/** The rules about properties have nothing to say. */
const isAlike = ({ before, after }: PropertyPair): boolean =>
  before !== null &&
  after !== null &&
  before.defined === after.defined &&
  before.required === after.required &&
  before.readOnly === after.readOnly &&
  before.writeOnly === after.writeOnly;

/**
 * What a property may hold where it is not described: anything when it is required, and what all that are not named may
 * hold where that is said.
 */
const unnamed = (
  { required, subschemas, patternProperties }: NormalSchema,
  name: string,
  other: Node | undefined,
  lone: boolean,
): Node | undefined => {
  const rest = subschemas.get('additionalProperties');
  if (other !== undefined && rest?.every(({ value }) => value !== false) && patternProperties.size === 0) return rest;
  const pointer = required.get(name);
  return pointer === undefined || lone ? undefined : [{ value: {}, pointer }];
};

const withInertness = (context: Context, { before, after, direction }: PropertyPair): Context => {
  const inert = [before, after].some(side => side !== null && isInert(side, direction));
  return inert && !context.inert ? { ...context, inert } : context;
};

/** Both sides say about the property only what a common member says; that is judged where the member stands. */
const isOfCommonMember = ({ common }: MemberMatch, before: Node | undefined, after: Node | undefined): boolean => {
  const [old, now] = [before?.[0], after?.[0]];
  if (before?.length !== 1 || after?.length !== 1 || old === undefined || now === undefined) return false;
  return common.some(
    ([member, other]) =>
      old.pointer.startsWith(`${member.target.pointer}/properties/`) &&
      now.pointer.startsWith(`${other.target.pointer}/properties/`),
  );
};

const sideOf = (document: ApiDocument, schema: NormalSchema, name: string): PropertySide | null => {
  const node = schema.properties.get(name);
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
  const seen = new Set<JsonValue>();
  return node?.some(({ value }) => isSaid(document, value, flag, seen)) ?? false;
};

const MAX_SEEN = 30;

/** By the schema itself, what it refers to, or a branch of allOf. */
const isSaid = (document: ApiDocument, schema: JsonValue | undefined, flag: Flag, seen: Set<JsonValue>): boolean => {
  if (!isJsonObject(schema) || seen.has(schema) || seen.size > MAX_SEEN) return false;
  seen.add(schema);
  const ref = refOf(schema);
  if (ref !== null && isSaid(document, lookUp(document, ref)?.value, flag, seen)) return true;
  if (ref !== null && document.dialect === '3.0') return false;
  if (flag === 'default' ? schema.default !== undefined : schema[flag] === true) return true;
  const { allOf } = schema;
  return Array.isArray(allOf) && allOf.some(branch => isSaid(document, branch, flag, seen));
};
