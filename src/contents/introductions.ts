import type { Batch } from '../lists/batch.ts';
import { runTask } from './service.ts';
import type { Introduction } from './tasks.ts';
import { loadPacked } from './texts.ts';

/** The introductions of OpenAPI documents, by the digests of their canonical texts. */
export const introductionOf: Batch<string, Introduction> = {
  load: (context, hashes) =>
    Promise.all(
      hashes.map(async hash => {
        const canonical = await loadPacked(context.db, hash);
        const found = await runTask<Introduction>(context, 'introduction', { canonical });
        const texts = [found.descriptionHtml, ...found.tags.map(({ descriptionHtml }) => descriptionHtml)];
        context.texts.take(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
        return found;
      }),
    ),
};
