import type { Status } from '../../src/platform/errors.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Params } from './message.ts';
import type { ContentBlock } from './protocol.ts';
import type { Era } from './protocol-rules.ts';
import type { WrittenAnswer } from './tool-answer-json.ts';

/** The caller: the engine's context, the scopes of the token, the protocol rules. */
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

/** A result with data for the log, the audit and the serializer. */
export type Outcome<Result> = {
  readonly result: Result;
  readonly status: Status;
  readonly weight: number;
  /** The serialized answer of a tool, so that it is serialized only once. */
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
  /** A token needs one of these scopes to see and call the tool. If empty, every token may. */
  readonly scopes: readonly string[];
  call(args: Params, asking: Asking<Context>): Promise<Outcome<ToolResult>>;
};

export type ResourceContents = { readonly uri: string; readonly mimeType?: string; readonly [field: string]: unknown };

export type Resources<Context> = {
  readonly templates: readonly object[];
  list(cursor: string | undefined, asking: Asking<Context>): Promise<{ resources: object[]; nextCursor?: string }>;
  /** The contents. Throws an RpcError if there are none or the caller may not read them. */
  read(uri: string, asking: Asking<Context>): Promise<Outcome<readonly ResourceContents[]>>;
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

/** Everything that the dispatcher offers. */
export type Registry<Context> = {
  readonly tools: readonly Tool<Context>[];
  readonly resources: Resources<Context>;
  readonly prompts: readonly Prompt<Context>[];
};

export const mayUse = (scopes: readonly string[], held: readonly string[]): boolean =>
  scopes.length === 0 || scopes.some(scope => held.includes(scope));
