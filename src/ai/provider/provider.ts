/** The settings that a model call needs. */
export type ProviderSettings = {
  /** As entered by an administrator. Checked again at every call. */
  baseUrl: string;
  model: string;
  apiMode: ApiMode;
  apiKey?: string;
  /** Where the provider is configured. */
  holder?: string;
  temperature: number;
  /** For the whole call: waiting for a slot, connecting, and reading the response to its end. */
  timeoutMs: number;
  maxOutputTokens: number;
};

export type ApiMode = 'CHAT_COMPLETIONS' | 'RESPONSES';

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] };

export type Answer = {
  content: string;
  /** The model that answered, as the provider names it. */
  model: string;
  latencyMs: number;
  /** Whether the model stopped early: out of tokens, or by a filter. */
  isCut: boolean;
};

export type CallOptions = {
  /** Who waits for the answer: the id of a user, or of the project of a summary. */
  asker: string;
  signal?: AbortSignal | undefined;
};

export type ProviderClient = {
  /** Throws while the provider is paused after failures, as the calls do. */
  checkPause(settings: ProviderSettings): void;
  complete(settings: ProviderSettings, prompt: Prompt, options: CallOptions): Promise<Answer>;
  /** Yields chunks of the text and returns the complete answer. Leaving the loop cancels the call. */
  stream(settings: ProviderSettings, prompt: Prompt, options: CallOptions): AsyncGenerator<string, Answer>;
  close(): Promise<void>;
};
