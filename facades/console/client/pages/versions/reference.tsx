import './reference.css';
import { TextInput } from '@mantine/core';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { Method, many } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, Skeletons } from '../../shell/loaded.tsx';
import { Introduction, TagText } from './introduction.tsx';
import { Operation } from './operation.tsx';
import { type ListedEndpoint, useEndpoints } from './use-endpoints.ts';

/** Up to this many operations all tags are open. */
const MAX_OPEN = 60;
const MAX_FOUND = 200;

/** The reference of a version: its operations by tag, and the chosen operation. */
export function Reference({ versionId }: { versionId: string }) {
  const { endpointId } = useParams();
  const { endpoints, total, problem } = useEndpoints(versionId);
  if (problem) return <Failure problem={problem} noun="version" />;
  if (total === undefined) return <Skeletons />;
  if (total === 0) return <Empty title="This version has no operations" />;
  return (
    <div className="reference">
      <Navigation {...{ versionId, endpoints, total, endpointId }} />
      <div className="reference-main">
        {endpointId === undefined ? (
          <Introduction versionId={versionId} total={total} />
        ) : (
          <Operation key={endpointId} id={endpointId} />
        )}
      </div>
    </div>
  );
}

type Props = { versionId: string; endpoints: ListedEndpoint[]; total: number; endpointId: string | undefined };

function Navigation({ versionId, endpoints, total, endpointId }: Props) {
  const [text, setText] = useState('');
  const found = useMemo(() => (text === '' ? [] : endpoints.filter(matches(text))), [endpoints, text]);
  const byTag = useMemo(() => groupByTag(endpoints), [endpoints]);
  const link = (endpoint: ListedEndpoint) => (
    <OperationLink key={endpoint.id} endpoint={endpoint} versionId={versionId} isShown={endpoint.id === endpointId} />
  );
  const nav = useRef<HTMLElement>(null);
  const isListed = endpoints.some(({ id }) => id === endpointId);
  useLayoutEffect(() => {
    if (isListed && nav.current !== null) showCurrent(nav.current);
  }, [isListed]);
  return (
    <nav className="reference-nav" aria-label="Operations" ref={nav}>
      <TextInput
        type="search"
        aria-label="Filter operations"
        placeholder={`Filter ${many(total, 'operation')}`}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {text === '' ? (
        [...byTag].map(([tag, ones]) => (
          <Tag
            key={tag}
            tag={tag}
            isOpen={total <= MAX_OPEN || ones.some(({ id }) => id === endpointId)}
            count={ones.length}
          >
            {() => (
              <>
                <TagText versionId={versionId} name={tag} />
                <ul>{ones.map(link)}</ul>
              </>
            )}
          </Tag>
        ))
      ) : (
        <>
          <p className="dim" role="status">
            {found.length === 0 ? 'Nothing found' : many(found.length, 'operation')}
            {found.length > MAX_FOUND && `, the first ${MAX_FOUND} are shown`}
          </p>
          <ul>{found.slice(0, MAX_FOUND).map(link)}</ul>
        </>
      )}
    </nav>
  );
}

/** Scrolls the list to the current operation, if it is not in view. */
function showCurrent(nav: HTMLElement): void {
  const current = nav.querySelector('[aria-current]')?.getBoundingClientRect();
  if (current === undefined) return;
  const { top, bottom } = nav.getBoundingClientRect();
  if (current.top < top || current.bottom > bottom) nav.scrollTop += current.top - top - nav.clientHeight / 3;
}

/** A tag with its operations, which are rendered when it is opened. */
function Tag({
  tag,
  count,
  isOpen,
  children,
}: {
  tag: string;
  count: number;
  isOpen: boolean;
  children: () => React.ReactNode;
}) {
  const [chosen, setChosen] = useState<boolean>();
  const isShown = chosen ?? isOpen;
  return (
    <section>
      <button type="button" className="tag" aria-expanded={isShown} onClick={() => setChosen(!isShown)}>
        <span aria-hidden="true">{isShown ? '▾' : '▸'}</span> <span className="name">{tag}</span>{' '}
        <span className="dim">{count}</span>
      </button>
      {isShown && children()}
    </section>
  );
}

type LinkProps = { endpoint: ListedEndpoint; versionId: string; isShown: boolean };

const OperationLink = ({ endpoint: { id, method, path, summary, deprecated }, versionId, isShown }: LinkProps) => (
  <li>
    <Link
      to={`/versions/${versionId}/operations/${id}`}
      className={deprecated ? 'operation-link deprecated' : 'operation-link'}
      aria-current={isShown ? 'page' : undefined}
      preventScrollReset
      state={{ keepsFocus: true }}
    >
      <Method name={method} />
      <span className="name">
        <span className="mono">{path}</span>
        {summary && <span className="dim">{summary}</span>}
        {deprecated && <span className="dim">deprecated</span>}
      </span>
    </Link>
  </li>
);

function matches(text: string): (endpoint: ListedEndpoint) => boolean {
  const words = text.toLowerCase().split(/\s+/);
  return ({ method, path, summary, operationId, tags }) => {
    const all = [method, path, summary, operationId, ...tags].join(' ').toLowerCase();
    return words.every(word => all.includes(word));
  };
}

function groupByTag(endpoints: ListedEndpoint[]): Map<string, ListedEndpoint[]> {
  const groups = new Map<string, ListedEndpoint[]>();
  for (const endpoint of endpoints)
    for (const tag of endpoint.tags.length > 0 ? endpoint.tags : ['Other']) {
      const group = groups.get(tag);
      if (group === undefined) groups.set(tag, [endpoint]);
      else group.push(endpoint);
    }
  return groups;
}
