import type { Services } from '../access/call.ts';
import type { DocumentType } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import type { Excerpt } from './excerpt.ts';
import { forEachText } from './for-each-text.ts';
import { runTask } from './run-task.ts';
import { loadPacked } from './texts.ts';
import type { PlacedText } from './worker/places.ts';
import type { Introduction } from './worker/render.ts';

// Parts of stored texts, which workers cut out.

/** Most characters of one value. */
const MOST_EXCERPT_CHARACTERS = 256 * 1024;

/** A place in the canonical form of an OpenAPI document: its digest and a JSON pointer. */
export type ExcerptKey = { canonicalHash: string; pointer: string };

/** The values at places of documents as indented JSON; null if a place does not exist. Each document is read once. */
export const excerptAt: Batch<ExcerptKey, string | null> = {
  idOf: ({ canonicalHash, pointer }) => `${canonicalHash} ${pointer}`,
  async load(context, keys) {
    const found = new Map<ExcerptKey, string | null>();
    const hashOf = ({ canonicalHash }: ExcerptKey) => canonicalHash;
    await forEachText(context.db, keys, hashOf, async (canonical, places) => {
      const pointers = places.map(({ pointer }) => pointer);
      const query = { canonical, pointers, mostCharacters: MOST_EXCERPT_CHARACTERS };
      const texts = await runTask<(string | null)[]>(context, 'excerptsAt', query);
      for (const [index, place] of places.entries()) found.set(place, texts[index] ?? null);
      context.texts.take(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
    });
    return keys.map(key => found.get(key) ?? null);
  },
};

/** A place in a form of a text, by the digest of that form. */
export type PlaceKey = { hash: string; documentType: DocumentType; pointer: string };

/** The lines of places in texts, with the text around them. Each text is read once. */
export const placeAt: Batch<PlaceKey, PlacedText> = {
  idOf: ({ hash, pointer }) => `${hash} ${pointer}`,
  async load(context, keys) {
    const found = new Map<PlaceKey, PlacedText>();
    const hashOf = ({ hash }: PlaceKey) => hash;
    await forEachText(context.db, keys, hashOf, async (content, places) => {
      const [{ documentType }] = places as [PlaceKey];
      const pointers = places.map(({ pointer }) => pointer);
      const placed = await runTask<PlacedText[]>(context, 'findPlaces', { content, documentType, pointers });
      for (const [index, place] of places.entries()) found.set(place, placed[index] as PlacedText);
      context.texts.take(placed.reduce((sum, { text }) => sum + text.length, 0));
    });
    return keys.map(key => found.get(key) as PlacedText);
  },
};

/** The introductions of OpenAPI documents, by the digests of their canonical texts. */
export const introductionOf: Batch<string, Introduction> = {
  async load(context, hashes) {
    const found = new Map<string, Introduction>();
    const hashOf = (hash: string) => hash;
    await forEachText(context.db, hashes, hashOf, async canonical => {
      const introduction = await runTask<Introduction>(context, 'introduction', { canonical });
      const { descriptionHtml, tags } = introduction;
      const texts = [descriptionHtml, ...tags.map(tag => tag.descriptionHtml)];
      context.texts.take(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
      found.set(canonical.hash, introduction);
    });
    return hashes.map(hash => found.get(hash) as Introduction);
  },
};

/**
 * Reads as much of a stored text as fits `roomBytes`, cut at its structure. Parts with a word of `focus` come first.
 */
export async function readExcerpt(
  services: Services,
  hash: string,
  roomBytes: number,
  focus: readonly string[],
): Promise<Excerpt> {
  const text = await loadPacked(services.db, hash);
  return runTask<Excerpt>(services, 'excerpt', { text, roomBytes, focus });
}
