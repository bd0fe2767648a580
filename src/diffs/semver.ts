import { ruleIds } from '../openapi-diff/rules/catalogue.ts';
import type { JudgedItem } from './judge.ts';

export type Step = 'NONE' | 'PATCH' | 'MINOR' | 'MAJOR';

/** How `info.version` should change under Semantic Versioning 2.0.0, and how it did change. */
export type SemverHint = {
  needed: Step;
  /** `info.version` before and after; both absent if it did not change. */
  before?: string;
  after?: string;
  /** Whether the version increased enough; null if one of them is not a semantic version. */
  sufficient: boolean | null;
};

const RANK: Record<Step, number> = { NONE: 0, PATCH: 1, MINOR: 2, MAJOR: 3 };

const VERSION_CHANGED = 'api-version-changed';

export function semverHint(items: readonly JudgedItem[]): SemverHint {
  const needed = stepNeeded(items);
  const change = items.find(({ rule }) => rule === VERSION_CHANGED);
  if (change === undefined) return { needed, sufficient: needed === 'NONE' };
  const [before, after] = [String(change.oldValue ?? ''), String(change.newValue ?? '')];
  return { needed, before, after, sufficient: isEnough(needed, before, after) };
}

function stepNeeded(items: readonly JudgedItem[]): Step {
  const counted = items.filter(({ ignored, rule }) => ignored === undefined && rule !== VERSION_CHANGED);
  if (counted.some(({ isBreaking }) => isBreaking)) return 'MAJOR';
  if (counted.some(({ rule }) => !isText(rule))) return 'MINOR';
  return counted.length > 0 ? 'PATCH' : 'NONE';
}

/** Whether the rule is about descriptive text, on which no client depends. */
const isText = (rule: string): boolean => ruleIds.get(rule)?.rule.isText === true;

type Version = { numbers: [major: number, minor: number, patch: number]; preRelease: string[] };

const SEMVER = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

const readVersion = (text: string): Version | null => {
  const parts = SEMVER.exec(text.trim());
  if (parts === null) return null;
  const [, major, minor, patch = 0, preRelease] = parts;
  return { numbers: [Number(major), Number(minor), Number(patch)], preRelease: preRelease?.split('.') ?? [] };
};

function isEnough(needed: Step, before: string, after: string): boolean | null {
  const [old, now] = [readVersion(before), readVersion(after)];
  if (old === null || now === null) return null;
  // A pre-release promises nothing (SemVer, 9), so any later version is enough. An earlier one is a decrease.
  if (old.preRelease.length > 0 && stepBetween(now, old) < 0) return true;
  // Before 1.0.0, the minor version marks breaking changes and the patch version everything else.
  const isStable = old.numbers[0] > 0 || now.numbers[0] > 0;
  return stepBetween(old, now) >= (isStable ? RANK[needed] : Math.max(0, RANK[needed] - 1));
}

/** The rank of the number that increased between two versions; negative if the version decreased. */
function stepBetween(old: Version, now: Version): number {
  const at = old.numbers.findIndex((part, index) => part !== now.numbers[index]);
  if (at < 0) return isEarlier(now.preRelease, old.preRelease) ? -1 : RANK.NONE;
  return (now.numbers[at] as number) > (old.numbers[at] as number) ? RANK.MAJOR - at : -1;
}

/** The order of pre-releases of one version (SemVer, 11). A version without one comes after all of them. */
function isEarlier(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return one.length > other.length;
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at < 0) return one.length < other.length;
  const [a, b] = [one[at], other[at]] as [string, string | undefined];
  if (b === undefined) return false;
  const [isNumber, isOtherNumber] = [a, b].map(part => /^\d+$/.test(part));
  if (isNumber !== isOtherNumber) return isNumber === true;
  return isNumber && a.length !== b.length ? a.length < b.length : a < b;
}
