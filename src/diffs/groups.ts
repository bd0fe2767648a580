import { METHODS } from '../openapi/grammar.ts';
import { type AffectedOperation, SEVERITY_RANK, type Severity } from '../openapi-diff/model.ts';
import type { JudgedItem } from './judge.ts';

export type Grouping = 'OPERATION' | 'CAUSE';

/** Changes with the same operation, or with the same changed component or part of the document. */
export type ItemGroup = {
  /** `GET /pets`, `#/components/schemas/Pet`, or `#` for the document as a whole. */
  name: string;
  operation?: AffectedOperation;
  /** The highest severity of the changes that are not accepted; INFO if all are accepted. */
  severity: Severity;
  itemCount: number;
  /** The changes, as arrays that several groups may share. */
  parts: JudgedItem[][];
};

/**
 * Groups changes, most severe group first, then by name. A change that affects several operations is in all their
 * groups.
 */
export function groupItems(items: readonly JudgedItem[], by: Grouping): ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  const add = (name: string, part: JudgedItem[], severity: Severity, operation?: AffectedOperation): void => {
    const empty: ItemGroup = { name, severity, itemCount: 0, parts: [], ...(operation && { operation }) };
    const group = groups.get(name) ?? empty;
    groups.set(name, group);
    group.parts.push(part);
    group.itemCount += part.length;
    if (SEVERITY_RANK[severity] < SEVERITY_RANK[group.severity]) group.severity = severity;
  };
  if (by === 'CAUSE') for (const [cause, part] of Map.groupBy(items, causeOf)) add(cause, part, worstOf(part));
  else {
    // Changes of one shared schema share one array of affected operations, which may be long.
    for (const [operations, part] of Map.groupBy(items, ({ affectedOperations }) => affectedOperations)) {
      const severity = worstOf(part);
      if (operations.length === 0) add('#', part, severity);
      for (const operation of operations) add(`${operation.method} ${operation.path}`, part, severity, operation);
    }
  }
  return [...groups.values()].sort(inOrder);
}

/** The changes of a group, in the order of the diff. */
export const itemsOf = ({ parts }: ItemGroup): JudgedItem[] => parts.flat().sort((a, b) => a.sortOrder - b.sortOrder);

const worstOf = (items: readonly JudgedItem[]): Severity => {
  const counted = items.filter(({ ignored }) => ignored === undefined).map(({ severity }) => severity);
  return counted.reduce(
    (worst, severity) => (SEVERITY_RANK[severity] < SEVERITY_RANK[worst] ? severity : worst),
    'INFO',
  );
};

const inOrder = (a: ItemGroup, b: ItemGroup): number =>
  SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] || (a.name < b.name ? -1 : 1);

const OPERATION = [...METHODS, 'additionalOperations/[^/]+'].join('|');
/**
 * The part of a pointer that names the owner: a component, an operation, a path, or a top-level part of the document.
 */
const OWNERS = new RegExp(`^/(components/[^/]+/[^/]+|(paths|webhooks)/[^/]+(/(${OPERATION})(?![^/]))?|[^/]*)`);

const causeOf = ({ location }: JudgedItem): string =>
  location.startsWith('/line/') ? '#' : `#${OWNERS.exec(location)?.[0] ?? ''}`;
