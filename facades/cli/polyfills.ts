// Adds what the comparison uses and Node 20 lacks: JSON numbers as written (`JSON.rawJSON`), operations of Set, and
// `Map.groupBy`. Import it first. Releases of Node with these functions keep their own.

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

const define = (target: object, name: string, value: unknown): void => {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
};

define(Map, 'groupBy', (items: Iterable<unknown>, keyOf: (item: unknown, index: number) => unknown) => {
  const groups = new Map<unknown, unknown[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
});

define(Set.prototype, 'union', function (this: Set<unknown>, other: Set<unknown>) {
  return new Set([...this, ...other]);
});
define(Set.prototype, 'intersection', function (this: Set<unknown>, other: Set<unknown>) {
  return new Set([...this].filter(item => other.has(item)));
});
define(Set.prototype, 'difference', function (this: Set<unknown>, other: Set<unknown>) {
  return new Set([...this].filter(item => !other.has(item)));
});
define(Set.prototype, 'symmetricDifference', function (this: Set<unknown>, other: Set<unknown>) {
  return new Set([...this.difference(other), ...other.difference(this)]);
});
define(Set.prototype, 'isSubsetOf', function (this: Set<unknown>, other: Set<unknown>) {
  return [...this].every(item => other.has(item));
});
define(Set.prototype, 'isSupersetOf', function (this: Set<unknown>, other: Set<unknown>) {
  return [...other].every(item => this.has(item));
});
define(Set.prototype, 'isDisjointFrom', function (this: Set<unknown>, other: Set<unknown>) {
  return ![...this].some(item => other.has(item));
});

if (!('rawJSON' in JSON)) keepNumbersAsWritten();

/** Adds JSON.rawJSON, JSON.isRawJSON, and the source text of numbers for revivers (ECMAScript 2026). */
function keepNumbersAsWritten(): void {
  const { parse, stringify } = JSON;
  const raws = new WeakSet<object>();
  let hasRaws = false;
  const isRaw = (value: unknown): value is { rawJSON: string } =>
    typeof value === 'object' && value !== null && raws.has(value);
  // Random: a document could begin a string with it.
  const MARK = `\ue000docsvc raw number ${crypto.randomUUID()} `;
  const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');

  define(JSON, 'rawJSON', (text: string) => {
    hasRaws = true;
    const raw = Object.freeze(Object.assign(Object.create(null), { rawJSON: text }));
    raws.add(raw);
    return raw;
  });
  define(JSON, 'isRawJSON', isRaw);
  JSON.parse = (text: string, reviver?: Reviver) => {
    if (reviver === undefined || reviver.length < 3) return parse(text, reviver as never);
    // Throws for invalid JSON, before numbers are replaced by strings.
    parse(text);
    const marked = text.replace(TOKEN, token => (token.startsWith('"') ? token : `"${MARK}${token}"`));
    return parse(marked, function (this: unknown, key, value) {
      const source = typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined;
      return source === undefined
        ? reviver.call(this, key, value, {})
        : reviver.call(this, key, Number(source), { source });
    });
  };
  JSON.stringify = ((value: unknown, replacer?: unknown, space?: string | number) => {
    if (!hasRaws || typeof replacer === 'function') return stringify(value, replacer as never, space);
    const text = stringify(value, (_, item) => (isRaw(item) ? `${MARK}${item.rawJSON}` : item), space);
    return text?.replace(MARKED, '$1');
  }) as typeof JSON.stringify;
}
