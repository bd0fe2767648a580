import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/json.ts';
import type { Use } from './http-documents.ts';

// Judges by the OpenAPI Specification whether clients of one document can work with the server of another one: with
// requests and answers that they may send. Shares no code with the comparison.

/** `unclear`: the specification does not say, or a policy decides. */
export type Verdict = { breaks: string[]; unclear: string[] };

const VALUES: JsonValue[] = [
  ...['s', 't', 'st', '1', 1, 12, 'a,s', 's,t'],
  ...[['s'], ['t'], ['s', 't'], ['1'], [1], [12], [1, 12], { a: 's' }, { a: '1' }],
];

type Schema = {
  type?: string;
  enum?: JsonValue[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

const isValid = (schema: Schema, value: JsonValue): boolean => {
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  const { type } = schema;
  if (type === 'array') return Array.isArray(value) && value.every(each => isValid(schema.items ?? {}, each));
  if (type !== 'object')
    return type === undefined || (type === 'integer' ? Number.isInteger(value) : typeof value === type);
  if (!isJsonObject(value)) return false;
  const named = Object.entries(schema.properties ?? {});
  return (
    (schema.required ?? []).every(name => name in value) &&
    named.every(([name, each]) => !(name in value) || isValid(each, value[name] as JsonValue))
  );
};

/** The values that are written in the same way as text. */
const readings = (value: JsonValue): JsonValue[] => {
  if (Array.isArray(value)) return [value, value.map(String), value.map(Number)];
  if (isJsonObject(value)) return [value];
  const number = Number(value);
  return Number.isNaN(number) ? [value] : [String(value), number];
};
const isReadable = (schema: Schema, value: JsonValue): boolean => readings(value).some(each => isValid(schema, each));

class Side {
  readonly document: JsonObject;
  constructor(document: JsonObject) {
    this.document = document;
  }
  follow(value: JsonValue | undefined): JsonObject | undefined {
    if (!isJsonObject(value)) return undefined;
    if (typeof value.$ref !== 'string') return value;
    const [section = '', name = ''] = value.$ref.split('/').slice(2);
    const components = this.document.components as Record<string, JsonObject>;
    return this.follow(components[section]?.[name]);
  }
}

type Operation = { side: Side; path: string; item: JsonObject; value: JsonObject };
type Parameter = JsonObject & { name: string; in: string };

/** Parameters by what tells them apart: those of the path by their position. */
const parametersOf = ({ side, path, item, value }: Operation): Map<string, Parameter> => {
  const found = new Map<string, Parameter>();
  for (const entry of [...((item.parameters ?? []) as JsonValue[]), ...((value.parameters ?? []) as JsonValue[])]) {
    const parameter = side.follow(entry) as Parameter;
    const at = path.split('/').indexOf(`{${parameter.name}}`);
    found.set(parameter.in === 'path' ? `path ${at}` : `${parameter.in} ${parameter.name.toLowerCase()}`, parameter);
  }
  return found;
};

/** How a value is sent; undefined if the specification does not say. */
const write = (parameter: Parameter, value: JsonValue): string | undefined => {
  const { name, in: place } = parameter;
  const isNamed = place === 'query' || place === 'cookie';
  if (isJsonObject(parameter.content)) return `${isNamed ? `${name}=` : ''}${JSON.stringify(value)}`;
  const style = String(parameter.style ?? (isNamed ? 'form' : 'simple'));
  const explode = parameter.explode ?? style === 'form';
  const members = isJsonObject(value) ? Object.entries(value) : [];
  const list = Array.isArray(value) ? value.map(String) : null;
  const flat = list ?? members.flat().map(String);
  const pairs = members.map(([key, each]) => `${key}=${each}`);
  const isPlain = list === null && !isJsonObject(value);
  if (style === 'deepObject')
    return isJsonObject(value) ? members.map(([key, each]) => `${name}[${key}]=${each}`).join('&') : undefined;
  if (style === 'spaceDelimited' || style === 'pipeDelimited')
    return isPlain || explode ? undefined : `${name}=${flat.join(style === 'pipeDelimited' ? '|' : ' ')}`;
  if (style === 'form') {
    if (isPlain) return `${name}=${value}`;
    if (!explode) return `${name}=${flat.join(',')}`;
    return (list === null ? pairs : list.map(each => `${name}=${each}`)).join('&');
  }
  if (style === 'label')
    return isPlain ? `.${value}` : `.${(explode ? (list ?? pairs) : flat).join(explode ? '.' : ',')}`;
  if (style === 'matrix') {
    if (isPlain) return `;${name}=${value}`;
    if (!explode) return `;${name}=${flat.join(',')}`;
    return (list === null ? pairs : list.map(each => `${name}=${each}`)).map(each => `;${each}`).join('');
  }
  return isPlain ? `${value}` : (explode ? (list ?? pairs) : flat).join(',');
};

const schemaOf = (holder: JsonObject): Schema => {
  const [media] = isJsonObject(holder.content) ? Object.values(holder.content) : [];
  return ((isJsonObject(media) ? media.schema : holder.schema) ?? {}) as Schema;
};

const isEqual = (one: JsonValue, other: JsonValue): boolean => JSON.stringify(one) === JSON.stringify(other);

const judgeParameter = (verdict: Verdict, key: string, sent: Parameter, read: Parameter): void => {
  if (isEqual(sent, read)) return;
  if ((sent.allowReserved === true) !== (read.allowReserved === true)) verdict.unclear.push(`${key}: allowReserved`);
  const [from, to] = [schemaOf(sent), schemaOf(read)];
  const isText = !isJsonObject(sent.content) && !isJsonObject(read.content);
  const isUnlike = isJsonObject(sent.content) !== isJsonObject(read.content);
  if (isUnlike) verdict.unclear.push(`${key}: content`);
  for (const value of VALUES.filter(each => isValid(from, each))) {
    const wire = write(sent, value);
    if (wire === undefined) verdict.unclear.push(`${key}: unwritable`);
    if (wire === undefined) continue;
    const isSame = write(read, value) === wire && (isText ? isReadable(to, value) : isValid(to, value));
    if (isSame) continue;
    const others = VALUES.filter(each => isValid(to, each)).map(each => write(read, each));
    if (others.includes(wire)) verdict.unclear.push(`${key}: ${wire} means another value`);
    else if (others.includes(undefined)) verdict.unclear.push(`${key}: unreadable`);
    else verdict.breaks.push(`${key}: ${wire} is refused`);
  }
};

const judgeParameters = (verdict: Verdict, client: Operation, server: Operation): void => {
  const [sent, read] = [parametersOf(client), parametersOf(server)];
  for (const [key, parameter] of sent) {
    const known = read.get(key);
    if (known === undefined) verdict.unclear.push(`${key} is ignored`);
    else judgeParameter(verdict, key, parameter, known);
  }
  for (const [key, { required }] of read)
    if (required === true && sent.get(key)?.required !== true) verdict.breaks.push(`${key} is required`);
};

const CONCRETE = ['application/json', 'application/xml', 'text/plain', 'image/png', 'application/json;v=1'];
const covers = (range: string, type: string): boolean =>
  range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
const precision = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);

/** The entry for a media type: the most specific one applies. */
const mediaOf = (content: JsonObject, type: string): { key: string; schema: Schema } | undefined => {
  const [key] = Object.keys(content)
    .filter(range => covers(range, type))
    .sort((a, b) => precision(b) - precision(a));
  return key === undefined ? undefined : { key, schema: (content[key] as JsonObject).schema as Schema };
};

/** Whether the type may count as one with or without parameters. */
const isAmbiguous = (content: JsonObject, type: string): boolean =>
  Object.keys(content).some(key => key !== type && key.split(';')[0] === type.split(';')[0]);

const isText = (type: string): boolean => /^text\/|xml/.test(type);
const judgeValues = (verdict: Verdict, what: string, type: string, sent: Schema, read: Schema): void => {
  for (const value of VALUES.filter(each => isValid(sent, each)))
    if (!(isText(type) ? isReadable(read, value) : isValid(read, value)))
      verdict.breaks.push(`${what} ${type}: ${JSON.stringify(value)} is refused`);
};

/** `negotiated`: the reader asks for a type, so that types which are unknown to the reader do not come. */
const judgeContent = (
  verdict: Verdict,
  what: string,
  sent: JsonObject,
  read: JsonObject,
  negotiated: boolean,
): void => {
  if (isEqual(sent, read)) return;
  for (const type of CONCRETE) {
    const [from, to] = [mediaOf(sent, type), mediaOf(read, type)];
    if (isAmbiguous(sent, type) || isAmbiguous(read, type)) verdict.unclear.push(`${what} ${type}: parameters`);
    else if (from && to) judgeValues(verdict, what, type, from.schema, to.schema);
    else if (from && !negotiated) verdict.breaks.push(`${what} ${type} is refused`);
    else if (to && negotiated && !to.key.includes('*')) verdict.breaks.push(`${what} ${type} no longer comes`);
    else if (from || to) verdict.unclear.push(`${what} ${type}: comes or goes`);
  }
};

const FORM = 'application/x-www-form-urlencoded';
/** The property of a form as a parameter of a query. */
const fieldOf = (content: JsonObject): Parameter | undefined => {
  const media = content[FORM] as
    | { schema: { properties: { a: JsonObject } }; encoding?: { a: JsonObject } }
    | undefined;
  return media && { name: 'a', in: 'query', schema: media.schema.properties.a, ...media.encoding?.a };
};
const judgeForms = (verdict: Verdict, sent: JsonObject, read: JsonObject): void => {
  const [from, to] = [fieldOf(sent), fieldOf(read)];
  if (from && to) judgeParameter(verdict, 'form', from, to);
  else if (from && !mediaOf(read, FORM)) verdict.breaks.push('a form is refused');
  else if (from || to) verdict.unclear.push('a form comes or goes');
};

const judgeBodies = (verdict: Verdict, client: Operation, server: Operation): void => {
  const [sent, read] = [client, server].map(({ side, value }) => side.follow(value.requestBody));
  if (read?.required === true && sent?.required !== true) verdict.breaks.push('a body is required');
  if (!sent !== !read) verdict.unclear.push('a body comes or goes');
  if (sent && read) judgeContent(verdict, 'body', sent.content as JsonObject, read.content as JsonObject, false);
  if (sent && read) judgeForms(verdict, sent.content as JsonObject, read.content as JsonObject);
};

/** An exact code, its range, or `default`, which describes errors. */
const responseFor = (responses: JsonObject, code: string): JsonValue | undefined =>
  responses[code] ?? responses[`${code[0]}XX`] ?? (/^[45]/.test(code) ? responses.default : undefined);

const judgeHeaders = (verdict: Verdict, what: string, sent: JsonObject, read: JsonObject): void => {
  for (const [name, header] of Object.entries(read) as [string, JsonObject][]) {
    const come = sent[name] as JsonObject | undefined;
    if (header.required === true && come?.required !== true)
      verdict.breaks.push(`${what}: header ${name} may be absent`);
    if (come === undefined) verdict.unclear.push(`${what}: header ${name}`);
    else
      judgeParameter(
        verdict,
        `${what}: header ${name}`,
        { name, in: 'header', ...come },
        { name, in: 'header', ...header },
      );
  }
};

/** `isServed`: a server answers; else the receiver of a webhook does. */
const judgeAnswers = (verdict: Verdict, sender: Operation, reader: Operation, isServed: boolean): void => {
  const [sent, read] = [sender, reader].map(({ value }) => value.responses as JsonObject) as [JsonObject, JsonObject];
  const expected = isServed ? read : sent;
  const offered = isServed ? sent : read;
  for (const code of Object.keys(expected).filter(each => each.startsWith('2'))) {
    const isOffered =
      code in offered ||
      '2XX' in offered ||
      (code === '2XX' && Object.keys(offered).some(each => each.startsWith('2')));
    if (!isOffered) verdict.breaks.push(`${code} no longer comes`);
    else if (code === '2XX' && !('2XX' in offered)) verdict.unclear.push('2XX: fewer codes');
  }
  for (const code of ['200', '201', '202', '404', '400', '500']) {
    const [from, to] = [sender.side.follow(responseFor(sent, code)), reader.side.follow(responseFor(read, code))];
    if (!from || !to) {
      if (from || to) verdict.unclear.push(`${code} comes or goes`);
      continue;
    }
    const [written, known] = [from, to].map(each => each.content as JsonObject | undefined);
    if (known && !written && isServed && Object.keys(known).some(key => !key.includes('*')))
      verdict.breaks.push(`${code}: no content`);
    if (!known !== !written) verdict.unclear.push(`${code}: content comes or goes`);
    if (written && known) judgeContent(verdict, code, written, known, isServed);
    judgeHeaders(verdict, code, (from.headers ?? {}) as JsonObject, (to.headers ?? {}) as JsonObject);
  }
};

type Alternatives = Record<string, string[]>[];
const securityOf = ({ side, value }: Operation): Alternatives => {
  const list = (value.security ?? side.document.security ?? []) as Alternatives;
  return list.length === 0 ? [{}] : list;
};

/** Callers may hold the credentials of any one alternative, and no others. */
const judgeSecurity = (verdict: Verdict, client: Operation, server: Operation): void => {
  const isMet = (asked: Alternatives[number], held: Alternatives[number]): boolean =>
    Object.entries(asked).every(([name, scopes]) => name in held && scopes.every(scope => held[name]?.includes(scope)));
  for (const held of securityOf(client))
    if (!securityOf(server).some(asked => isMet(asked, held)))
      verdict.breaks.push(`${JSON.stringify(held)} is no longer enough`);
};

const serversOf = ({ side, item, value }: Operation): string[] => {
  const list = (value.servers ?? item.servers ?? side.document.servers ?? [{ url: '/' }]) as { url: string }[];
  return list.map(({ url }) => url.replace(/\/$/, ''));
};

const METHODS = ['get', 'post', 'put'];
const operationsIn = (side: Side, map: JsonValue | undefined): (Operation & { method: string })[] =>
  Object.entries((map ?? {}) as JsonObject).flatMap(([path, entry]) => {
    const item = side.follow(entry) as JsonObject;
    return METHODS.filter(method => method in item).map(method => ({
      ...{ side, path, item, method },
      value: item[method] as JsonObject,
    }));
  });

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
const isReached = (operation: Operation, address: string): boolean =>
  serversOf(operation).some(server =>
    new RegExp(`^${escaped(server + operation.path).replace(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );

const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const isConcrete = ({ path }: Operation): number => (path.includes('{') ? 1 : 0);

/** Every address that callers know must lead to an operation that does the same. */
const judgePaths = (verdict: Verdict, before: Side, after: Side): void => {
  const [old, now] = [before, after].map(side => operationsIn(side, side.document.paths)) as [
    ReturnType<typeof operationsIn>,
    ReturnType<typeof operationsIn>,
  ];
  for (const operation of old) {
    for (const server of serversOf(operation)) {
      const address = server + operation.path.replace(/\{\w+\}/g, 'v');
      const reached = now.filter(each => each.method === operation.method && isReached(each, address));
      const [found] = reached.sort((a, b) => isConcrete(a) - isConcrete(b));
      if (found === undefined) verdict.breaks.push(`${operation.method} ${address} is gone`);
      else judgeOperation(verdict, operation, found, true);
      if (!now.some(({ path }) => shapeOf(path) === shapeOf(operation.path)))
        verdict.unclear.push(`${operation.path} is gone`);
    }
  }
};

/** `isServed`: clients of the old document call; else the service of the new document calls what the old one describes. */
const judgeOperation = (verdict: Verdict, before: Operation, after: Operation, isServed: boolean): void => {
  const [client, server] = isServed ? [before, after] : [after, before];
  judgeParameters(verdict, client, server);
  judgeBodies(verdict, client, server);
  if (isServed || client.value.security || server.value.security) judgeSecurity(verdict, client, server);
  else if (!isEqual(securityOf(client), securityOf(server))) verdict.unclear.push('security of the document');
  if (isServed) judgeAnswers(verdict, after, before, true);
  else judgeAnswers(verdict, before, after, false);
};

const judgeCalls = (
  verdict: Verdict,
  [before, old]: [Side, JsonValue | undefined],
  [after, now]: [Side, JsonValue | undefined],
): void => {
  const calls = operationsIn(after, now);
  for (const operation of operationsIn(before, old)) {
    const found = calls.find(({ path, method }) => path === operation.path && method === operation.method);
    if (found === undefined) verdict.breaks.push(`${operation.method} ${operation.path} is gone`);
    else judgeOperation(verdict, operation, found, false);
  }
};

const callbacksOf = (side: Side, path: string): JsonValue | undefined => {
  const item = (side.document.paths as Record<string, { post: { callbacks: JsonObject } }>)[path];
  return side.follow(item?.post.callbacks.c);
};

const webhooksOf = ({ document }: Side, name: string): JsonValue | undefined => {
  const webhook = (document.webhooks as JsonObject)[name];
  return webhook === undefined ? undefined : { [name]: webhook };
};

export const judge = ({ kind, name }: Pick<Use, 'kind' | 'name'>, before: JsonObject, after: JsonObject): Verdict => {
  const verdict: Verdict = { breaks: [], unclear: [] };
  const [old, now] = [new Side(before), new Side(after)];
  const calls = kind === 'webhook' ? webhooksOf : callbacksOf;
  if (kind === 'path') judgePaths(verdict, old, now);
  else judgeCalls(verdict, [old, calls(old, name)], [now, calls(now, name)]);
  return verdict;
};
