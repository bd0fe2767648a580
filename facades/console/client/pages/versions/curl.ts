import { examplesOf } from './bodies.tsx';
import { schemaOfParameter } from './parameters.tsx';
import { isSchema, type Schema, type ShownOperation, sampleOf } from './schema.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a curl command, with only the required parameters and sample values. */
export function curlOf({
  method,
  path,
  parameters,
  requestBody,
  security,
  servers,
  definitions,
}: ShownOperation): string {
  const fittingValue = (parameter: Schema): string => {
    const value = parameter.example ?? sampleOf(schemaOfParameter(parameter), definitions);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const needed = (place: string) => parameters.filter(one => one.in === place && one.required === true);
  const server = servers.map(({ url }) => url).find(url => typeof url === 'string') ?? '';
  const filled = needed('path').reduce<string>(
    (url, one) => url.replaceAll(`{${String(one.name)}}`, encodeURIComponent(fittingValue(one))),
    path,
  );
  const query = needed('query').map(
    one => `${encodeURIComponent(String(one.name))}=${encodeURIComponent(fittingValue(one))}`,
  );
  const address = `${String(server).replace(/\/$/, '')}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = needed('header').map(one => `${String(one.name)}: ${fittingValue(one)}`);
  if (security.length > 0 && security.every(one => Object.keys(one).length > 0)) headers.push('Authorization: …');
  const [type, body] = Object.entries(isSchema(requestBody?.content) ? requestBody.content : {})[0] ?? [];
  const lines = [`curl -X ${method} ${quoted(address)}`];
  if (type !== undefined) headers.push(`Content-Type: ${type}`);
  lines.push(...headers.map(header => `-H ${quoted(header)}`));
  if (isSchema(body)) {
    const schema = isSchema(body.schema) ? body.schema : undefined;
    const value = examplesOf(body, schema, definitions)[0]?.value;
    // Not --data: curl would read the file that an example with @ names, and send it.
    if (value !== undefined)
      lines.push(`--data-raw ${quoted(typeof value === 'string' ? value : JSON.stringify(value))}`);
  }
  return lines.join(' \\\n  ');
}
