import type { DocumentType } from '../../generated/prisma/enums.ts';
import { compareMarkdown } from '../../markdown/compare.ts';
import { compareOpenApi, type OpenApiComparison } from '../../openapi-diff/compare.ts';
import type { DiffSummary } from '../../openapi-diff/model.ts';
import { packItems } from '../../openapi-diff/report/packed-items.ts';
import { type PackedText, pack, parse, unpack } from './packed.ts';

/** `dated`: the result depends on the date, so it is valid only for that day. */
export type Compared = { summary: DiffSummary; itemCount: number; items: PackedText; dated: boolean };

type ComparedPair = { documentType: DocumentType; before?: PackedText; after: PackedText; day: string };

/** Compares two canonical texts. The first version of a branch has no text before it. */
export function compare(pair: ComparedPair): Compared {
  const { summary, items, dated } = comparisonOf(pair);
  return { summary, itemCount: items.length, dated, items: pack(packItems(items)) };
}

/** Only the comparison of OpenAPI documents depends on the date. */
function comparisonOf({ documentType, before, after, day }: ComparedPair): OpenApiComparison {
  return documentType === 'MARKDOWN'
    ? { ...compareMarkdown(before ? unpack(before) : null, unpack(after)), dated: false }
    : compareOpenApi(before ? parse(before) : null, parse(after), { today: day });
}
