import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import type { FieldError } from '../../src/platform/errors.ts';
import { isBlank } from '../../src/platform/fields.ts';
import { isObject } from '../../src/platform/json.ts';
import { LongText } from '../../src/platform/long-text.ts';
import { type Decode, decodeInto, filterDecoder, jsonDecoder, textDecoder } from '../decode.ts';
import { compileResult, type EncodeResult } from '../encode.ts';
import { unknownKeys } from '../known-keys.ts';
import { loadOperations, type Operation, type Operations, operationOf } from '../operations.ts';
import { createStaticFile, type StaticFile } from '../static-file.ts';
import type { Variable } from '../variables.ts';
import { openapiYaml } from './openapi.ts';
import { tagOf } from './revalidation.ts';
import { parentDocuments } from './rights-and-parents.ts';
import { type Keys, pathParameters, type Route, type Source, shortForm, sourceOf } from './route.ts';
import { examples, routes, specials } from './routes.ts';

/** The compiled routes and their description. Depends only on the rows and the schema; shared by all apps. */
export type RestApi = {
  readonly compiled: readonly CompiledRoute[];
  readonly operations: Operations;
  /** The OpenAPI document of a service below this path, made at the first call. */
  openapi(basePath: string): StaticFile;
  /** Changes with every build, and with the fields of the answers to an operation. */
  release(operation: Operation): string | undefined;
};

export type Build = { readonly version: string; readonly commit: string };

/** Throws when a row or an operation does not match the schema. Tests may pass their own rows. */
export function compileApi(schema: GraphQLSchema, build: Build, rows: readonly Route[] = routes): RestApi {
  const operations = operationsOf(schema, rows);
  const compiled = compileRoutes(rows, operations);
  const documents = new Map<string, StaticFile>();
  const openapi = (basePath: string): StaticFile => {
    const known = documents.get(basePath);
    if (known) return known;
    const yaml = openapiYaml(rows, specials, operations, build.version, examples, basePath);
    const made = createStaticFile('application/yaml; charset=utf-8', () => Buffer.from(yaml));
    documents.set(basePath, made);
    return made;
  };
  const releases = new Map(
    compiled.map(({ operation }) => [operation, once(() => tagOf(build, print(operation.document)))]),
  );
  return { compiled, operations, openapi, release: operation => releases.get(operation)?.() };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** An operation with the conversion of its variables and result. */
export type Way = { readonly operation: Operation; readonly codec: Codec };

/** A compiled route in its long or short form. */
export type CompiledRoute = {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly source: Source;
  readonly codec: Codec;
  /** For content that is sent as a file. */
  readonly fileCodec?: Codec | undefined;
  /** For callers who accept a streamed answer. */
  readonly stream?: Way | undefined;
  /** For callers who accept a file compressed by zstd. */
  readonly packed?: Way | undefined;
};

/** All operations that the facade executes: those of the rows and those that look up parents. */
export const operationsOf = (schema: GraphQLSchema, routes: readonly Route[]): Operations =>
  loadOperations(schema, [
    ...routes.flatMap(({ document, streams = [], packed = [] }) => [document, streams, packed].flat()),
    ...parentDocuments,
  ]);

/** Compiles the long form of every route, and the short form where there is one. */
export function compileRoutes(routes: readonly Route[], operations: Operations): CompiledRoute[] {
  return routes.flatMap(route => {
    const short = shortForm(route.path);
    return [compileRoute(route, route.path, operations), ...(short ? [compileRoute(route, short, operations)] : [])];
  });
}

function compileRoute(route: Route, path: string, operations: Operations): CompiledRoute {
  const operation = operationOf(operations, route.document);
  const inPath = pathParameters(path);
  const absent = pathParameters(route.path).filter(name => !inPath.includes(name));
  for (const name of pathParameters(route.path)) {
    const variable = operation.variables.find(candidate => candidate.name === name);
    if (variable === undefined) throw new Error(`${operation.name} has no variable $${name}`);
    if (variable.required && absent.includes(name)) throw new Error(`${operation.name}: $${name} must be nullable`);
  }
  const source = sourceOf(route);
  const codec = compileCodec(operation, inPath, source, route.keys);
  const wayOf = (document: DocumentNode | undefined): Way | undefined => {
    if (document === undefined) return undefined;
    const other = operationOf(operations, document);
    return { operation: other, codec: compileCodec(other, inPath, source, route.keys) };
  };
  requireKnownAliases(operation, route);
  const fileCodec = route.files && compileCodec(operation, inPath, 'query', route.keys);
  return {
    route,
    method: route.method.toUpperCase(),
    path,
    operation,
    source,
    codec,
    fileCodec,
    stream: wayOf(route.streams),
    packed: wayOf(route.packed),
  };
}

function requireKnownAliases(operation: Operation, { keys }: Route): void {
  for (const name of Object.values(keys?.aliases ?? {}))
    if (!operation.variables.some(variable => variable.name === name))
      throw new Error(`${operation.name} has no variable $${name}`);
}

export type Texts = Readonly<Record<string, unknown>>;

/** Names under which a request sent what has another name here. */
export type SentAs = ReadonlyMap<string, string>;

export type Decoded = ({ readonly variables: Record<string, unknown> } | { readonly errors: readonly FieldError[] }) & {
  readonly sentAs?: SentAs;
};

export type Codec = {
  /** `lenient` ignores unknown keys. */
  decodeVariables(params: Texts, query: Texts, body: unknown, lenient?: boolean): Decoded;
  encodeResult: EncodeResult;
};

/** Compiled once per route at start. */
export function compileCodec(
  operation: Operation,
  inPath: readonly string[],
  source: Source,
  { aliases = {}, blankIsNone = [] }: Keys = {},
): Codec {
  const path = decoders(
    operation.variables.filter(({ name }) => inPath.includes(name)),
    textDecoder,
  );
  const rest = decoders(
    operation.variables.filter(({ name }) => !inPath.includes(name)),
    source === 'query' ? filterDecoder : jsonDecoder,
  );
  const long = operation.variables.filter(({ takesLongText }) => takesLongText).map(({ name }) => name);
  const known = [...rest.map(([{ name }]) => name), ...Object.keys(aliases)];
  return {
    decodeVariables(params, query, body, lenient = false) {
      const sent = body ?? {};
      if (!isObject(sent)) return { errors: [{ message: 'The body must be a JSON object' }] };
      const [given, other] = source === 'query' ? [query, sent] : [sent, query];
      const variables: Record<string, unknown> = {};
      const read = (key: string) => {
        const own = Object.hasOwn(given, key) ? given[key] : undefined;
        const value = own instanceof LongText && !long.includes(key) ? own.toString() : own;
        if (typeof value === 'string' && blankIsNone.includes(key) && isBlank(value)) return undefined;
        return value ?? undefined;
      };
      const strange = () => [
        ...unknownKeys(
          Object.keys(given).filter(key => !inPath.includes(key)),
          known,
        ),
        ...unknownKeys(Object.keys(other), []),
        ...inPath.filter(key => (read(key) ?? params[key]) !== params[key]).map(differsFromPath),
      ];
      const aliased = readAliases(aliases, read);
      const errors = [
        ...(lenient ? [] : strange()),
        ...aliased.errors,
        ...decodeInto(variables, path, name => params[name]),
        ...decodeInto(variables, rest, name => aliased.values.get(name) ?? read(name), lenient),
      ];
      const { sentAs } = aliased;
      return { ...(errors.length > 0 ? { errors } : { variables }), ...(sentAs.size > 0 && { sentAs }) };
    },
    encodeResult: compileResult(operation.result),
  };
}

const differsFromPath = (field: string): FieldError => ({ field, message: 'differs from the path: leave it out' });

/** Reads values sent under alias names. Values sent under several names of a variable must be equal. */
function readAliases(
  aliases: Readonly<Record<string, string>>,
  read: (key: string) => unknown,
): { values: Map<string, unknown>; sentAs: Map<string, string>; errors: FieldError[] } {
  const values = new Map<string, unknown>();
  const sentAs = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const [alias, name] of Object.entries(aliases)) {
    const value = read(alias);
    if (value === undefined) continue;
    const first = read(name) === undefined ? sentAs.get(name) : name;
    if (first !== undefined && read(first) !== value)
      errors.push({ field: alias, message: `differs from ${first}, which means the same: send one of them` });
    values.set(name, value);
    sentAs.set(name, alias);
  }
  return { values, sentAs, errors };
}

const decoders = (
  variables: readonly Variable[],
  decoder: (variable: Variable) => Decode,
): (readonly [Variable, Decode])[] => variables.map(variable => [variable, decoder(variable)]);
