import type { FieldError } from '../../src/platform/errors.ts';
import { type Decode, decodeInto, filterDecoder, jsonDecoder, textDecoder } from '../decode.ts';
import { compileResult, type EncodeResult } from '../encode.ts';
import { unknownKeys } from '../known-keys.ts';
import type { Operation } from '../load.ts';
import type { Variable } from '../variables.ts';
import type { Keys, Source } from './route.ts';

export type Texts = Readonly<Record<string, unknown>>;

export type Decoded = { readonly variables: Record<string, unknown> } | { readonly errors: readonly FieldError[] };

export type Codec = {
  /** `lenient` passes unknown keys over. */
  decodeVariables(params: Texts, query: Texts, body: unknown, lenient?: boolean): Decoded;
  encodeResult: EncodeResult;
};

/** Compiled once per route at start. */
export function compileCodec(
  operation: Operation,
  inPath: readonly string[],
  source: Source,
  { aliases = {}, unused = [], blankIsNone = [] }: Keys = {},
): Codec {
  const path = decoders(
    operation.variables.filter(({ name }) => inPath.includes(name)),
    textDecoder,
  );
  const rest = decoders(
    operation.variables.filter(({ name }) => !inPath.includes(name)),
    source === 'query' ? filterDecoder : jsonDecoder,
  );
  const known = [...rest.map(([{ name }]) => name), ...Object.keys(aliases), ...unused];
  return {
    decodeVariables(params, query, body, lenient = false) {
      const given = source === 'query' ? query : (body ?? {});
      if (!isObject(given)) return { errors: [{ message: 'The body must be a JSON object' }] };
      const variables: Record<string, unknown> = {};
      const read = (key: string) => {
        const value = Object.hasOwn(given, key) ? given[key] : undefined;
        return isBlank(value) && blankIsNone.includes(key) ? undefined : value;
      };
      const strange = () => [
        ...unknownKeys(
          Object.keys(given).filter(key => !inPath.includes(key)),
          known,
        ),
        ...(source === 'query' ? [] : unknownKeys(Object.keys(query), [])),
        ...inPath.filter(key => Object.hasOwn(given, key) && given[key] !== params[key]).map(differsFromPath),
      ];
      const aliased = readAliases(aliases, read);
      const errors = [
        ...(lenient ? [] : strange()),
        ...aliased.errors,
        ...decodeInto(variables, path, name => params[name]),
        ...decodeInto(variables, rest, name => aliased.values.get(name) ?? read(name), lenient),
      ];
      return errors.length > 0 ? { errors } : { variables };
    },
    encodeResult: compileResult(operation.result),
  };
}

const differsFromPath = (field: string): FieldError => ({ field, message: 'differs from the path: leave it out' });

/** What was sent under other names; under both names it must be the same. */
function readAliases(
  aliases: Readonly<Record<string, string>>,
  read: (key: string) => unknown,
): { values: Map<string, unknown>; errors: FieldError[] } {
  const values = new Map<string, unknown>();
  const errors: FieldError[] = [];
  for (const [alias, name] of Object.entries(aliases)) {
    const value = read(alias);
    if (value === undefined) continue;
    const other = read(name);
    if (other !== undefined && other !== value)
      errors.push({ field: alias, message: `differs from ${name}, which means the same: send one of them` });
    values.set(name, value);
  }
  return { values, errors };
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const decoders = (
  variables: readonly Variable[],
  decoder: (variable: Variable) => Decode,
): (readonly [Variable, Decode])[] => variables.map(variable => [variable, decoder(variable)]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
