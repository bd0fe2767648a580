import { Anchor } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFocusInside } from '../use-focus-inside.ts';
import { spoken, Words } from '../words.tsx';
import type { Change, ChangeSource } from './change.ts';
import { readableLocation, shownSeverity } from './changes.ts';

const PlacesOfChange = lazy(async () => ({ default: (await import('./places.tsx')).PlacesOfChange }));

type Props = {
  source: ChangeSource;
  change: Change;
  isCurrent: boolean;
  isOpen: boolean;
  onOpen: () => void;
  isSeen?: boolean;
  /** Shown beside the message. */
  mark?: ReactNode;
  /** Shown with the facts below the message. */
  facts?: ReactNode;
  /** Shown below the texts when the row is open. */
  children?: ReactNode;
};

const WORDS = { BREAKING: '■ Breaking', WARNING: '▲ Warning', INFO: '● Non-breaking' } as const;

export function ChangeRow(props: Props) {
  const { source, change, isCurrent, isOpen, onOpen, isSeen = false, mark, facts, children } = props;
  const { message, ignored, rule, location } = change;
  const severity = shownSeverity(change);
  const focus = useFocusInside<HTMLElement>();
  return (
    <article
      {...focus}
      className={`change severity-${severity.toLowerCase()}`}
      data-current={isCurrent || undefined}
      data-seen={isSeen || undefined}
      aria-label={spoken(message)}
    >
      <div className="change-line">
        <button type="button" className="change-open" aria-expanded={isOpen} onClick={onOpen}>
          <span className="change-message">
            {(ignored || !source.isMarkdown) && (
              <span className="change-severity">{ignored ? '✓ Accepted' : WORDS[severity]} </span>
            )}
            <Words text={message} />
          </span>
          <span className="dim small change-place">{readableLocation(location)}</span>
        </button>
        {mark}
      </div>
      <div className="row small change-facts">
        <Affected key={source.state} source={source} change={change} />
        <code className="dim">{rule}</code>
        {ignored && <span>Accepted: “{ignored.reason}”</span>}
        {facts}
      </div>
      {isOpen && (
        <div className="change-body stack tight">
          {change.segments ? (
            <Segments segments={change.segments} />
          ) : (
            !source.isMarkdown && (
              <Suspense fallback={<p className="late">Loading the texts…</p>}>
                <PlacesOfChange key={source.state} source={source} change={change} />
              </Suspense>
            )
          )}
          {children}
        </div>
      )}
    </article>
  );
}

/** The words of a changed text. Their indexes are stable, because a change is immutable. */
const Segments = ({ segments }: { segments: NonNullable<Change['segments']> }) => (
  <p className="segments">
    {segments.map(({ kind, text }, index) => {
      const key = `${index} ${kind}`;
      if (kind === 'ADDED') return <ins key={key}>{text}</ins>;
      return kind === 'KEPT' ? <span key={key}>{text}</span> : <del key={key}>{text}</del>;
    })}
  </p>
);

/** The number of operations that a change affects. Their list is loaded on demand. */
function Affected({ source, change }: { source: ChangeSource; change: Change }) {
  const { affectedOperationCount: count, method, path } = change;
  const [operations, setOperations] = useState<readonly { method: string; path: string }[]>();
  const [isFailed, setFailed] = useState(false);
  async function show() {
    const found = await source.affectedBy(change);
    setFailed(found === undefined);
    setOperations(found);
  }
  if (count === 0) return null;
  if (count === 1)
    return (
      <span>
        {method} {path}
      </span>
    );
  if (operations !== undefined)
    return (
      <ul className="plain affected">
        {operations.map(operation => (
          <li key={`${operation.method} ${operation.path}`}>
            {operation.method} {operation.path}
          </li>
        ))}
      </ul>
    );
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={`${count} operations: ${spoken(change.message)}`}
        onClick={() => void show()}
      >
        {count} operations
      </Anchor>
      {isFailed && <span role="alert">They could not be loaded. Try again.</span>}
    </>
  );
}
