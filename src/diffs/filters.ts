import type { AffectedOperation, Severity } from '../openapi-diff/model.ts';
import { invalidArgument } from '../platform/errors.ts';
import type { JudgedItem } from './judge.ts';

/** The filters of a list of changes. An absent filter matches all. */
export type ItemFilters = {
  severity?: readonly Severity[] | null;
  method?: string | null;
  path?: string | null;
  rule?: string | null;
  ignored?: boolean | null;
};

const MAX_TEXT_BYTES = 2048;

export const hasFilters = ({ severity, method, path, rule, ignored }: ItemFilters): boolean =>
  Boolean(severity?.length || method || path || rule || typeof ignored === 'boolean');

/** The changes that match all filters. Method and path must match the same affected operation. */
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

/** A filter over lists of operations. Changes with one cause share a list; each list is checked once. */
function operationFilter({ method, path }: ItemFilters): ((operations: AffectedOperation[]) => boolean) | null {
  for (const [field, text] of Object.entries({ method, path }))
    if (text && Buffer.byteLength(text) > MAX_TEXT_BYTES)
      throw invalidArgument(field, `must have at most ${MAX_TEXT_BYTES} bytes`);
  if (!method && !path) return null;
  const upperMethod = method?.toUpperCase();
  const known = new Map<AffectedOperation[], boolean>();
  const matches = (operation: AffectedOperation): boolean =>
    (!upperMethod || operation.method === upperMethod) && (!path || operation.path.includes(path));
  return operations => {
    const passes = known.get(operations) ?? operations.some(matches);
    known.set(operations, passes);
    return passes;
  };
}
