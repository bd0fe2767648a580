import './search.css';
import { Anchor, Badge, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import type { SearchKind, SearchQuery } from '../../gql/graphql.ts';
import { Method, many } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { oneOf } from '../../parts/one-of.ts';
import { Pager, usePage } from '../../parts/pager.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { type Other, useOthers } from './others.ts';

const SEARCH = graphql(`
  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!, $hasWords: Boolean!) {
    search(q: $q, kind: $kind, first: $first, offset: $offset) @include(if: $hasWords) {
      totalCount
      nodes {
        id kind title snippet method path line pointer endpointId versionId documentId
        project { id name }
        document { id name }
        branch { id name }
      }
    }
  }
`);

type Hit = NonNullable<SearchQuery['search']>['nodes'][number];

const KINDS: Record<SearchKind, string> = { DOCUMENT: 'Document', ENDPOINT: 'Endpoint', TEXT: 'Text' };

const SIZE = 30;

const WORDS_ARE_NEEDED = 'Type a letter or a digit to find documents, endpoints and texts.';

const NO_HITS = { totalCount: 0, nodes: [] };

/** Searches published texts of all projects of the user, and what else the console has pages of. Arrow keys choose a hit, Enter opens it. */
export function SearchPage() {
  const { params, change } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const kind = oneOf(KINDS, params.get('kind')) ?? '';
  const q = useSearch();
  return (
    <Page title="Search">
      <div className="stack">
        <div className="row search-tools">
          <SearchField
            ref={input}
            label="Search documents, endpoints, texts, drafts and pages"
            placeholder="Documents, endpoints, texts, drafts, pages"
          />
          <NativeSelect
            aria-label="Kind"
            value={kind}
            onChange={({ currentTarget: { value } }) => change({ kind: value, page: '' }, { replace: true })}
            data={[
              { value: '', label: 'Everything' },
              ...Object.entries(KINDS).map(([value, name]) => ({ value, label: `${name}s` })),
            ]}
          />
        </div>
        {q.trim() === '' ? (
          <p className="dim">Every word must be there, or begin a word that is. Several words narrow the search.</p>
        ) : (
          <Hits q={q} kind={kind} />
        )}
      </div>
    </Page>
  );
}

function Hits({ q, kind }: { q: string; kind: SearchKind | '' }) {
  const { page, first, offset, go } = usePage(SIZE);
  const hasWords = /[\p{L}\p{N}]/u.test(q);
  const variables = { q, first, offset, hasWords, ...(kind !== '' && { kind }) };
  const [result, refresh] = useQuery({ query: SEARCH, variables, requestPolicy: 'network-only' });
  const navigate = useNavigate();
  const [chosenKey, setChosenKey] = useState('');
  const found = useOthers({ q, isWanted: kind === '' });
  const { count, isMore, fetching: isSeeking, problem } = found;
  const others = page === 1 ? found.others : [];
  const fetching = result.fetching || isSeeking;
  const hits = result.data?.search?.nodes ?? [];
  const rows = [...others, ...hits.map(rowOf)];
  const chosen = rows.findIndex(({ key }) => key === chosenKey);
  const row = rows[chosen];
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of hits has no chosen hit.
  useEffect(() => setChosenKey(''), [q, kind, page]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Outside of the search field, arrow keys change the kind or scroll the page.
      if (!(event.target instanceof HTMLInputElement)) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        // While other hits are on their way, a choice would be of a row that goes away.
        if (!fetching) setChosenKey(rows[Math.min(rows.length - 1, chosen + step)]?.key ?? '');
      } else if (event.key === 'Enter' && row && !fetching) navigate(row.to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <Loaded result={result} read={data => (hasWords ? data.search : NO_HITS)} retry={refresh} noun="result">
      {({ totalCount }) =>
        totalCount === 0 && count === 0 && problem === undefined ? (
          !isSeeking && (
            <Empty title="Nothing was found">
              <span>
                {hasWords
                  ? 'Try fewer words, or the beginning of one. Of texts, only published ones are searched.'
                  : WORDS_ARE_NEEDED}
              </span>
            </Empty>
          )
        ) : (
          <>
            <p className="dim" role="status">
              {isMore && 'At least '}
              {many(totalCount + count, 'result')}
              {!hasWords && `. ${WORDS_ARE_NEEDED}`}
            </p>
            {problem && <ProblemAlert problem={problem} />}
            <VisuallyHidden role="status">{row && `Chosen: ${row.name}. Enter opens it.`}</VisuallyHidden>
            <ul className="rows" ref={list}>
              {rows.map((one, index) => (
                <li key={one.key} className={index === chosen ? 'chosen' : ''}>
                  <FoundRow row={one} />
                </li>
              ))}
            </ul>
            <Pager total={totalCount} size={SIZE} page={page} go={go} />
          </>
        )
      }
    </Loaded>
  );
}

function addressOf({ kind, documentId, endpointId, versionId, line, pointer }: Hit): string {
  if (kind === 'ENDPOINT' && endpointId) return `/versions/${versionId}/operations/${endpointId}`;
  if (!versionId || kind !== 'TEXT') return `/documents/${documentId}`;
  const at = line ? `/line/${line}` : pointer;
  return `/versions/${versionId}${at ? `/source?${new URLSearchParams({ at })}` : ''}`;
}

const nameOf = (hit: Hit): string => (hit.kind === 'ENDPOINT' ? hit.path : hit.title) || hit.document.name;

type Row = Other & { hit?: Hit };

const rowOf = (hit: Hit): Row => ({
  key: `${hit.kind} ${hit.id}`,
  kind: KINDS[hit.kind],
  to: addressOf(hit),
  name: nameOf(hit),
  about: `${hit.project.name} / ${hit.document.name}`,
  hit,
});

const FoundRow = ({ row: { kind, to, name, about, hit } }: { row: Row }) => (
  <div>
    <span className="row">
      {hit?.kind === 'ENDPOINT' && hit.method ? (
        <Method name={hit.method} />
      ) : (
        <Badge variant="default" radius="sm" className="plain-badge">
          {kind}
        </Badge>
      )}
      <Anchor component={Link} to={to} className="name">
        {name}
      </Anchor>
    </span>
    {about && (
      <div className="dim name">
        {about}
        {hit?.branch && (
          <>
            {' '}
            (<span className="mono">{hit.branch.name}</span>)
          </>
        )}
      </div>
    )}
    {hit?.snippet && <div className="name">{hit.snippet}</div>}
  </div>
);
