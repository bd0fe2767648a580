/** Converts answers of tests to examples of a document: short, and without values that differ between runs. */

const MAX_ITEMS = 2;
const MAX_CHARACTERS = 400;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const figures: Readonly<Record<string, unknown>> = {
  timestamp: 1_769_860_800,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  commit: '0123456789abcdef0123456789abcdef01234567',
  uptime: 3600,
  uptime_seconds: 3600,
  latency_ms: 1,
  token: 'TOKEN',
  secret: 'SECRET',
  unlock_proof: 'PROOF',
  api_key: 'KEY',
  flow: 'FLOW',
  base_url: 'https://models.example.com/v1',
};

/** Converts an example. The same id has the same replacement in all examples of a process. */
export function plainExample(value: unknown, key = ''): unknown {
  if (typeof value === typeof figures[key]) return value === undefined ? undefined : figures[key];
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(item => plainExample(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainExample(part, name)]));
  return typeof value === 'string' ? plainText(value) : value;
}

const ids = new Map<string, string>();

function idFor(id: string): string {
  const known = ids.get(id) ?? `01a20000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
  ids.set(id, known);
  return known;
}

function plainText(text: string): string {
  const plain = text
    .replaceAll(UUID, idFor)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-31T12:00:00.000Z')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://docs.example.com')
    .replaceAll(/http%3A%2F%2F127\.0\.0\.1%3A\d+/g, 'https%3A%2F%2Fdocs.example.com')
    .replaceAll(/#[\w-]{43}$/g, '#SECRET')
    .replaceAll(/(?<=^|=)[\w-]{43}(?=$|&)/g, 'RANDOM')
    .replaceAll(/docsvc_mcp_[\w-]{20,}/g, 'TOKEN');
  return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain;
}

/** The paths of all values and their types; items of a list are merged. */
export function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return unique(value.slice(0, MAX_ITEMS).flatMap(item => shapeOf(item, `${path}[]`)));
  if (typeof value !== 'object' || value === null) return [`${path}: ${value === null ? 'null' : typeof value}`];
  return unique(Object.entries(value).flatMap(([key, part]) => shapeOf(part, `${path}.${key}`)));
}

const unique = (paths: string[]): string[] => [...new Set(paths)].sort();
