/** The semantic statuses of the service and the code that each one carries on every surface. */
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

/** What is wrong with one field; line, column and pointer only for problems inside a content. */
export type FieldError = { field?: string; message: string; line?: number; column?: number; pointer?: string };

export type ErrorDetail = { errors?: FieldError[]; retryAfterSeconds?: number };

/** A failure that the caller is meant to see. Anything else that is thrown becomes INTERNAL. */
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

export const invalidArgument = (field: string, message: string) =>
  new DomainError('INVALID_ARGUMENT', fieldMessage(field, message), { errors: [{ field, message }] });

/** What is wrong with a field, as one sentence: it begins with the field, whatever surface it is told on. */
export const fieldMessage = (field: string, message: string): string =>
  /^(is|must|does|differs|has|of|or|cannot|may)\b/.test(message) ? `${field} ${message}` : `${field}: ${message}`;

export const notFound = (noun: string) => new DomainError('NOT_FOUND', `${noun} not found`);

export const failedPrecondition = (message: string) => new DomainError('FAILED_PRECONDITION', message);

export const alreadyExists = (field: string, message: string) =>
  new DomainError('ALREADY_EXISTS', message, { errors: [{ field, message }] });

export const permissionDenied = (message = 'You do not have permission to do this') =>
  new DomainError('PERMISSION_DENIED', message);
