import type { PlaceRow } from '../access/placed-draft.ts';
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
};

/** The standing, with the statuses and protection that decide whether the draft may change, and its author's name. */
export type Place = Standing & { statuses: Statuses; isProtected: boolean; authorName: string | null };

/** A draft with its place, from one snapshot. */
export type PlacedDraft = Draft & { place: Place };

export function placed(row: PlaceRow): PlacedDraft {
  const { latestVersionId, baseHash, isNamePublished, authorName, isProtected, statuses, ...draft } = row;
  const standing = { latestVersionId, baseVersionId: baseVersionId(draft, latestVersionId), baseHash, isNamePublished };
  return { ...draft, place: { ...standing, authorName, isProtected, statuses } };
}
