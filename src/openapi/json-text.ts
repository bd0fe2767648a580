import { endOfString } from '../platform/json.ts';
import { findJsonFault, type JsonVisitor } from '../platform/json-syntax.ts';
import { append } from './pointer.ts';
import { PointerTree } from './positions.ts';
import { shortened } from './problem.ts';

/** An error in a JSON or YAML text, at an offset. */
export type TextFault = { message: string; offset: number; pointer?: string; rule: string };

/** Finds the first syntax error, or else every duplicate key up to a limit. Slow: run it only on a bad text. */
export function diagnoseJson(text: string, limit: number): TextFault[] {
  const duplicates: TextFault[] = [];
  const fault = findJsonFault(text, duplicateFinder(text, limit, duplicates));
  return fault ? [{ ...fault, rule: 'syntax' }] : duplicates;
}

type Frame = { pointer: string; keys: Set<string> | undefined; index: number };

function duplicateFinder(text: string, limit: number, duplicates: TextFault[]): JsonVisitor {
  const frames: Frame[] = [];
  let pointer = '';
  const step = (frame: Frame, token: string | number) => {
    pointer = shortened(append(frame.pointer, token));
  };
  return {
    open(isObject) {
      frames.push({ pointer, keys: isObject ? new Set() : undefined, index: 0 });
      if (!isObject) step(frames.at(-1) as Frame, 0);
    },
    comma() {
      const frame = frames.at(-1) as Frame;
      frame.index += 1;
      if (frame.keys === undefined) step(frame, frame.index);
    },
    key(start, end) {
      const frame = frames.at(-1) as Frame;
      const key = JSON.parse(text.slice(start, end)) as string;
      step(frame, key);
      if (frame.keys?.has(key) && duplicates.length < limit)
        duplicates.push({ ...duplicateKey(key), offset: start, pointer });
      frame.keys?.add(key);
    },
    close() {
      frames.pop();
    },
  };
}

export const duplicateKey = (key: string): { message: string; rule: string } => ({
  message: `Duplicate key ${JSON.stringify(key.slice(0, 200))}: keep only one of them.`,
  rule: 'duplicate-key',
});

type Place = { node: PointerTree | undefined; index: number };

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Records the offsets of the given pointers in a valid JSON text. Skips everything that is not on the way to one. */
export function locateInJson(text: string, targets: PointerTree): void {
  const places: Place[] = [];
  let open = targets.count();
  const found = (node: PointerTree | undefined, offset: number): PointerTree | undefined => {
    if (node === undefined || node.offset !== undefined) return node;
    node.offset = offset;
    open--;
    return node;
  };
  let place: Place | undefined;
  let node: PointerTree | undefined = targets;
  let isKey = false;
  for (let at = 0; at < text.length && open > 0; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) continue;
    if (!node && place && place.index >= 0 && code !== COMMA && code !== CLOSE_ARRAY) {
      node = found(place.node?.children.get(String(place.index)), at) ?? NOWHERE;
    } else if (!place) found(node, at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isKey && place) node = found(place.node?.children.get(textOf(text, at, end)), at) ?? NOWHERE;
      isKey = false;
      at = end;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (node && node.children.size === 0) {
        at = endOfContainer(text, at);
      } else {
        place = { node, index: code === OPEN_ARRAY ? 0 : -1 };
        places.push(place);
        isKey = code === OPEN_OBJECT;
        node = undefined;
      }
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      places.pop();
      place = places[places.length - 1];
      isKey = false;
    } else if (code === COMMA && place) {
      isKey = place.index < 0;
      if (place.index >= 0) place.index++;
      node = undefined;
    }
  }
}

function textOf(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end);
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
}

const NOWHERE = new PointerTree();

function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      while (text.charCodeAt(at + 1) <= 32) at++;
    } else if (code === QUOTE) at = endOfString(text, at);
    else if ((code | 32) === 123) depth++;
    else if ((code | 32) === 125 && --depth === 0) return at;
  }
  return text.length;
}
