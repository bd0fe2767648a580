import { Readable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { jsonStream } from '../platform/json-stream.ts';
import type { GraphqlContext } from './context.ts';
import type { HttpContext } from './http-context.ts';

const LARGE_CHARACTERS = 256 * 1024;

/** Streams a large response in chunks: `JSON.stringify` would block every other request meanwhile. */
export const largeAnswers: Plugin<HttpContext> = {
  onExecute: ({ context, args }) => {
    (context as unknown as HttpContext).answer = (args.contextValue as unknown as GraphqlContext).answer;
  },
  onResultProcess: ({ result, setResultProcessor, serverContext, request }) => {
    const { answer } = serverContext as unknown as HttpContext;
    if (!answer || answer.characters < LARGE_CHARACTERS) return;
    if (!result || Array.isArray(result) || !('data' in result)) return;
    const accepted = request.headers.get('accept') ?? '';
    const [mediaType, json] = form(accepted, jsonStream(plain(result as ExecutionResult)));
    const headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
    setResultProcessor(
      (_, fetchAPI) => new fetchAPI.Response(Readable.toWeb(json) as BodyInit, { status: 200, headers }),
      mediaType,
    );
  },
};

/** Uses `toJSON` of errors, which includes only what is meant for the caller. */
const plain = ({ data, errors }: ExecutionResult): object => ({
  ...(errors && { errors: errors.map(error => error.toJSON()) }),
  data,
});

/** Chooses the media type: JSON, or a single server-sent event for callers who accept nothing else. */
function form(accepted: string, json: Readable): [mediaType: string, body: Readable] {
  if (accepted.includes('application/graphql-response+json')) return ['application/graphql-response+json', json];
  if (!accepted.includes('text/event-stream') || accepted.includes('json')) return ['application/json', json];
  return ['text/event-stream', Readable.from(oneEvent(json), { objectMode: false })];
}

async function* oneEvent(json: Readable): AsyncGenerator<Uint8Array | string> {
  yield 'event: next\ndata: ';
  yield* json;
  yield '\n\nevent: complete\ndata:\n\n';
}
