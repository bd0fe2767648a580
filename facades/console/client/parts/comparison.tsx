import './comparison.css';
import { Badge, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../app/graphql.ts';
import type { ComparisonQuery, DiffSeverity } from '../gql/graphql.ts';
import { Loaded } from '../shell/loaded.tsx';
import { many } from './badges.tsx';
import { Copy } from './copy.tsx';
import { Empty } from './empty.tsx';
import { Pager, usePage } from './pager.tsx';
import { saveText } from './save-text.ts';

const COMPARISON = graphql(`
  query Comparison($id: ID!, $severity: [DiffSeverity!], $path: String, $first: Int!, $offset: Int!) {
    diff(id: $id) {
      id
      summary {
        unchanged breakingChanges warnings infos ignoredChanges affectedOperations
        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks
      }
      semverHint { needed before after sufficient }
      itemCount(severity: $severity, path: $path)
      items(severity: $severity, path: $path, first: $first, offset: $offset) {
        key rule severity message location isBreaking affectedOperationCount method path
        ignored { reason }
        segments { kind text }
        oldValue(maxCharacters: 500)
        newValue(maxCharacters: 500)
      }
    }
  }
`);

const CHANGELOG = graphql(`query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }`);

type Found = NonNullable<ComparisonQuery['diff']>;
type Item = NonNullable<Found['items']>[number];

const SIZE = 100;

/** What changed between two versions: the counts, the rows, breaking first, and the changelog to take along. */
export function Comparison({ diffId }: { diffId: string }) {
  const [params, setParams] = useSearchParams();
  const { page, first, offset, go } = usePage(SIZE);
  const severity = (params.get('severity') ?? '') as DiffSeverity | '';
  const path = params.get('path') ?? '';
  const variables = {
    id: diffId,
    first,
    offset,
    ...(severity !== '' && { severity: [severity] }),
    ...(path !== '' && { path }),
  };
  const [result, refresh] = useQuery({ query: COMPARISON, variables });
  const choose = (key: string, value: string) =>
    setParams(
      old => {
        const changed = new URLSearchParams(old);
        changed.delete('page');
        if (value === '') changed.delete(key);
        else changed.set(key, value);
        return changed;
      },
      { replace: true },
    );
  return (
    <Loaded result={result} read={data => data.diff} retry={refresh} noun="comparison">
      {diff => (
        <div className="stack">
          <Summary diff={diff} />
          <div className="tools">
            <div className="row">
              <NativeSelect
                aria-label="Severity"
                value={severity}
                onChange={event => choose('severity', event.currentTarget.value)}
                data={[
                  { value: '', label: 'All changes' },
                  { value: 'BREAKING', label: 'Breaking' },
                  { value: 'WARNING', label: 'Warnings' },
                  { value: 'INFO', label: 'Others' },
                ]}
              />
              {diff.semverHint && (
                <TextInput
                  type="search"
                  aria-label="Path"
                  placeholder="Path contains"
                  defaultValue={path}
                  onChange={event => choose('path', event.currentTarget.value)}
                />
              )}
            </div>
            <Changelog diffId={diffId} />
          </div>
          <Rows items={diff.items ?? []} />
          <Pager total={diff.itemCount} size={SIZE} page={page} go={go} />
        </div>
      )}
    </Loaded>
  );
}

const STEPS = {
  NONE: 'no new version',
  PATCH: 'a new patch version',
  MINOR: 'a new minor version',
  MAJOR: 'a new major version',
};

function Summary({ diff: { summary, semverHint } }: { diff: Found }) {
  if (summary.unchanged) return <p>Nothing has changed in meaning.</p>;
  if (summary.breakingChanges === null)
    return (
      <p>
        {many(summary.addedLines ?? 0, 'line')} added, {many(summary.removedLines ?? 0, 'line')} removed,{' '}
        {many(summary.modifiedBlocks ?? 0, 'block')} changed.
      </p>
    );
  const parts = [
    many(summary.breakingChanges, 'breaking change'),
    many(summary.warnings ?? 0, 'warning'),
    many(summary.infos ?? 0, 'other change'),
    ...(summary.ignoredChanges > 0 ? [`${summary.ignoredChanges} accepted`] : []),
  ];
  return (
    <p>
      {parts.join(', ')}; {many(summary.affectedOperations ?? 0, 'operation')} affected.{' '}
      {semverHint && (
        <span className="dim">
          Requires {STEPS[semverHint.needed]}
          {semverHint.before && semverHint.after
            ? `; info.version went from ${semverHint.before} to ${semverHint.after}`
            : '; info.version did not change'}
          {semverHint.sufficient === false && ', which is not enough'}.
        </span>
      )}
    </p>
  );
}

function Rows({ items }: { items: Item[] }) {
  if (items.length === 0) return <Empty title="No change to show" />;
  return (
    <ul className="rows compared">
      {items.map(item => (
        <Row key={item.key} item={item} />
      ))}
    </ul>
  );
}

const SEVERITIES: Record<DiffSeverity, [label: string, color: string]> = {
  BREAKING: ['Breaking', 'red'],
  WARNING: ['Warning', 'orange'],
  INFO: ['Other', 'gray'],
};

function Row({ item }: { item: Item }) {
  const [isOpen, setIsOpen] = useState(false);
  const [label, color] = item.ignored ? ['Accepted', 'gray'] : SEVERITIES[item.severity];
  return (
    <li>
      <button type="button" className="compared-open" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Badge color={color} variant="light" radius="sm" className="plain-badge">
          {label}
        </Badge>
        <span className="name">{item.message}</span>
        {item.affectedOperationCount > 1 && (
          <span className="dim">{many(item.affectedOperationCount, 'operation')}</span>
        )}
      </button>
      {isOpen && <Details item={item} />}
    </li>
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const Details = ({ item: { rule, location, oldValue, newValue, segments, ignored } }: { item: Item }) => (
  <div className="compared-details">
    <div className="dim">
      <span className="mono">{rule}</span> at <span className="mono">{location}</span>
    </div>
    {ignored && <p>Accepted: {ignored.reason}</p>}
    {segments ? (
      <p className="name">
        {segments.map(({ kind, text }, index) => {
          const key = `${index} ${kind}`;
          if (kind === 'ADDED') return <ins key={key}>{text}</ins>;
          return kind === 'REMOVED' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>;
        })}
      </p>
    ) : (
      <dl className="facts">
        {oldValue !== null && oldValue !== undefined && (
          <div>
            <dt>Before</dt>
            <dd className="mono">{shown(oldValue)}</dd>
          </div>
        )}
        {newValue !== null && newValue !== undefined && (
          <div>
            <dt>After</dt>
            <dd className="mono">{shown(newValue)}</dd>
          </div>
        )}
      </dl>
    )}
  </div>
);

function Changelog({ diffId }: { diffId: string }) {
  const [{ data }] = useQuery({ query: CHANGELOG, variables: { id: diffId } });
  const text = data?.diff?.changelog?.content;
  if (text === undefined) return null;
  return (
    <div className="row">
      <Copy text={text} label="Copy the changelog" />
      <button type="button" className="link-button" onClick={() => saveText(text, 'changelog.md')}>
        Download it
      </button>
    </div>
  );
}
