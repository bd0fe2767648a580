import type { AffectedOperation, Severity } from '../openapi-diff/model.ts';
import type { JudgedItem } from './judge.ts';

export type Grouping = 'OPERATION' | 'CAUSE';

/** Changes that have their operation, or the place that they come from, in common. */
export type ItemGroup = {
  /** `GET /pets`, `#/components/schemas/Pet`, or `#` for the document as a whole. */
  name: string;
  operation?: AffectedOperation;
  /** The most severe change that counts; INFO when none does. */
  severity: Severity;
  itemCount: number;
  /** In parts: what many groups share is there once. */
  parts: JudgedItem[][];
};

const RANK: Record<Severity, number> = { BREAKING: 0, WARNING: 1, INFO: 2 };

/** All groups, the most severe first, then by name. A change that affects several operations is in all their groups. */
export function groupItems(items: readonly JudgedItem[], by: Grouping): ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  const put = (name: string, part: JudgedItem[], severity: Severity, operation?: AffectedOperation): void => {
    const empty: ItemGroup = { name, severity, itemCount: 0, parts: [], ...(operation && { operation }) };
    const group = groups.get(name) ?? empty;
    groups.set(name, group);
    group.parts.push(part);
    group.itemCount += part.length;
    if (RANK[severity] < RANK[group.severity]) group.severity = severity;
  };
  if (by === 'CAUSE') for (const [cause, part] of Map.groupBy(items, causeOf)) put(cause, part, worstOf(part));
  else {
    // Changes of one shared schema have one list of hundreds of operations in common.
    for (const [operations, part] of Map.groupBy(items, ({ affectedOperations }) => affectedOperations)) {
      const severity = worstOf(part);
      if (operations.length === 0) put('#', part, severity);
      for (const operation of operations) put(`${operation.method} ${operation.path}`, part, severity, operation);
    }
  }
  return [...groups.values()].sort(inOrder);
}

/** The changes of a group, in the order of the diff. */
export const itemsOf = ({ parts }: ItemGroup): JudgedItem[] => parts.flat().sort((a, b) => a.sortOrder - b.sortOrder);

const worstOf = (items: readonly JudgedItem[]): Severity => {
  const counted = items.filter(({ ignored }) => ignored === undefined).map(({ severity }) => severity);
  return counted.reduce((worst, severity) => (RANK[severity] < RANK[worst] ? severity : worst), 'INFO');
};

const inOrder = (a: ItemGroup, b: ItemGroup): number =>
  RANK[a.severity] - RANK[b.severity] || (a.name < b.name ? -1 : 1);

/** How much of a pointer names a thing: a component, an operation of a path, a path, a part of the document. */
const OWNERS =
  /^\/(components\/[^/]+\/[^/]+|(paths|webhooks)\/[^/]+(\/(get|put|post|delete|options|head|patch|trace)\b)?|[^/]*)/;

const causeOf = ({ location }: JudgedItem): string =>
  location.startsWith('/line/') ? '#' : `#${OWNERS.exec(location)?.[0] ?? ''}`;
