import official30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import official31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import official32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json' with { type: 'json' };
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import metaApplicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' };
import metaContent from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' };
import metaCore from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' };
import metaFormat from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' };
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' };
import metaUnevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' };
import metaValidation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' };
import { isJsonObject, isRawNumber, type JsonObject, type JsonValue } from '../platform/json.ts';
import type { Kind } from './grammar.ts';

/**
 * The official schemas, cut into one validator for each kind of object. In each, the schemas of inner objects are
 * replaced by `true`, because the walk visits inner objects itself. Each object is therefore checked once, as the kind
 * that it is, and errors are not hidden in a `oneOf`.
 */

export type Format = 'OPENAPI_3_0' | 'OPENAPI_3_1' | 'OPENAPI_3_2';
export type Fault = ErrorObject;
export type Validate = (node: JsonValue) => readonly Fault[];

const DEFINITIONS_30: Partial<Record<Kind, string>> = {
  OpenApi: '',
  Info: 'Info',
  Server: 'Server',
  Tag: 'Tag',
  ExternalDocs: 'ExternalDocumentation',
  SecurityRequirement: 'SecurityRequirement',
  Components: 'Components',
  Paths: 'Paths',
  PathItem: 'PathItem',
  Operation: 'Operation',
  Parameter: 'Parameter',
  RequestBody: 'RequestBody',
  MediaType: 'MediaType',
  Encoding: 'Encoding',
  Responses: 'Responses',
  Response: 'Response',
  Header: 'Header',
  Example: 'Example',
  Link: 'Link',
  Callback: 'Callback',
  Schema: 'Schema',
};

const DEFINITIONS_31: Partial<Record<Kind, string>> = {
  OpenApi: '',
  Info: 'info',
  Server: 'server',
  Tag: 'tag',
  ExternalDocs: 'external-documentation',
  SecurityRequirement: 'security-requirement',
  SecurityScheme: 'security-scheme',
  Components: 'components',
  Paths: 'paths',
  PathItem: 'path-item',
  Operation: 'operation',
  Parameter: 'parameter',
  RequestBody: 'request-body',
  MediaType: 'media-type',
  Encoding: 'encoding',
  Responses: 'responses',
  Response: 'response',
  Header: 'header',
  Example: 'example',
  Link: 'link',
  Callback: 'callbacks',
};

/** In 3.0, the `type` of a security scheme selects one of four definitions. */
const SECURITY_SCHEMES_30: Readonly<Record<string, string>> = {
  apiKey: 'APIKeySecurityScheme',
  http: 'HTTPSecurityScheme',
  oauth2: 'OAuth2SecurityScheme',
  openIdConnect: 'OpenIdConnectSecurityScheme',
};
const UNKNOWN_SECURITY_SCHEME = {
  type: 'object',
  required: ['type'],
  properties: { type: { enum: Object.keys(SECURITY_SCHEMES_30) } },
};

const validators: Record<Format, Map<string, Validate>> = {
  OPENAPI_3_0: new Map(),
  OPENAPI_3_1: new Map(),
  OPENAPI_3_2: new Map(),
};
const officials: Record<Format, object> = {
  OPENAPI_3_0: official30,
  OPENAPI_3_1: official31,
  OPENAPI_3_2: official32,
};

/** The validator of a kind. Compiled on first use, once for each thread. */
export function validatorOf(format: Format, kind: Kind, node: JsonValue): Validate {
  const compiled = validators[format];
  const name = kind === 'SecurityScheme' && format === 'OPENAPI_3_0' ? schemeOf(node) : kind;
  let validate = compiled.get(name);
  if (!validate) {
    validate = compile(format, kind, node);
    compiled.set(name, validate);
  }
  return validate;
}

function schemeOf(node: JsonValue): string {
  const type = isJsonObject(node) && typeof node.type === 'string' ? node.type : '';
  return Object.hasOwn(SECURITY_SCHEMES_30, type) ? (SECURITY_SCHEMES_30[type] as string) : 'UnknownScheme';
}

function compile(format: Format, kind: Kind, node: JsonValue): Validate {
  const ajv = ajvOf(format);
  let schema: object;
  if (format !== 'OPENAPI_3_0') {
    if (kind === 'Schema') schema = { allOf: schemaObject31() };
    else schema = { $ref: DEFINITIONS_31[kind] ? `official#/$defs/${DEFINITIONS_31[kind]}` : 'official#' };
  } else if (kind === 'SecurityScheme') {
    const scheme = schemeOf(node);
    schema = scheme === 'UnknownScheme' ? UNKNOWN_SECURITY_SCHEME : { $ref: `official#/definitions/${scheme}` };
  } else schema = { $ref: DEFINITIONS_30[kind] ? `official#/definitions/${DEFINITIONS_30[kind]}` : 'official#' };
  const check = ajv.compile(schema);
  return value => {
    if (check(value) && !holdsRawNumber(value, kind === 'SecurityScheme' ? 3 : 1)) return [];
    return check(withPlainNumbers(value)) ? [] : (check.errors ?? []);
  };
}

/** Whether a value is a raw number or holds one, at most so many levels below. */
function holdsRawNumber(value: JsonValue | undefined, levels: number): boolean {
  if (isRawNumber(value)) return true;
  if (levels === 0 || value === undefined || !isJsonObject(value)) return false;
  for (const key of Object.keys(value)) if (holdsRawNumber(value[key], levels - 1)) return true;
  return false;
}

const instances = new Map<Format, Ajv2020>();

function ajvOf(format: Format): Ajv2020 {
  let ajv = instances.get(format);
  if (!ajv) {
    ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateFormats: false,
      validateSchema: false,
      addUsedSchema: false,
    });
    ajv.removeKeyword('uniqueItems');
    ajv.addKeyword({
      keyword: 'uniqueItems',
      type: 'array',
      validate: hasUniqueItems,
      error: { message: 'must not repeat an item' },
    });
    const walked = Object.values(format === 'OPENAPI_3_0' ? DEFINITIONS_30 : DEFINITIONS_31);
    const official = cut(structuredClone(officials[format]) as JsonValue, new Set(walked));
    ajv.addSchema({ ...(official as object), $id: 'official', id: undefined, $schema: undefined });
    instances.set(format, ajv);
  }
  return ajv;
}

/** Replaces ajv's `uniqueItems`, which compares all pairs. This is linear. */
function hasUniqueItems(isEnabled: boolean, items: JsonValue[]): boolean {
  if (!isEnabled || items.length < 2) return true;
  if (items.every(item => typeof item === 'string')) return new Set(items).size === items.length;
  return new Set(items.map(item => JSON.stringify(withSortedKeys(item)))).size === items.length;
}

/** Sorts keys, so that equal values give equal JSON. */
function withSortedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isJsonObject(value)) return value;
  const sorted: JsonObject = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = withSortedKeys(value[key] as JsonValue);
  return sorted;
}

const VOCABULARIES = [metaCore, metaApplicator, metaUnevaluated, metaValidation, metaData, metaFormat, metaContent];

/** The 2020-12 meta-schema for one Schema Object, without its inner schemas. */
const schemaObject31 = (): object[] =>
  VOCABULARIES.map(
    ({ type, properties, $defs }: { type: unknown; properties: unknown; $defs?: unknown }) =>
      inlined(cut({ type, properties, $defs: $defs ?? {} } as unknown as JsonObject, new Set())) as JsonObject,
  );

/** Replaces references to the definitions of a vocabulary by the definitions. */
function inlined(vocabulary: JsonValue): JsonValue {
  const definitions = isJsonObject(vocabulary) && isJsonObject(vocabulary.$defs) ? vocabulary.$defs : {};
  const replace = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isJsonObject(value)) return value;
    const fields = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replace(child)]));
    if (typeof value.$ref !== 'string') return fields;
    const definition = replace(definitions[value.$ref.slice('#/$defs/'.length)] as JsonValue) as JsonObject;
    delete fields.$ref;
    return { ...definition, ...fields };
  };
  return replace(vocabulary);
}

const REFERENCE_TO = /^#\/(?:definitions|\$defs)\/([\w-]+?)(-or-reference)?$/;

/** Replaces the schemas of children that the walk visits by `true`. */
function cut(schema: JsonValue, walked: ReadonlySet<string | undefined>): JsonValue {
  if (Array.isArray(schema)) return schema.map(item => cut(item, walked));
  if (!isJsonObject(schema)) return schema;
  if (typeof schema.$dynamicRef === 'string' || isVisited(schema, walked)) return true;
  if (Array.isArray(schema.oneOf) && schema.oneOf.every(item => isVisited(item, walked) || isBoolean(item)))
    return true;
  const cutSchema = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, cut(value, walked)]));
  // In draft 4, `exclusiveMinimum` is a boolean.
  return schema.exclusiveMinimum === true ? { type: 'number', exclusiveMinimum: 0 } : cutSchema;
}

/** Beside a Schema Object: `additionalProperties` of 3.0. */
const isBoolean = (schema: JsonValue): boolean => isJsonObject(schema) && schema.type === 'boolean';

function isVisited(schema: JsonValue, walked: ReadonlySet<string | undefined>): boolean {
  if (!isJsonObject(schema)) return false;
  const name = typeof schema.$ref === 'string' ? REFERENCE_TO.exec(schema.$ref) : null;
  if (!name) return false;
  return (
    name[2] !== undefined ||
    name[1] === 'Reference' ||
    name[1] === 'schema' ||
    name[1] === 'SecurityScheme' ||
    walked.has(name[1])
  );
}

/** Raw numbers look like objects to ajv. This copies the levels that it checks, with plain numbers. */
function withPlainNumbers(node: JsonValue, depth = 0): JsonValue {
  if (isRawNumber(node)) return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(node.rawJSON)));
  if (depth > 3 || typeof node !== 'object' || node === null) return node;
  let copy: Record<string, JsonValue> | JsonValue[] | undefined;
  for (const key of Object.keys(node)) {
    const child = (node as JsonObject)[key] as JsonValue;
    const plain = typeof child === 'object' && child !== null ? withPlainNumbers(child, depth + 1) : child;
    if (plain === child) continue;
    copy ??= Array.isArray(node) ? [...node] : { ...node };
    (copy as JsonObject)[key] = plain;
  }
  return copy ?? node;
}
