import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
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

/** Servers in effect somewhere, each with the pointer of the list that it stands in. */
export type ServersPair = {
  before: JsonValue | undefined;
  after: JsonValue | undefined;
  pointerBefore: string;
  pointerAfter: string;
};

/** Without servers the document's own address serves: `/`. */
const urlsOf = (servers: JsonValue | undefined): Map<string, number> => {
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return new Map(list.flatMap((server, index) => (isJsonObject(server) ? [[String(server.url), index] as const] : [])));
};

const serverRule = (id: string, effect: Rule<ServersPair>['effect'], side: 'added' | 'removed'): Rule<ServersPair> => ({
  id,
  effect,
  *find({ before, after, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    const [old, now] = [urlsOf(before), urlsOf(after)];
    const [from, other] = side === 'added' ? [now, old] : [old, now];
    for (const url of from.keys()) {
      if (other.has(url)) continue;
      const values = side === 'added' ? { newValue: url } : { oldValue: url };
      yield { before: pointerBefore, after: pointerAfter, ...values, says: `server ${quote(url)} ${side}` };
    }
  },
});

export const serverRules: Rule<ServersPair>[] = [
  serverRule('server-added', 'adds', 'added'),
  serverRule('server-removed', 'may-remove', 'removed'),
];
