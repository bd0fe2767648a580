import { ProviderFailure } from './failure.ts';
import { badAnswer, type Form, record, string } from './wire.ts';

/** The error in a provider's response. It is read but never passed on to callers. */
export type Problem = { httpStatus: number; code: string; parameter: string; message: string };

/** HTTP statuses after which the same request is retried once. */
export const TRANSIENT = [429, 502, 503, 504];

export function readProblem(httpStatus: number, body: string): Problem {
  const { code, type, param, message } = record(record(tryParse(body)).error);
  return {
    httpStatus,
    code: string(code) || string(type),
    parameter: string(param),
    message: string(message),
  };
}

function tryParse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const TOO_LONG = /context.{0,20}(length|window|size)|too (long|many tokens)|maximum.{0,20}tokens/i;

/** Turns a provider's error into a failure with a message of this service. */
export function failureOf(problem: Problem, retryAfterMs?: number): ProviderFailure {
  const { httpStatus, code, message } = problem;
  const answered = `The provider answered with HTTP ${httpStatus}`;
  if (httpStatus >= 300 && httpStatus < 400)
    return badAnswer(
      `redirects (HTTP ${httpStatus}), and redirects are not followed. Set base_url to the final address`,
    );
  if (httpStatus === 401 || httpStatus === 403)
    return new ProviderFailure('unauthorized', `The provider refused the API key (HTTP ${httpStatus})`);
  if (code === 'insufficient_quota')
    return new ProviderFailure('rejected', 'The quota or credit of the API key is used up');
  if (httpStatus === 429 || httpStatus === 503)
    return new ProviderFailure(
      'overloaded',
      `The provider is overloaded or limits the rate (HTTP ${httpStatus})`,
      retryAfterMs,
    );
  if (httpStatus >= 500) return new ProviderFailure('provider_error', answered, retryAfterMs);
  if (httpStatus === 404)
    return new ProviderFailure('rejected', `${answered}: the model or path does not exist. Check model and base_url`);
  if (code === 'content_filter' || code === 'content_policy_violation')
    return new ProviderFailure('refused', 'A filter of the provider refused the request');
  if (httpStatus === 413 || code === 'context_length_exceeded' || TOO_LONG.test(message))
    return new ProviderFailure('too_long', 'The request is too long for the model');
  return new ProviderFailure('rejected', `${answered}: it does not accept the request. Check model and api_mode`);
}

/** Reads an error inside an answer that started successfully: an event of a stream, or a member of the JSON. */
export function failureOfEvent(error: unknown): ProviderFailure {
  const code = string(record(error).code) || string(record(error).type);
  if (code === 'content_filter') return new ProviderFailure('refused', 'A filter of the provider withheld the answer');
  if (code === 'rate_limit_exceeded') return new ProviderFailure('overloaded', 'The provider limits the rate');
  return new ProviderFailure('provider_error', 'The provider reported a failure in its answer');
}

const DROPPABLE = ['temperature', 'store'];

/** Another form of the request, if the provider refused one of its parameters by name; else undefined. */
export function otherForm({ httpStatus, parameter, message }: Problem, form: Form): Form | undefined {
  if (httpStatus !== 400 && httpStatus !== 422) return undefined;
  const refuses = (name: string) => (parameter === '' ? new RegExp(`\\b${name}\\b`).test(message) : parameter === name);
  if (refuses(form.tokens))
    return { ...form, tokens: form.tokens === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
  const dropped = DROPPABLE.find(name => refuses(name) && !form.without.includes(name));
  return dropped === undefined ? undefined : { ...form, without: [...form.without, dropped] };
}
