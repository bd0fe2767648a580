import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { Ago, formatExact } from '../../app/time.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { spoken, Words } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { DocumentFrame, type ShownDocument } from './document-frame.tsx';

const ACCEPTED = graphql(`
  query AcceptedChanges($id: ID!, $search: String, $first: Int!, $offset: Int!) {
    document(id: $id) {
      id
      diffExceptions(search: $search, first: $first, offset: $offset) {
        totalCount
        nodes { id key message reason status expiresAt createdAt createdBy { id name } }
      }
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeException($input: RevokeDiffExceptionInput!) { revokeDiffException(input: $input) { id status } }
`);

const SIZE = 50;

export const AcceptedPage = () => (
  <DocumentFrame part="Accepted changes">{document => <Accepted document={document} />}</DocumentFrame>
);

function Accepted({ document }: { document: ShownDocument }) {
  const search = useSearch();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: ACCEPTED, variables: { id: document.id, search, first, offset } });
  const { act, problem } = useAct(REVOKE);
  const [said, setSaid] = useState('');
  const focus = useFocusInside<HTMLDivElement>();
  async function revoke(id: string) {
    setSaid('');
    if (await act({ input: { id } })) setSaid('The change counts again.');
  }
  return (
    <div className="stack" {...focus}>
      <SearchField label="Search accepted changes" />
      <ProblemAlert problem={problem} />
      <span role="status">{said}</span>
      <Loaded result={result} read={data => data.document?.diffExceptions} retry={refresh} noun="document">
        {({ nodes, totalCount }) =>
          totalCount === 0 && search !== '' ? (
            <Empty title="No accepted change has this in its words, reason or key" />
          ) : totalCount === 0 ? (
            <Empty title="No change is accepted">
              <span>A breaking change that an admin accepts stays visible, but no longer counts.</span>
            </Empty>
          ) : (
            <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
              {nodes.map(({ id, key, message, reason, status, expiresAt, createdAt, createdBy }) => (
                <li key={id}>
                  <div>
                    <span className="name">{reason}</span>
                    {message === null ? (
                      <div className="mono dim">{key}</div>
                    ) : (
                      <div className="name">
                        <Words text={message} />
                      </div>
                    )}
                    <div className="dim">
                      by <span className="name">{createdBy.name}</span> <Ago at={createdAt} />
                      {expiresAt && `, until ${formatExact(expiresAt)}`}
                    </div>
                  </div>
                  <span className="row">
                    <Badge
                      variant="light"
                      color={status === 'ACTIVE' ? 'green' : 'gray'}
                      radius="sm"
                      className="plain-badge"
                    >
                      {status.toLowerCase()}
                    </Badge>
                    {status === 'ACTIVE' && document.isAdmin && !document.isArchived && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Let it count again: ${reason}, ${spoken(message ?? key)}`}
                        onClick={() => void revoke(id)}
                      >
                        Let it count again
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </PagedRows>
          )
        }
      </Loaded>
    </div>
  );
}
