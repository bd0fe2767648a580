import type { PlaceRow, StandingRow } from '../access/placed-draft.ts';
import type { Statuses } from '../access/statuses.ts';
import type { Draft } from '../generated/prisma/client.ts';
import { baseVersionId } from './model.ts';

/** What a draft is compared with, and whether its version name is already published. */
export type Standing = {
  /** The latest version of its branch. */
  latestVersionId: string | null;
  /** The version that the draft is compared with; see `baseVersionId` in model.ts. */
  baseVersionId: string | null;
  baseHash: string | null;
  /** Whether a version with this name is already published on the branch. */
  isNamePublished: boolean;
  /** Whether the branch permits each version name only once. */
  isProtected: boolean;
};

/** The standing, with the statuses that decide whether the draft may change, and its author's name. */
export type Place = Standing & { statuses: Statuses; authorName: string | null };

/** A draft with its place, from one snapshot. */
export type PlacedDraft = Draft & { place: Place };

export function placed({ statuses, ...row }: PlaceRow): PlacedDraft {
  const { draft, standing, authorName } = splitStanding(row);
  return { ...draft, place: { ...standing, authorName, statuses } };
}

/** Splits a row that was read with `standingColumns`. */
export function splitStanding(row: StandingRow): { draft: Draft; standing: Standing; authorName: string | null } {
  const { latestVersionId, baseHash, isNamePublished, isProtected, authorName, ...draft } = row;
  const base = { latestVersionId, baseVersionId: baseVersionId(draft, latestVersionId), baseHash };
  return { draft, standing: { ...base, isNamePublished, isProtected }, authorName };
}
