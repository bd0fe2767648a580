import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import type { Effect } from '../law.ts';
import { type Located, lookUp, refOf } from '../read/document.ts';
import { canonical, quote, sameValue, spell } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { areSameButForNames } from '../schemas/renamed-components.ts';
import type { Branch } from './compositions.ts';
import { documents, type Example, jsonBody, OK, reversed, schemas } from './examples.ts';
import { BY_LAW, UNSEEN_BY_OASDIFF } from './levels.ts';
import {
  appears,
  BODIES,
  differs,
  disappears,
  keywordRule,
  NOTHING,
  type Occurrence,
  type Rule,
  type RuleFacts,
} from './rule.ts';

const mappingOf = (value: JsonValue | undefined): JsonObject =>
  isJsonObject(value) && isJsonObject(value.mapping) ? value.mapping : {};
const propertyOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value.propertyName : undefined;

/** Whether both names stand for the same component, which was only renamed. */
const sameTarget = ({ before, after }: SchemaPair, old: JsonValue | undefined, now: JsonValue | undefined): boolean => {
  if (typeof old !== 'string' || typeof now !== 'string') return false;
  const isGone = lookUp(after.document, refTo(old)) === null;
  return isGone && areSame(lookUp(before.document, refTo(old)), lookUp(after.document, refTo(now)));
};

const areSame = (was: Located | null, is: Located | null): boolean =>
  was !== null && is !== null && areSameButForNames(was, is);

const refTo = (name: string): string => (name.startsWith('#') ? name : `#/components/schemas/${name}`);

/** A request must have a value that the service knows; readers of a response may ignore it. */
const effectOfValues = ({ direction }: SchemaPair): Effect => (direction === 'request' ? 'changes' : 'may-change');

/** What the names of a mapping may lead to, by reference. Read once for all names. */
type References = {
  old: ReadonlySet<string | null>;
  now: ReadonlySet<string | null>;
  /** The components that extend the schema by allOf. */
  oldSubtypes: ReadonlySet<string>;
  newSubtypes: ReadonlySet<string>;
  /** Whether all alternatives were there before. */
  isNoneNew: boolean;
  /** The only alternative that went and the only one that came. */
  exchanged: [string, string] | null;
};

const referencesOf = ({ before, after }: SchemaPair): References => {
  const [old, now] = [refsIn(before), refsIn(after)];
  const [[gone, ...more], [come, ...others]] = [[...old.difference(now)], [...now.difference(old)]];
  const isOne = more.length + others.length === 0 && typeof gone === 'string' && typeof come === 'string';
  return {
    old,
    now,
    oldSubtypes: subtypesOf(before),
    newSubtypes: subtypesOf(after),
    isNoneNew: now.isSubsetOf(old),
    exchanged: isOne ? [gone, come] : null,
  };
};

const subtypesOf = ({ document, pointer }: NormalSchema): ReadonlySet<string> =>
  new Set(document.builtOn.get(`#${pointer}`));

const refsIn = ({ alternatives }: NormalSchema): Set<string | null> =>
  new Set([...alternatives.values()].flat().map(({ value }) => refOf(value)));

/** What the name leads to without the mapping: the component of this name. */
const impliedBy = (name: string, ...refs: ReadonlySet<string | null>[]): string | undefined =>
  refs.some(known => known.has(refTo(name))) ? name : undefined;

/** Whether one alternative with a new component replaces the only one that went: they are compared as alternatives. */
const isReplaced = (
  { before, after }: SchemaPair,
  { exchanged }: References,
  old: JsonValue | undefined,
  now: JsonValue | undefined,
): boolean => {
  if (typeof old !== 'string' || typeof now !== 'string' || exchanged === null) return false;
  const [gone, come] = exchanged;
  const isExchanged = gone === refTo(old) && come === refTo(now);
  return isExchanged && lookUp(after.document, gone) === null && lookUp(before.document, come) === null;
};

type MappingChange = { oldValue: JsonValue | undefined; newValue: JsonValue | undefined };
type MappingRow = RuleFacts & {
  when: typeof appears;
  says: (change: MappingChange, newNames: ReadonlyMap<string, string>) => string;
};

/** The name of the schema that a discriminator value maps to, for messages. */
const targetOf = (value: JsonValue | undefined): string => quote(spell(value).replace(/^.*\//, ''));

/** The first new name of each schema that got one. */
const newNamesOf = (old: JsonObject, now: JsonObject): Map<string, string> => {
  const added = Object.entries(now).filter(([name]) => !Object.hasOwn(old, name));
  return new Map(added.toReversed().map(([name, target]) => [canonical(target), name]));
};

/** Whether the target was also removed from the alternatives: another rule reports that. */
const isLostAlternative = ({ old, now, isNoneNew }: References, target: JsonValue | undefined): boolean => {
  const ref = refTo(spell(target));
  return isNoneNew && old.has(ref) && !now.has(ref);
};

/** Whether the name leads to an equal schema without the mapping, because the schema has this name now. */
const isSameImplied = ({ before, after }: SchemaPair, name: string, target: JsonValue | undefined): boolean => {
  return areSame(lookUp(before.document, refTo(spell(target))), lookUp(after.document, refTo(name)));
};

const mappingRule = ({ when, says: words, ...facts }: MappingRow): Rule<KeywordPair> => ({
  ...facts,
  *find({ before, after, schemas }): Iterable<Occurrence> {
    if (before === undefined || after === undefined) return;
    const [old, now] = [mappingOf(before.value), mappingOf(after.value)];
    if (sameValue(old, now)) return;
    const references = referencesOf(schemas);
    const newNames = newNamesOf(old, now);
    const effect = facts.effect === 'describes' ? facts.effect : effectOfValues(schemas);
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const isMapped = Object.hasOwn(now, name);
      const oldValue = ownField(old, name) ?? impliedBy(name, references.old, references.oldSubtypes);
      const newValue = ownField(now, name) ?? impliedBy(name, references.now, references.newSubtypes);
      if (sameValue(oldValue, newValue) || !when(oldValue, newValue)) continue;
      if (sameTarget(schemas, oldValue, newValue)) continue;
      const says = `discriminator mapping ${quote(name)} ${words({ oldValue, newValue }, newNames)}`;
      if (!isMapped && newValue !== undefined && isSameImplied(schemas, name, oldValue)) continue;
      yield {
        before: before.pointer,
        after: after.pointer,
        name,
        oldValue,
        newValue,
        says,
        effect:
          newValue === undefined && isLostAlternative(references, oldValue)
            ? 'describes'
            : isReplaced(schemas, references, oldValue, newValue)
              ? 'may-change'
              : effect,
      };
    }
  },
});

const alternatives = (discriminator?: JsonObject): JsonObject => ({
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
  ...(discriminator && { discriminator }),
});
const by = (propertyName: string, mapping?: JsonObject): JsonObject =>
  alternatives({ propertyName, ...(mapping && { mapping }) });
/** Since 3.2: the schema of values without a known name. */
const defaultOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value.defaultMapping : undefined;
const wordsFor = (value: JsonValue | undefined): string => quote(defaultOf(value) ?? 'unknown');
const byDefault = (defaultMapping: string): JsonObject => alternatives({ propertyName: 'a', defaultMapping });
const ADDED: Example = schemas(alternatives(), by('a'));
const base: JsonObject = { $ref: '#/components/schemas/Base' };
const withSubtypes = (...names: string[]): JsonObject => ({
  paths: { '/p': { post: { requestBody: jsonBody(base), responses: OK } } },
  components: {
    schemas: {
      Base: { type: 'object', discriminator: { propertyName: 'a' } },
      ...Object.fromEntries(names.map(name => [name, { allOf: [base], required: [name] }])),
    },
  },
});
const SUBTYPE_REMOVED: Example = documents(withSubtypes('A', 'B'), withSubtypes('A'));
const MAPPED: Example = schemas(by('a'), by('a', { cat: 'Cat' }));

const mappingChanged = mappingRule({
  id: '{subject}-discriminator-mapping-changed',
  effect: 'may-change',
  when: differs,
  says: ({ oldValue, newValue }) => `leads to ${targetOf(newValue)} instead of ${targetOf(oldValue)} now`,
  location: 'after',
  levels: UNSEEN_BY_OASDIFF,
  checks: BODIES,
  examples: [schemas(by('a', { cat: 'Cat' }), by('a', { cat: 'Dog' }))],
});

const mappingAdded = mappingRule({
  id: '{subject}-discriminator-mapping-added',
  effect: 'describes',
  when: appears,
  says: () => 'added',
  location: 'after',
  levels: BY_LAW,
  checks: BODIES,
  examples: [MAPPED],
});

const mappingDeleted = mappingRule({
  id: '{subject}-discriminator-mapping-deleted',
  effect: 'may-change',
  when: disappears,
  says({ oldValue }, newNames) {
    const other = newNames.get(canonical(oldValue));
    return other === undefined ? 'removed' : `removed: ${targetOf(oldValue)} is ${quote(other)} now`;
  },
  location: 'before',
  levels: UNSEEN_BY_OASDIFF,
  checks: BODIES,
  examples: [reversed(MAPPED), SUBTYPE_REMOVED],
});

export const discriminatorRules: Record<string, Rule<KeywordPair>[]> = {
  discriminator: [
    keywordRule({
      id: '{subject}-discriminator-added',
      effect: 'may-change',
      when: appears,
      says: () => 'discriminator added',
      location: 'after',
      levels: UNSEEN_BY_OASDIFF,
      checks: BODIES,
      examples: [ADDED],
    }),
    keywordRule({
      id: '{subject}-discriminator-removed',
      effect: 'may-change',
      when: disappears,
      says: () => 'discriminator removed',
      location: 'before',
      levels: UNSEEN_BY_OASDIFF,
      checks: BODIES,
      examples: [reversed(ADDED)],
    }),
    keywordRule({
      id: '{subject}-discriminator-property-name-changed',
      effect: 'may-change',
      when: (before, after) => differs(before, after) && !sameValue(propertyOf(before), propertyOf(after)),
      says: (before, after) =>
        `discriminator property changed from ${quote(propertyOf(before))} to ${quote(propertyOf(after))}`,
      effectOf: effectOfValues,
      location: 'after',
      levels: UNSEEN_BY_OASDIFF,
      checks: BODIES,
      examples: [schemas(by('a'), by('b'))],
    }),
    mappingAdded,
    mappingDeleted,
    mappingChanged,
    keywordRule({
      id: '{subject}-discriminator-default-mapping-changed',
      effect: 'may-change',
      when: (before, after) => differs(before, after) && !sameValue(defaultOf(before), defaultOf(after)),
      says: (before, after) =>
        `without a known discriminator value it is ${wordsFor(after)} instead of ${wordsFor(before)} now`,
      effectOf: (schemas, before) => (defaultOf(before) === undefined ? 'describes' : effectOfValues(schemas)),
      location: 'after',
      levels: UNSEEN_BY_OASDIFF,
      checks: 'none',
      examples: [schemas(byDefault('Cat'), byDefault('Dog'))],
    }),
  ],
};

const renaming = (oldValue: string, newValue: string) => {
  const says = `discriminator value changed from ${quote(oldValue)} to ${quote(newValue)} with the name of the schema`;
  return { name: oldValue, oldValue, newValue, says };
};

const targets = new WeakMap<JsonObject, ReadonlySet<JsonValue>>();

/** The targets of the mapping. Cached, because each of thousands of alternatives is looked up. */
const targetsOf = (discriminator: JsonValue): ReadonlySet<JsonValue> => {
  const mapping = mappingOf(discriminator);
  const found = targets.get(mapping) ?? new Set(Object.values(mapping));
  targets.set(mapping, found);
  return found;
};

/** One alternative that has another name now. */
export type RenamedBranch = { schemas: SchemaPair; before: Branch; after: Branch };

/** `mappingChanged` for alternatives: without a mapping, the discriminator value is the name of the component. */
export const renamedBranchRules: Rule<RenamedBranch>[] = [
  {
    ...mappingChanged,
    find({ schemas, before, after }): Iterable<Occurrence> {
      if (before.name === after.name || refOf(before.value) === null || refOf(after.value) === null) return NOTHING;
      const [old, now] = [schemas.before, schemas.after].map(side => side.keywords.get('discriminator'));
      if (old === undefined || now === undefined) return NOTHING;
      if (targetsOf(old.value).has(before.name) || targetsOf(now.value).has(after.name)) return NOTHING;
      return [{ before: before.pointer, after: after.pointer, ...renaming(before.name, after.name) }];
    },
  },
];

/** Components that extend a schema with a discriminator by allOf, without an entry in its mapping or alternatives. */
export type SubtypePair = {
  before: Located<JsonObject>;
  after: Located<JsonObject>;
  added: string[];
  removed: string[];
  renamed: [string, string][];
};

const nameIn = (ref: string): string => ref.replace(/^.*\//, '');
const told = (ref: string, what: string) => ({ name: nameIn(ref), says: `subtype ${quote(nameIn(ref))} ${what}` });

/** If there is a mapping, it is unknown whether callers use values that are not in it. */
const effectOfLoss = ({ value }: Located<JsonObject>): Effect =>
  Object.keys(mappingOf(value.discriminator)).length > 0 ? 'may-narrow' : 'narrows';

/** Without a mapping, the name of a subtype is the value of the discriminator. */
export const subtypeRules: Rule<SubtypePair>[] = [
  {
    ...mappingAdded,
    find: ({ before, added }) =>
      added.map(ref => ({ before: before.pointer, after: ref.slice(1), ...told(ref, 'added') })),
  },
  {
    ...mappingDeleted,
    find: ({ before, after, removed }) =>
      removed.map(ref => ({
        ...{ before: ref.slice(1), after: after.pointer, effect: effectOfLoss(before) },
        ...told(ref, 'removed'),
      })),
  },
  {
    ...mappingChanged,
    find: ({ renamed }) =>
      renamed.map(([old, now]) => ({
        ...{ before: old.slice(1), after: now.slice(1) },
        ...renaming(nameIn(old), nameIn(now)),
      })),
  },
];
