import { useParams } from 'react-router';
import { type TypedDocumentNode, useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { Empty } from '../../parts/empty.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { isolated } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { RevokeDialog, type Token, TokenRow } from '../me/token-parts.tsx';
import { SystemFrame } from './system-frame.tsx';

const MCP_TOKENS = graphql(`
  query UserTokens($userId: ID!, $first: Int!, $offset: Int!) {
    user(id: $userId) { id name email }
    mcpTokens(userId: $userId, first: $first, offset: $offset) {
      totalCount
      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }
    }
  }
`);

const API_TOKENS = graphql(`
  query UserApiTokens($userId: ID!, $first: Int!, $offset: Int!) {
    user(id: $userId) { id name email }
    apiTokens(userId: $userId, first: $first, offset: $offset) {
      totalCount
      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }
    }
  }
`);

const REVOKE_MCP = graphql(`
  mutation RevokeTokenOfUser($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }
`);

const REVOKE_API = graphql(`
  mutation RevokeApiTokenOfUser($input: RevokeApiTokenInput!) { revokeApiToken(input: $input) { id status } }
`);

const SIZE = 50;

/** `/system/users/ID/tokens`: the MCP tokens of a user, masked, which a SuperAdmin may revoke. */
export const UserTokensPage = () => (
  <TokensOfUser
    noun="MCP token"
    query={MCP_TOKENS}
    read={data => data.mcpTokens}
    revoke={REVOKE_MCP}
    refused="Agents that use it are refused at once."
  />
);

/** `/system/users/ID/api-tokens`: the same for API tokens. */
export const UserApiTokensPage = () => (
  <TokensOfUser
    noun="API token"
    query={API_TOKENS}
    read={data => data.apiTokens}
    revoke={REVOKE_API}
    refused="Programs that use it are refused at once."
  />
);

type Owned = { user: { name: string; email: string } | null };

type RevokeQuery = TypedDocumentNode<unknown, { input: { id: string; userId: string } }>;

type Props<Data> = {
  /** Such as "MCP token". */
  noun: string;
  query: TypedDocumentNode<Data, { userId: string; first: number; offset: number }>;
  read: (data: Data) => { nodes: readonly Token[]; totalCount: number } | null;
  revoke: RevokeQuery;
  /** A sentence on what happens to users of a revoked token. */
  refused: string;
};

function TokensOfUser<Data extends Owned>({ noun, query, read, revoke, refused }: Props<Data>) {
  const { userId = '' } = useParams();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query, variables: { userId, first, offset } });
  const dialog = useDialog<Token>();
  const user = result.data?.user;
  const path = `/system/users/${userId}`;
  return (
    <SystemFrame title={user ? `${noun}s of ${isolated(user.name)}` : `${noun}s`}>
      <div className="stack">
        {user && <p className="flush dim name">{user.email}</p>}
        <SubNav
          label="Tokens of the user"
          links={[
            { to: `${path}/tokens`, label: 'MCP tokens' },
            { to: `${path}/api-tokens`, label: 'API tokens' },
          ]}
        />
        {dialog.about && <Revoke token={dialog.about} {...{ userId, revoke, refused }} close={dialog.close} />}
        <Loaded result={result} read={read} retry={refresh} noun="user">
          {({ nodes, totalCount }) =>
            totalCount === 0 ? (
              <Empty title={`They have no ${noun}`} />
            ) : (
              <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
                {nodes.map(token => (
                  <TokenRow key={token.id} token={token} revoke={() => dialog.open(token)} />
                ))}
              </PagedRows>
            )
          }
        </Loaded>
      </div>
    </SystemFrame>
  );
}

type RevokeProps = { token: Token; userId: string; revoke: RevokeQuery; refused: string; close: () => void };

function Revoke({ token, userId, revoke, refused, close }: RevokeProps) {
  const { act, busy, problem } = useAct(revoke);
  async function submit() {
    if (await act({ input: { id: token.id, userId } })) close();
  }
  return (
    <RevokeDialog {...{ token, close, busy, problem }} submit={() => void submit()}>
      {`${refused} This cannot be undone.`}
    </RevokeDialog>
  );
}
