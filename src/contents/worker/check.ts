import type { DocumentFormat } from '../../generated/prisma/enums.ts';
import type { Problem } from '../../openapi/problem.ts';
import type { DiffSummary } from '../../openapi-diff/model.ts';
import type { JsonObject } from '../../platform/json.ts';
import { analysisOf, type SentContent } from './analyze.ts';
import { compare } from './compare.ts';
import { linesOfMarkdown } from './markdown-lines.ts';
import { type PackedText, parse, unpack } from './packed.ts';

export type CheckOutcome = { problems: Problem[] } | { checked: Checked };

/** What a content is and would change, without storing anything. `items` is packed JSON. */
export type Checked = {
  documentFormat: DocumentFormat;
  versionName: string | null;
  title: string | null;
  warnings: Problem[];
  summary: DiffSummary;
  items: PackedText;
};

type CheckedPair = SentContent & { before?: PackedText; day: string };

/** Checks a content and compares it with the one before it. */
export function check({ content, documentType, before, day }: CheckedPair): CheckOutcome {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const heading = documentType === 'MARKDOWN' ? headingOf(bytes.toString('utf8')) : null;
  const outcome = analysisOf(bytes, documentType);
  if ('problems' in outcome) return outcome;
  const { documentFormat, canonical, warnings } = outcome.analyzed;
  const { summary, items } = compare({ documentType, after: canonical, day, ...(before && { before }) });
  const info = documentType === 'OPENAPI' ? (parse(canonical).info as JsonObject) : {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    checked: {
      ...{ documentFormat, summary, items, warnings: JSON.parse(unpack(warnings)) as Problem[] },
      ...{ versionName: textOf(info.version), title: textOf(info.title) ?? heading },
    },
  };
}

function headingOf(markdown: string): string | null {
  for (const { heading } of linesOfMarkdown(markdown))
    if (heading?.level === 1 && heading.title !== '') return heading.title;
  return null;
}
