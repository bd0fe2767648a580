/** The note that a list shows only its first rows. `others`: where to find the other ones. */
export const OnlyFirst = ({ shown, total, others = '' }: { shown: number; total: number; others?: string }) =>
  total > shown ? (
    <p className="dim small flush">
      The first {shown} of {total} are shown. {others}
    </p>
  ) : null;
