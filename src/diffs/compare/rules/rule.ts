import type { JsonValue } from '../../../platform/json.ts';
import type { ChangeType } from '../../model.ts';
import type { Effect } from '../law.ts';

/** One place where a rule found its change. Pointers lead into the original documents. */
export type Occurrence = {
  before?: string;
  after?: string;
  oldValue?: JsonValue;
  newValue?: JsonValue;
  /** What happened, as the end of a sentence whose beginning names the thing. */
  says: string;
  /** Names the part that changed where values alone do not, such as a property. */
  name?: string;
  /** Where the case decides, not the rule. */
  effect?: Effect;
  /** Counts only where an operation that it affects is declared stable, or only where none is. */
  only?: 'stable' | 'not stable';
};

/** A rule looks at one kind of pair and says where it finds its change. */
export type Rule<Pair> = {
  /**
   * The stable id. In rules about schemas `{subject}` stands for the place where the schema is used
   * (request-body, response-property, request-parameter, …) and `{direction}` for request or response.
   */
  id: string;
  effect: Effect;
  /** By default the change type follows from where the rule applies. */
  changeType?: ChangeType;
  find: (pair: Pair) => Iterable<Occurrence>;
};

/** What rules answer most of the time. */
export const NOTHING: readonly Occurrence[] = [];
