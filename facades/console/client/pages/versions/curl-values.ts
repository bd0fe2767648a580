import { type Example, examplesOf } from './sample.ts';
import { asSchema, childrenOf, isSchema, resolved, type Schema, type ShownOperation } from './schema.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value in one text, its parts separated by commas. */
export function listOf(value: unknown, encode = (text: string) => text): string {
  const parts = isSchema(value) ? Object.entries(value).flat() : [value].flat();
  return parts.map(part => encode(textOf(part))).join(',');
}

/** A query or cookie parameter as encoded `name=value`, once for each part of a value that is not in one text. */
export function pairsOf({ name, style = 'form', explode = style === 'form' }: Schema, value: unknown): string[] {
  const pair = (key: unknown, one: unknown) => `${encodeURIComponent(String(key))}=${listOf(one, encodeURIComponent)}`;
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
    const members = childrenOf(schema ?? {}, definitions);
    const files = members.filter(member => resolved(member.schema, definitions).format === 'binary');
    const names = new Set(files.map(({ key }) => key));
    const parts = Object.entries(example.value).flatMap(([name, value]) =>
      [value].flat().map(one => partOf(name, one, names)),
    );
    return { headers: [], options: parts };
  }
  // Not --data: curl would read the file that an example with @ names, and send it.
  const options: Option[] = example === undefined ? [] : [['--data-raw', bodyOf(type, example)]];
  return { headers: [`Content-Type: ${type}`], options };
}

/** A part of a form. Only plain names get the option that sends a file: in others curl could read the name of a file. */
const partOf = (name: string, value: unknown, files: ReadonlySet<string>): Option =>
  files.has(name) && /^[\w.-]+$/.test(name)
    ? ['-F', `${name}=@path/to/file`]
    : ['--form-string', `${name}=${textOf(value)}`];

function bodyOf(type: string, { value, isMade }: Example): string {
  if (type === 'application/x-www-form-urlencoded' && isSchema(value))
    return Object.entries(value)
      .flatMap(([name, one]) => pairsOf({ name }, isSchema(one) ? textOf(one) : one))
      .join('&');
  const isMadeJson = isMade && /[/+]json\b/.test(type);
  return isMadeJson ? JSON.stringify(value) : textOf(value);
}
