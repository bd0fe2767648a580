import { isJsonObject, type JsonObject } from '../../../platform/json.ts';
import { textOf } from '../document.ts';
import { quote } from '../values.ts';
import type { Occurrence, Rule } from './rule.ts';

export type DocumentPair = { before: JsonObject; after: JsonObject };

const infoOf = (root: JsonObject, key: string): string | undefined =>
  isJsonObject(root.info) ? textOf(root.info[key]) : undefined;

const infoRule = (id: string, key: string): Rule<DocumentPair> => ({
  id,
  effect: 'describes',
  *find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [infoOf(before, key), infoOf(after, key)];
    if (oldValue === newValue) return;
    const at = `/info/${key}`;
    const says = `${key} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    yield { before: at, after: at, oldValue, newValue, says };
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
    *find({ untold }): Iterable<Occurrence> {
      yield { before: '', after: '', newValue: untold, says: `${untold} more texts changed` };
    },
  },
];
