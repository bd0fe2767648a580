import { plainText } from '../../platform/plain-text.ts';
import { ProviderFailure } from './failure.ts';
import type { Prompt, ProviderSettings } from './provider.ts';

/** How a model wants its request written, where the interface has more than one way. */
export type Form = { tokens: 'max_tokens' | 'max_completion_tokens'; without: readonly string[] };

export type Reading = { content: string; model: string | undefined; isCut: boolean };

/** Takes the events of a streamed answer. */
export type StreamReader = {
  /** Gives the text that the event adds. */
  take(event: unknown): string;
  /** Nothing of the answer follows. */
  isComplete(): boolean;
  /** The whole answer, or the failure that it turned out to be. */
  finish(): Reading;
};

/** One interface of providers: what is sent, and what the answer says. */
export type Wire = {
  path: string;
  body(settings: ProviderSettings, prompt: Prompt, form: Form): Record<string, unknown>;
  readAnswer(json: unknown): Reading;
  createReader(): StreamReader;
};

const MOST_MODEL_CHARACTERS = 200;

/** What was gathered of an answer, in the words of either interface. */
export type Gathered = {
  content: string;
  /** What the model said when it declined. */
  refusal: string;
  model: string;
  ending: 'whole' | 'out_of_tokens' | 'filtered';
};

export function conclude({ content, refusal, model, ending }: Gathered): Reading {
  if (refusal !== '') throw new ProviderFailure('refused', 'The model declined to answer');
  if (content.trim() !== '')
    return { content, model: plainText(model).slice(0, MOST_MODEL_CHARACTERS) || undefined, isCut: ending !== 'whole' };
  if (ending === 'filtered') throw new ProviderFailure('refused', 'A filter of the provider withheld the answer');
  if (ending === 'out_of_tokens')
    throw new ProviderFailure('rejected', 'The model used up max_output_tokens before it wrote any text: raise it');
  throw badAnswer('answered without any text');
}

/** Cleans text that comes in pieces, which may end inside a pair of surrogates or a line end. */
export function createCleaner(): (piece: string) => string {
  let heldBack = '';
  return piece => {
    const text = heldBack + piece;
    heldBack = /[\uD800-\uDBFF\r]$/.test(text) ? text.slice(-1) : '';
    return plainText(heldBack === '' ? text : text.slice(0, -1));
  };
}

export const badAnswer = (what: string) => new ProviderFailure('bad_answer', `The provider ${what}`);

export const brokeOff = () => new ProviderFailure('unreachable', "The provider's answer broke off");

/** An object of an answer, whatever came: members of what is none are absent. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
