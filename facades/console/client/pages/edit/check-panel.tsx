import { Badge } from '@mantine/core';
import { textCounts } from '../../parts/badges.tsx';
import { readableLocation } from '../../parts/changes/changes.ts';
import { OnlyFirst } from '../../parts/only-first.tsx';
import { Words } from '../../parts/words.tsx';
import { Failure } from '../../shell/loaded.tsx';
import type { Check, CheckState } from './use-check.ts';

const GONE =
  'You can no longer write here: the place was removed, or you are no member of its project any more. What you typed is kept.';

/** The result of checking the text in the editor. */
export function CheckPanel({ check, problem, isChecking, again }: CheckState) {
  return (
    <section className="stack tight" aria-label="Check" aria-busy={isChecking}>
      <h2 className="side-title">
        Check <span className="dim small">{isChecking ? 'checking…' : ''}</span>
      </h2>
      {problem?.code === 'NOT_FOUND' && <p role="alert">{GONE}</p>}
      {problem && problem.code !== 'NOT_FOUND' && <Failure problem={problem} noun="draft" retry={again} />}
      {check && check.problems.length > 0 && (
        <>
          <p className="flush" role="status">
            <Badge variant="light" color="red">
              ✕ {check.problems.length} {check.problems.length === 1 ? 'problem' : 'problems'}
            </Badge>{' '}
            Fix {check.problems.length === 1 ? 'it' : 'them'} to save or submit the draft.
          </p>
          <Remarks of={check.problems} />
        </>
      )}
      {check?.summary && <Changes {...check} summary={check.summary} />}
      {check && check.warnings.length > 0 && (
        <details>
          <summary>Warnings ({check.warnings.length}). They do not block the submission</summary>
          <Remarks of={check.warnings} />
        </details>
      )}
      {!check && !problem && !isChecking && <p className="dim flush">Type, paste or drop a file.</p>}
    </section>
  );
}

/** Problems or warnings, with their places in the text. */
const Remarks = ({ of }: { of: Check['problems'] }) => (
  <ul className="plain small stack tight">
    {of.map(({ message, line, pointer }) => (
      <li key={`${line} ${pointer} ${message}`}>
        {line && <strong>Line {line}: </strong>}
        {message} {pointer && <code>{pointer}</code>}
      </li>
    ))}
  </ul>
);

type Props = Pick<Check, 'items' | 'itemCount' | 'isFirst'> & { summary: NonNullable<Check['summary']> };

function Changes({ summary, items, itemCount, isFirst }: Props) {
  const { breakingChanges, warnings, infos, unchanged } = summary;
  if (unchanged)
    return (
      <p className="flush">
        ✓ Valid. {isFirst ? 'It is the first version on this branch.' : 'It changes nothing in the latest version.'}
      </p>
    );
  return (
    <>
      <p className="flush" role="status">
        ✓ Valid.{' '}
        {typeof breakingChanges === 'number' ? (
          <>
            {breakingChanges > 0 ? (
              <Badge variant="light" color="red">
                ■ {breakingChanges} breaking
              </Badge>
            ) : (
              <Badge variant="light" color="green">
                Nothing breaks
              </Badge>
            )}{' '}
            <span className="small">
              {warnings ?? 0} {warnings === 1 ? 'warning' : 'warnings'}, {infos ?? 0} non-breaking
            </span>
          </>
        ) : (
          textCounts(itemCount, summary)
        )}
      </p>
      <ul className="plain small stack tight">
        {items.map(({ key, message, location, severity, ignored }) => (
          <li key={key} className={`severity-${severity.toLowerCase()}`}>
            <span className="change-severity">{ignored ? '✓' : ICONS[severity]}</span> <Words text={message} />{' '}
            <span className="dim change-place">{readableLocation(location)}</span>
          </li>
        ))}
      </ul>
      <OnlyFirst shown={items.length} total={itemCount} others="The page of the saved draft shows all." />
    </>
  );
}

const ICONS = { BREAKING: '■ Breaking:', WARNING: '▲ Warning:', INFO: '●' } as const;
