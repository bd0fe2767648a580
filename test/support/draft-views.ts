/** The fields of an answer about one draft, from any interface. */
export type DraftView = {
  state: string;
  review_revision?: string | null;
  base_version_id?: string | null;
  diff_preview: { base_version_id?: string | null; summary: { unchanged: boolean } };
};

type Race = {
  /** Ways to read the submitted draft; each is repeated until the approval ends. */
  reads: (() => Promise<DraftView>)[];
  approve(): Promise<unknown>;
};

export type RaceResult = { count: number; states: Set<string>; mixed: DraftView[] };

/**
 * Reads a submitted draft repeatedly during its approval. The approval must change only the state. If another field
 * differs from its value before, the view is `mixed`: it was read from two snapshots.
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

const decidedOn = ({ review_revision, base_version_id, diff_preview }: DraftView): string =>
  JSON.stringify([review_revision, base_version_id, diff_preview.base_version_id, diff_preview.summary.unchanged]);
