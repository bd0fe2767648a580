import type { JsonValue } from '../../src/platform/json.ts';
import { isObject } from '../../src/platform/json.ts';
import { bytesOf, cutText, outline, shortText } from './outline.ts';

/** Maximum size of one answer for a model: about 12,000 tokens, at four bytes a token. */
export const ANSWER_BYTES = 48_000;

export type Answer = Readonly<Record<string, unknown>>;

/** Where the page of an answer starts, and whether the caller limits the text with max_bytes. */
export type Asked = { offset: number; changesOffset: number; isTextSized: boolean };

/** Fits the answer of a tool into `room` bytes. `next_offset` or `pointer` leads to the omitted parts. */
export function fitAnswer(answer: Answer, asked: Asked, room = ANSWER_BYTES): Answer {
  if (typeof answer.content === 'string') return fitText(answer, answer.content, asked, room);
  if (isObject(answer.diff_preview)) return fitDraft(answer, answer.diff_preview, asked, room);
  if (answer.part !== undefined) return fitPart(answer, room);
  if (bytesOf(answer) <= room) return answer;
  if (Array.isArray(answer.items)) return fitItems(answer, answer.items, asked, room);
  if (Array.isArray(answer.breaking)) return fitChanges(answer, asked, room);
  return 'responses' in answer ? outlineEndpoint(answer, room) : shorten(answer);
}

/** The first items that fit into `room` bytes, but at least one. */
export function takeFitting<Item>(items: readonly Item[], room: number): Item[] {
  const kept: Item[] = [];
  let left = room;
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0) return kept.length > 0 ? kept : [shorten(item)];
    kept.push(item);
  }
  return kept;
}

function fitItems(answer: Answer, items: readonly unknown[], { offset }: Asked, room: number): Answer {
  const rest = shortRest({ ...answer, items: [] }, room);
  const kept = takeFitting(items, room - bytesOf(rest) - NEXT_OFFSET_BYTES);
  const isCut = kept.length < items.length;
  return { ...rest, items: kept, ...(isCut && { next_offset: offset + kept.length }) };
}

const NEXT_OFFSET_BYTES = 30;
const URGENCIES = ['breaking', 'must_handle', 'other'] as const;
type Change = { sort_order: number };

/** Fits the changes in the order of the diff, so that the next page starts where this one ends. */
function fitChanges(answer: Answer, { offset }: Asked, room: number): Answer {
  const rest = shortRest({ ...answer, breaking: [], must_handle: [], other: [] }, room);
  const all = URGENCIES.flatMap(name => (answer[name] as Change[]).map(change => ({ name, change })));
  all.sort((a, b) => a.change.sort_order - b.change.sort_order);
  const kept = takeFitting(all, room - bytesOf(rest) - NEXT_OFFSET_BYTES);
  const lists = URGENCIES.map(urgency => {
    const changes = kept.filter(({ name }) => name === urgency).map(({ change }) => change);
    return [urgency, changes] as const;
  });
  const isCut = kept.length < all.length;
  return { ...rest, ...Object.fromEntries(lists), ...(isCut && { next_offset: offset + kept.length }) };
}

/** Fits the changes of the preview and adds the offset of the next ones. */
function fitDraft(draft: Answer, preview: Answer, { changesOffset }: Asked, room: number): Answer {
  if (!Array.isArray(preview.items)) return shortRest(draft, room);
  const { items } = preview;
  const rest = shortRest({ ...draft, diff_preview: { ...preview, items: [] } }, room);
  const kept = takeFitting(items, room - bytesOf(rest) - NEXT_OFFSET_BYTES);
  const end = changesOffset + kept.length;
  const more = kept.length > 0 && end < Number(preview.item_count);
  return { ...rest, diff_preview: { ...preview, items: kept, ...(more && { next_offset: end }) } };
}

/** Fits a text, which the answer contains twice: in its JSON and as a separate block. */
function fitText(answer: Answer, content: string, asked: Asked, room: number): Answer {
  const beside = fitBeside({ ...answer, content: '' }, asked, asked.isTextSized ? room : room / 4);
  if (asked.isTextSized) return { ...beside, content };
  const text = cutText(content, room - bytesOf(beside) - NEXT_OFFSET_BYTES, costOfBoth);
  if (text === content) return { ...beside, content };
  return { ...beside, content: text, next_offset: Number(answer.offset) + Buffer.byteLength(text) };
}

function fitBeside(beside: Answer, asked: Asked, room: number): Answer {
  const { draft } = beside;
  const fitted = isObject(draft) ? { ...beside, draft: fitAnswer(draft, asked, room - 500) } : beside;
  return shortRest(fitted, 2 * room);
}

/** What a text takes: as it is, and in the JSON. */
const costOfBoth = (text: string): number => Buffer.byteLength(text) + bytesOf(text);

/** The data beside a list or a text may use half of the room. */
const shortRest = (rest: Answer, room: number): Answer => (bytesOf(rest) > room / 2 ? shorten(rest) : rest);

const TEXT_CHARACTERS = 1000;
const ENTRIES = 50;

/** What an agent must act on, and which is short enough. */
const KEPT = 'review_comment';

/** Shortens long texts and lists, and keeps all types. */
function shorten<Value>(value: Value): Value {
  if (typeof value === 'string') return shortText(value, TEXT_CHARACTERS) as Value;
  if (Array.isArray(value)) return value.slice(0, ENTRIES).map(shorten) as Value;
  if (!isObject(value) || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === KEPT ? part : shorten(part)]),
  ) as Value;
}

const LEFT_OUT =
  'Some values are left out: {"omitted_bytes": n} replaces a value, … the end of a text. To read one, call get_endpoint_detail with pointer, its JSON pointer in this answer, such as /responses/200. omitted_entries counts the entries that have no room. They, and texts that end again with …, are complete in get_schema_version.';

/** The fields of an endpoint that contain JSON of the document. */
const DETAILS = [
  'parameters',
  'request_body',
  'responses',
  'security',
  'servers',
  'callbacks',
  'schema_refs',
  'schemas',
];

function outlineEndpoint(answer: Answer, room: number): Answer {
  const isDetail = ([key]: [string, unknown]) => DETAILS.includes(key);
  const details = Object.fromEntries(Object.entries(answer).filter(isDetail)) as Record<string, JsonValue>;
  const labels = shorten(Object.fromEntries(Object.entries(answer).filter(entry => !isDetail(entry))));
  const head = { ...labels, omitted: LEFT_OUT };
  return { ...head, ...(outline(details, room - bytesOf(head)) as Answer) };
}

/** The requested part of an endpoint, with the ids of the endpoint. */
function fitPart({ id, version_id, method, path, part }: Answer, room: number): Answer {
  const head = { id, version_id, method, path: shorten(path) };
  const left = room - bytesOf({ ...head, omitted: LEFT_OUT, part: '' });
  if (bytesOf(part) <= left) return { ...head, part };
  return { ...head, omitted: LEFT_OUT, part: outline(part as JsonValue, left) };
}
