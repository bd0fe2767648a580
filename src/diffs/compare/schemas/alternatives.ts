import { parsePointer } from '../../../openapi/pointer.ts';
import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf, stringsOf } from '../document.ts';
import { applyRules, type Context, type Engine } from '../engine.ts';
import { boundRules } from '../rules/bounds.ts';
import {
  allOfRules,
  anyOfRules,
  type Branch,
  looseningRules,
  oneOfRules,
  renamedBranchRules,
  wrapRules,
} from '../rules/compositions.ts';
import { canonical } from '../values.ts';
import type { NormalSchema } from './normal.ts';
import { keysOfEither, type SchemaPair } from './pair.ts';
import { isRenamed, pairRenamed } from './renames.ts';
import type { Node } from './schema-map.ts';
import { stepInto } from './steps.ts';

type CompareSchemas = (engine: Engine, context: Context, before: Node, after: Node) => void;

/** `replaced`: one side is nothing but alternatives where the other has none, so that there is nothing else to say. */
export const compareAlternatives = (
  engine: Engine,
  context: Context,
  pair: SchemaPair,
  compareSchemas: CompareSchemas,
): 'replaced' | 'compared' => {
  const { before, after } = pair;
  if (before.alternatives.size === 0 && after.alternatives.size === 0) return 'compared';
  const [[one, ...more], [other, ...others]] = [[...before.alternatives], [...after.alternatives]];
  if (one && other && more.length === 0 && others.length === 0 && one[0] !== other[0]) {
    const keyword = other[0] as Keyword;
    applyRules(engine, context, looseningRules, { schemas: pair, keyword });
    compareBranches(engine, context, pair, 'anyOf', one[1], other[1], compareSchemas);
    return 'compared';
  }
  let replaced = false;
  for (const keyword of keysOfEither(before.alternatives, after.alternatives)) {
    const [old, now] = [before.alternatives.get(keyword), after.alternatives.get(keyword)];
    const kind: Keyword = keyword.startsWith('oneOf') ? 'oneOf' : 'anyOf';
    if (old && now) compareBranches(engine, context, pair, kind, old, now, compareSchemas);
    else if (keyword !== kind) applyRules(engine, context, allOfRules, furtherList(pair, kind, old, now));
    else {
      const [plain, list] = old === undefined ? [before, now] : [after, old];
      const contained = (list ?? []).some(branch => isBranch(engine, branch, plain));
      applyRules(engine, context, wrapRules, { schemas: pair, keyword: kind, wrapped: now !== undefined, contained });
      replaced ||= isBare(old === undefined ? after : before);
    }
  }
  return replaced ? 'replaced' : 'compared';
};

type Keyword = 'oneOf' | 'anyOf';

/** Beside one list of alternatives another one is a constraint more. */
const furtherList = (schemas: SchemaPair, kind: Keyword, before?: Located[], after?: Located[]) => {
  const asBranches = (list: Located[] | undefined): Branch[] =>
    (list ?? []).slice(0, 1).map(branch => ({ ...branch, name: `another ${kind}` }));
  return { schemas, added: asBranches(after), removed: asBranches(before) };
};

/** Says nothing about values beside its alternatives. */
const isBare = ({ properties, required, subschemas, types, members, keywords }: NormalSchema): boolean =>
  properties.isEmpty &&
  required.size === 0 &&
  subschemas.size === 0 &&
  members.length === 0 &&
  (types === null || types.has('object')) &&
  [...keywords.keys()].every(keyword => boundRules[keyword] === undefined && keyword !== 'enum');

const isBranch = (engine: Engine, branch: Located, plain: NormalSchema): boolean =>
  [engine.before, engine.after].some(document => end(document, branch).pointer === plain.pointer);

const end = (document: ApiDocument, branch: Located): Located => {
  const ref = refOf(branch.value);
  return (ref === null ? null : lookUp(document, ref)) ?? branch;
};

const compareBranches = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  keyword: Keyword,
  before: Located[],
  after: Located[],
  compareSchemas: CompareSchemas,
): void => {
  const { pairs, removed, added } = matchBranches(engine, before, after);
  for (const [old, now] of pairs) {
    const index = String(after.indexOf(now));
    const name = refOf(now.value) ?? index;
    compareSchemas(engine, stepInto(context, [keyword, name], ''), [old], [now]);
    applyRules(engine, context, renamedBranchRules, { schemas, before: asBranch(old), after: asBranch(now) });
  }
  const branches = { schemas, added: added.map(asBranch), removed: removed.map(asBranch) };
  applyRules(engine, context, keyword === 'oneOf' ? oneOfRules : anyOfRules, branches);
};

type Matching = { pairs: [Located, Located][]; removed: Located[]; added: Located[] };

type NameOf = (branch: Located, document: ApiDocument) => string | null;

/** Each round pairs what is still open by a weaker likeness: same reference, same text, same title, same shape. */
const matchBranches = (engine: Engine, before: Located[], after: Located[]): Matching => {
  const spell = engine.before.crossed ? inWordsOf31 : (value: JsonValue) => value;
  const rounds: NameOf[] = [
    ({ value }) => refOf(value),
    ({ value }) => canonical(spell(value)),
    (branch, document) => canonical(end(document, branch).value),
    titleOf,
    branch => (refOf(branch.value) === null ? typeOf(branch) : null),
  ];
  const pairs: [Located, Located][] = [];
  let [removed, added] = [before, after];
  for (const nameOf of rounds) {
    if (removed.length === 0 || added.length === 0) break;
    const open = new Map<string, Located[]>();
    for (const now of added) {
      const name = nameOf(now, engine.after);
      if (name === null) continue;
      const alike = open.get(name);
      if (alike === undefined) open.set(name, [now]);
      else alike.push(now);
    }
    const taken = new Set<Located>();
    removed = removed.filter(old => {
      const name = nameOf(old, engine.before);
      const now = name === null ? undefined : open.get(name)?.shift();
      if (now === undefined) return true;
      pairs.push([old, now]);
      taken.add(now);
      return false;
    });
    added = added.filter(now => !taken.has(now));
  }
  const isSame = (old: Located, now: Located) =>
    refOf(old.value) !== null &&
    refOf(now.value) !== null &&
    isRenamed(engine, end(engine.before, old), end(engine.after, now));
  const renamed = pairRenamed(removed, added, isSame);
  return { ...renamed, pairs: [...pairs, ...renamed.pairs] };
};

/** `nullable` of 3.0 as a type, so that branches of both dialects can be told to be the same. */
const inWordsOf31 = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(inWordsOf31);
  if (!isJsonObject(value)) return value;
  const { nullable, ...rest } = value;
  const words = Object.fromEntries(Object.entries(rest).map(([key, element]) => [key, inWordsOf31(element)]));
  if (typeof nullable !== 'boolean') return { ...value, ...words };
  return nullable && typeof words.type === 'string' ? { ...words, type: [words.type, 'null'] } : words;
};

const titleOf = ({ value }: Located): string | null =>
  isJsonObject(value) && typeof value.title === 'string' ? value.title : null;
const typeOf = ({ value }: Located): string | null => {
  if (!isJsonObject(value)) return null;
  const types = typeof value.type === 'string' ? [value.type] : stringsOf(value.type);
  return types.filter(type => type !== 'null').join();
};

const schemaNameOf = ({ value }: Located): string | undefined => refOf(value)?.replace(/^#\/components\/schemas\//, '');

const asBranch = (branch: Located): Branch => {
  const name = schemaNameOf(branch) ?? titleOf(branch) ?? `branch ${parsePointer(branch.pointer).at(-1)}`;
  return { ...branch, name };
};
