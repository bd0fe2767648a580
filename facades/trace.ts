import { randomFillSync } from 'node:crypto';

/** Version 00 has four fields; later ones may have more (W3C Trace Context, 3.2). */
const TRACEPARENT =
  /^(?!ff)(?:00(?!.*-.*-.*-.*-)|(?!00)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** The trace id of a valid W3C `traceparent`, else a new one. */
export function traceIdFrom(traceparent: string | string[] | undefined): string {
  const given = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return given ?? newTraceId();
}

/** Random bytes for the next 256 ids, because one call for each id would be slow. */
const random = Buffer.alloc(16 * 256);
let drawn = random.length;

function newTraceId(): string {
  if (drawn === random.length) {
    randomFillSync(random);
    drawn = 0;
  }
  drawn += 16;
  return random.toString('hex', drawn - 16, drawn);
}
