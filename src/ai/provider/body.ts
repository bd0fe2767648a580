import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ProviderFailure } from './failure.ts';
import { badAnswer } from './wire.ts';

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The bytes of a response, decompressed. The request asks for no compression, but proxies may compress anyway. Both the
 * compressed and the decompressed size are limited, as protection against decompression bombs.
 */
export function boundedBytes(body: Readable, encoding: string, mostBytes: number): AsyncIterable<Buffer> {
  const received = bounded(body, mostBytes);
  if (encoding === '' || encoding === 'identity') return received;
  const decoder = DECODERS[encoding]?.();
  if (decoder === undefined) throw badAnswer('answered in an encoding that was not requested');
  // The reader gets errors from the decoder.
  pipeline(received, decoder, () => {});
  return bounded(decoder, mostBytes);
}

export const tooLarge = (mostBytes: number): ProviderFailure =>
  new ProviderFailure('too_large', `The provider's answer is larger than ${mostBytes} bytes`);

async function* bounded(source: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    yield chunk;
  }
}

export async function readText(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
