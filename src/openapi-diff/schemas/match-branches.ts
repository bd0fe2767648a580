import { isJsonObject, type JsonValue } from '../../platform/json.ts';
import type { Engine } from '../engine.ts';
import { type ApiDocument, type Located, refOf, stringsOf } from '../read/document.ts';
import { canonical, sameValue } from '../read/values.ts';
import { isCovered } from './appeal.ts';
import { titleOf } from './branch-names.ts';
import { normalizeSchema } from './normalize.ts';
import type { SchemaPair } from './pair.ts';
import { targetOf } from './references.ts';
import { pairRenamed } from './renamed-components.ts';
import { coreOf, isNullSchema } from './simple-schemas.ts';

export type Keyword = 'oneOf' | 'anyOf';

/** The alternatives that two schemas list in this keyword. */
export type Lists = { schemas: SchemaPair; keyword: Keyword; before: Located[]; after: Located[] };

export type Matching = { pairs: [Located, Located][]; removed: Located[]; added: Located[] };

/** The definition at the end of the branch's references. */
export const definitionOf = (document: ApiDocument, branch: Located): Located =>
  targetOf(document, [branch]).node[0] ?? branch;

type NameOf = (branch: Located, document: ApiDocument) => string | null;

/**
 * Each round pairs the remaining branches by a weaker criterion: same reference, same text, same tag, same title, same
 * shape.
 */
export const matchBranches = (engine: Engine, before: Located[], after: Located[]): Matching => {
  const spell = engine.before.crossed ? spelledAs31 : (value: JsonValue) => value;
  const texts = new Map<JsonValue, string>();
  const textOf = (value: JsonValue): string => {
    const text = texts.get(value) ?? canonical(value);
    texts.set(value, text);
    return text;
  };
  const matching = pairInRounds(engine, keepInPlace(engine, before, after), [
    ({ value }) => refOf(value),
    ({ value }) => textOf(spell(value)),
    branch => refOf(coreOf(branch).value),
    branch => textOf(spell(coreOf(branch).value)),
    (branch, document) => textOf(definitionOf(document, branch).value),
  ]);
  const tags = tagsOf(engine, matching);
  const { pairs, removed, added } = pairInRounds(engine, matching, [
    branch => tags.get(branch) ?? null,
    titleOf,
    branch => (refOf(branch.value) === null && !tags.has(branch) ? typeOf(branch) : null),
  ]);
  const renamed = pairRenamed(engine, removed, added, (document, branch) =>
    refOf(branch.value) === null ? null : definitionOf(document, branch),
  );
  return pairLast({ ...renamed, pairs: [...pairs, ...renamed.pairs] });
};

/** First pairs equal branches at the same index. Most branches are equal, and then no name is computed. */
const keepInPlace = (engine: Engine, before: Located[], after: Located[]): Matching => {
  const kept = new Set(
    engine.before.crossed ? [] : [...before.keys()].filter(at => sameValue(before[at]?.value, after[at]?.value)),
  );
  return {
    pairs: [...kept].map((at): [Located, Located] => [before[at] as Located, after[at] as Located]),
    removed: before.filter((_, at) => !kept.has(at)),
    added: after.filter((_, at) => !kept.has(at)),
  };
};

const pairInRounds = (engine: Engine, matching: Matching, rounds: NameOf[]): Matching => {
  const pairs = [...matching.pairs];
  let { removed, added } = matching;
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
  return { pairs, removed, added };
};

/** Tags of inline branches: a property with one value in each branch, different in all of them, such as `kind: cat`. */
const tagsOf = (engine: Engine, { removed, added }: Matching): ReadonlyMap<Located, string> => {
  const read = (document: ApiDocument, branches: Located[]) =>
    branches
      .filter(({ value }) => refOf(value) === null && !isNullSchema(value))
      .map(branch => [branch, constantsOf(document, branch)] as const);
  const [old, now] =
    removed.length > 0 && added.length > 0 ? [read(engine.before, removed), read(engine.after, added)] : [[], []];
  const tells = (name: string): boolean =>
    [old, now].every(list => new Set(list.flatMap(([, constants]) => constants.get(name) ?? [])).size === list.length);
  const name = [...(old[0]?.[1].keys() ?? [])].sort().find(tells);
  return new Map(
    [...old, ...now].flatMap(([branch, constants]) => {
      const tag = name === undefined ? undefined : constants.get(name);
      return tag === undefined ? [] : [[branch, tag]];
    }),
  );
};

/** The properties that can have one value only. */
const constantsOf = (document: ApiDocument, branch: Located): ReadonlyMap<string, string> => {
  const { properties } = normalizeSchema(document, [branch], true);
  const found = new Map<string, string>();
  for (const name of properties.names()) {
    const [schema] = targetOf(document, properties.get(name) ?? []).node;
    const { const: constant, enum: values } = isJsonObject(schema?.value) ? schema.value : {};
    const [value, ...others] = constant === undefined && Array.isArray(values) ? values : [constant];
    if (value !== undefined && others.length === 0) found.set(name, canonical(value));
  }
  return found;
};

/** If one branch without a name remains on each side, they are the same alternative. */
const pairLast = ({ pairs, removed, added }: Matching): Matching => {
  const [[old, ...more], [now, ...others]] = [removed.filter(isNameless), added.filter(isNameless)];
  if (old === undefined || now === undefined || more.length + others.length > 0) return { pairs, removed, added };
  const [left, came] = [removed.filter(branch => branch !== old), added.filter(branch => branch !== now)];
  return { pairs: [...pairs, [old, now]], removed: left, added: came };
};

/**
 * Pairs the only removed branch with the only added one if no value is lost. Comparing them shows the properties that
 * are no longer described.
 */
export const pairReplaced = (engine: Engine, isRequest: boolean, matching: Matching): Matching => {
  const { pairs, removed, added } = matching;
  const [[old, ...more], [now, ...others]] = [removed, added];
  if (old === undefined || now === undefined || more.length + others.length > 0) return matching;
  const isHarmless = isRequest ? isCovered(engine, 'before', old, [now]) : isCovered(engine, 'after', now, [old]);
  return isHarmless ? { pairs: [...pairs, [old, now]], removed: [], added: [] } : matching;
};

/** Rewrites `nullable` of 3.0 as a type of 3.1, so that branches of both dialects are comparable. */
const spelledAs31 = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(spelledAs31);
  if (!isJsonObject(value)) return value;
  const { nullable, ...rest } = value;
  const words = Object.fromEntries(Object.entries(rest).map(([key, element]) => [key, spelledAs31(element)]));
  if (typeof nullable !== 'boolean') return { ...value, ...words };
  return nullable && typeof words.type === 'string' ? { ...words, type: [words.type, 'null'] } : words;
};

const isNameless = (branch: Located): boolean => refOf(branch.value) === null && titleOf(branch) === null;

const typeOf = ({ value }: Located): string | null => {
  if (!isJsonObject(value)) return null;
  const types = typeof value.type === 'string' ? [value.type] : stringsOf(value.type);
  return types.filter(type => type !== 'null').join();
};
