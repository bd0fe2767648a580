import type { Excerpt } from '../contents/excerpt.ts';
import { plainText } from '../platform/plain-text.ts';

/** The data that a model receives, before it is fenced. */
export type ContextSource = {
  /** Small facts, such as the name of the document, in the order in which they are written. */
  facts: Readonly<Record<string, string>>;
  /** The machine diff as text. It has a limit of its own and is not cut again. */
  diff?: string;
  /** Contents, most important first. If they do not fit, the last ones are cut first. */
  contents?: readonly ContextContent[];
  /** Paths, schema names or headings that the diff is about. Parts of contents that contain one are kept first. */
  focus?: readonly string[];
};

export type ContextContent = {
  title: string;
  /** Returns as much of the content as fits. */
  excerpt(roomBytes: number, focus: readonly string[]): Excerpt | Promise<Excerpt>;
};

export type BuiltContext = {
  text: string;
  /** Random delimiter of the data in this request. The authors of documents cannot know it. */
  key: string;
  /** Sentences about what was left out; empty if nothing was. */
  cut: string[];
};

/** Token budget of a request: fits model servers with a small context window, with room for the answer. */
export const CONTEXT_TOKENS = 24_000;

/** Conservative estimate for common tokenizers: English has about four bytes per token, other scripts about three. */
const BYTES_PER_TOKEN = 3;

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/**
 * Builds the data of one request: facts and machine diff, then contents as far as they fit, fenced by `key`.
 */
export async function buildContext(
  source: ContextSource,
  key: string,
  budgetTokens: number = CONTEXT_TOKENS,
): Promise<BuiltContext> {
  const clean = (text: string) => plainText(text).replaceAll(key, '');
  const fence = (title: string, text: string) => `BEGIN DATA ${key}\n${title}\n\n${text}\nEND DATA ${key}`;
  const facts = Object.entries(source.facts).map(([name, value]) => `${clean(name)}: ${oneLine(clean(value))}`);
  const sections = [fence('About', facts.join('\n'))];
  if (source.diff !== undefined) sections.push(fence('Machine diff', clean(source.diff)));
  let leftTokens = budgetTokens - estimateTokens(sections.join('\n\n'));
  const cut: string[] = [];
  for (const { title, excerpt } of source.contents ?? []) {
    const name = oneLine(clean(title));
    const { text, lines, leftOutLines } = await excerpt(Math.max(0, leftTokens) * BYTES_PER_TOKEN, source.focus ?? []);
    if (leftOutLines > 0) cut.push(`${name}: ${leftOutLines} of ${lines} lines were left out`);
    const section = fence(leftOutLines > 0 ? `${name} (cut: parts are left out)` : name, clean(text));
    leftTokens -= estimateTokens(section);
    sections.push(section);
  }
  if (cut.length > 0) sections.push(`To stay within the size of one request, this was left out: ${cut.join('; ')}.`);
  return { text: sections.join('\n\n'), key, cut };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
