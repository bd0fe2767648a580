import './parts.css';
import { Badge } from '@mantine/core';

const METHOD_COLORS: Record<string, string> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'orange',
  PATCH: 'grape',
  DELETE: 'red',
};

export const Method = ({ name }: { name: string }) => (
  <Badge variant="light" color={METHOD_COLORS[name] ?? 'gray'} radius="sm" className="method">
    {name}
  </Badge>
);

export const TYPE_NAMES = { OPENAPI: 'OpenAPI', MARKDOWN: 'Markdown' } as const;

type Counts = {
  unchanged: boolean;
  breakingChanges: number | null;
  warnings: number | null;
  infos: number | null;
  addedLines: number | null;
  removedLines: number | null;
};

export const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The counts of a Markdown comparison, as one short line. */
export const textCounts = (
  changes: number,
  { addedLines, removedLines }: Pick<Counts, 'addedLines' | 'removedLines'>,
) => `${many(changes, 'change')}, ${many(addedLines ?? 0, 'line')} added, ${removedLines ?? 0} removed`;

/** The counts of changes, as one short line. */
export function ChangeCounts({ summary }: { summary: Counts }) {
  if (summary.unchanged) return <span className="dim">no change of meaning</span>;
  if (summary.breakingChanges === null)
    return (
      <span className="dim">
        {summary.addedLines === null
          ? 'too many changes to count'
          : `+${summary.addedLines} −${summary.removedLines ?? 0} lines`}
      </span>
    );
  const others = (summary.warnings ?? 0) + (summary.infos ?? 0);
  return (
    <span className="row">
      {summary.breakingChanges > 0 && (
        <Badge color="red" variant="light" radius="sm" className="plain-badge">
          {summary.breakingChanges} breaking
        </Badge>
      )}
      {others > 0 && <span className="dim">{many(others, 'other change')}</span>}
    </span>
  );
}

export const Archived = () => (
  <Badge color="gray" variant="light" radius="sm" className="plain-badge">
    Archived
  </Badge>
);
