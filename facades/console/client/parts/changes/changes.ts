import type { Change, Places } from './change.ts';

export type Severity = Change['severity'];
export const DIRECTIONS = { all: 'Requests and responses', request: 'Requests', response: 'Responses' };
export type Direction = keyof typeof DIRECTIONS;
export type Filter = { severities: readonly Severity[]; direction: Direction; text: string; unseenOnly: boolean };

export const SEVERITIES: readonly Severity[] = ['BREAKING', 'WARNING', 'INFO'];

export const NO_FILTER: Filter = { severities: SEVERITIES, direction: 'all', text: '', unseenOnly: false };

/** Changes of one cause: an operation, a named schema, or a part of the document. */
export type Cause = { name: string; kind: string; severity: Severity; changes: Change[] };

const OWNER =
  /^\/(?:components\/([^/]+)\/([^/]+)|(paths|webhooks)\/([^/]+)(?:\/(get|put|post|delete|options|head|patch|trace)\b)?|([^/]*))/;

/** Names of the sections of `components` whose singular is not the word without its last letter. */
const KINDS: Record<string, string> = {
  requestBodies: 'request body',
  securitySchemes: 'security scheme',
  pathItems: 'path item',
};

const readToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

export const readableLocation = (location: string): string =>
  readToken(
    location
      .replace(/^\/line\//, 'Line ')
      .replace(/^\//, '')
      .replaceAll('/', ' › '),
  );

const isInMarkdown = (location: string): boolean => location.startsWith('/line/');

function causeOf({ location }: Pick<Change, 'location'>): { name: string; kind: string } {
  if (isInMarkdown(location)) return { name: 'Document', kind: '' };
  const [, section, component, container, path, method, part] = OWNER.exec(location) ?? [];
  if (component !== undefined && section !== undefined)
    return { name: readToken(component), kind: KINDS[section] ?? section.replace(/s$/, '') };
  if (path !== undefined)
    return {
      name: `${method ? `${method.toUpperCase()} ` : ''}${readToken(path)}`,
      kind: container === 'webhooks' ? 'webhook' : 'operation',
    };
  return { name: part || 'Document', kind: '' };
}

const RANK: Record<Severity, number> = { BREAKING: 0, WARNING: 1, INFO: 2 };

/** Groups changes by cause, sorted by severity, then by name. Within a cause, the most severe change is first. */
export function groupByCause(changes: readonly Change[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const change of changes) {
    const { name, kind } = causeOf(change);
    const key = `${kind} ${name}`;
    const cause = causes.get(key) ?? { name, kind, severity: 'INFO', changes: [] };
    causes.set(key, cause);
    cause.changes.push(change);
    const severity = shownSeverity(change);
    if (RANK[severity] < RANK[cause.severity]) cause.severity = severity;
  }
  for (const { changes: own } of causes.values())
    own.sort((a, b) => RANK[shownSeverity(a)] - RANK[shownSeverity(b)] || a.sortOrder - b.sortOrder);
  return [...causes.values()].sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.name.localeCompare(b.name));
}

/** The severity for display: an accepted change counts as INFO. */
export const shownSeverity = ({ severity, ignored }: Pick<Change, 'severity' | 'ignored'>): Severity =>
  ignored ? 'INFO' : severity;

const directionOf = ({ rule, changeType }: Change): Direction =>
  /^(request|parameter|new-required|api-security)/.test(rule) || /PARAMETER|REQUEST/.test(changeType)
    ? 'request'
    : /^response/.test(rule) || changeType === 'RESPONSE_CHANGED'
      ? 'response'
      : 'all';

/** Changes of Markdown have no severity and no direction. */
const isOfKind = (change: Change, { severities, direction }: Filter): boolean =>
  severities.includes(shownSeverity(change)) && (direction === 'all' || directionOf(change) === direction);

export function filterChanges(changes: readonly Change[], filter: Filter, seen: ReadonlySet<string>): Change[] {
  const text = filter.text.trim().toLowerCase();
  return changes.filter(
    change =>
      (isInMarkdown(change.location) || isOfKind(change, filter)) &&
      (!filter.unseenOnly || !seen.has(change.key)) &&
      (text === '' ||
        `${change.message} ${change.rule} ${change.method} ${change.path} ${readToken(change.location)}`
          .toLowerCase()
          .includes(text)),
  );
}

/** The JSON pointers to show in both texts: the change with its surroundings, but never more than its cause. */
export function placesOf({ pointerBefore, pointerAfter, location }: Change): Places {
  const [before, after] = [pointerBefore ?? location, pointerAfter ?? location];
  const owner = OWNER.exec(location)?.[0] ?? '';
  const shared = before.length <= after.length ? before : after;
  const isWithin = (pointer: string) => pointer === owner || pointer.startsWith(`${owner}/`);
  if (before === after) {
    const parent = before.slice(0, before.lastIndexOf('/'));
    return isWithin(parent) && parent !== '' ? { before: parent, after: parent } : { before, after };
  }
  if (isWithin(shared) && after.startsWith(shared) && before.startsWith(shared))
    return { before: shared, after: shared };
  return before.length < after.length ? { before: null, after } : { before, after: null };
}
