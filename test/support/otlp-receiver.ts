import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

export type OtlpRequest = { headers: IncomingHttpHeaders; body: Buffer };

export type OtlpReceiver = { url: string; requests: OtlpRequest[]; close(): void };

/** Receives OTLP over HTTP. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const requests: OtlpRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await buffer(request) });
    const type = request.headers['content-type'] ?? '';
    // An empty answer means that everything was accepted.
    response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => void server.close() };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Spans = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'resource'> & { startTimeUnixNano: string; endTimeUnixNano: string })[] }[];
  }[];
};

/** Ids are hexadecimal; a root has no parent. `resource` has the attributes of the sender as `key=value`. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  durationMs: number;
  resource: string[];
};

const requestType = protobuf
  .parse(readFileSync(new URL('./otlp.proto', import.meta.url), 'utf8'), { keepCase: true })
  .root.lookupType('ExportTraceServiceRequest');

/** The spans of requests, as protobuf or as JSON. */
export function spansOf(requests: readonly OtlpRequest[]): Span[] {
  const sent = requests.flatMap(request => parsed(request).resourceSpans);
  return sent.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(span => ({
        ...span,
        durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        resource: resource.attributes.map(({ key, value }) => `${key}=${value.stringValue}`),
      })),
    ),
  );
}

function parsed({ headers, body }: OtlpRequest): Spans {
  if (headers['content-type'] === 'application/json') return JSON.parse(body.toString());
  const decoded = requestType.toObject(requestType.decode(body), { longs: String, arrays: true, bytes: Array });
  return hexadecimal(decoded) as Spans;
}

/** JSON has ids in hexadecimal, protobuf as bytes. */
function hexadecimal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hexadecimal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      /^(trace|span|parentSpan)Id$/.test(key) ? Buffer.from(one as number[]).toString('hex') : hexadecimal(one),
    ]),
  );
}
