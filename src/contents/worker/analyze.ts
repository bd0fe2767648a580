import type { DocumentFormat, DocumentType } from '../../generated/prisma/enums.ts';
import { normalizeMarkdown } from '../../markdown/stable.ts';
import { indexEndpoints } from '../../openapi/endpoints.ts';
import { ingestOpenApi } from '../../openapi/ingest.ts';
import type { Problem } from '../../openapi/problem.ts';
import { freeMemory } from '../../platform/own-memory.ts';
import { moved, type PackedText, pack } from './packed.ts';

export type Analyzed = {
  documentFormat: DocumentFormat;
  content: PackedText;
  canonical: PackedText;
  warnings: PackedText;
  warningCount: number;
  endpoints: PackedText;
};

export type AnalyzeOutcome = { analyzed: Analyzed } | { problems: Problem[] };

/** Checks a content in UTF-8 and computes its canonical form. Frees the bytes of a large content. */
export function analyze({ content, documentType }: SentContent): AnalyzeOutcome {
  const outcome = analysisOf(Buffer.from(content.buffer, content.byteOffset, content.byteLength), documentType);
  return 'problems' in outcome ? outcome : moved(outcome, largeBuffersOf(outcome.analyzed));
}

export type SentContent = { content: Uint8Array; documentType: DocumentType };

/** Like `analyze`, but the result stays in the memory of this thread. */
export function analysisOf(bytes: Buffer, documentType: DocumentType): AnalyzeOutcome {
  const content = pack(bytes);
  const text = bytes.toString('utf8');
  freeMemory(bytes);
  if (documentType === 'MARKDOWN') {
    const canonical = pack(normalizeMarkdown(text));
    const none = { warnings: pack('[]'), warningCount: 0, endpoints: pack('[]') };
    return { analyzed: { documentFormat: 'MARKDOWN', content, canonical, ...none } };
  }
  const outcome = ingestOpenApi(text);
  if (!outcome.ok) return { problems: outcome.problems };
  const canonical = pack(outcome.normalized);
  freeMemory(outcome.normalized);
  return {
    analyzed: {
      documentFormat: outcome.format,
      content,
      canonical,
      warnings: pack(JSON.stringify(outcome.warnings)),
      warningCount: outcome.warningCount,
      endpoints: pack(JSON.stringify(indexEndpoints(outcome.document))),
    },
  };
}

/** The buffers of large texts. Small texts may share theirs. */
const largeBuffersOf = ({ content, canonical }: Analyzed): ArrayBufferLike[] =>
  [content.body, canonical.body].filter(body => body.length === body.buffer.byteLength).map(({ buffer }) => buffer);
