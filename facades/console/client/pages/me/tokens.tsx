import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import type { McpScope, McpTokensQuery } from '../../gql/graphql.ts';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pager, usePage } from '../../parts/pager.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { CLIENTS, type Client, CONFIGS } from './client-config.ts';
import { MeNav } from './me-nav.tsx';
import { endOf, NewSecret, RevokeDialog, TokenEnd, TokenName, TokenRow } from './token-parts.tsx';

const TOKENS = graphql(`
  query McpTokens($first: Int!, $offset: Int!) {
    mcpTokens(first: $first, offset: $offset) {
      totalCount
      nodes { id name scopes status tokenMasked expiresAt lastUsedAt createdAt }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateToken($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }
`);

const REVOKE = graphql(`
  mutation RevokeToken($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }
`);

type Token = NonNullable<McpTokensQuery['mcpTokens']>['nodes'][number];

const SCOPES: [scope: McpScope, label: string][] = [
  ['API_READ', 'Read OpenAPI documents'],
  ['API_DRAFT', 'Write and submit drafts of OpenAPI documents'],
  ['DOC_READ', 'Read Markdown documents'],
  ['DOC_DRAFT', 'Write and submit drafts of Markdown documents'],
];

const SIZE = 50;

export function TokensPage() {
  const dialog = useDialog<'new' | Token>();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: TOKENS, variables: { first, offset } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  // A secret: it lives in this page until it is left.
  const [token, setToken] = useState<string>();
  return (
    <Page title="My MCP tokens" actions={<Button onClick={() => dialog.open('new')}>New token</Button>}>
      <MeNav />
      <div className="stack">
        {dialog.about === 'new' && (
          <NewToken
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
            advice="The token. Keep it in the environment of the agent, never in a file that others read."
          />
        )}
        <Loaded result={result} read={data => data.mcpTokens} retry={again} noun="token">
          {({ nodes, totalCount }) =>
            nodes.length === 0 ? (
              <Empty title="You have no MCP token">
                <span>
                  With a token, a software agent reads documents and writes drafts for you. It never publishes.
                </span>
              </Empty>
            ) : (
              <>
                <ul className="rows">
                  {nodes.map(one => (
                    <TokenRow key={one.id} token={one} revoke={() => dialog.open(one)} />
                  ))}
                </ul>
                <Pager total={totalCount} size={SIZE} page={page} go={go} />
              </>
            )
          }
        </Loaded>
        <Configuration />
      </div>
    </Page>
  );
}

function NewToken({ close, made }: { close: () => void; made: (token: string) => void }) {
  const { act, busy, problem } = useAct(CREATE);
  async function submit(values: Record<string, string>) {
    const scopes = SCOPES.map(([scope]) => scope).filter(scope => values[scope] === 'on');
    const { name = '' } = values;
    const done = await act({ input: { name, scopes, ...endOf(values) } });
    if (!done?.createMcpToken) return;
    made(done.createMcpToken.token ?? '');
    close();
  }
  return (
    <FormDialog title="New MCP token" label="Create token" opened {...{ close, submit, busy, problem }}>
      <TokenName problem={problem} />
      <fieldset className="choices">
        <legend>It may</legend>
        {SCOPES.map(([scope, label]) => (
          <Checkbox key={scope} name={scope} label={label} defaultChecked={scope.endsWith('READ')} />
        ))}
      </fieldset>
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
      Agents that use it are refused at once. This cannot be undone.
    </RevokeDialog>
  );
}

function Configuration() {
  const [client, setClient] = useState<Client>('Claude Code');
  const { place, write } = CONFIGS[client];
  const text = write(`${window.location.origin}/api/v1/open/mcp`);
  return (
    <section className="stack" aria-label="Configuration of a client">
      <h2 className="section-title">Connect an agent</h2>
      <NativeSelect
        aria-label="Client"
        value={client}
        onChange={event => setClient(event.currentTarget.value as Client)}
        data={[...CLIENTS]}
      />
      <p className="dim">
        Into {place}. It reads the token from the environment variable <span className="mono">DOCSVC_MCP_TOKEN</span>{' '}
        where it does not ask for it.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard too. */}
      <section className="config" aria-label="Configuration" tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <Copy text={text} label="Copy the configuration" />
    </section>
  );
}
