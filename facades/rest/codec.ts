import type { FieldError } from '../../src/platform/errors.ts';
import { type Decode, decodeInto, jsonDecoder, textDecoder } from '../decode.ts';
import { compileResult, type EncodeResult } from '../encode.ts';
import type { Operation } from '../load.ts';
import type { Variable } from '../variables.ts';

export type Texts = Readonly<Record<string, unknown>>;

export type Decoded = { readonly variables: Record<string, unknown> } | { readonly errors: readonly FieldError[] };

export type Codec = {
  /** The path wins: a key of the body or query that is named like a path parameter is ignored. */
  decodeVariables(params: Texts, query: Texts, body: unknown): Decoded;
  encodeResult: EncodeResult;
};

/** Where the variables of an operation come from that are not in the path. */
export type Source = 'query' | 'body';

/** Compiled once per route at start. `absent` are variables that this form of the route has no place for. */
export function compileCodec(
  operation: Operation,
  inPath: readonly string[],
  source: Source,
  absent: string[] = [],
): Codec {
  const path = decoders(
    operation.variables.filter(({ name }) => inPath.includes(name)),
    textDecoder,
  );
  const rest = decoders(
    operation.variables.filter(({ name }) => !inPath.includes(name) && !absent.includes(name)),
    source === 'query' ? textDecoder : jsonDecoder,
  );
  return {
    decodeVariables(params, query, body) {
      const given = source === 'query' ? query : (body ?? {});
      if (!isObject(given)) return { errors: [{ message: 'The body must be a JSON object' }] };
      const variables: Record<string, unknown> = {};
      const errors = [
        ...decodeInto(variables, path, name => params[name]),
        ...decodeInto(variables, rest, name => (Object.hasOwn(given, name) ? given[name] : undefined)),
      ];
      return errors.length > 0 ? { errors } : { variables };
    },
    encodeResult: compileResult(operation.result),
  };
}

const decoders = (
  variables: readonly Variable[],
  decoder: (variable: Variable) => Decode,
): (readonly [Variable, Decode])[] => variables.map(variable => [variable, decoder(variable)]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
