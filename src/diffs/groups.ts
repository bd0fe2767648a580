import type { JudgedItem } from './judge.ts';
import type { AffectedOperation, Severity } from './model.ts';

export type Grouping = 'OPERATION' | 'CAUSE';

/** Changes that have their operation, or the place that they come from, in common. */
export type ItemGroup = {
  /** `GET /pets`, `#/components/schemas/Pet`, or `#` for the document as a whole. */
  name: string;
  operation?: AffectedOperation;
  /** The most severe change that counts; INFO when none does. */
  severity: Severity;
  items: JudgedItem[];
};

const RANK: Record<Severity, number> = { BREAKING: 0, WARNING: 1, INFO: 2 };

/** All groups, the most severe first, then by name. A change that affects several operations is in all their groups. */
export function groupItems(items: readonly JudgedItem[], by: Grouping): ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  const put = (name: string, item: JudgedItem, operation?: AffectedOperation): void => {
    const group = groups.get(name) ?? { name, severity: 'INFO', items: [], ...(operation && { operation }) };
    groups.set(name, group);
    group.items.push(item);
    if (item.ignored === undefined && RANK[item.severity] < RANK[group.severity]) group.severity = item.severity;
  };
  for (const item of items) {
    if (by === 'CAUSE') put(causeOf(item), item);
    else if (item.affectedOperations.length === 0) put('#', item);
    else for (const operation of item.affectedOperations) put(nameOf(operation), item, operation);
  }
  return [...groups.values()].sort(inOrder);
}

const nameOf = ({ method, path }: AffectedOperation): string => `${method} ${path}`;

const inOrder = (a: ItemGroup, b: ItemGroup): number =>
  RANK[a.severity] - RANK[b.severity] || (a.name < b.name ? -1 : 1);

/** How much of a pointer names a thing: a component, an operation of a path, a path, a part of the document. */
const OWNERS =
  /^\/(components\/[^/]+\/[^/]+|(paths|webhooks)\/[^/]+(\/(get|put|post|delete|options|head|patch|trace)\b)?|[^/]*)/;

const causeOf = ({ location }: JudgedItem): string => {
  if (location.startsWith('/line/')) return '#';
  return `#${OWNERS.exec(location)?.[0] ?? ''}`;
};
