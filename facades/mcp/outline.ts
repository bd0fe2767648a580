import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/json.ts';

/** Longer texts are shortened in an outline. */
const TEXT_CHARACTERS = 1000;
/** Smaller values are always shown in full: a marker would save nothing. */
const SMALL_BYTES = 60;

type Container = JsonValue[] | JsonObject;
/** A value that the outline shows as a marker, and its place. */
type Slot = { parent: Container; key: string | number; value: Container };

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isContainer = (value: JsonValue): value is Container => Array.isArray(value) || isJsonObject(value);

/**
 * Fits a JSON value into `room` bytes: complete near its root, deeper levels as far as there is room, examples last.
 * Omitted values become `{"omitted_bytes": n}`; `omitted_entries` counts those for which even that has no room. A text is cut.
 */
export function outline(value: JsonValue, room: number): JsonValue {
  if (typeof value === 'string') return `${cutText(value, room - bytesOf(CUT), bytesOf)}${CUT}`;
  if (!isContainer(value)) return value;
  const sizes = new SizeMeter();
  const root = shallowCopy(value, sizes, room);
  let left = room - bytesOf(root.copy);
  const waiting = [root.slots, root.examples];
  for (let slot = next(waiting); slot !== undefined; slot = next(waiting)) {
    const { copy, slots, examples } = shallowCopy(slot.value, sizes);
    const cost = bytesOf(copy) - bytesOf(marker(sizes.of(slot.value)));
    if (cost > left) continue;
    left -= cost;
    Object.defineProperty(slot.parent, slot.key, { value: copy, enumerable: true, configurable: true, writable: true });
    waiting[0]?.push(...slots);
    waiting[1]?.push(...examples);
  }
  return root.copy;
}

const marker = (bytes: number): JsonObject => ({ omitted_bytes: bytes });

/** Takes the next value to show: the one nearest to the root. */
const next = (waiting: Slot[][]): Slot | undefined => waiting.find(slots => slots.length > 0)?.shift();

type Shallow = { copy: Container; slots: Slot[]; examples: Slot[] };

/** A copy with markers for the nested values, of at most `room` bytes. */
function shallowCopy(value: Container, sizes: SizeMeter, room = Number.POSITIVE_INFINITY): Shallow {
  const entries = Object.entries(value);
  const shown: [string, JsonValue][] = [];
  let left = room;
  for (const [key, part] of entries) {
    const isSmall = isContainer(part) && sizes.of(part) <= SMALL_BYTES;
    const short = isContainer(part) && !isSmall ? marker(sizes.of(part)) : shortLeaf(part);
    left -= bytesOf(short) + bytesOf(key) + 2;
    if (left < SMALL_BYTES) break;
    shown.push([key, short]);
  }
  const more = entries.length - shown.length;
  const copy: Container = Array.isArray(value) ? shown.map(([, part]) => part) : Object.fromEntries(shown);
  const slots = shown.flatMap(([key], index): Slot[] => {
    const part = (entries[index] as [string, JsonValue])[1];
    if (!isContainer(part) || sizes.of(part) <= SMALL_BYTES) return [];
    return [{ parent: copy, key: Array.isArray(copy) ? index : key, value: part }];
  });
  if (more > 0) addMarker(copy, more);
  const isExample = ({ key }: Slot) => key === 'example' || key === 'examples';
  return { copy, slots: slots.filter(slot => !isExample(slot)), examples: slots.filter(isExample) };
}

function addMarker(copy: Container, omitted_entries: number): void {
  if (Array.isArray(copy)) copy.push({ omitted_entries });
  else copy.omitted_entries = omitted_entries;
}

const shortLeaf = (value: JsonValue): JsonValue =>
  typeof value === 'string' ? shortText(value, TEXT_CHARACTERS) : value;

/** The end of a shortened text. */
const CUT = '…';

/** Shortens a text to `characters` and adds … */
export const shortText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}${CUT}` : text;

/** The start of a text that costs at most `room`. */
export function cutText(content: string, room: number, costOf: (text: string) => number): string {
  let text = content;
  for (let cost = costOf(text); cost > room; cost = costOf(text)) {
    const end = Math.floor(text.length * Math.min(0.98, room / cost));
    // Do not split a surrogate pair.
    text = text.slice(0, /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end);
  }
  return text;
}

/** Measures values as JSON in bytes. Values with several references are measured once. */
class SizeMeter {
  readonly #known = new Map<Container, number>();

  of(value: JsonValue): number {
    if (!isContainer(value)) return bytesOf(value);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    let bytes = 2;
    for (const [key, part] of Object.entries(value))
      bytes += this.of(part) + 1 + (Array.isArray(value) ? 0 : bytesOf(key) + 1);
    this.#known.set(value, bytes);
    return bytes;
  }
}
