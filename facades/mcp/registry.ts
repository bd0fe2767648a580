import type { Status } from '../../src/platform/errors.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Era } from './era.ts';
import type { Params } from './message.ts';
import type { ContentBlock } from './protocol.ts';
import type { WrittenAnswer } from './tool-answer-json.ts';

/** Who asks: the context of the engine, what the token may do, by which rules it is answered. */
export type Caller<Context> = {
  readonly context: Context;
  readonly scopes: readonly string[];
  readonly traceId: string;
};

export type Asking<Context> = Caller<Context> & { readonly era: Era };

export type ToolResult = {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: object;
  readonly isError?: true;
};

/** A result with what the log, the audit and the writer of the answer want to know of it. */
export type Outcome<Result> = {
  readonly result: Result;
  readonly status: Status;
  readonly weight: number;
  /** The answer of a tool as JSON: to write it once is enough. */
  readonly written?: WrittenAnswer;
};

export type ToolDefinition = {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
};

export type Tool<Context> = {
  readonly definition: ToolDefinition;
  /** One of these lets a token see and call it; without any it is for everybody. */
  readonly scopes: readonly string[];
  call(args: Params, asking: Asking<Context>): Promise<Outcome<ToolResult>>;
};

export type ResourceContents = { readonly uri: string; readonly mimeType?: string; readonly [field: string]: unknown };

export type Resources<Context> = {
  readonly templates: readonly object[];
  list(cursor: string | undefined, asking: Asking<Context>): Promise<{ resources: object[]; nextCursor?: string }>;
  /** The contents, or `undefined`: there is no such resource. Throws an RpcError for every other refusal. */
  read(uri: string, asking: Asking<Context>): Promise<Outcome<readonly ResourceContents[]> | undefined>;
};

export type PromptDefinition = {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly { readonly name: string; readonly description?: string; readonly required?: boolean }[];
};

export type PromptResult = { readonly description?: string; readonly messages: readonly object[] };

export type Prompt<Context> = {
  readonly definition: PromptDefinition;
  readonly scopes: readonly string[];
  get(args: Params, asking: Asking<Context>): Promise<Outcome<PromptResult>>;
};

/** All that the dispatcher can offer. */
export type Registry<Context> = {
  readonly tools: readonly Tool<Context>[];
  readonly resources: Resources<Context>;
  readonly prompts: readonly Prompt<Context>[];
};

export const mayUse = (scopes: readonly string[], held: readonly string[]): boolean =>
  scopes.length === 0 || scopes.some(scope => held.includes(scope));
