import { hash } from 'node:crypto';
import {
  type AffectedOperation,
  type DiffItem,
  type DiffSummary,
  SEVERITY_RANK,
  type Severity,
} from '../openapi-diff/model.ts';
import { type Profile, severityUnder } from './profiles.ts';

/** A change that a team has accepted. It remains visible but does not count. */
export type Accepted = {
  id: string;
  key: string;
  reason: string;
  /** The user who accepted it. */
  createdById: string;
  createdAt: Date;
  /** Null if it never expires. */
  expiresAt: Date | null;
};

/** The rules by which a team judges changes. */
export type Judgement = {
  profile: Profile;
  /** Rule id → the severity that the team assigns to it, instead of the profile's. */
  overrides: ReadonlyMap<string, Severity>;
  exceptions: readonly Accepted[];
  now: Date;
};

/** A change under the team's policy. An ignored change keeps its severity but is neither breaking nor to be handled. */
export type JudgedItem = DiffItem & { ignored?: Accepted };

/** The stored counts, with those that depend on the policy. */
export type JudgedSummary = DiffSummary & { ignoredChanges: number; affectedOperations?: number };

export type JudgedComparison = { summary: JudgedSummary; items: JudgedItem[] };

export const STRICT: Judgement = { profile: 'STRICT', overrides: new Map(), exceptions: [], now: new Date(0) };

/** Whether the judgement is the strict one, under which comparisons are stored. */
export const isStored = ({ profile, overrides, exceptions }: Judgement): boolean =>
  profile === 'STRICT' && overrides.size === 0 && exceptions.length === 0;

/** Judgements with one digest judge every change alike. */
export const digestOf = ({ profile, overrides, exceptions, now }: Judgement): string =>
  hash(
    'sha256',
    JSON.stringify([
      profile,
      [...overrides].sort(),
      exceptions
        .filter(isActive(now))
        .map(({ key }) => key)
        .sort(),
    ]),
  );

/** Applies a judgement to stored changes, which have their strict severities. Sorts the most severe first, accepted ones last. */
export function judge(items: readonly DiffItem[], judgement: Judgement): JudgedItem[] {
  const accepted = new Map(judgement.exceptions.filter(isActive(judgement.now)).map(one => [one.key, one]));
  const judged = items.map(item => judgeItem(item, judgement, accepted.get(item.key)));
  if (!isStored(judgement)) judged.sort(byUrgency);
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

/** Sorts accepted changes last, then by severity. Equal severities keep the order of the comparison. */
const byUrgency = (a: JudgedItem, b: JudgedItem): number =>
  Number(a.ignored !== undefined) - Number(b.ignored !== undefined) ||
  SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] ||
  a.sortOrder - b.sortOrder;

/** Counts judged changes. Counts that do not depend on the policy (endpoints, lines, blocks) are copied. */
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

/** Like `summarize`, for changes with their stored severities: needs only the stored counts. */
export function summarizeStored(stored: DiffSummary): JudgedSummary {
  const { addedEndpoints, removedEndpoints, modifiedEndpoints } = stored;
  if (addedEndpoints === undefined) return { ...stored, ignoredChanges: 0 };
  const affectedOperations = addedEndpoints + (removedEndpoints ?? 0) + (modifiedEndpoints ?? 0);
  return { ...stored, affectedOperations, ignoredChanges: 0 };
}

/** Like `summarize`, but without what only the changes tell. */
export function summarizeUnread({ breakingChanges, warnings, infos, ...stored }: DiffSummary): JudgedSummary {
  return { ...stored, ignoredChanges: 0 };
}

function countOperations(items: readonly DiffItem[]): number {
  const seen = new Set<AffectedOperation[]>();
  const operations = new Set<string>();
  for (const { affectedOperations } of items) {
    // Many changes share one array.
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
