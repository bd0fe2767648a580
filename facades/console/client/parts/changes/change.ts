import type { Problem } from '../../app/errors.ts';
import { type FragmentType, graphql, readFragment } from '../../app/graphql.ts';
import type { ChangeFragment } from '../../gql/graphql.ts';

const CHANGE = graphql(`
  fragment Change on DiffItem {
    key digest rule severity isBreaking mustHandle message location pointerBefore pointerAfter changeType
    method path affectedOperationCount sortOrder
    ignored { reason acceptedAt }
    segments { kind text }
  }
`);

export type Change = ChangeFragment;

export const readChanges = (items: readonly FragmentType<typeof CHANGE>[]): readonly Change[] =>
  readFragment(CHANGE, items);

type Operation = { method: string; path: string };

/** Loads the details of changes on demand, from a draft under review or from a comparison. */
export type ChangeSource = {
  /** Changes whenever the compared texts change. */
  state: string;
  isMarkdown: boolean;
  /** The operations that a change affects; undefined if they could not be read. */
  affectedBy(change: Change): Promise<readonly Operation[] | undefined>;
  /** The values at JSON pointers in both texts; an empty text for a pointer that is null. */
  excerptsAt(places: Places): Promise<{ texts: Record<'before' | 'after', string>; problem?: Problem | undefined }>;
};

export type Places = { before: string | null; after: string | null };
