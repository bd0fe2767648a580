import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { ApiScope } from '../../gql/graphql.ts';
import { Copy } from '../../parts/copy.tsx';
import { usePage } from '../../parts/pager.tsx';
import { CodeBox, type NewProps, NewToken, PAGE_SIZE, TokensOf } from './tokens-page.tsx';

const TOKENS = graphql(`
  query ApiTokens($first: Int!, $offset: Int!) {
    apiTokens(first: $first, offset: $offset) {
      totalCount
      nodes { id name scopes status tokenMasked expiresAt lastUsedAt projectId }
    }
    projects(first: 200) { nodes { id name } }
  }
`);

const CREATE = graphql(`
  mutation CreateApiToken($input: CreateApiTokenInput!) { createApiToken(input: $input) { id token } }
`);

const REVOKE = graphql(`
  mutation RevokeApiToken($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }
`);

type Named = { id: string; name: string };

const SCOPES: [scope: ApiScope, label: string][] = [
  ['READ', 'Read projects, documents, versions, comparisons and drafts'],
  ['DRAFT', 'Write and submit drafts'],
];

const NOUN = 'API token';

/** Tokens for programs, such as a pipeline, that use REST or GraphQL. */
export function ApiTokensPage() {
  const paging = usePage(PAGE_SIZE);
  const [result, execute] = useQuery({ query: TOKENS, variables: { first: paging.first, offset: paging.offset } });
  const projects = result.data?.projects?.nodes ?? [];
  const placeOf = (projectId: string | null) =>
    projectId === null
      ? 'all my projects'
      : `only ${projects.find(({ id }) => id === projectId)?.name ?? 'one project'}`;
  return (
    <TokensOf
      noun={NOUN}
      result={result}
      read={data => data.apiTokens}
      refresh={() => execute({ requestPolicy: 'network-only' })}
      paging={paging}
      use="With a token, a program reads documents and writes drafts for you. It never reviews or publishes."
      advice="The token. It is shown only now. Keep it with the secrets of your pipeline."
      refused="Programs that use it are refused at once."
      about={({ projectId }) => placeOf(projectId)}
      revoke={REVOKE}
      renderNew={props => <NewApiToken {...props} projects={projects} />}
    >
      <Example />
    </TokensOf>
  );
}

function NewApiToken({ projects, ...props }: NewProps & { projects: Named[] }) {
  const { act, ...state } = useAct(CREATE);
  return (
    <NewToken
      {...props}
      {...state}
      noun={NOUN}
      scopes={SCOPES}
      first={['READ']}
      create={async (input, { projectId = '' }) =>
        (await act({ input: { ...input, ...(projectId && { projectId }) } }))?.createApiToken?.token
      }
    >
      <NativeSelect
        name="projectId"
        label="In"
        error={fieldError(state.problem, 'project_id')}
        data={[
          { value: '', label: 'All my projects' },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </NewToken>
  );
}

function Example() {
  const text = `curl -H "Authorization: Bearer $DOCSVC_API_TOKEN" ${window.location.origin}/api/v1/private/projects`;
  return (
    <section className="stack" aria-label="Use a token">
      <h2 className="section-title">Use a token</h2>
      <p className="dim flush">
        Send it in the Authorization header. All calls are in the{' '}
        <Anchor href="/reference" size="sm">
          REST reference
        </Anchor>
        .
      </p>
      <CodeBox label="Example" text={text} />
      <Copy text={text} label="Copy the example" />
    </section>
  );
}
