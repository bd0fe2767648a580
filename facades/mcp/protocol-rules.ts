import { isObject } from '../../src/platform/json.ts';
import type { Params } from './message.ts';
import { LEGACY_VERSIONS, MODERN_VERSION, metaKeys, RpcError, rpcCode } from './protocol.ts';

/** The protocol rules that apply to a request. */
export type Era = {
  readonly kind: 'plain' | 'legacy' | 'modern';
  /** The revision in the request; undefined for a plain request. */
  readonly version: string | undefined;
};

/** Names are lower case. Repeated headers are joined by a comma, as in HTTP. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** One header, trimmed. */
const headerOf = (headers: Headers, name: string): string | undefined => headers[name]?.trim();

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Finds the era by the version in `_meta` or in the header. Throws when a modern request is malformed. */
export function eraOf(method: string, params: Params, headers: Headers): Era {
  const named = headerOf(headers, 'mcp-protocol-version');
  const meta = metaOf(params);
  const isModern = meta !== undefined && Object.hasOwn(meta, metaKeys.protocolVersion);
  if (!isModern) {
    if (named === undefined || named === '') return { kind: 'plain', version: undefined };
    if (LEGACY_VERSIONS.some(version => version === named)) return { kind: 'legacy', version: named };
    if (DATE.test(named) && named < MODERN_VERSION) throw unsupported(named, [...LEGACY_VERSIONS, MODERN_VERSION]);
  }
  requireMeta(meta);
  const version = String(meta[metaKeys.protocolVersion]);
  requireHeaders(method, params, headers, version);
  if (version !== MODERN_VERSION) throw unsupported(version);
  return { kind: 'modern', version };
}

export const isPlain = (params: Params, headers: Headers): boolean =>
  !headerOf(headers, 'mcp-protocol-version') && !Object.hasOwn(metaOf(params) ?? {}, metaKeys.protocolVersion);

function metaOf(params: Params): Record<string, unknown> | undefined {
  const value = Object.hasOwn(params, '_meta') ? params._meta : undefined;
  return isObject(value) ? value : undefined;
}

function requireMeta(meta: Record<string, unknown> | undefined): asserts meta is Record<string, unknown> {
  const value = (key: string): unknown => (meta && Object.hasOwn(meta, key) ? meta[key] : undefined);
  if (typeof value(metaKeys.protocolVersion) !== 'string')
    throw badMeta(`params._meta["${metaKeys.protocolVersion}"] is required: a string`);
  if (!isObject(value(metaKeys.clientCapabilities)))
    throw badMeta(`params._meta["${metaKeys.clientCapabilities}"] is required: an object`);
}

const badMeta = (message: string) => new RpcError(rpcCode.invalidParams, message, { httpStatus: 400 });

/** The parameter that `Mcp-Name` must repeat. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

function requireHeaders(method: string, params: Params, headers: Headers, version: string): void {
  requireHeader(headers, 'MCP-Protocol-Version', version);
  requireHeader(headers, 'Mcp-Method', method);
  const parameter = Object.hasOwn(namedBy, method) ? namedBy[method] : undefined;
  if (parameter === undefined) return;
  const value = Object.hasOwn(params, parameter) ? params[parameter] : undefined;
  requireHeader(headers, 'Mcp-Name', typeof value === 'string' ? value : undefined);
}

function requireHeader(headers: Headers, name: string, expected: string | undefined): void {
  const given = headerOf(headers, name.toLowerCase());
  if (given === undefined) throw mismatch(`The header ${name} is required`);
  const decoded = name === 'Mcp-Name' ? decodeValue(given) : given;
  if (expected !== undefined && decoded !== expected)
    throw mismatch(`The header ${name} differs from the body: ${JSON.stringify(expected.slice(0, 200))}`);
}

const mismatch = (message: string) => new RpcError(rpcCode.headerMismatch, message, { httpStatus: 400 });

/** Decodes `=?base64?…?=`, the form of values that a header cannot contain. */
function decodeValue(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/_-]*={0,2})\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

const unsupported = (requested: string, supported: readonly string[] = [MODERN_VERSION]) =>
  new RpcError(rpcCode.unsupportedVersion, 'This server does not speak the protocol version of the request', {
    data: { supported, requested },
    httpStatus: 400,
  });
