import { type FieldError, fieldMessage, type Status, statusCode } from '../../src/platform/errors.ts';
import { type Failure, internalFailure } from '../execute.ts';
import { retryAfter } from '../retry-after.ts';

/** The envelope of every REST answer. */
export type Envelope = {
  readonly code: number;
  readonly status: Status;
  readonly message: string;
  readonly detail?: unknown;
  readonly total?: number;
  readonly trace_id: string;
  /** Unix seconds. */
  readonly timestamp: number;
};

/** `envelope`: HTTP status 200 for business errors too. `mirror`: the envelope's code is the HTTP status. */
export type HttpStatusMode = 'envelope' | 'mirror';

/** These statuses are always the HTTP status, because proxies and clients act on it. They carry Retry-After. */
const alwaysReal: readonly Status[] = ['RESOURCE_EXHAUSTED', 'UNAVAILABLE'];

export function successEnvelope(detail: unknown, total: number | undefined, traceId: string): Envelope {
  return {
    code: statusCode.OK,
    status: 'OK',
    message: 'OK',
    detail,
    ...(total !== undefined && { total }),
    trace_id: traceId,
    timestamp: now(),
  };
}

export function failureEnvelope(failure: Failure, traceId: string, detail?: unknown): Envelope {
  const { status, message, errors } = failure;
  return {
    code: statusCode[status],
    status,
    message,
    ...(errors && errors.length > 0 && { detail: { errors } }),
    ...(detail !== undefined && { detail }),
    trace_id: traceId,
    timestamp: now(),
  };
}

export function httpStatusOf(status: Status, mode: HttpStatusMode): number {
  return mode === 'mirror' || alwaysReal.includes(status) ? statusCode[status] : 200;
}

export function retryAfterOf(failure: Failure): string | undefined {
  if (!alwaysReal.includes(failure.status)) return undefined;
  return retryAfter(failure.retryAfterSeconds);
}

/** One message for all fields, for callers who read only `message`. */
export function invalid(errors: readonly FieldError[]): Failure {
  const [first] = errors;
  if (first === undefined) return internalFailure;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = first.field === undefined ? first.message : fieldMessage(first.field, first.message);
  return { status: 'INVALID_ARGUMENT', message: `${message}${more}`, errors };
}

const now = (): number => Math.floor(Date.now() / 1000);
