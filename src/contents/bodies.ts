import { LRUCache } from 'lru-cache';
import type { Context } from '../access/context.ts';
import type { Batch } from '../lists/batch.ts';
import { runTask } from './run-task.ts';

const CACHED_CHARACTERS = 4 * 1024 * 1024;

/** Recently rendered HTML, by its Markdown. */
const cached = new LRUCache<string, string>({
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: (html, body) => 1 + html.length + body.length,
});

/** Short Markdown texts as safe HTML. One task renders all texts of an execution. */
export const htmlOfBody: Batch<string, string> = {
  async load(context: Context, bodies) {
    const known = new Map(bodies.map(body => [body, cached.get(body)]));
    const missing = bodies.filter(body => known.get(body) === undefined);
    const rendered = missing.length === 0 ? [] : await runTask<string[]>(context, 'renderBodies', { bodies: missing });
    for (const [index, body] of missing.entries()) {
      known.set(body, rendered[index]);
      cached.set(body, rendered[index] as string);
    }
    return bodies.map(body => known.get(body) as string);
  },
};
