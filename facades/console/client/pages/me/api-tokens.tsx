import { Anchor, Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { ApiScope, ApiTokensQuery } from '../../gql/graphql.ts';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pager, usePage } from '../../parts/pager.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { MeNav } from './me-nav.tsx';
import { endOf, NewSecret, RevokeDialog, TokenEnd, TokenName, TokenRow } from './token-parts.tsx';

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

type Token = NonNullable<ApiTokensQuery['apiTokens']>['nodes'][number];
type Named = { id: string; name: string };

const SCOPES: [scope: ApiScope, label: string][] = [
  ['READ', 'Read projects, documents, versions, comparisons and drafts'],
  ['DRAFT', 'Write and submit drafts'],
];

const SIZE = 50;

/** Tokens for programs, such as a pipeline, that use REST or GraphQL. */
export function ApiTokensPage() {
  const dialog = useDialog<'new' | Token>();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: TOKENS, variables: { first, offset } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  const [token, setToken] = useState<string>();
  const projects = result.data?.projects?.nodes ?? [];
  const nameOf = (projectId: string | null) =>
    projectId === null
      ? 'all my projects'
      : `only ${projects.find(({ id }) => id === projectId)?.name ?? 'one project'}`;
  return (
    <Page title="My API tokens" actions={<Button onClick={() => dialog.open('new')}>New API token</Button>}>
      <MeNav />
      <div className="stack">
        {dialog.about === 'new' && (
          <NewToken
            projects={projects}
            close={dialog.close}
            made={made => {
              setToken(made);
              again();
            }}
          />
        )}
        {dialog.about !== undefined && dialog.about !== 'new' && (
          <RevokeToken token={dialog.about} close={dialog.close} made={again} />
        )}
        {token && (
          <NewSecret
            token={token}
            advice="The token. It is shown only now. Keep it with the secrets of your pipeline."
          />
        )}
        <Loaded result={result} read={data => data.apiTokens} retry={again} noun="token">
          {({ nodes, totalCount }) =>
            nodes.length === 0 ? (
              <Empty title="You have no API token">
                <span>
                  With a token, a program reads documents and writes drafts for you. It never reviews or publishes.
                </span>
              </Empty>
            ) : (
              <>
                <ul className="rows">
                  {nodes.map(one => (
                    <TokenRow key={one.id} token={one} about={nameOf(one.projectId)} revoke={() => dialog.open(one)} />
                  ))}
                </ul>
                <Pager total={totalCount} size={SIZE} page={page} go={go} />
              </>
            )
          }
        </Loaded>
        <Example />
      </div>
    </Page>
  );
}

type NewProps = { projects: Named[]; close: () => void; made: (token: string) => void };

function NewToken({ projects, close, made }: NewProps) {
  const { act, busy, problem } = useAct(CREATE);
  async function submit(values: Record<string, string>) {
    const { name = '', projectId = '' } = values;
    const scopes = SCOPES.map(([scope]) => scope).filter(scope => values[scope] === 'on');
    const done = await act({ input: { name, scopes, ...(projectId && { projectId }), ...endOf(values) } });
    if (!done?.createApiToken) return;
    made(done.createApiToken.token ?? '');
    close();
  }
  return (
    <FormDialog title="New API token" label="Create API token" opened {...{ close, submit, busy, problem }}>
      <TokenName problem={problem} />
      <fieldset className="choices">
        <legend>It may</legend>
        {SCOPES.map(([scope, label]) => (
          <Checkbox key={scope} name={scope} label={label} defaultChecked={scope === 'READ'} />
        ))}
      </fieldset>
      <NativeSelect
        name="projectId"
        label="In"
        error={fieldError(problem, 'project_id')}
        data={[
          { value: '', label: 'All my projects' },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TokenEnd problem={problem} />
    </FormDialog>
  );
}

function RevokeToken({ token, close, made }: { token: Token; close: () => void; made: () => void }) {
  const { act, busy, problem } = useAct(REVOKE);
  async function submit() {
    if (!(await act({ input: { id: token.id } }))) return;
    made();
    close();
  }
  return (
    <RevokeDialog name={token.name} {...{ close, busy, problem }} submit={() => void submit()}>
      Programs that use it are refused at once. This cannot be undone.
    </RevokeDialog>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard too. */}
      <section className="config" aria-label="Example" tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <Copy text={text} label="Copy the example" />
    </section>
  );
}
