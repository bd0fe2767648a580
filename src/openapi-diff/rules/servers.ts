import { isJsonObject, type JsonObject, ownField } from '../../platform/json.ts';
import { stringsOf } from '../read/document.ts';
import type { MovedPrefix } from '../read/moved-prefix.ts';
import type { PairedServers, Server } from '../read/servers.ts';
import { quote, sameValue } from '../read/values.ts';
import { documents, type Example, OK, reversed } from './examples.ts';
import { BY_LAW, UNSEEN_BY_OASDIFF } from './levels.ts';
import { appears, differs, disappears, NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

/** Servers in effect somewhere, with the pointers of their lists. */
export type ServersPair = PairedServers & {
  pointerBefore: string;
  pointerAfter: string;
  /** Reported at the servers of the document. */
  movedPrefix?: MovedPrefix;
};

const serverRule = ({ side, ...facts }: RuleFacts & { side: 'added' | 'removed' }): Rule<ServersPair> => ({
  ...facts,
  *find(pair): Iterable<Occurrence> {
    for (const url of pair[side]) {
      const values = side === 'added' ? { newValue: url } : { oldValue: url };
      yield { before: pair.pointerBefore, after: pair.pointerAfter, ...values, says: `server ${quote(url)} ${side}` };
    }
  },
});

/** A prefix moved from the server addresses to the paths, or the reverse. The full addresses stay the same. */
const movedPrefixRule = (facts: RuleFacts): Rule<ServersPair> => ({
  ...facts,
  find({ movedPrefix, pointerBefore, pointerAfter }): Iterable<Occurrence> {
    if (movedPrefix === undefined) return NOTHING;
    const { before, after } = movedPrefix;
    const way =
      after === ''
        ? 'from the addresses of the servers into the paths'
        : 'from the paths into the addresses of the servers';
    return [
      {
        before: pointerBefore,
        after: pointerAfter,
        oldValue: before,
        newValue: after,
        says: `${quote(before || after)} moved ${way}`,
      },
    ];
  },
});

type Variable = { server: string; name: string; before?: JsonObject; after?: JsonObject; at: [string, string] };

const variablesOf = ({ value }: Server): JsonObject => (isJsonObject(value.variables) ? value.variables : {});

/** Every variable of the servers that both documents have. */
function* variables(pair: ServersPair): Iterable<Variable> {
  for (const [was, is, server] of pair.pairs) {
    if (sameValue(was.value.variables, is.value.variables)) continue;
    const [before, after] = [variablesOf(was), variablesOf(is)];
    const at: [string, string] = [`${pair.pointerBefore}/${was.index}`, `${pair.pointerAfter}/${is.index}`];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [a, b] = [ownField(before, name), ownField(after, name)];
      yield {
        server,
        name,
        at,
        ...(isJsonObject(a) && { before: a }),
        ...(isJsonObject(b) && { after: b }),
      };
    }
  }
}

type VariableRow = RuleFacts & {
  find: (variable: Variable) => Iterable<Pick<Occurrence, 'oldValue' | 'newValue' | 'says'>>;
};

const variableRule = ({ find, ...facts }: VariableRow): Rule<ServersPair> => ({
  ...facts,
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

/** The values of an enum that one side has and the other has not. */
function* valuesOnly(side: 'added' | 'removed', { before, after }: Variable) {
  if (before?.enum === undefined || after?.enum === undefined) return;
  const [old, now] = [stringsOf(before.enum), stringsOf(after.enum)];
  const [from, other] = side === 'added' ? [now, new Set(old)] : [old, new Set(now)];
  for (const value of from) {
    if (other.has(value)) continue;
    const says = side === 'added' ? `allows the value ${quote(value)} now` : `no longer allows ${quote(value)}`;
    yield { ...(side === 'added' ? { newValue: value } : { oldValue: value }), says };
  }
}

function* enumWhen(when: typeof appears, says: string, { before, after }: Variable) {
  if (before === undefined || after === undefined) return;
  if (when(before.enum, after.enum)) yield { oldValue: before.enum, newValue: after.enum, says };
}

const POST: JsonObject = { post: { responses: OK } };
const served = (variables?: JsonObject): JsonObject => ({
  servers: [{ url: 'https://{v}', ...(variables && { variables }) }],
});
const SECOND: Example = documents(
  { servers: [{ url: 'https://a' }] },
  { servers: [{ url: 'https://a' }, { url: 'https://b' }] },
);
/** The only operation has servers of its own in one document, and inherits them in the other one. */
const MOVED: Example = documents(
  { paths: { '/p': { post: { responses: OK, servers: [{ url: 'https://a' }] } } } },
  { paths: { '/p': POST }, servers: [{ url: 'https://a' }] },
);
/** A path with a server of its own. */
const OWN: JsonObject = { ...POST, servers: [{ url: 'https://b/v1' }] };
const VARIABLE: Example = documents(served(), served({ v: { default: 'a' } }));
const LISTED: Example = documents(served({ v: { default: 'a' } }), served({ v: { default: 'a', enum: ['a'] } }));
const VALUE: Example = documents(
  served({ v: { default: 'a', enum: ['a'] } }),
  served({ v: { default: 'a', enum: ['a', 'b'] } }),
);

export const serverRules: Rule<ServersPair>[] = [
  serverRule({
    id: 'server-added',
    direction: 'request',
    effect: 'adds',
    side: 'added',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [SECOND, documents({}, { servers: [{ url: 'https://a' }] })],
  }),
  serverRule({
    id: 'server-removed',
    direction: 'request',
    effect: 'may-remove',
    side: 'removed',
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [reversed(SECOND), MOVED],
  }),
  movedPrefixRule({
    id: 'server-prefix-moved',
    direction: 'request',
    effect: 'describes',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [
      documents(
        { servers: [{ url: 'https://a/v1' }], paths: { '/p': POST } },
        { servers: [{ url: 'https://a' }], paths: { '/v1/p': POST } },
      ),
      documents(
        { servers: [{ url: 'https://a/v1' }], paths: { '/p': POST, '/q': POST, '/r': OWN } },
        { servers: [{ url: 'https://a' }], paths: { '/v1/p': POST, '/v1/q': POST, '/r': OWN } },
      ),
      documents(
        { servers: [{ url: 'https://a/v1' }], paths: { '/p': POST, '/q': POST, '/r': POST, '/v1/r': OWN } },
        { servers: [{ url: 'https://a' }], paths: { '/v1/p': POST, '/v1/q': POST, '/r': POST, '/v1/r': OWN } },
      ),
    ],
  }),
  variableRule({
    id: 'server-variable-added',
    direction: 'request',
    effect: 'may-change',
    *find({ before }) {
      if (before === undefined) yield { says: 'was added' };
    },
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [VARIABLE],
  }),
  variableRule({
    id: 'server-variable-removed',
    direction: 'request',
    effect: 'may-remove',
    *find({ after }) {
      if (after === undefined) yield { says: 'was removed' };
    },
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [reversed(VARIABLE)],
  }),
  variableRule({
    id: 'server-variable-default-changed',
    direction: 'request',
    effect: 'may-change',
    *find({ before, after }) {
      const [oldValue, newValue] = [before?.default, after?.default];
      if (!differs(before, after) || sameValue(oldValue, newValue)) return;
      yield { oldValue, newValue, says: `has the default ${quote(newValue)} instead of ${quote(oldValue)}` };
    },
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [documents(served({ v: { default: 'a' } }), served({ v: { default: 'b' } }))],
  }),
  variableRule({
    id: 'server-variable-became-enum',
    direction: 'request',
    effect: 'may-remove',
    find: variable => enumWhen(appears, 'allows only listed values now', variable),
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [LISTED],
  }),
  variableRule({
    id: 'server-variable-became-not-enum',
    direction: 'request',
    effect: 'adds',
    find: variable => enumWhen(disappears, 'allows any value now', variable),
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [reversed(LISTED)],
  }),
  variableRule({
    id: 'server-variable-enum-value-added',
    direction: 'request',
    effect: 'adds',
    find: variable => valuesOnly('added', variable),
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [VALUE],
  }),
  variableRule({
    id: 'server-variable-enum-value-removed',
    direction: 'request',
    effect: 'may-remove',
    find: variable => valuesOnly('removed', variable),
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [reversed(VALUE)],
  }),
];
