import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { MAX_ALIAS_NODES, MAX_DEPTH, MAX_NODES, tooDeep, tooManyAliasNodes, tooManyNodes } from './budget.ts';
import { duplicateKey, type TextFault } from './json-text.ts';
import type { PointerTree } from './positions.ts';
import { shortPointer } from './problem.ts';
import { type YamlEvents, YamlFault } from './yaml-events.ts';
import { booleanValue, isNull, NoJsonValue, numberValue, plainValue } from './yaml-scalar.ts';

type Frame = {
  container: JsonObject | JsonValue[];
  key: string | undefined;
  merges: JsonObject[];
  isMerge: boolean;
  anchor: string | undefined;
  nodesBefore: number;
  place: PointerTree | undefined;
};
type Anchored = { value: JsonValue; nodes: number } | 'open';

const SCALAR_TAGS = ['str', 'int', 'float', 'bool', 'null'];
const MERGE_KEY_TAGS = [...SCALAR_TAGS, 'merge'];

/** Builds the JSON value of a YAML text. With `targets`, also records the offsets of those pointers. */
export class YamlComposer {
  readonly duplicates: TextFault[] = [];
  readonly #text: string;
  readonly #events: YamlEvents;
  readonly #targets: PointerTree | undefined;
  readonly #limit: number;
  readonly #frames: Frame[] = [];
  readonly #anchors = new Map<string, Anchored>();
  #place: PointerTree | undefined;
  #root: JsonValue | undefined;
  #nodes = 0;
  #aliasNodes = 0;
  #offset = 0;

  constructor(text: string, events: YamlEvents, limit: number, targets?: PointerTree) {
    this.#text = text;
    this.#events = events;
    this.#limit = limit;
    this.#targets = targets;
  }

  compose(): JsonValue {
    let documents = 0;
    for (const event of this.#events) {
      if (event.type === EVENT_ID.DOCUMENT) documents++;
      else this.#accept(event, documents);
    }
    if (this.#root === undefined) throw this.#fault('The document is empty.', 'syntax');
    return this.#root;
  }

  #accept(event: Exclude<Event, { type: 1 }>, documents: number): void {
    if (event.type === EVENT_ID.POP) {
      this.#close();
      return;
    }
    this.#offset = offsetOf(event) ?? this.#offset;
    if (documents > 1) throw this.#fault('The text contains several YAML documents: send only one.', 'syntax');
    const frame = this.#frames.at(-1);
    const isKey = frame !== undefined && !Array.isArray(frame.container) && frame.key === undefined;
    if (isKey) {
      this.#key(frame, event);
      return;
    }
    this.#enterPlace(frame);
    if (event.type === EVENT_ID.SCALAR) this.#scalar(event);
    else if (event.type === EVENT_ID.ALIAS) this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd));
    else {
      this.#checkTag(event.tagStart, event.tagEnd, event.type === EVENT_ID.MAPPING ? 'map' : 'seq');
      this.#open(event.type === EVENT_ID.MAPPING ? {} : [], anchorOf(this.#text, event));
    }
  }

  /** Positions: an item starts at its value, a member at its key. */
  #enterPlace(frame: Frame | undefined): void {
    if (!this.#targets) return;
    if (!frame) this.#place = this.#targets;
    else if (Array.isArray(frame.container)) this.#place = frame.place?.children.get(String(frame.container.length));
    else return;
    if (this.#place) this.#place.offset ??= this.#offset;
  }

  #key(frame: Frame, event: Exclude<Event, { type: 1 | 6 }>): void {
    const key = this.#keyText(event);
    frame.isMerge = key === '<<' && event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
    if (!frame.isMerge && Object.hasOwn(frame.container, key) && this.duplicates.length < this.#limit) {
      const pointer = shortPointer([...this.#path(), key]);
      this.duplicates.push({ ...duplicateKey(key), offset: this.#offset, pointer });
    }
    frame.key = key;
    this.#place = frame.place?.children.get(key);
    if (this.#place) this.#place.offset ??= this.#offset;
  }

  #keyText(event: Exclude<Event, { type: 1 | 6 }>): string {
    if (event.type === EVENT_ID.SCALAR) {
      const text = getScalarValue(this.#text, event);
      const isEmpty = event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0 && (text === '' || text === '~');
      if (isEmpty) throw this.#fault('A key is missing before the colon: JSON requires text keys.', 'no-json');
      const isMerge = text === '<<' && event.style === SCALAR_STYLE.PLAIN;
      this.#checkTag(event.tagStart, event.tagEnd, ...(isMerge ? MERGE_KEY_TAGS : SCALAR_TAGS));
      const anchor = anchorOf(this.#text, event);
      if (anchor !== undefined) this.#anchors.set(anchor, { value: text, nodes: 1 });
      return text;
    }
    const anchored =
      event.type === EVENT_ID.ALIAS && this.#anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd));
    if (anchored && anchored !== 'open' && typeof anchored.value === 'string') return anchored.value;
    throw this.#fault('A key must be plain text: JSON does not support objects or lists as keys.', 'no-json');
  }

  #scalar(event: ScalarEvent): void {
    const text = getScalarValue(this.#text, event);
    const value = this.#scalarValue(event, text);
    const anchor = anchorOf(this.#text, event);
    this.#count(1);
    if (anchor !== undefined) this.#anchors.set(anchor, { value, nodes: 1 });
    this.#add(value);
  }

  #scalarValue(event: ScalarEvent, text: string): JsonValue {
    const tag = this.#tagOf(event);
    try {
      const value =
        tag === undefined ? (event.style === SCALAR_STYLE.PLAIN ? plainValue(text) : text) : tagged(tag, text);
      if (value !== undefined) return value;
    } catch (error) {
      if (error instanceof NoJsonValue) throw this.#fault(error.message, 'no-json');
      throw error;
    }
    throw this.#fault(`The tag !!${tag} does not match ${JSON.stringify(text.slice(0, 80))}: remove it.`, 'no-json');
  }

  #tagOf(event: ScalarEvent): string | undefined {
    return this.#checkTag(event.tagStart, event.tagEnd, ...SCALAR_TAGS);
  }

  #checkTag(start: number, end: number, ...allowed: string[]): string | undefined {
    if (start < 0) return undefined;
    const written = this.#text.slice(start, end);
    const tag = /^(?:!!|!<tag:yaml\.org,2002:)(\w+)>?$/.exec(written)?.[1];
    if (written === '!') return allowed.includes('str') ? 'str' : undefined;
    if (tag !== undefined && allowed.includes(tag)) return tag;
    throw this.#fault(`The YAML tag ${written.slice(0, 80)} has no JSON equivalent: remove it.`, 'no-json');
  }

  #alias(name: string): void {
    const anchored = this.#anchors.get(name);
    if (!anchored) throw this.#fault(`The alias *${name} has no anchor &${name} before it.`, 'syntax');
    if (anchored === 'open')
      throw this.#fault(
        `The alias *${name} is inside the value that it refers to: JSON does not support cycles.`,
        'no-json',
      );
    this.#aliasNodes += anchored.nodes;
    if (this.#aliasNodes > MAX_ALIAS_NODES) throw this.#fault(tooManyAliasNodes, 'budget');
    this.#count(anchored.nodes);
    this.#add(this.#copy(anchored.value, this.#frames.length));
  }

  /** Copies the value of an alias, so that the document is a tree. */
  #copy(value: JsonValue, depth: number): JsonValue {
    if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isJsonObject(value))) return value;
    if (depth >= MAX_DEPTH) throw this.#fault(tooDeep, 'budget');
    if (Array.isArray(value)) return value.map(item => this.#copy(item, depth + 1));
    const copy: JsonObject = {};
    for (const key of Object.keys(value)) setField(copy, key, this.#copy(value[key] as JsonValue, depth + 1));
    return copy;
  }

  #open(container: JsonObject | JsonValue[], anchor: string | undefined): void {
    if (this.#frames.length >= MAX_DEPTH) throw this.#fault(tooDeep, 'budget');
    const place = this.#place;
    this.#frames.push({
      container,
      key: undefined,
      merges: [],
      isMerge: false,
      anchor,
      nodesBefore: this.#nodes,
      place,
    });
    this.#count(1);
    if (anchor !== undefined) this.#anchors.set(anchor, 'open');
    this.#place = undefined;
  }

  #close(): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    const { container } = frame;
    for (const source of frame.merges) {
      for (const key of Object.keys(source)) {
        if (!Object.hasOwn(container, key)) setField(container as JsonObject, key, source[key] as JsonValue);
      }
    }
    // An anchor inside with the same name comes later in the text, so that it stays.
    if (frame.anchor !== undefined && this.#anchors.get(frame.anchor) === 'open') {
      this.#anchors.set(frame.anchor, { value: container, nodes: this.#nodes - frame.nodesBefore });
    }
    this.#add(container);
  }

  #add(value: JsonValue): void {
    const frame = this.#frames.at(-1);
    if (!frame) this.#root = value;
    else if (Array.isArray(frame.container)) frame.container.push(value);
    else {
      if (frame.isMerge) frame.merges.push(...this.#mergeSources(value));
      else setField(frame.container, frame.key as string, value);
      frame.key = undefined;
    }
  }

  #mergeSources(value: JsonValue): JsonObject[] {
    const sources = Array.isArray(value) ? value : [value];
    if (sources.every(isJsonObject)) return sources;
    throw this.#fault(
      'A merge key << requires a map or a list of maps: quote it if it is a field named "<<".',
      'no-json',
    );
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MAX_NODES) throw this.#fault(tooManyNodes, 'budget');
  }

  /** The path to the value that is being read; while a key is being read, to its object. */
  #path(): string[] {
    return this.#frames.flatMap(({ container, key }) =>
      Array.isArray(container) ? String(container.length) : (key ?? []),
    );
  }

  #fault(message: string, rule: string): YamlFault {
    return new YamlFault({ message, offset: this.#offset, pointer: shortPointer(this.#path()), rule });
  }
}

function tagged(tag: string, text: string): JsonValue | undefined {
  if (tag === 'str') return text;
  if (tag === 'bool') return booleanValue(text);
  if (tag === 'null') return isNull(text) ? null : undefined;
  return numberValue(text);
}

function setField(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function anchorOf(text: string, event: { anchorStart: number; anchorEnd: number }): string | undefined {
  return event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
}

function offsetOf(event: Exclude<Event, { type: 1 | 6 }>): number | undefined {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  if (event.valueStart < 0) return undefined;
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return quoted ? event.valueStart - 1 : event.valueStart;
}
