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

const SEARCH = graphql(`
  query Search($q: String!, $kind: SearchKind, $first: Int!, $offset: Int!) {
    search(q: $q, kind: $kind, first: $first, offset: $offset) {
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

/** Searches documents, endpoints and texts of all projects of the user. Arrow keys choose a hit, Enter opens it. */
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
            label="Search documents, endpoints and texts"
            placeholder="Documents, endpoints, texts"
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
  const variables = { q, first, offset, ...(kind !== '' && { kind }) };
  const [result, refresh] = useQuery({ query: SEARCH, variables, requestPolicy: 'network-only' });
  const navigate = useNavigate();
  const [chosenKey, setChosenKey] = useState('');
  const { fetching } = result;
  const hits = result.data?.search?.nodes ?? [];
  const chosen = hits.findIndex(one => keyOf(one) === chosenKey);
  const hit = hits[chosen];
  const rows = useRef<HTMLUListElement>(null);
  useEffect(() => {
    rows.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
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
        if (!fetching) setChosenKey(keyOf(hits[Math.min(hits.length - 1, chosen + step)]));
      } else if (event.key === 'Enter' && hit && !fetching) navigate(addressOf(hit));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hits, hit, chosen, fetching, navigate]);
  return (
    <Loaded result={result} read={data => data.search} retry={refresh} noun="result">
      {({ nodes, totalCount }) =>
        totalCount === 0 ? (
          <Empty title="Nothing was found">
            <span>Try fewer words, or the beginning of one. Only published texts are searched.</span>
          </Empty>
        ) : (
          <>
            <p className="dim" role="status">
              {many(totalCount, 'result')}
            </p>
            <VisuallyHidden role="status">{hit && `Chosen: ${nameOf(hit)}. Enter opens it.`}</VisuallyHidden>
            <ul className="rows" ref={rows}>
              {nodes.map((node, index) => (
                <li key={keyOf(node)} className={index === chosen ? 'chosen' : ''}>
                  <HitRow hit={node} />
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

const keyOf = (hit: Hit | undefined): string => (hit ? `${hit.kind} ${hit.id}` : '');

function addressOf({ kind, documentId, endpointId, versionId, line, pointer }: Hit): string {
  if (kind === 'ENDPOINT' && endpointId) return `/versions/${versionId}/operations/${endpointId}`;
  if (!versionId || kind !== 'TEXT') return `/documents/${documentId}`;
  const at = line ? `/line/${line}` : pointer;
  return `/versions/${versionId}${at ? `/source?${new URLSearchParams({ at })}` : ''}`;
}

const nameOf = (hit: Hit): string => (hit.kind === 'ENDPOINT' ? hit.path : hit.title) || hit.document.name;

const HitRow = ({ hit }: { hit: Hit }) => (
  <div>
    <span className="row">
      {hit.kind === 'ENDPOINT' && hit.method ? (
        <Method name={hit.method} />
      ) : (
        <Badge variant="default" radius="sm" className="plain-badge">
          {KINDS[hit.kind]}
        </Badge>
      )}
      <Anchor component={Link} to={addressOf(hit)} className="name">
        {nameOf(hit)}
      </Anchor>
    </span>
    <div className="dim name">
      {hit.project.name} / {hit.document.name}
      {hit.branch && (
        <>
          {' '}
          (<span className="mono">{hit.branch.name}</span>)
        </>
      )}
    </div>
    {hit.snippet && <div className="name">{hit.snippet}</div>}
  </div>
);
