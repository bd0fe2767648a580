import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import { stringsOf } from '../document.ts';
import type { Effect } from '../law.ts';
import type { MovedPrefix } from '../server-prefix.ts';
import { quote, sameValue } from '../values.ts';
import { appears, differs, disappears } from './keyword-rule.ts';
import type { Occurrence, Rule } from './rule.ts';

/** Servers in effect somewhere, each with the pointer of the list that it stands in. */
export type ServersPair = {
  before: JsonValue | undefined;
  after: JsonValue | undefined;
  pointerBefore: string;
  pointerAfter: string;
  movedPrefix?: MovedPrefix;
};

const trimmed = (url: string): string => (url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url);

type Server = { index: number; value: JsonObject };

/** Without servers the document's own address serves: `/`. */
const serversOf = (servers: JsonValue | undefined, prefix = ''): Map<string, Server> => {
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  const found = new Map<string, Server>();
  for (const [index, value] of list.entries()) {
    if (!isJsonObject(value)) continue;
    const url = trimmed(String(value.url));
    const kept = prefix !== '' && url.endsWith(prefix) ? url.slice(0, -prefix.length) || '/' : url;
    found.set(kept, { index, value });
  }
  return found;
};

const sides = ({ before, after, movedPrefix }: ServersPair): [Map<string, Server>, Map<string, Server>] => [
  serversOf(before, movedPrefix?.before),
  serversOf(after, movedPrefix?.after),
];

const serverRule = (id: string, effect: Effect, side: 'added' | 'removed'): Rule<ServersPair> => ({
  id,
  effect,
  *find(pair): Iterable<Occurrence> {
    const [old, now] = sides(pair);
    const [from, other] = side === 'added' ? [now, old] : [old, now];
    for (const url of from.keys()) {
      if (other.has(url)) continue;
      const values = side === 'added' ? { newValue: url } : { oldValue: url };
      yield { before: pair.pointerBefore, after: pair.pointerAfter, ...values, says: `server ${quote(url)} ${side}` };
    }
  },
});

type Variable = { server: string; name: string; before?: JsonObject; after?: JsonObject; at: [string, string] };

const variablesOf = ({ value }: Server): JsonObject => (isJsonObject(value.variables) ? value.variables : {});

/** Every variable of the servers that both documents have. */
function* variables(pair: ServersPair): Iterable<Variable> {
  const [old, now] = sides(pair);
  for (const [server, is] of now) {
    const was = old.get(server);
    if (was === undefined || sameValue(was.value.variables, is.value.variables)) continue;
    const [before, after] = [variablesOf(was), variablesOf(is)];
    const at: [string, string] = [`${pair.pointerBefore}/${was.index}`, `${pair.pointerAfter}/${is.index}`];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [a, b] = [before[name], after[name]];
      yield { server, name, at, ...(isJsonObject(a) && { before: a }), ...(isJsonObject(b) && { after: b }) };
    }
  }
}

const variableRule = (
  id: string,
  effect: Effect,
  find: (variable: Variable) => Iterable<Pick<Occurrence, 'oldValue' | 'newValue' | 'says'>>,
): Rule<ServersPair> => ({
  id,
  effect,
  *find(pair): Iterable<Occurrence> {
    for (const variable of variables(pair)) {
      const { server, name, at } = variable;
      for (const { says, ...values } of find(variable)) {
        const subject = `variable \`${name}\` of server ${quote(server)}`;
        yield { before: at[0], after: at[1], name: `${server} ${name}`, ...values, says: `${subject} ${says}` };
      }
    }
  },
});

const valueRule = (side: 'added' | 'removed', effect: Effect): Rule<ServersPair> =>
  variableRule(`server-variable-enum-value-${side}`, effect, function* ({ before, after }) {
    if (before?.enum === undefined || after?.enum === undefined) return;
    const [old, now] = [stringsOf(before.enum), stringsOf(after.enum)];
    const [from, other] = side === 'added' ? [now, old] : [old, now];
    for (const value of from.filter(value => !other.includes(value))) {
      const says = side === 'added' ? `allows the value ${quote(value)} now` : `no longer allows ${quote(value)}`;
      yield { ...(side === 'added' ? { newValue: value } : { oldValue: value }), says };
    }
  });

const enumRule = (end: string, effect: Effect, when: typeof appears, says: string): Rule<ServersPair> =>
  variableRule(`server-variable-${end}`, effect, function* ({ before, after }) {
    if (before === undefined || after === undefined) return;
    if (when(before.enum, after.enum)) yield { oldValue: before.enum, newValue: after.enum, says };
  });

export const serverRules: Rule<ServersPair>[] = [
  serverRule('server-added', 'adds', 'added'),
  serverRule('server-removed', 'may-remove', 'removed'),
  variableRule('server-variable-added', 'may-change', function* ({ before }) {
    if (before === undefined) yield { says: 'was added' };
  }),
  variableRule('server-variable-removed', 'may-remove', function* ({ after }) {
    if (after === undefined) yield { says: 'was removed' };
  }),
  variableRule('server-variable-default-changed', 'may-change', function* ({ before, after }) {
    const [oldValue, newValue] = [before?.default, after?.default];
    if (!differs(before, after) || sameValue(oldValue, newValue)) return;
    yield { oldValue, newValue, says: `has the default ${quote(newValue)} instead of ${quote(oldValue)}` };
  }),
  enumRule('became-enum', 'may-remove', appears, 'allows only listed values now'),
  enumRule('became-not-enum', 'adds', disappears, 'allows any value now'),
  valueRule('added', 'adds'),
  valueRule('removed', 'may-remove'),
];
