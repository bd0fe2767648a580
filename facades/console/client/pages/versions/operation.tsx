import './reference.css';
import { Anchor, Badge } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import type { OperationQuery } from '../../gql/graphql.ts';
import { Method } from '../../parts/badges.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { Bodies } from './bodies.tsx';
import { curlOf } from './curl.ts';
import { Parameters } from './parameters.tsx';
import { Responses } from './responses.tsx';
import { type Definitions, isSchema, objectsOf, type ShownOperation } from './schema.ts';
import { Since } from './since.tsx';

const OPERATION = graphql(`
  query Operation($id: ID!) {
    endpoint(id: $id) {
      id versionId method path summary operationId tags deprecated descriptionHtml
      parameters requestBody responses security servers schemas
    }
  }
`);

const NARROW = '(max-width: 56rem)';

type Found = NonNullable<OperationQuery['endpoint']>;

const read = (found: Found): ShownOperation => ({
  method: found.method,
  path: found.path,
  parameters: objectsOf(found.parameters),
  requestBody: isSchema(found.requestBody) ? found.requestBody : undefined,
  responses: Object.entries(isSchema(found.responses) ? found.responses : {}).map(([status, response]) => [
    status,
    isSchema(response) ? response : {},
  ]),
  security: objectsOf(found.security),
  servers: objectsOf(found.servers),
  definitions: (isSchema(found.schemas) ? found.schemas : {}) as Definitions,
});

/** The reference of one operation. Read from the cache without revalidation, because a version never changes. */
export function Operation({ id, isAlone = false }: { id: string; isAlone?: boolean }) {
  const [result, refresh] = useQuery({ query: OPERATION, variables: { id }, requestPolicy: 'cache-first' });
  return (
    <Loaded result={result} read={data => data.endpoint} retry={refresh} noun="operation">
      {found => <Shown found={found} operation={read(found)} isAlone={isAlone} />}
    </Loaded>
  );
}

function Shown({ found, operation, isAlone }: { found: Found; operation: ShownOperation; isAlone: boolean }) {
  const { method, path, summary, operationId, tags, deprecated, descriptionHtml } = found;
  const article = useRef<HTMLElement>(null);
  // On phones and enlarged pages the operation is below the list: scroll to it and focus it.
  useEffect(() => {
    if (isAlone || !matchMedia(NARROW).matches) return;
    article.current?.scrollIntoView();
    article.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return (
    <article className="operation" ref={article} tabIndex={-1}>
      <div className="operation-head">
        <Method name={method} />
        <h2 className="mono">{path}</h2>
        {deprecated && (
          <Badge color="orange" variant="light" radius="sm" className="plain-badge">
            Deprecated
          </Badge>
        )}
      </div>
      {summary && <p className="name">{summary}</p>}
      <div className="row dim">
        {operationId && <span className="mono">{operationId}</span>}
        {tags.length > 0 && <span className="name">{tags.join(', ')}</span>}
        {!isAlone && (
          <>
            <Since id={found.id} method={method} path={path} />
            <Anchor component={Link} to={`/endpoints/${found.id}`} size="sm">
              History
            </Anchor>
          </>
        )}
        <Copy text={curlOf(operation)} label="Copy as curl" />
      </div>
      {descriptionHtml && (
        <section>
          <SafeHtml html={descriptionHtml} />
        </section>
      )}
      <Access operation={operation} />
      <Parameters {...operation} />
      {operation.requestBody && (
        <section aria-label="Request body">
          <h3>Request body{operation.requestBody.required === true && <span className="dim"> required</span>}</h3>
          <Bodies content={operation.requestBody.content} definitions={operation.definitions} />
        </section>
      )}
      <Responses {...operation} />
    </article>
  );
}

function Access({ operation: { security, servers } }: { operation: ShownOperation }) {
  const urls = servers.map(({ url }) => url).filter(url => typeof url === 'string');
  const schemes = security.map(requirement =>
    Object.entries(requirement)
      .map(([name, scopes]) => (Array.isArray(scopes) && scopes.length > 0 ? `${name} (${scopes.join(', ')})` : name))
      .join(' and '),
  );
  if (urls.length === 0 && schemes.length === 0) return null;
  return (
    <section>
      <dl className="facts">
        {urls.length > 0 && (
          <div>
            <dt>Servers</dt>
            {urls.map(url => (
              <dd key={url} className="mono">
                {url}
              </dd>
            ))}
          </div>
        )}
        {schemes.length > 0 && (
          <div>
            <dt>Security</dt>
            <dd>{schemes.map(scheme => scheme || 'none').join(', or ')}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
