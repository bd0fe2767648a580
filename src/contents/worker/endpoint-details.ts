import { endpointDetail } from '../../openapi/endpoints.ts';
import { scanJson } from '../../platform/json.ts';
import { moved, type PackedText, parse } from './packed.ts';

/** An endpoint in full: its fields as JSON with exact numbers, one after the other in `bytes`. */
export type WrittenEndpoint = { bytes: Uint8Array; fields: { name: string; end: number; values: number }[] };

function writeEndpoint(detail: object): WrittenEndpoint {
  const fields: WrittenEndpoint['fields'] = [];
  const parts: Buffer[] = [];
  let end = 0;
  for (const [name, value] of Object.entries(detail)) {
    const text = JSON.stringify(value);
    const bytes = Buffer.from(text);
    end += bytes.length;
    parts.push(bytes);
    fields.push({ name, end, values: scanJson(text).values });
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), fields };
}

/**
 * Returns endpoints in full, or null for an operation that does not exist, and their size. Returns none if they have more
 * than `mostBytes`.
 */
export function endpointDetails(query: {
  canonical: PackedText;
  operations: { method: string; path: string }[];
  mostBytes: number;
}): WrittenEndpoints {
  const document = parse(query.canonical);
  const endpoints: WrittenEndpoints['endpoints'] = [];
  let size = 0;
  for (const { method, path } of query.operations) {
    const detail = endpointDetail(document, method, path);
    const written = detail === undefined ? null : writeEndpoint(detail);
    endpoints.push(written);
    size += written?.bytes.length ?? 0;
    if (size > query.mostBytes) return { size, endpoints: [] };
  }
  return moved(
    { size, endpoints },
    endpoints.flatMap(endpoint => endpoint?.bytes.buffer ?? []),
  );
}

export type WrittenEndpoints = { size: number; endpoints: (WrittenEndpoint | null)[] };
