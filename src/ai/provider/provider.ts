/** What a call of a model needs to know of its provider. */
export type ProviderSettings = {
  /** As an administrator wrote it; judged anew for every call. */
  baseUrl: string;
  model: string;
  apiMode: ApiMode;
  apiKey?: string;
  temperature: number;
  /** Over the whole call: waiting for its turn, connecting, and the answer to its last byte. */
  timeoutMs: number;
  maxOutputTokens: number;
};

export type ApiMode = 'CHAT_COMPLETIONS' | 'RESPONSES';

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] };

export type Answer = {
  content: string;
  /** The model that answered, in the words of the provider. */
  model: string;
  latencyMs: number;
  /** The model stopped before its end: out of tokens, or by a filter. */
  isCut: boolean;
};

export type CallOptions = { signal?: AbortSignal };

export type ProviderClient = {
  complete(settings: ProviderSettings, prompt: Prompt, options?: CallOptions): Promise<Answer>;
  /** Pieces of the text as they come; the return value is the whole answer. Leaving the loop ends the call. */
  stream(settings: ProviderSettings, prompt: Prompt, options?: CallOptions): AsyncGenerator<string, Answer>;
  close(): Promise<void>;
};
