import { randomUUID } from 'node:crypto';
import type { ContentBlock, RpcResponse } from './protocol.ts';

/**
 * The answer of a tool contains its JSON twice, and a document's text once more. Each text is serialized once and
 * copied into its places as bytes.
 */
export type WrittenAnswer = {
  /** The structured content as JSON. */
  readonly structured: string;
  /** The serialized text of the document, and the structured content before and after it. */
  readonly document?: { readonly text: string; readonly before: string; readonly after: string };
};

/** Placeholder for text that is already serialized. Random, so that no caller can forge it. */
const HOLE = randomUUID();
const WRITTEN_HOLE = JSON.stringify(HOLE);

export function writeAnswer(structured: Readonly<Record<string, unknown>>): WrittenAnswer {
  const { content } = structured;
  if (typeof content !== 'string') return { structured: JSON.stringify(structured) };
  const text = JSON.stringify(content);
  const [before = '', after = ''] = JSON.stringify({ ...structured, content: HOLE }).split(WRITTEN_HOLE);
  return { structured: `${before}${text}${after}`, document: { text, before, after } };
}

type ToolResult = { content: ContentBlock[]; structuredContent: unknown };

/** The first content block is the structured content as JSON, the second one the document's text. */
export function writeResponse(body: RpcResponse, { structured, document }: WrittenAnswer): Buffer {
  const { result } = body as unknown as { result: ToolResult };
  const filled = document === undefined ? 1 : 2;
  const content = result.content.map((block, index) => (index < filled ? { ...block, text: HOLE } : block));
  const shell = JSON.stringify({ ...body, result: { ...result, content, structuredContent: HOLE } });
  const text = document && Buffer.from(document.text);
  const whole = document && text ? [Buffer.from(document.before), text, Buffer.from(document.after)] : [structured];
  const fillings = [[JSON.stringify(structured)], ...(text ? [[text]] : []), whole];
  const pieces = shell.split(WRITTEN_HOLE).flatMap((piece, index) => [piece, ...(fillings[index] ?? [])]);
  return Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
