import type { Batch } from '../lists/batch.ts';
import { runTask } from './service.ts';
import { loadPacked } from './texts.ts';

/** Most characters of one value. */
export const MOST_EXCERPT_CHARACTERS = 256 * 1024;

/** A place in the canonical form of an OpenAPI document: its digest and a JSON pointer. */
export type ExcerptKey = { canonicalHash: string; pointer: string };

/** The values at places of documents as indented JSON; null where nothing is. Each document is read once. */
export const excerptAt: Batch<ExcerptKey, string | null> = {
  idOf: ({ canonicalHash, pointer }) => `${canonicalHash} ${pointer}`,
  async load(context, keys) {
    const found = new Map<ExcerptKey, string | null>();
    await Promise.all(
      [...Map.groupBy(keys, ({ canonicalHash }) => canonicalHash)].map(async ([canonicalHash, places]) => {
        const canonical = await loadPacked(context.db, canonicalHash);
        const query = {
          canonical,
          pointers: places.map(({ pointer }) => pointer),
          mostCharacters: MOST_EXCERPT_CHARACTERS,
        };
        const texts = await runTask<(string | null)[]>(context, 'excerptsAt', query);
        for (const [index, place] of places.entries()) found.set(place, texts[index] ?? null);
        context.texts.take(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
      }),
    );
    return keys.map(key => found.get(key) ?? null);
  },
};
