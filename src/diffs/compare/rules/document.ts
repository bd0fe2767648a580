import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import { textOf } from '../document.ts';
import { quote } from '../values.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

export type DocumentPair = { before: JsonObject; after: JsonObject };

const infoOf = (root: JsonObject, key: string): string | undefined =>
  isJsonObject(root.info) ? textOf(root.info[key]) : undefined;

const infoRule = (id: string, key: string): Rule<DocumentPair> => ({
  id,
  effect: 'describes',
  find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [infoOf(before, key), infoOf(after, key)];
    if (oldValue === newValue) return NOTHING;
    const at = `/info/${key}`;
    const says = `${key} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    return [{ before: at, after: at, oldValue, newValue, says }];
  },
});

export const documentRules: Rule<DocumentPair>[] = [
  infoRule('api-version-changed', 'version'),
  infoRule('api-title-changed', 'title'),
];

export const untoldRules: Rule<{ untold: number }>[] = [
  {
    id: 'annotations-changed',
    effect: 'describes',
    find({ untold }): Iterable<Occurrence> {
      return [{ before: '', after: '', newValue: untold, says: `${untold} more texts changed` }];
    },
  },
];
