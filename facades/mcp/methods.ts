import { isObject } from '../../src/platform/json.ts';
import type { Params } from './message.ts';
import { LEGACY_VERSIONS, MODERN_VERSION, metaKeys, RpcError, rpcCode } from './protocol.ts';
import type { Era } from './protocol-rules.ts';
import { type Asking, mayUse, type Outcome, type Registry } from './registry.ts';

export type ServerInfo = { readonly name: string; readonly title: string; readonly version: string };

export type Server<Context> = {
  readonly registry: Registry<Context>;
  readonly info: ServerInfo;
  /** Introduction for a model, before it reads any tool. */
  readonly instructions: string;
};

type Method<Context> = (server: Server<Context>, params: Params, asking: Asking<Context>) => Promise<Outcome<object>>;

const capabilities = { tools: {}, resources: {}, prompts: {} };

/** Lists depend on the token, and published versions may change at any time. */
const LIST_TTL_MS = 60_000;

const done = (result: object): Outcome<object> => ({ result, status: 'OK', weight: 0 });

/** Adds the cache time that modern clients use. Answers are private to the caller. */
const cached = (era: Era, ttlMs: number, outcome: Outcome<object>): Outcome<object> =>
  era.kind === 'modern' ? { ...outcome, result: { ...outcome.result, ttlMs, cacheScope: 'private' } } : outcome;

/** Whether MCP has this method, in any version. */
export const isMethod = (name: string): boolean => modernMethods.has(name) || legacyMethods.has(name);

/** Answers one request by the rules of its era. */
export async function answer<Context>(
  server: Server<Context>,
  method: string,
  params: Params,
  asking: Asking<Context>,
): Promise<Outcome<object>> {
  const { era } = asking;
  const table = era.kind === 'modern' ? modernMethods : legacyMethods;
  const run = table.get(method) as Method<Context> | undefined;
  if (run === undefined)
    throw new RpcError(rpcCode.methodNotFound, `There is no method ${JSON.stringify(method.slice(0, 100))}`, {
      httpStatus: era.kind === 'modern' ? 404 : 200,
      status: 'NOT_FOUND',
    });
  if (Array.isArray(params)) throw invalidParams('params must be an object');
  const outcome = await run(server as Server<Context>, params, asking);
  if (era.kind !== 'modern') return outcome;
  const _meta = { [metaKeys.serverInfo]: server.info };
  return { ...outcome, result: { resultType: 'complete', ...outcome.result, _meta } };
}

const invalidParams = (message: string) => new RpcError(rpcCode.invalidParams, message);

const unknownName = (kind: 'tool' | 'prompt', name: string) =>
  invalidParams(`There is no ${kind} ${JSON.stringify(name.slice(0, 100))}; ${kind}s/list names them`);

function text(params: Params, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (typeof value !== 'string') throw invalidParams(`params.${name} must be a string`);
  return value;
}

function argumentsOf(params: Params): Params {
  const given = Object.hasOwn(params, 'arguments') ? params.arguments : undefined;
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw invalidParams('params.arguments must be an object');
  return given;
}

function cursorOf(params: Params): string | undefined {
  const cursor = Object.hasOwn(params, 'cursor') ? params.cursor : undefined;
  if (cursor === undefined || cursor === null) return undefined;
  return text(params, 'cursor');
}

/** These lists have one page, so the server never returns a cursor. */
function requireNoCursor(params: Params): void {
  if (cursorOf(params) !== undefined) throw invalidParams('params.cursor is not a cursor of this server');
}

const initialize: Method<unknown> = async ({ info, instructions }, params) => {
  const asked = text(params, 'protocolVersion');
  const protocolVersion = LEGACY_VERSIONS.find(version => version === asked) ?? LEGACY_VERSIONS[0];
  return done({ protocolVersion, capabilities, serverInfo: info, instructions });
};

const discover: Method<unknown> = async ({ instructions }, _params, { era }) =>
  cached(era, LIST_TTL_MS, done({ supportedVersions: [MODERN_VERSION], capabilities, instructions }));

const listTools: Method<unknown> = async ({ registry }, params, { scopes, era }) => {
  requireNoCursor(params);
  const tools = registry.tools.filter(tool => mayUse(tool.scopes, scopes)).map(tool => tool.definition);
  return cached(era, LIST_TTL_MS, done({ tools }));
};

const callTool: Method<unknown> = async ({ registry }, params, asking) => {
  const name = text(params, 'name');
  const tool = registry.tools.find(({ definition }) => definition.name === name);
  if (tool === undefined) throw unknownName('tool', name);
  return tool.call(argumentsOf(params), asking);
};

const listResources: Method<unknown> = async ({ registry }, params, asking) =>
  cached(asking.era, 0, done(await registry.resources.list(cursorOf(params), asking)));

const listTemplates: Method<unknown> = async ({ registry }, params, { era }) => {
  requireNoCursor(params);
  return cached(era, LIST_TTL_MS, done({ resourceTemplates: registry.resources.templates }));
};

const URI_CHARACTERS = 4096;

const readResource: Method<unknown> = async ({ registry }, params, asking) => {
  const uri = text(params, 'uri');
  if (uri.length > URI_CHARACTERS) throw invalidParams(`params.uri must have at most ${URI_CHARACTERS} characters`);
  const found = await registry.resources.read(uri, asking);
  return cached(asking.era, 0, { ...found, result: { contents: found.result } });
};

const listPrompts: Method<unknown> = async ({ registry }, params, { scopes, era }) => {
  requireNoCursor(params);
  const prompts = registry.prompts.filter(prompt => mayUse(prompt.scopes, scopes)).map(prompt => prompt.definition);
  return cached(era, LIST_TTL_MS, done({ prompts }));
};

const getPrompt: Method<unknown> = async ({ registry }, params, asking) => {
  const name = text(params, 'name');
  const prompt = registry.prompts.find(({ definition }) => definition.name === name);
  if (prompt === undefined) throw unknownName('prompt', name);
  return prompt.get(argumentsOf(params), asking);
};

const shared: readonly (readonly [string, Method<unknown>])[] = [
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['resources/list', listResources],
  ['resources/templates/list', listTemplates],
  ['resources/read', readResource],
  ['prompts/list', listPrompts],
  ['prompts/get', getPrompt],
];

const ping: Method<unknown> = async () => done({});

const legacyMethods = new Map([...shared, ['initialize', initialize], ['ping', ping]]);
const modernMethods = new Map([...shared, ['server/discover', discover]]);
