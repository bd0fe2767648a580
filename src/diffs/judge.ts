import type { AffectedOperation, DiffItem, DiffSummary, Severity } from '../openapi-diff/model.ts';
import { type Profile, severityUnder } from './profiles.ts';

/** A change that a team has accepted: it stays visible and stops counting. */
export type Accepted = {
  id: string;
  key: string;
  reason: string;
  /** The user who accepted it. */
  createdById: string;
  createdAt: Date;
  /** Null for good. */
  expiresAt: Date | null;
};

/** How a team wants changes judged. */
export type Judgement = {
  profile: Profile;
  /** Rule id → the severity that the team gives it, whatever the profile says. */
  overrides: ReadonlyMap<string, Severity>;
  exceptions: readonly Accepted[];
  now: Date;
};

/** A change as the team judges it. Of an ignored one the severity stays, but it neither breaks nor has to be handled. */
export type JudgedItem = DiffItem & { ignored?: Accepted };

/** What can only be counted when the changes are judged. */
export type JudgedSummary = DiffSummary & { ignoredChanges: number; affectedOperations?: number };

export type JudgedComparison = { summary: JudgedSummary; items: JudgedItem[] };

export const STRICT: Judgement = { profile: 'STRICT', overrides: new Map(), exceptions: [], now: new Date(0) };

/** Whether the judgement is the one that comparisons are stored with. */
export const isStored = ({ profile, overrides, exceptions }: Judgement): boolean =>
  profile === 'STRICT' && overrides.size === 0 && exceptions.length === 0;

/** Gives stored changes (facts at strict severity) the severities of a judgement, the most severe first. */
export function judge(items: readonly DiffItem[], judgement: Judgement): JudgedItem[] {
  const accepted = new Map(judgement.exceptions.filter(isActive(judgement.now)).map(one => [one.key, one]));
  const judged = items.map(item => judgeItem(item, judgement, accepted.get(item.key)));
  if (!isStored(judgement)) judged.sort(bySeverity);
  for (const [position, item] of judged.entries()) item.sortOrder = position;
  return judged;
}

const isActive =
  (now: Date) =>
  ({ expiresAt }: Accepted): boolean =>
    expiresAt === null || expiresAt > now;

function judgeItem(item: DiffItem, { profile, overrides }: Judgement, ignored: Accepted | undefined): JudgedItem {
  const severity = overrides.get(item.rule) ?? severityUnder(profile, item);
  const counts = ignored === undefined;
  const verdict = {
    severity,
    isBreaking: counts && severity === 'BREAKING',
    mustHandle: counts && severity !== 'INFO',
  };
  return { ...item, ...verdict, ...(ignored && { ignored }) };
}

const RANK: Record<Severity, number> = { BREAKING: 0, WARNING: 1, INFO: 2 };

/** By severity; what is equally severe stays in the order of the engine. */
const bySeverity = (a: DiffItem, b: DiffItem): number =>
  RANK[a.severity] - RANK[b.severity] || a.sortOrder - b.sortOrder;

/** The figures of judged changes. What no team can judge otherwise (endpoints, lines, blocks) is taken over. */
export function summarize(stored: DiffSummary, items: readonly JudgedItem[]): JudgedSummary {
  const counted = items.filter(({ ignored }) => ignored === undefined);
  const ignoredChanges = items.length - counted.length;
  if (stored.breakingChanges === undefined) return { ...stored, ignoredChanges };
  const count = (severity: Severity): number => counted.filter(item => item.severity === severity).length;
  return {
    ...stored,
    breakingChanges: count('BREAKING'),
    warnings: count('WARNING'),
    infos: count('INFO'),
    affectedOperations: countOperations(counted),
    ignoredChanges,
  };
}

/** The same for changes that are as they were stored, without reading them. */
export function summarizeStored(stored: DiffSummary): JudgedSummary {
  const { addedEndpoints, removedEndpoints, modifiedEndpoints } = stored;
  if (addedEndpoints === undefined) return { ...stored, ignoredChanges: 0 };
  const affectedOperations = addedEndpoints + (removedEndpoints ?? 0) + (modifiedEndpoints ?? 0);
  return { ...stored, affectedOperations, ignoredChanges: 0 };
}

function countOperations(items: readonly DiffItem[]): number {
  const seen = new Set<AffectedOperation[]>();
  const operations = new Set<string>();
  for (const { affectedOperations } of items) {
    // Many changes share one list.
    if (seen.has(affectedOperations)) continue;
    seen.add(affectedOperations);
    for (const { method, path } of affectedOperations) operations.add(`${method} ${path}`);
  }
  return operations.size;
}

export function judgeComparison(
  { summary, items }: { summary: DiffSummary; items: readonly DiffItem[] },
  judgement: Judgement,
): JudgedComparison {
  const judged = judge(items, judgement);
  return { summary: summarize(summary, judged), items: judged };
}
