import { Anchor } from '@mantine/core';
import { Page } from '../../shell/page.tsx';

const hasGraphiql = document.documentElement.dataset.graphiql === 'on';

/** Links to the other interfaces of the service, such as REST, GraphQL and MCP. */
export function AboutPage() {
  return (
    <Page title="About and APIs">
      <dl className="about">
        <dt>
          <Anchor href="/reference">REST reference</Anchor>
        </dt>
        <dd>
          Every route, to read and to try. The document itself:{' '}
          <Anchor href="/api/v1/open/docs/openapi.yaml">openapi.yaml</Anchor>.
        </dd>
        <dt>{hasGraphiql ? <Anchor href="/graphql">GraphQL</Anchor> : <code>POST /graphql</code>}</dt>
        <dd>
          {hasGraphiql ? (
            'The page to try queries on.'
          ) : (
            <>
              The page to try queries on is off: <code>DOCSVC_GRAPHIQL=on</code> turns it on.
            </>
          )}
        </dd>
        <dt>
          <code>POST /api/v1/open/mcp</code>
        </dt>
        <dd>The tools for software agents (MCP). They need a token of a user.</dd>
        <dt>
          <Anchor href="/api/v1/open/health">Health</Anchor>
        </dt>
        <dd>The state of the service and its database.</dd>
      </dl>
    </Page>
  );
}
