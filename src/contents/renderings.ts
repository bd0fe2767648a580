import { LRUCache } from 'lru-cache';
import type { Services } from '../access/call.ts';
import type { Heading } from '../markdown/render.ts';
import { decompress } from '../platform/crypto.ts';
import { runTask, sharedWork } from './run-task.ts';
import { insertText, loadPacked } from './texts.ts';
import type { Rendered } from './worker/render.ts';

/** Version of the renderer's output. Increase it when the output changes: stored renderings are then made again. */
const RENDERER = 4;

/** A Markdown text as sanitized HTML. */
export type Rendering = { html: string; headings: Heading[] };

const CACHED_CHARACTERS = 16 * 1024 * 1024;

/** Recently used renderings, by the digest of the Markdown. They do not depend on the caller. */
const cached = new LRUCache<string, Rendering>({
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: ({ html, headings }) => 1 + html.length + 100 * headings.length,
});

const making = sharedWork<Rendering>();

/** Loads the rendering of a text. It is made once, in a worker, and stored. */
export async function loadRendering(services: Services, contentHash: string): Promise<Rendering> {
  const known = cached.get(contentHash);
  if (known !== undefined) return known;
  const rendering = await making(services, contentHash, () => readOrMake(services, contentHash));
  cached.set(contentHash, rendering);
  return rendering;
}

async function readOrMake(services: Services, contentHash: string): Promise<Rendering> {
  const stored = await services.db.rendering.findUnique({
    where: { contentHash_revision: { contentHash, revision: RENDERER } },
    include: { html: true },
  });
  const { html, headings } = stored ?? (await makeRendering(services, contentHash));
  return { html: await decompress(html.body, html.sizeBytes), headings: headings as Heading[] };
}

async function makeRendering(services: Services, contentHash: string): Promise<Rendered> {
  const text = await loadPacked(services.db, contentHash);
  const rendered = await runTask<Rendered>(services, 'render', { text });
  await insertText(services, rendered.html);
  const data = { contentHash, revision: RENDERER, htmlHash: rendered.html.hash, headings: rendered.headings };
  await services.db.rendering.createMany({ data, skipDuplicates: true });
  return rendered;
}
