import type { JsonValue } from '../../platform/json.ts';
import { add, applyRules, type Context, type Engine, type Finding, type Findings, NO_FINDINGS } from '../engine.ts';
import type { Effect } from '../law.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { canonical } from '../read/values.ts';
import { boundRules } from '../rules/bounds.ts';
import { allOfRules, type BranchPair, looseningRules, wrapRules } from '../rules/compositions.ts';
import { dependentRules } from '../rules/objects.ts';
import { saysTheSame } from './all-of.ts';
import { excludeEachOther } from './appeal.ts';
import { asBranch } from './branch-names.ts';
import { compareBranches, rulesOf } from './branches.ts';
import { letsMoreIn } from './evaluating-parts.ts';
import { definitionOf, type Keyword } from './match-branches.ts';
import type { NormalSchema } from './normal-schema.ts';
import { normalizeSchema } from './normalize.ts';
import { keysOfEither, type SchemaPair } from './pair.ts';
import type { Node } from './schema-map.ts';
import { widened } from './types.ts';

/**
 * `isSettled`: a branch was found that the other side does not accept, so breaking findings are certain.
 * `replaced`: one side has only alternatives and the other side has none, so nothing else is compared.
 */
type Compared = { replaced: boolean; isSettled: boolean; findings: Findings };

export const compareAlternatives = (engine: Engine, context: Context, pair: SchemaPair): Compared => {
  const { before, after } = pair;
  if (before.alternatives.size === 0 && after.alternatives.size === 0) return NO_ALTERNATIVES;
  const found: Finding[] = [];
  const [[one, ...more], [other, ...others]] = [[...before.alternatives], [...after.alternatives]];
  if (one && other && more.length === 0 && others.length === 0 && one[0] !== other[0]) {
    const keyword = other[0] as Keyword;
    const [document, list, { sources }] =
      keyword === 'anyOf' ? ([engine.before, one[1], before] as const) : ([engine.after, other[1], after] as const);
    if (!excludeEachOther(engine, document, list, sources))
      add(found, applyRules(engine, context, looseningRules, { schemas: pair, keyword }));
    const branches = compareBranches(engine, context, {
      schemas: pair,
      keyword: 'anyOf',
      before: one[1],
      after: other[1],
    });
    add(found, branches.findings);
    return { ...branches, replaced: false, findings: found };
  }
  let replaced = false;
  let isSettled = false;
  for (const keyword of keysOfEither(before.alternatives, after.alternatives)) {
    const [old, now] = [before.alternatives.get(keyword), after.alternatives.get(keyword)];
    const kind: Keyword = keyword.startsWith('oneOf') ? 'oneOf' : 'anyOf';
    if (old && now) {
      const branches = compareBranches(engine, context, { schemas: pair, keyword: kind, before: old, after: now });
      add(found, branches.findings);
      isSettled ||= branches.isSettled;
    } else if (keyword !== kind) add(found, applyRules(engine, context, allOfRules, furtherList(pair, old, now)));
    else {
      const list = now ?? old ?? [];
      const names = list.map(branch => asBranch(branch).name);
      const sides = { schemas: pair, keyword: kind, names, wrapped: now !== undefined };
      const [plain, holder] = sides.wrapped ? [before, after] : [after, before];
      const bare = isBare(holder);
      if (bare && !saysNoMore(plain, holder.document, list)) {
        const same = list.find(branch => isBranch(engine, branch, plain, holder.document));
        const apart = same !== undefined && isOfOtherTypes(same, list, holder.document) ? 'apart' : 'beside others';
        const contained = same !== undefined && isOfTypes(plain, holder) && apart;
        add(found, applyRules(engine, context, wrapRules, { ...sides, contained }));
      } else add(found, applyRules(engine, context, rulesOf(kind), wholeList(sides, list)));
      replaced ||= bare;
    }
  }
  return { replaced, isSettled, findings: found };
};

const NO_ALTERNATIVES = { replaced: false, isSettled: false, findings: NO_FINDINGS };

/** Where unevaluated properties or items are refused, an added list also allows those that it describes. */
const effectOfList = (schemas: SchemaPair, wrapped: boolean, list: Located[]): Effect => {
  const { before, after, direction } = schemas;
  const closed = [before, after].every(({ subschemas }) =>
    subschemas.get('unevaluatedProperties')?.some(({ value }) => value === false),
  );
  const anyOf = list.map(({ value }) => value);
  if (!closed && letsMoreIn(schemas, wrapped ? after : before, { anyOf })) return 'may-change';
  if (!closed || (wrapped && direction === 'request')) return wrapped ? 'narrows' : 'widens';
  return wrapped ? 'may-widen' : direction === 'request' ? 'narrows' : 'widens';
};

/** Alternatives beside equal keywords are an additional constraint. */
const wholeList = ({ schemas, wrapped }: { schemas: SchemaPair; wrapped: boolean }, list: Located[]): BranchPair => {
  const branches = list.map(asBranch);
  const sides = { added: wrapped ? branches : [], removed: wrapped ? [] : branches };
  return { schemas, ...sides, isWhole: true, effect: effectOfList(schemas, wrapped, list) };
};

/** Whether the plain schema accepts every value that one of the alternatives accepts. */
const saysNoMore = (plain: NormalSchema, document: ApiDocument, list: Located[]): boolean => {
  const { types, never, alternatives, patternProperties, dependentSchemas, prefixItems } = plain;
  if (never || !isBare({ ...plain, types: null })) return false;
  if (alternatives.size + prefixItems.length > 0 || !patternProperties.isEmpty || !dependentSchemas.isEmpty)
    return false;
  if (types === null) return true;
  return list.every(branch => normalizeSchema(document, [branch], true).types?.isSubsetOf(types));
};

/** A second list of alternatives is an additional constraint. */
const furtherList = (schemas: SchemaPair, before: Located[] = [], after: Located[] = []): BranchPair => ({
  ...{ schemas, isWhole: true },
  added: after.map(asBranch),
  removed: before.map(asBranch),
});

/** Keywords with plain values that refuse some values. */
const REFUSING: ReadonlySet<string> = new Set([
  ...[boundRules, dependentRules].flatMap(rules => Object.keys(rules)),
  ...['enum', 'format', 'contentEncoding', 'contentMediaType', '$dynamicRef'],
]);

/** Whether the schema has no conditions beside its alternatives. */
const isBare = ({ properties, required, subschemas, types, members, keywords }: NormalSchema): boolean =>
  properties.isEmpty &&
  required.size === 0 &&
  subschemas.size === 0 &&
  members.length === 0 &&
  (types === null || types.has('object')) &&
  ![...keywords.keys()].some(keyword => REFUSING.has(keyword));

/** Whether the types beside the alternatives, if any, include all types of the plain schema. */
const isOfTypes = (plain: NormalSchema, { types, nullable }: NormalSchema): boolean =>
  types === null || (plain.types?.isSubsetOf(types) === true && (plain.nullable !== true || nullable !== false));

const isBranch = (engine: Engine, branch: Located, plain: NormalSchema, document: ApiDocument): boolean =>
  [engine.before, engine.after].some(other => definitionOf(other, branch).pointer === plain.pointer) ||
  isAlike(normalizeSchema(document, [branch]), plain);

/** Whether no other branch accepts a type of this branch. */
const isOfOtherTypes = (branch: Located, list: Located[], document: ApiDocument): boolean => {
  const own = normalizeSchema(document, [branch], true);
  const types = widened(own.types);
  if (types === null || own.nullable !== false) return false;
  return list.every(other => {
    const others = widened(normalizeSchema(document, [other], true).types);
    return other === branch || others?.isDisjointFrom(types) === true;
  });
};

const isAlike = (a: NormalSchema, b: NormalSchema): boolean => {
  const texts = (node: Node): JsonValue[] => node.map(({ value }) => value);
  const nodes = (schema: NormalSchema): JsonValue => {
    const { properties, patternProperties, dependentSchemas, subschemas, alternatives, prefixItems, conditions } =
      schema;
    const named = [properties, patternProperties, dependentSchemas].map(map =>
      map.names().map(name => [name, ...texts(map.get(name) ?? [])]),
    );
    const listed = [...subschemas, ...alternatives].map(([name, list]) => [name, ...texts(list)]);
    return [named, listed, prefixItems.map(texts), texts(conditions)];
  };
  const isPlain = a.members.length + b.members.length === 0 && a.nullable === b.nullable;
  return isPlain && saysTheSame(a, b) && canonical(nodes(a)) === canonical(nodes(b));
};
