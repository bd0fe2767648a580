import type { AffectedOperation, Severity } from '../openapi-diff/model.ts';
import { invalidArgument } from '../platform/errors.ts';
import type { JudgedItem } from './judge.ts';

/** Which changes a reader wants; absent means all. */
export type ItemFilters = {
  severity?: readonly Severity[] | null;
  method?: string | null;
  path?: string | null;
  rule?: string | null;
  ignored?: boolean | null;
};

export type ItemPage = { first?: number | null; offset?: number | null };

const MAX_TEXT_BYTES = 2048;

export const hasFilters = ({ severity, method, path, rule, ignored }: ItemFilters): boolean =>
  Boolean(severity?.length || method || path || rule || typeof ignored === 'boolean');

/** The changes that pass all filters. Method and path have to be those of one affected operation. */
export function filterItems(items: readonly JudgedItem[], filters: ItemFilters): readonly JudgedItem[] {
  const { severity, rule, ignored } = filters;
  const affects = operationFilter(filters);
  if (!hasFilters(filters)) return items;
  const severities = severity?.length ? new Set(severity) : null;
  return items.filter(
    item =>
      (severities === null || severities.has(item.severity)) &&
      (!rule || item.rule === rule) &&
      (typeof ignored !== 'boolean' || (item.ignored !== undefined) === ignored) &&
      (affects === null || affects(item.affectedOperations)),
  );
}

/** Changes of one cause share their list of operations, so that each list is looked through once. */
function operationFilter({ method, path }: ItemFilters): ((operations: AffectedOperation[]) => boolean) | null {
  for (const [field, text] of Object.entries({ method, path }))
    if (text && Buffer.byteLength(text) > MAX_TEXT_BYTES)
      throw invalidArgument(field, `must have at most ${MAX_TEXT_BYTES} bytes`);
  if (!method && !path) return null;
  const wanted = method?.toUpperCase();
  const known = new Map<AffectedOperation[], boolean>();
  const isMeant = (operation: AffectedOperation): boolean =>
    (!wanted || operation.method === wanted) && (!path || operation.path.includes(path));
  return operations => {
    const passes = known.get(operations) ?? operations.some(isMeant);
    known.set(operations, passes);
    return passes;
  };
}

export function pageOf<T>(items: readonly T[], { first, offset }: ItemPage): T[] {
  if (typeof first === 'number' && first < 1) throw invalidArgument('first', 'must be at least 1');
  if (typeof offset === 'number' && offset < 0) throw invalidArgument('offset', 'must not be negative');
  const start = offset ?? 0;
  return items.slice(start, typeof first === 'number' ? start + first : undefined);
}
