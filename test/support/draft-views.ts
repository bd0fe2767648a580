/** The fields of an answer about one draft, from any interface. */
export type DraftView = {
  state: string;
  review_revision?: string | null;
  base_version_id?: string | null;
  diff_preview: { base_version_id?: string | null; summary: { unchanged: boolean } };
  /** Whether the latest version of its branch was published from it. */
  is_latest?: boolean;
};

export const DRAFT_VIEW = `query DraftView($id: ID!) {
  draft(id: $id) {
    id status baseVersionId reviewRevision
    branch { latestVersionId latestVersion { id draftId } }
    diffPreview { baseVersionId summary { unchanged } }
  }
}`;

export type GraphqlDraft = {
  id: string;
  status: string;
  baseVersionId: string | null;
  reviewRevision: string | null;
  branch: { latestVersionId: string; latestVersion: { id: string; draftId: string } };
  diffPreview: { baseVersionId: string | null; summary: { unchanged: boolean } };
};

export const viewOf = ({
  id,
  status,
  baseVersionId,
  reviewRevision,
  branch,
  diffPreview,
}: GraphqlDraft): DraftView => ({
  state: status.toLowerCase(),
  review_revision: reviewRevision,
  base_version_id: baseVersionId,
  diff_preview: { base_version_id: diffPreview.baseVersionId, summary: diffPreview.summary },
  is_latest: branch.latestVersion.draftId === id && branch.latestVersionId === branch.latestVersion.id,
});

type Race = {
  /** Ways to read the submitted draft; each is repeated until the approval ends. */
  reads: (() => Promise<DraftView>)[];
  approve(): Promise<unknown>;
};

export type RaceResult = { count: number; states: Set<string>; mixed: DraftView[] };

/**
 * Reads a submitted draft repeatedly during its approval. The approval must change only the state, and with it the
 * latest version. If another field differs from its value before, the view is `mixed`: it was read from two snapshots.
 */
export async function raceReads({ reads, approve }: Race): Promise<RaceResult> {
  const result: RaceResult = { count: 0, states: new Set(), mixed: [] };
  let isOver = false;
  const expected = await Promise.all(reads.map(async read => decidedOn(await read())));
  const repeat = async (read: () => Promise<DraftView>, index: number) => {
    // Read once more after the approval, which must be visible then.
    for (let last = false; !last; ) {
      last = isOver;
      const view = await read();
      result.count += 1;
      result.states.add(view.state);
      if (decidedOn(view) !== expected[index]) result.mixed.push(view);
    }
  };
  const readers = reads.map(repeat);
  await approve();
  isOver = true;
  await Promise.all(readers);
  return result;
}

const decidedOn = ({ state, review_revision, base_version_id, diff_preview, is_latest }: DraftView): string =>
  JSON.stringify([
    ...[review_revision, base_version_id, diff_preview.base_version_id, diff_preview.summary.unchanged],
    is_latest === (state === 'published'),
  ]);
