import { Anchor, NativeSelect } from '@mantine/core';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { ApiScope } from '../../gql/graphql.ts';
import { Copy } from '../../parts/copy.tsx';
import { type AllRows, useAllRows } from '../../parts/use-all-rows.ts';
import { Failure } from '../../shell/loaded.tsx';
import { CodeBox, type NewProps, NewToken, TokensOf } from './tokens-page.tsx';

const TOKENS = graphql(`
  query ApiTokens($first: Int!, $offset: Int!) {
    apiTokens(first: $first, offset: $offset) {
      totalCount
      nodes { id name scopes status tokenMasked expiresAt lastUsedAt projectId }
    }
  }
`);

const PROJECTS = graphql(`
  query TokenProjects($first: Int!, $offset: Int!) {
    projects(first: $first, offset: $offset) { totalCount nodes { id name } }
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
  const all = useAllRows(PROJECTS, {}, data => data.projects);
  return (
    <TokensOf
      title="Tokens for programs (API)"
      noun={NOUN}
      query={TOKENS}
      read={data => data.apiTokens}
      use="With an API token, a program reads documents and writes drafts for you. It cannot review or publish: a person does."
      advice="The token. It is shown only now. Keep it with the secrets of your pipeline."
      refused="Programs that use it are refused at once."
      about={({ projectId }) => placeOf(projectId, all.rows)}
      revoke={REVOKE}
      renderNew={props => <NewApiToken {...props} all={all} />}
    >
      <Example />
    </TokensOf>
  );
}

function placeOf(projectId: string | null, projects: readonly Named[]): string {
  if (projectId === null) return 'all my projects';
  return `only ${projects.find(({ id }) => id === projectId)?.name ?? 'one project'}`;
}

function NewApiToken({ all, ...props }: NewProps & { all: AllRows<Named> }) {
  const { act, ...state } = useAct(CREATE);
  return (
    <NewToken
      {...props}
      {...state}
      noun={NOUN}
      scopes={SCOPES}
      first={['READ']}
      // Without the list of projects, only a token for all of them could be chosen.
      disabled={!all.isDone || all.problem !== undefined}
      create={async (input, { projectId = '' }) =>
        (await act({ input: { ...input, ...(projectId && { projectId }) } }))?.createApiToken
      }
    >
      {all.problem && <Failure problem={all.problem} noun="project" retry={all.again} />}
      <NativeSelect
        name="projectId"
        label="In"
        error={fieldError(state.problem, 'projectId')}
        data={[
          { value: '', label: 'All my projects' },
          ...all.rows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </NewToken>
  );
}

function Example() {
  const text = `curl -H "Authorization: Bearer $DOCSVC_TOKEN" ${window.location.origin}/api/v1/private/projects`;
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
