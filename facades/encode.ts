import { type GraphQLLeafType, isEnumType } from 'graphql';
import { JsonBytes } from '../src/platform/json-bytes.ts';
import { LaterList } from '../src/platform/json-stream.ts';
import { LongText } from '../src/platform/long-text.ts';
import { wireOf } from './json-schema.ts';
import type { Result, Shape } from './selection.ts';

/** A result on the wire. `weight` is its approximate length in characters: large results are serialized in pieces. */
export type Encoded = { readonly value: unknown; readonly total: number | undefined; readonly weight: number };

/** Larger answers are serialized in pieces. */
export const LARGE_CHARACTERS = 256 * 1024;

export type EncodeResult = (data: unknown) => Encoded | undefined;

type Weigh = { characters: number };
type Encode = (value: unknown, weigh: Weigh) => unknown;

/**
 * Compiles the conversion of an operation's data to its wire form: without wrappers, with integers for enums, without
 * nulls. Returns `undefined` if a wrapper is null: the operation found nothing. Only the value itself may be null.
 */
export function compileResult(result: Result, json = asWritten): EncodeResult {
  const encode = encoderOf(result.field.shape, result.path.at(-1) ?? '', json);
  const wrappers = result.path.slice(0, -1);
  const [last = ''] = result.path.slice(-1);
  return data => {
    let parent = data as Record<string, unknown> | null | undefined;
    for (const key of wrappers) parent = parent?.[key] as Record<string, unknown> | null | undefined;
    if (!parent) return undefined;
    const found = parent[last] ?? null;
    if (found === null && wrappers.length === 0) return undefined;
    const weigh = { characters: 0 };
    const value = found === null ? null : encode(found, weigh);
    return { value, total: totalOf(result, parent, value), weight: weigh.characters };
  };
}

function totalOf(result: Result, parent: Record<string, unknown>, value: unknown): number | undefined {
  if (result.list === 'connection') return parent.total as number;
  const isList = Array.isArray(value) || value instanceof LaterList;
  return result.list === 'plain' && isList ? value.length : undefined;
}

function encoderOf(shape: Shape, key: string, json: Encode): Encode {
  if (shape.kind === 'leaf') return leafEncoder(shape.type, key, json);
  if (shape.kind === 'list') {
    const encode = encoderOf(shape.item, key, json);
    const itemOf = (item: unknown, weigh: Weigh) => (item === null ? null : encode(item, weigh));
    return (value, weigh) => {
      const items = value as unknown[];
      const encoded: unknown[] = [];
      for (const item of items) {
        // In a large answer, encode the list item by item while it is sent, so that it is never in memory as a whole.
        if (weigh.characters > LARGE_CHARACTERS && json !== asValues)
          return new LaterList(items, one => itemOf(one, { characters: 0 }));
        encoded.push(itemOf(item, weigh));
      }
      return encoded;
    };
  }
  const fields = [...shape.fields].map(([name, field]) => [name, encoderOf(field.shape, name, json)] as const);
  return (value, weigh) => {
    const object: Record<string, unknown> = {};
    for (const [name, encode] of fields) {
      const part = (value as Record<string, unknown>)[name] ?? null;
      if (part !== null) object[name] = encode(part, weigh);
    }
    weigh.characters += fields.length * 20;
    return object;
  };
}

function leafEncoder(type: GraphQLLeafType, key: string, json: Encode): Encode {
  if (isEnumType(type)) {
    const wires = new Map<unknown, string | number>(type.getValues().map(value => [value.name, wireOf(value, key)]));
    return value => wires.get(value);
  }
  if (type.name === 'JSON') return json;
  if (type.name === 'String') {
    return (value, weigh) => {
      weigh.characters += (value as string | LongText).length;
      return json === asValues && value instanceof LongText ? value.toJSON() : value;
    };
  }
  return value => value;
}

/** Passes JSON unchanged. Its length is known only if a worker serialized it (`JsonBytes`); else 500 is assumed. */
const asWritten: Encode = (value, weigh) => {
  weigh.characters += value instanceof JsonBytes ? value.bytes.length : 500;
  return value;
};

/** Passes JSON as parsed values, for facades that read or shorten it. */
export const asValues: Encode = (value, weigh) => {
  const written = asWritten(value, weigh);
  return written instanceof JsonBytes ? written.toJSON() : written;
};
