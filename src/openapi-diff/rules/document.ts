import { isJsonObject, type JsonObject } from '../../platform/json.ts';
import { MAX_TEXT_CHANGES } from '../budgets.ts';
import { textOf } from '../read/document.ts';
import { quote } from '../read/values.ts';
import { documents } from './examples.ts';
import { BY_LAW } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

export type DocumentPair = { before: JsonObject; after: JsonObject };

const infoOf = (root: JsonObject, key: string): string | undefined =>
  isJsonObject(root.info) ? textOf(root.info[key]) : undefined;

const infoRule = ({ key, ...facts }: RuleFacts & { key: string }): Rule<DocumentPair> => ({
  ...facts,
  find({ before, after }): Iterable<Occurrence> {
    const [oldValue, newValue] = [infoOf(before, key), infoOf(after, key)];
    if (oldValue === newValue) return NOTHING;
    const at = `/info/${key}`;
    const says = `${key} changed from ${quote(oldValue)} to ${quote(newValue)}`;
    return [{ before: at, after: at, oldValue, newValue, says }];
  },
});

const withInfo = (info: JsonObject): JsonObject => ({ info: { title: 't', version: '1', ...info } });

export const documentRules: Rule<DocumentPair>[] = [
  infoRule({
    id: 'api-version-changed',
    direction: 'request',
    effect: 'describes',
    key: 'version',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents({}, withInfo({ version: '2' }))],
  }),
  infoRule({
    id: 'api-title-changed',
    direction: 'request',
    effect: 'describes',
    key: 'title',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents({}, withInfo({ title: 'u' }))],
    isText: true,
  }),
];

/** More changed texts than are reported one by one. */
const manyTexts = (description: string): JsonObject => {
  const tags = Array.from({ length: MAX_TEXT_CHANGES + 2 }, (_, index) => ({ name: `t${index}`, description }));
  return { tags };
};

export const uncountedTextRules: Rule<{ unreported: number }>[] = [
  {
    id: 'annotations-changed',
    direction: 'request',
    effect: 'describes',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [documents(manyTexts('a'), manyTexts('b'))],
    isText: true,
    find({ unreported }): Iterable<Occurrence> {
      return [{ before: '', after: '', newValue: unreported, says: `${unreported} more texts changed` }];
    },
  },
];
