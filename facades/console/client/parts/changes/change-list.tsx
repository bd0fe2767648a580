import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Place, placeOf, reach } from '../../../../share/client/reach.ts';
import { takesLetters } from '../takes-letters.ts';
import type { Change } from './change.ts';
import { type Cause, SEVERITIES, type Severity } from './changes.ts';

/** The chosen change. `byReader`: not only by the address. A new object scrolls to the change again. */
export type Chosen = { key: string; byReader?: boolean };

type Props = {
  causes: Cause[];
  total: number;
  chosen?: Chosen | undefined;
  children: (change: Change) => ReactNode;
};

type Row = { kind: 'cause'; cause: Cause } | { kind: 'change'; change: Change };

const ICONS: Record<Severity, string> = { BREAKING: '■', WARNING: '▲', INFO: '●' };

/** The changes, grouped by cause. A virtual list: only the visible rows are in the page. */
export function ChangeList({ causes, total, chosen, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo<Row[]>(
    () =>
      causes.flatMap(cause => [
        { kind: 'cause' as const, cause },
        ...cause.changes.map(change => ({ kind: 'change' as const, change })),
      ]),
    [causes],
  );
  const place = useMemo(
    () => rows.findIndex(row => row.kind === 'change' && row.change.key === chosen?.key),
    [rows, chosen],
  );
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const offset = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(offset - top) > 1) setTop(offset);
  });
  const isPrinting = useIsPrinting();
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: index => (rows[index]?.kind === 'cause' ? 46 : 74),
    overscan: 8,
    scrollMargin: top,
    // The current change always stays in the page, because it may contain a form or a dialog with typed text.
    rangeExtractor: range => {
      if (isPrinting) return rows.map((_, index) => index);
      const shown = defaultRangeExtractor(range);
      return place === -1 || shown.includes(place) ? shown : [...shown, place].sort((one, other) => one - other);
    },
    getItemKey: index => {
      const row = rows[index];
      return row?.kind === 'change' ? row.change.key : `${row?.cause.kind} ${row?.cause.name}`;
    },
  });
  const isThere = place !== -1;
  const led = useRef<Chosen>(undefined);
  useEffect(() => {
    // Scroll only for a new choice, not when a filter shows the row again.
    if (chosen === undefined || chosen === led.current || !isThere) return;
    led.current = chosen;
    return reach(chosenRow(list.current, chosen));
  }, [chosen, isThere]);
  if (total === 0)
    return (
      <div className="card">
        <strong>No changes that clients notice.</strong> The text may differ all the same: their texts show it.
      </div>
    );
  if (rows.length === 0) return <div className="card">No change matches the filters.</div>;
  return (
    <ul
      ref={list}
      className="change-list plain"
      aria-label="Changes"
      style={isPrinting ? {} : { height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index] as Row;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className="change-slot"
            style={isPrinting ? {} : { transform: `translateY(${start - top}px)` }}
          >
            {row.kind === 'cause' ? <CauseHead cause={row.cause} /> : children(row.change)}
          </li>
        );
      })}
    </ul>
  );
}

/** Whether the page is being printed: paper shows all rows. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    // The browser takes its picture of the page as soon as the event has been handled.
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), listening);
    addEventListener('afterprint', () => setPrinting(false), listening);
    return () => listening.abort();
  }, []);
  return isPrinting;
}

/**
 * The place of the chosen row. The first scrolling also focuses the row. It never takes the focus from inside the row,
 * nor from a field in which the reader types; without `byReader`, from no element that the reader focused.
 */
function chosenRow(list: HTMLElement | null, { byReader = false }: Chosen): Place {
  const find = () => list?.querySelector<HTMLElement>('.change[data-current]');
  const { top, scroll } = placeOf(find, 'nearest');
  const isFree = (focused: Element) => (byReader ? !takesLetters(focused) : focused.matches('body, [tabindex="-1"]'));
  let isFocused = false;
  return {
    top,
    scroll() {
      scroll();
      const row = find();
      if (isFocused || !row) return;
      isFocused = true;
      const { activeElement } = document;
      if (activeElement && isFree(activeElement) && !row.contains(activeElement)) row.focus({ preventScroll: true });
    },
  };
}

function CauseHead({ cause: { name, kind, severity, changes } }: { cause: Cause }) {
  const counts = SEVERITIES.map(each => changes.filter(change => !change.ignored && change.severity === each).length);
  return (
    <h2 className={`cause severity-${severity.toLowerCase()}`}>
      <span aria-hidden="true">{ICONS[severity]}</span> <span className="cause-name">{name}</span>{' '}
      <span className="dim small">
        {kind && `${kind}, `}
        {counts[0] ? `${counts[0]} breaking of ` : ''}
        {changes.length} {changes.length === 1 ? 'change' : 'changes'}
      </span>
    </h2>
  );
}
