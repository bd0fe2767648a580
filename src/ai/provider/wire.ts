import { plainText } from '../../platform/plain-text.ts';
import { isSeen } from '../../platform/visible-text.ts';
import { ProviderFailure } from './failure.ts';
import type { Prompt, ProviderSettings } from './provider.ts';

/** The form of a request, for parameters that differ between models. */
export type Form = { tokens: 'max_tokens' | 'max_completion_tokens'; without: readonly string[] };

export type Reading = { content: string; model: string | undefined; isCut: boolean };

/** Reads the events of a streamed answer. */
export type StreamReader = {
  /** Returns the text that the event adds. */
  take(event: unknown): string;
  isComplete(): boolean;
  /** Returns the whole answer, or throws the failure. */
  finish(): Reading;
};

/** One provider API: how requests are written and answers are read. */
export type Wire = {
  path: string;
  body(settings: ProviderSettings, prompt: Prompt, form: Form): Record<string, unknown>;
  readAnswer(json: unknown): Reading;
  createReader(): StreamReader;
};

const MAX_MODEL_CHARACTERS = 200;

/** The parts of an answer, the same for both APIs. */
export type Gathered = {
  content: string;
  /** The text with which the model declined to answer. */
  refusal: string;
  model: string;
  ending: 'whole' | 'out_of_tokens' | 'filtered';
};

export function conclude({ content, refusal, model, ending }: Gathered): Reading {
  if (refusal !== '') throw new ProviderFailure('refused', 'The model declined to answer');
  if (isSeen(content))
    return { content, model: plainText(model).slice(0, MAX_MODEL_CHARACTERS) || undefined, isCut: ending !== 'whole' };
  if (ending === 'filtered') throw new ProviderFailure('refused', 'A filter of the provider withheld the answer');
  if (ending === 'out_of_tokens')
    throw new ProviderFailure('rejected', 'The model used up max_output_tokens before it wrote any text. Increase it');
  throw badAnswer('answered without any text');
}

/** Cleans text that arrives in chunks. A chunk may end inside a surrogate pair or a CRLF. */
export function createCleaner(): (piece: string) => string {
  let pending = '';
  return piece => {
    const text = pending + piece;
    pending = /[\uD800-\uDBFF\r]$/.test(text) ? text.slice(-1) : '';
    return plainText(pending === '' ? text : text.slice(0, -1));
  };
}

export const badAnswer = (what: string) => new ProviderFailure('bad_answer', `The provider ${what}`);

export const brokeOff = () => new ProviderFailure('unreachable', "The provider's answer ended too early");

/** The value as an object with unknown members; an empty object if it is none. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
