import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import { type Located, lookUp, refOf } from '../document.ts';
import type { Effect } from '../law.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { quote, sameValue } from '../values.ts';
import { appears, differs, disappears, keywordRule } from './keyword-rule.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** Branches of allOf, oneOf or anyOf that have no counterpart on the other side. */
export type BranchPair = {
  schemas: SchemaPair;
  added: Branch[];
  removed: Branch[];
  /** Where a whole list of alternatives comes or goes. */
  effect?: Effect;
};
export type Branch = Located & { name: string };

const branchRules = (name: string, keyword: string, added: Effect, removed: Effect): Rule<BranchPair>[] => [
  {
    id: `{subject}-${name}-added`,
    effect: added,
    *find({ schemas, added, effect }): Iterable<Occurrence> {
      for (const { name, pointer } of added) {
        const says = `${quote(name)} added to ${keyword}`;
        yield { before: schemas.before.pointer, after: pointer, newValue: name, says, ...(effect && { effect }) };
      }
    },
  },
  {
    id: `{subject}-${name}-removed`,
    effect: removed,
    *find({ schemas, removed, effect }): Iterable<Occurrence> {
      for (const { name, pointer } of removed) {
        const says = `${quote(name)} removed from ${keyword}`;
        yield { before: pointer, after: schemas.after.pointer, oldValue: name, says, ...(effect && { effect }) };
      }
    },
  },
];

export const allOfRules = branchRules('all-of', 'allOf', 'narrows', 'widens');
/** Branches that only describe: no value is accepted or refused by them. */
export const annotationBranchRules: Rule<BranchPair>[] = branchRules('all-of', 'allOf', 'describes', 'describes').map(
  rule => ({ ...rule, id: `${rule.id}-annotation-only` }),
);
export const oneOfRules = branchRules('one-of', 'oneOf', 'widens', 'narrows');
export const anyOfRules = branchRules('any-of', 'anyOf', 'widens', 'narrows');

/** A whole list of alternatives that comes or goes. */
export type WrapPair = {
  schemas: SchemaPair;
  keyword: 'oneOf' | 'anyOf';
  wrapped: boolean;
  /** The plain side is one of them, and `apart` where no other one accepts what it accepts. */
  contained: 'apart' | 'beside others' | false;
};

const wrapRule = (id: string, keyword: WrapPair['keyword'], wrapped: boolean): Rule<WrapPair> => ({
  id,
  effect: 'changes',
  find(pair): Iterable<Occurrence> {
    if (pair.keyword !== keyword || pair.wrapped !== wrapped) return NOTHING;
    const says = wrapped
      ? `was replaced by alternatives (${keyword})`
      : `alternatives (${keyword}) replaced by one schema`;
    const { before, after } = pair.schemas;
    const isClear = pair.contained === 'apart' || (pair.contained !== false && keyword === 'anyOf');
    const effect = wrapped ? 'widens' : 'narrows';
    return [{ before: before.pointer, after: after.pointer, says, ...(isClear && { effect }) }];
  },
});

/** oneOf refuses what two branches accept, so that even a branch that stays may accept less: breaking either way. */
export const wrapRules: Rule<WrapPair>[] = [
  wrapRule('{subject}-wrapped-in-one-of', 'oneOf', true),
  wrapRule('{subject}-wrapped-in-any-of', 'anyOf', true),
  wrapRule('{subject}-unwrapped-from-one-of', 'oneOf', false),
  wrapRule('{subject}-unwrapped-from-any-of', 'anyOf', false),
];

/** The keyword that the alternatives have moved to. */
export type LooseningPair = { schemas: SchemaPair; keyword: WrapPair['keyword'] };

const looseningRule = (
  id: string,
  effect: Effect,
  keyword: WrapPair['keyword'],
  says: string,
): Rule<LooseningPair> => ({
  id,
  effect,
  find(pair): Iterable<Occurrence> {
    const { before, after } = pair.schemas;
    return pair.keyword === keyword ? [{ before: before.pointer, after: after.pointer, says }] : NOTHING;
  },
});

/** oneOf refuses values that several alternatives accept, anyOf takes them. */
export const looseningRules: Rule<LooseningPair>[] = [
  looseningRule('{subject}-one-of-became-any-of', 'widens', 'anyOf', 'several alternatives may match now'),
  looseningRule('{subject}-any-of-became-one-of', 'narrows', 'oneOf', 'exactly one alternative may match now'),
];

const mappingOf = (value: JsonValue | undefined): JsonObject =>
  isJsonObject(value) && isJsonObject(value.mapping) ? value.mapping : {};
const propertyOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) ? value.propertyName : undefined;

/** A component that only got another name. */
const sameTarget = ({ before, after }: SchemaPair, old: JsonValue | undefined, now: JsonValue | undefined): boolean => {
  if (typeof old !== 'string' || typeof now !== 'string') return false;
  const [was, is] = [lookUp(before.document, refTo(old)), lookUp(after.document, refTo(now))];
  return was !== null && is !== null && sameValue(was.value, is.value) && lookUp(after.document, refTo(old)) === null;
};

const refTo = (name: string): string => (name.startsWith('#') ? name : `#/components/schemas/${name}`);

/** One alternative that has another name now. */
export type RenamedBranch = { schemas: SchemaPair; before: Branch; after: Branch };

/** Without a mapping the name of the component is what the discriminating property holds. */
export const renamedBranchRules: Rule<RenamedBranch>[] = [
  {
    id: '{subject}-discriminator-mapping-changed',
    effect: 'may-change',
    find({ schemas, before, after }): Iterable<Occurrence> {
      if (before.name === after.name || refOf(before.value) === null || refOf(after.value) === null) return NOTHING;
      const [old, now] = [schemas.before, schemas.after].map(side => side.keywords.get('discriminator'));
      if (old === undefined || now === undefined) return NOTHING;
      const isMapped = [mappingOf(old.value), mappingOf(now.value)].some((mapping, index) =>
        Object.values(mapping).includes(index === 0 ? before.name : after.name),
      );
      if (isMapped) return NOTHING;
      const says = `discriminator value changed from ${quote(before.name)} to ${quote(after.name)} with the name of the schema`;
      const values = { oldValue: before.name, newValue: after.name };
      return [{ before: before.pointer, after: after.pointer, name: before.name, ...values, says }];
    },
  },
];

const mappingRule = (
  id: string,
  when: (before: JsonValue | undefined, after: JsonValue | undefined) => boolean,
  words: string,
  effect: Effect = 'may-change',
): Rule<KeywordPair> => ({
  id,
  effect,
  *find({ before, after, schemas }): Iterable<Occurrence> {
    if (before === undefined || after === undefined) return;
    const [old, now] = [mappingOf(before.value), mappingOf(after.value)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (sameValue(old[name], now[name]) || !when(old[name], now[name])) continue;
      if (sameTarget(schemas, old[name], now[name])) continue;
      const says = `discriminator mapping ${quote(name)} ${words}`;
      yield { before: before.pointer, after: after.pointer, name, oldValue: old[name], newValue: now[name], says };
    }
  },
});

export const discriminatorRules: Record<string, Rule<KeywordPair>[]> = {
  discriminator: [
    keywordRule('{subject}-discriminator-added', 'may-change', { when: appears, says: () => 'discriminator added' }),
    keywordRule('{subject}-discriminator-removed', 'may-change', {
      when: disappears,
      says: () => 'discriminator removed',
    }),
    keywordRule('{subject}-discriminator-property-name-changed', 'may-change', {
      when: (before, after) => differs(before, after) && !sameValue(propertyOf(before), propertyOf(after)),
      says: (before, after) =>
        `discriminator property changed from ${quote(propertyOf(before))} to ${quote(propertyOf(after))}`,
    }),
    mappingRule('{subject}-discriminator-mapping-added', appears, 'added', 'describes'),
    mappingRule('{subject}-discriminator-mapping-deleted', disappears, 'removed'),
    mappingRule('{subject}-discriminator-mapping-changed', differs, 'changed'),
  ],
};
