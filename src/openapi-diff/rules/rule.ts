import type { JsonValue } from '../../platform/json.ts';
import type { Direction, Effect } from '../law.ts';
import type { ChangeType } from '../model.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import type { Example } from './examples.ts';
import type { Levels, Use } from './levels.ts';

/** Stands for the place in a message. NUL occurs in no document, so no text of a document is taken for it. */
export const PLACE = '\0';

/** One place where a rule found its change. Pointers lead into the original documents. */
export type Occurrence = {
  before?: string;
  after?: string;
  oldValue?: JsonValue;
  newValue?: JsonValue;
  /** What happened, as the end of a sentence whose beginning names the thing. It may contain `PLACE`. */
  says: string;
  /** Names the part that changed where values alone do not, such as a property. */
  name?: string;
  /** What was added or removed, as text. Occurrences with the same text are one change, wherever they are. */
  content?: string;
  /** The effect of this case, instead of the rule's own. */
  effect?: Effect;
  /** Counts only if an affected operation is declared stable, or only if none is. */
  only?: 'stable' | 'not stable';
  /** Depends on the day of the comparison: another day may give another result. */
  dated?: boolean;
};

/**
 * The stable id. `{subject}` stands for the place where a schema is used, `{direction}` for request or response,
 * `{inert}` for a property that its direction leaves out. An id without a place names the direction of its law.
 */
export type Identity =
  | { id: `${string}{${'subject' | 'direction' | 'inert'}}${string}`; direction?: never }
  | { id: string; direction: Direction };

/** What is known of a rule before it looks at anything. */
export type RuleFacts = Identity & {
  effect: Effect;
  /** By default the change type follows from where the rule applies. */
  changeType?: ChangeType;
  /** The document that an item's location points into. */
  location: 'before' | 'after';
  levels: Levels;
  /** The checks of oasdiff that have the id of this rule: the one id, or the id at these places. */
  checks: 'own id' | 'none' | readonly [Use, ...Use[]];
  /** Checks of oasdiff with other ids that this rule covers at these places. */
  alsoCovers?: { readonly [U in Use]?: string };
  /** Changes that the rule finds. Each id of the rule is fired by one of them. */
  examples: readonly [Example, ...Example[]];
  /** Places where no document can fire the rule, with the reason. */
  never?: { at: readonly Use[]; because: string };
  /** The name that users know the rule by instead of its id: everywhere, or at these places. */
  knownAs?: string | { readonly [U in Use]?: string };
  /** Has an id of its own for properties in request headers; oasdiff counts all others as parameters. */
  namesHeaderProperties?: true;
  /** Text for people or data of one vendor, on which no client depends. */
  isText?: true;
  /** The same change in both directions is one change. */
  anyDirection?: true;
  /** Harmless as long as no operation uses it. */
  countsOnlyInUse?: true;
};

/** The places of schemas in bodies. */
export const BODIES = ['request-body', 'request-property', 'response-body', 'response-property'] as const;

/** A rule looks at one kind of pair and reports where it finds its change. */
export type Rule<Pair> = RuleFacts & { find: (pair: Pair) => Iterable<Occurrence> };

/** The usual result of a rule. */
export const NOTHING: readonly Occurrence[] = [];

type Value = JsonValue | undefined;

export const appears = (before: Value, after: Value): boolean => before === undefined && after !== undefined;
export const disappears = (before: Value, after: Value): boolean => before !== undefined && after === undefined;
/** Whether both values exist. Does not compare them: most rules see only values that differ. */
export const differs = (before: Value, after: Value): boolean => before !== undefined && after !== undefined;

export type KeywordRow = RuleFacts & {
  when: (before: Value, after: Value, schemas: SchemaPair) => boolean;
  says: (before: Value, after: Value, schemas: SchemaPair) => string;
  /** The effect, if it depends on the case. */
  effectOf?: (schemas: SchemaPair, before: Value, after: Value) => Effect;
  only?: Occurrence['only'];
};

/** A rule about one keyword whose value differs. */
export const keywordRule = ({ when, says, effectOf, only, ...facts }: KeywordRow): Rule<KeywordPair> => ({
  ...facts,
  find({ before, after, schemas }): Iterable<Occurrence> {
    if (!when(before?.value, after?.value, schemas)) return NOTHING;
    return [
      {
        before: before?.pointer ?? schemas.before.pointer,
        after: after?.pointer ?? schemas.after.pointer,
        oldValue: before?.value,
        newValue: after?.value,
        says: says(before?.value, after?.value, schemas),
        ...(effectOf && { effect: effectOf(schemas, before?.value, after?.value) }),
        ...(only && { only }),
      },
    ];
  },
});
