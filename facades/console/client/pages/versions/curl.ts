import { dataOf, headerOf, pairsOf, segmentOf } from './curl-values.ts';
import { examplesOf } from './sample.ts';
import { type Definitions, isSchema, type Schema, type ShownOperation, schemaOfParameter } from './schema.ts';

/** A terminal obeys control characters of a text that is pasted, also between quotes. */
const quotedText = (text: string): string => `'${text.replace(/(?![\t\n])\p{Cc}/gu, '').replaceAll("'", "'\\''")}'`;
const quoted = (text: string): string => quotedText(text.replace(/[\t\n]/g, ''));

/** The call as a curl command, with only the required parameters and sample values. */
export function curlOf(operation: ShownOperation): string {
  const { method, parameters, security, definitions } = operation;
  const needed = (place: string) => parameters.filter(one => one.in === place && one.required === true);
  const pairs = (place: string) => needed(place).flatMap(one => pairsOf(one, sampleFor(one, definitions)));
  const [query, cookies] = [pairs('query').join('&'), pairs('cookie').join('; ')];
  const headers = needed('header').map(one => headerOf(one, sampleFor(one, definitions)));
  if (security.length > 0 && security.every(one => Object.keys(one).length > 0)) headers.push('Authorization: …');
  const isHead = method === 'HEAD';
  const data = isHead ? { headers: [], options: [] } : dataOf(operation);
  const address = `${serverOf(operation)}${pathOf(operation)}${query && `?${query}`}`;
  // curl would read brackets as lists of addresses.
  const start = /[[\]{}]/.test(address) ? 'curl -g' : 'curl';
  // With -X HEAD, curl would wait for a body.
  const lines = [`${start} ${isHead ? '-I' : `-X ${method}`} ${quoted(address)}`];
  lines.push(...[...headers, ...data.headers].map(header => `-H ${quoted(header)}`));
  if (cookies) lines.push(`-b ${quoted(cookies)}`);
  lines.push(...data.options.map(([option, value]) => `${option} ${quotedText(value)}`));
  return lines.join(' \\\n  ');
}

/** The host of an address that is relative to the document: nobody can own it, so that a call fails until it is replaced. */
const HOST = 'https://your-host.example';

function serverOf({ servers }: ShownOperation): string {
  const { url = '/', variables } = servers.find(({ url }) => typeof url === 'string') ?? {};
  const filled = String(url).replace(/\{([^{}]*)\}/g, (whole, name) => {
    const variable = isSchema(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isSchema(variable) && variable.default !== undefined ? String(variable.default) : whole;
  });
  const isRelative = !URL.canParse(filled) && URL.canParse(filled, HOST);
  return (isRelative ? new URL(filled, HOST).href : filled).replace(/\/$/, '');
}

const pathOf = ({ path, parameters, definitions }: ShownOperation): string =>
  parameters
    .filter(one => one.in === 'path')
    .reduce<string>(
      (filled, one) => filled.replaceAll(`{${String(one.name)}}`, () => segmentOf(one, sampleFor(one, definitions))),
      path,
    );

function sampleFor(parameter: Schema, definitions: Definitions): unknown {
  const [media] = isSchema(parameter.content) ? Object.values(parameter.content) : [];
  const described = isSchema(media) ? media : parameter;
  const value = examplesOf(described, schemaOfParameter(parameter), definitions)[0]?.value;
  return isSchema(media) && typeof value === 'object' ? JSON.stringify(value) : value;
}
