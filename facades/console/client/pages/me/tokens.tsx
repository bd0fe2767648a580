import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../app/act.ts';
import { ask } from '../../app/ask.ts';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { McpScope } from '../../gql/graphql.ts';
import { Copy } from '../../parts/copy.tsx';
import { CLIENTS, type Client, CONFIGS } from './client-config.ts';
import { CodeBox, type NewProps, NewToken, type Revealed, TokensOf } from './tokens-page.tsx';

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

const REVEAL = graphql(`query RevealToken($id: ID!) { mcpToken(id: $id) { id token } }`);

async function reveal(id: string): Promise<Revealed> {
  const { data, error } = await ask(REVEAL, { id });
  const found = data?.mcpToken;
  return { ...(error && { problem: problemOf(error) }), ...(found?.token && { secret: found }) };
}

const SCOPES: [scope: McpScope, label: string][] = [
  ['API_READ', 'Read OpenAPI documents'],
  ['API_DRAFT', 'Write and submit drafts of OpenAPI documents'],
  ['DOC_READ', 'Read Markdown documents'],
  ['DOC_DRAFT', 'Write and submit drafts of Markdown documents'],
];

const NOUN = 'MCP token';

/** Tokens for AI agents. */
export const TokensPage = () => (
  <TokensOf
    title="Tokens for AI agents (MCP)"
    noun={NOUN}
    query={TOKENS}
    read={data => data.mcpTokens}
    use="With an MCP token, an AI agent reads documents and writes drafts for you. It cannot review or publish: a person does."
    advice="The token. Keep it in the environment of the agent, never in a file that others read."
    refused="Agents that use it are refused at once."
    revoke={REVOKE}
    reveal={reveal}
    renderNew={props => <NewMcpToken {...props} />}
  >
    <Configuration />
  </TokensOf>
);

function NewMcpToken(props: NewProps) {
  const { act, ...state } = useAct(CREATE);
  return (
    <NewToken
      {...props}
      {...state}
      noun={NOUN}
      scopes={SCOPES}
      first={['API_READ', 'DOC_READ']}
      create={async input => (await act({ input }))?.createMcpToken}
    />
  );
}

function Configuration() {
  const [client, setClient] = useState<Client>('Claude Code');
  const { place, asks = false, write } = CONFIGS[client];
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
        Copy this into {place}. {client}{' '}
        {asks ? (
          'asks you for the token once.'
        ) : (
          <>
            reads the token from the environment variable <span className="mono">DOCSVC_MCP_TOKEN</span>.
          </>
        )}
      </p>
      <CodeBox label="Configuration" text={text} />
      <Copy text={text} label="Copy the configuration" />
    </section>
  );
}
