import type { Call } from '../access/call.ts';
import { compareContents } from '../contents/service.ts';
import type { Comparison, DocumentType } from '../generated/prisma/client.ts';

/** What a draft would change against its base. */
export type Preview = { base: string | null; comparison: Comparison };

type Wanted = [documentType: DocumentType, base: string | null, canonicalHash: string];

/** Previews of many drafts in a constant number of statements, but for comparisons that nobody has asked for before. */
export async function makePreviews(call: Call, wanted: Wanted[]): Promise<Preview[]> {
  const ids = wanted.flatMap(([, base]) => base ?? []);
  const bases = await call.db.version.findMany({
    where: { id: { in: ids } },
    select: { id: true, canonicalHash: true },
  });
  const hashes = new Map(bases.map(({ id, canonicalHash }) => [id, canonicalHash]));
  const comparisons = await compareContents(
    call,
    wanted.map(([documentType, base, afterHash]) => ({
      documentType,
      beforeHash: base === null ? null : (hashes.get(base) ?? null),
      afterHash,
    })),
  );
  return wanted.map(([, base], index) => ({ base, comparison: comparisons[index] as Comparison }));
}
