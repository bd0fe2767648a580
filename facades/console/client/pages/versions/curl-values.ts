import { type Example, examplesOf } from './sample.ts';
import {
  asSchema,
  childrenOf,
  type Definitions,
  isSchema,
  resolved,
  type Schema,
  type ShownOperation,
} from './schema.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The items of a value, or its keys and values: each key with its value if it is exploded, else one after the other. */
function partsOf(value: unknown, isExploded: boolean, encode: (text: string) => string): string[] {
  if (!isSchema(value)) return [value].flat().map(one => encode(textOf(one)));
  const entries = Object.entries(value).map(([key, one]) => [encode(key), encode(textOf(one))]);
  return isExploded ? entries.map(entry => entry.join('=')) : entries.flat();
}

/** A header parameter, in the form that curl also sends with an empty value. */
export function headerOf({ name, explode }: Schema, value: unknown): string {
  const text = partsOf(value, explode === true, one => one).join(',');
  return text === '' ? `${name};` : `${name}: ${text}`;
}

/** The encoded value of a path parameter, with what its style writes before it. */
export function segmentOf({ name, style, explode = false }: Schema, value: unknown): string {
  if (style === 'matrix')
    return pairsOf({ name, explode }, value)
      .map(pair => `;${pair}`)
      .join('');
  const parts = partsOf(value, explode === true, encoded);
  if (style === 'label') return `.${parts.join(explode === true ? '.' : ',')}`;
  return parts.join(',');
}

const SEPARATORS = new Map<unknown, string>([
  ['pipeDelimited', '%7C'],
  ['spaceDelimited', '%20'],
]);

/** A query or cookie parameter as encoded `name=value`, once for each part of a value that is not in one text. */
export function pairsOf({ name, style = 'form', explode = style === 'form' }: Schema, value: unknown): string[] {
  const pair = (key: unknown, one: unknown) =>
    `${encoded(String(key))}=${partsOf(one, false, encoded).join(SEPARATORS.get(style) ?? ',')}`;
  if (isSchema(value) && style === 'deepObject')
    return Object.entries(value).map(([key, one]) => pair(`${name}[${key}]`, one));
  if (isSchema(value) && explode === true) return Object.entries(value).map(([key, one]) => pair(key, one));
  if (Array.isArray(value) && explode === true) return value.map(one => pair(name, one));
  return [pair(name, value)];
}

type Option = [name: string, value: string];

type Data = { headers: string[]; options: Option[] };

/** The body of a call: the options of curl that send it, and the header of its type, unless curl writes that itself. */
export function dataOf({ requestBody, definitions }: ShownOperation): Data {
  const [type, body] = Object.entries(isSchema(requestBody?.content) ? requestBody.content : {})[0] ?? [];
  if (type === undefined) return { headers: [], options: [] };
  const media = isSchema(body) ? body : {};
  const schema = asSchema(media.schema);
  const [example] = examplesOf(media, schema, definitions);
  if (type === 'multipart/form-data' && isSchema(example?.value)) {
    const files = childrenOf(schema ?? {}, definitions).filter(member => isFile(member.schema, definitions));
    const names = new Set(files.map(({ key }) => key));
    const parts = Object.entries(example.value).flatMap(([name, value]) =>
      [value].flat().map(one => partOf(name, one, names)),
    );
    return { headers: [], options: parts };
  }
  // Not --data: curl would read the file that an example with @ names, and send it.
  const options: Option[] =
    example === undefined ? [] : [['--data-raw', bodyOf(type, example, resolved(schema ?? {}, definitions))]];
  return { headers: [`Content-Type: ${type}`], options };
}

/** Whether a member of a form is a file, or a list of files. */
function isFile(given: Schema, definitions: Definitions): boolean {
  const schema = resolved(given, definitions);
  const one = isSchema(schema.items) ? resolved(schema.items, definitions) : schema;
  return one.format === 'binary' || (one.contentMediaType !== undefined && one.contentEncoding === undefined);
}

/** A part of a form. Only plain names get the option that sends a file: in others curl could read the name of a file. */
const partOf = (name: string, value: unknown, files: ReadonlySet<string>): Option =>
  files.has(name) && /^[\w.-]+$/.test(name)
    ? ['-F', `${name}=@path/to/file`]
    : ['--form-string', `${name}=${textOf(value)}`];

function bodyOf(type: string, { value, isMade }: Example, schema: Schema): string {
  if (type === 'application/x-www-form-urlencoded' && isSchema(value))
    return Object.entries(value)
      .flatMap(([name, one]) => pairsOf({ name }, isSchema(one) ? textOf(one) : one))
      .join('&');
  const isMadeJson = isMade && /[/+]json\b/.test(type);
  const isJsonAlready = ![schema.type].flat().includes('string') && isJson(value);
  return isMadeJson && !isJsonAlready ? JSON.stringify(value) : textOf(value);
}

/** Whether a value is JSON as text, as some documents write the examples of objects. */
function isJson(value: unknown): boolean {
  try {
    return typeof JSON.parse(String(value)) === 'object';
  } catch {
    return false;
  }
}
