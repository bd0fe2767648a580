/** The semantic statuses of the service with their codes, which are the same on every surface. */
export const statusCode = {
  OK: 200,
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PASSWORD_REQUIRED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  FAILED_PRECONDITION: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;

export type Status = keyof typeof statusCode;
export type ErrorStatus = Exclude<Status, 'OK'>;

export const errorStatuses = Object.keys(statusCode).filter((status): status is ErrorStatus => status !== 'OK');

/** The problem with one field. Line, column and pointer are present only for problems inside a content. */
export type FieldError = { field?: string; message: string; line?: number; column?: number; pointer?: string };

export type ErrorDetail = { errors?: FieldError[]; retryAfterSeconds?: number };

/** An error that the caller may see. Every other error becomes INTERNAL. */
export class DomainError extends Error {
  readonly status: ErrorStatus;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: ErrorStatus, message: string, detail: ErrorDetail = {}) {
    super(message);
    this.name = 'DomainError';
    this.status = status;
    this.errors = detail.errors;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }
}

/** A problem that the operator can fix. Its message is one line for each problem, which a command prints before it ends. */
export class OperatorError extends Error {}

export const invalidArgument = (field: string, message: string) =>
  new DomainError('INVALID_ARGUMENT', fieldMessage(field, message), { errors: [{ field, message }] });

/** A sentence about a field. It always starts with the field name. */
export const fieldMessage = (field: string, message: string): string =>
  /^(is|must|does|differs|has|of|or|cannot|may)\b/.test(message) ? `${field} ${message}` : `${field}: ${message}`;

export const notFound = (noun: string) => new DomainError('NOT_FOUND', `${noun} not found`);

export const failedPrecondition = (message: string) => new DomainError('FAILED_PRECONDITION', message);

export const alreadyExists = (field: string, message: string) =>
  new DomainError('ALREADY_EXISTS', message, { errors: [{ field, message }] });

export const unauthenticated = (message: string) => new DomainError('UNAUTHENTICATED', message);

export const permissionDenied = (message: string) => new DomainError('PERMISSION_DENIED', message);
