import type { JsonValue } from '../../../platform/json.ts';
import type { ChangeType } from '../../model.ts';
import type { Effect } from '../law.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

type Value = JsonValue | undefined;

type Reading = {
  when: (before: Value, after: Value, schemas: SchemaPair) => boolean;
  says: (before: Value, after: Value) => string;
  effect?: (schemas: SchemaPair, before: Value, after: Value) => Effect;
  changeType?: ChangeType;
  only?: Occurrence['only'];
};

/** A rule about one keyword whose value differs: it applies or it does not. */
export const keywordRule = (id: string, effect: Effect, reading: Reading): Rule<KeywordPair> => ({
  id,
  effect,
  ...(reading.changeType && { changeType: reading.changeType }),
  find({ before, after, schemas }): Iterable<Occurrence> {
    if (!reading.when(before?.value, after?.value, schemas)) return NOTHING;
    return [
      {
        before: before?.pointer ?? schemas.before.pointer,
        after: after?.pointer ?? schemas.after.pointer,
        oldValue: before?.value,
        newValue: after?.value,
        says: reading.says(before?.value, after?.value),
        ...(reading.effect && { effect: reading.effect(schemas, before?.value, after?.value) }),
        ...(reading.only && { only: reading.only }),
      },
    ];
  },
});

export const appears = (before: Value, after: Value): boolean => before === undefined && after !== undefined;
export const disappears = (before: Value, after: Value): boolean => before !== undefined && after === undefined;
export const differs = (before: Value, after: Value): boolean => before !== undefined && after !== undefined;
