import type { AiPromptKey } from '../generated/prisma/client.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import type { Reach } from '../platform/outbound/reach.ts';
import { checkBaseUrl } from './provider/base-url.ts';
import type { ApiMode } from './provider/provider.ts';

/** The settings of a provider, without its key. */
export type ProviderFields = {
  name: string;
  baseUrl: string;
  model: string;
  apiMode: ApiMode;
  enabled: boolean;
  temperature: number;
  timeoutMs: number;
  maxOutputTokens: number;
};

export const PROVIDER_DEFAULTS = {
  apiMode: 'CHAT_COMPLETIONS',
  enabled: false,
  temperature: 0.2,
  timeoutMs: 30_000,
  maxOutputTokens: 1000,
} as const satisfies Partial<ProviderFields>;

export const providerBounds = {
  name: { minLength: 1, maxLength: 100, pattern: '\\S' },
  baseUrl: { minLength: 1, maxLength: 2048, pattern: '^\\s*https?://' },
  model: { minLength: 1, maxLength: 200, pattern: '\\S' },
  apiKey: { maxLength: 1000, pattern: '^[ -~]*$' },
  temperature: { minimum: 0, maximum: 2 },
  timeoutMs: { minimum: 1000, maximum: 120_000 },
  maxOutputTokens: { minimum: 1, maximum: 32_000 },
};

export const promptBounds = { text: { minLength: 1, maxLength: 20_000, pattern: '\\S' } };

/**
 * Checks all fields and returns them in stored form, or throws one error that lists every problem. Without `reach`, the base URL
 * is a stored one, and not checked again.
 */
export function checkProvider(input: ProviderFields, reach: Reach | undefined): ProviderFields {
  const errors: FieldError[] = [];
  const check = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DomainError) || error.errors === undefined) throw error;
      errors.push(...error.errors);
      return undefined as T;
    }
  };
  const checked: ProviderFields = {
    name: check(() => fields.title('name', input.name, providerBounds.name.maxLength)),
    baseUrl: reach === undefined ? input.baseUrl : check(() => baseUrl(input.baseUrl, reach)),
    model: check(() => fields.label('model', input.model, providerBounds.model.maxLength)),
    apiMode: input.apiMode,
    enabled: input.enabled,
    temperature: check(() => within('temperature', input.temperature, providerBounds.temperature)),
    timeoutMs: check(() => within('timeout_ms', input.timeoutMs, providerBounds.timeoutMs)),
    maxOutputTokens: check(() => within('max_output_tokens', input.maxOutputTokens, providerBounds.maxOutputTokens)),
  };
  const [first] = errors;
  if (first) throw new DomainError('INVALID_ARGUMENT', `${first.field}: ${first.message}`, { errors });
  return checked;
}

/** Checks the base URL. It is stored as written; /v1 is added on use if it has no path. */
function baseUrl(text: string, reach: Reach): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalidArgument('base_url', 'must not be blank');
  const checked = checkBaseUrl(trimmed, reach);
  if (!checked.ok) throw invalidArgument('base_url', checked.problem);
  return trimmed;
}

function within(field: string, value: number, { minimum, maximum }: { minimum: number; maximum: number }): number {
  if (!(value >= minimum && value <= maximum))
    throw invalidArgument(field, `must be between ${minimum} and ${maximum}`);
  return value;
}

/** Reads a key from input; undefined for a blank one. It is sent in a header: visible ASCII only (RFC 9110, 5.5). */
export function readApiKey(text: string | null | undefined): string | undefined {
  const key = text?.trim() ?? '';
  if (key === '') return undefined;
  if (key.length > providerBounds.apiKey.maxLength)
    throw invalidArgument('api_key', `must have at most ${providerBounds.apiKey.maxLength} characters`);
  if (!/^[\x21-\x7E]+$/.test(key))
    throw invalidArgument('api_key', 'must contain only visible ASCII characters, without spaces');
  return key;
}

const SHORTEST_KEY_SHOWN = 8;

/** The last four characters of a key, for display. Null for a short key: four characters would reveal half of it. */
export const lastCharactersOf = (key: string): string | null =>
  key.length < SHORTEST_KEY_SHOWN ? null : key.slice(-4);

const originOf = (url: string): string => new URL(url).origin;

/**
 * Whether a stored key may be sent to a new base URL: only if the origin is the same, so that a change of the address
 * never gives the key to another server.
 */
export const mayKeepKey = (keptFor: string, baseUrl: string): boolean => originOf(keptFor) === originOf(baseUrl);

const PLACEHOLDERS: Record<AiPromptKey, readonly string[]> = {
  DRAFT_REVIEW_SUMMARY: ['context'],
  VERSION_CHANGE_SUMMARY: ['context'],
  DIFF_CHANGE_SUMMARY: ['context'],
  PAGE_CHAT: ['context', 'message'],
};

export const PROMPT_KEYS = Object.keys(PLACEHOLDERS) as AiPromptKey[];

export type PromptTexts = { systemPrompt: string; userPromptTemplate: string };

/** The given texts, checked, and the stored ones for those that are absent. */
export function checkPrompt(
  key: AiPromptKey,
  given: { [Text in keyof PromptTexts]?: string | null | undefined },
  stored: PromptTexts,
): PromptTexts {
  const checked = { ...stored };
  if (typeof given.systemPrompt === 'string') checked.systemPrompt = promptText('system_prompt', given.systemPrompt);
  if (typeof given.userPromptTemplate === 'string')
    checked.userPromptTemplate = checkTemplate(key, promptText('user_prompt_template', given.userPromptTemplate));
  return checked;
}

const promptText = (field: string, text: string): string => fields.label(field, text, promptBounds.text.maxLength);

function checkTemplate(key: AiPromptKey, template: string): string {
  for (const name of PLACEHOLDERS[key]) {
    const count = template.split(`{{${name}}}`).length - 1;
    if (count === 0) throw invalidArgument('user_prompt_template', `must contain the placeholder {{${name}}}`);
    // Each one is replaced by the whole text.
    if (count > 1) throw invalidArgument('user_prompt_template', `must contain the placeholder {{${name}}} only once`);
  }
  return template;
}
