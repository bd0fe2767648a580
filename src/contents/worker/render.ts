import { type Heading, renderMarkdown } from '../../markdown/render.ts';
import type { JsonObject } from '../../platform/json.ts';
import { type PackedText, pack, parse, unpack } from './packed.ts';

export type Rendered = { html: PackedText; headings: Heading[] };

/** Renders a Markdown text as HTML. */
export function render({ text }: { text: PackedText }): Rendered {
  const { html, headings } = renderMarkdown(unpack(text));
  // A heading cut inside a surrogate pair: UTF-8 replaces it in the HTML, but PostgreSQL refuses it in JSON.
  const whole = headings.map(({ level, id, text }) => ({ level, id: id.toWellFormed(), text: text.toWellFormed() }));
  return { html: pack(html), headings: whole };
}

/** The HTML of short Markdown texts on one page. Their headings have no ids, because ids could repeat. */
export const renderBodies = ({ bodies }: { bodies: string[] }): string[] =>
  bodies.map(body => renderMarkdown(body, () => '').html);

/** What an OpenAPI document says about itself and its tags; descriptions as safe HTML. */
export type Introduction = {
  title: string | null;
  descriptionHtml: string | null;
  tags: { name: string; descriptionHtml: string }[];
};

const MOST_TAGS = 1_000;

export function introduction({ canonical }: { canonical: PackedText }): Introduction {
  const { info, tags } = parse(canonical);
  const { title, description } = (info ?? {}) as JsonObject;
  const htmlOf = (text: string) => renderMarkdown(text, () => '').html;
  const described = (Array.isArray(tags) ? tags : []).flatMap(tag => {
    const { name, description: text } = (tag ?? {}) as JsonObject;
    return typeof name === 'string' && typeof text === 'string' && text.trim() !== '' ? [{ name, text }] : [];
  });
  return {
    title: typeof title === 'string' ? title : null,
    descriptionHtml: typeof description === 'string' ? htmlOf(description) : null,
    tags: described.slice(0, MOST_TAGS).map(({ name, text }) => ({ name, descriptionHtml: htmlOf(text) })),
  };
}
