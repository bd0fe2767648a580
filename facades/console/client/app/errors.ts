import type { CombinedError } from 'urql';

export type FieldProblem = { field?: string; message: string; line?: number; column?: number; pointer?: string };

/** An error for display. `code` is a status of the service, or a key of WITHOUT_ANSWER. */
export type Problem = {
  code: string;
  title: string;
  message: string;
  fields: FieldProblem[];
  traceId: string | undefined;
};

const TITLES: Record<string, string> = {
  INVALID_ARGUMENT: 'Something in it is not valid',
  UNAUTHENTICATED: 'Sign in again',
  PERMISSION_DENIED: 'You may not do this',
  NOT_FOUND: 'Not found',
  ALREADY_EXISTS: 'It exists already',
  FAILED_PRECONDITION: 'Not possible in its current state',
  RESOURCE_EXHAUSTED: 'Too many requests',
  UNAVAILABLE: 'The service is not available',
  DEADLINE_EXCEEDED: 'It took too long',
  INTERNAL: 'The service failed',
  NETWORK: 'The service could not be reached',
  TOO_LARGE: 'It is too large',
};

const PAYLOAD_TOO_LARGE = 413;

/**
 * The code if the service did not answer: without a response NETWORK; else a proxy in front of the service answered.
 */
function codeWithoutAnswer({ response }: CombinedError): string {
  const status = (response as Response | undefined)?.status;
  if (status === undefined) return 'NETWORK';
  return status === PAYLOAD_TOO_LARGE ? 'TOO_LARGE' : 'UNAVAILABLE';
}

const WITHOUT_ANSWER: Record<string, string> = {
  NETWORK: 'Check your connection. What you typed is kept; try again in a moment.',
  TOO_LARGE:
    'A proxy before the service takes no request of this size. Send a smaller text, or ask the operator to raise the limit. What you typed is kept.',
  UNAVAILABLE: 'It does not answer at the moment. What you typed is kept; try again in a moment.',
};

/** What the console says of a taken value, where the service names the field as only the API does. */
const TAKEN: Record<string, string> = { relativePath: 'A document at this path exists already' };

/** What the forms call a field that the service names as only the API does. */
const FORM_WORDS: Record<string, string> = { relativePath: 'The path', versionName: 'The version' };

/** A message in the words of the forms. */
const inFormWords = (message: string): string => message.replace(/^\w+/, name => FORM_WORDS[name] ?? name);

export function problemOf(error: CombinedError): Problem {
  const [first] = error.graphQLErrors;
  const extensions = first?.extensions as { code?: string; errors?: FieldProblem[]; traceId?: string } | undefined;
  const code = extensions?.code ?? (first === undefined ? codeWithoutAnswer(error) : 'INTERNAL');
  const fields = extensions?.errors ?? [];
  const taken = code === 'ALREADY_EXISTS' ? TAKEN[fields[0]?.field ?? ''] : undefined;
  return {
    code,
    title: TITLES[code] ?? 'It did not work',
    message: taken ?? inFormWords(first?.message ?? WITHOUT_ANSWER[code] ?? ''),
    fields: taken ? fields.map(field => ({ ...field, message: taken })) : fields,
    traceId: extensions?.traceId,
  };
}

/** Whether the answer is missing. The request may have been carried out nevertheless. */
export const isWithoutAnswer = ({ code }: Problem): boolean => Object.hasOwn(WITHOUT_ANSWER, code);

/** The message for a field of a form, by its GraphQL name. */
export const fieldError = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.fields.find(each => each.field === field)?.message;
