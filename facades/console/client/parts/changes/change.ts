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

/** Where the rows of changes find what they show on demand: a draft under review, or a comparison. */
export type ChangeSource = {
  /** Another one when the texts are others. */
  state: string;
  isMarkdown: boolean;
  /** The operations that a change reaches; undefined when they could not be read. */
  affectedBy(change: Change): Promise<readonly Operation[] | undefined>;
  /** The values at places of both texts; a place that is null has none. */
  excerptsAt(places: Places): Promise<{ texts: Record<'before' | 'after', string>; problem?: Problem | undefined }>;
};

export type Places = { before: string | null; after: string | null };
