import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import type { UserTokensQuery } from '../../gql/graphql.ts';
import { Empty } from '../../parts/empty.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { isolated } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { RevokeDialog, TokenRow } from '../me/token-parts.tsx';
import { SystemFrame } from './system-frame.tsx';

const TOKENS = graphql(`
  query UserTokens($userId: ID!, $first: Int!, $offset: Int!) {
    user(id: $userId) { id name email }
    mcpTokens(userId: $userId, first: $first, offset: $offset) {
      totalCount
      nodes { id name scopes status tokenMasked expiresAt lastUsedAt }
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeTokenOfUser($input: RevokeMcpTokenInput!) { revokeMcpToken(input: $input) { id status } }
`);

type Token = NonNullable<UserTokensQuery['mcpTokens']>['nodes'][number];

const SIZE = 50;

/** `/system/users/ID/tokens`: the MCP tokens of a user, masked, which a SuperAdmin may revoke. */
export function UserTokensPage() {
  const { userId = '' } = useParams();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: TOKENS, variables: { userId, first, offset } });
  const dialog = useDialog<Token>();
  const user = result.data?.user;
  return (
    <SystemFrame title={user ? `MCP tokens of ${isolated(user.name)}` : 'MCP tokens'}>
      <div className="stack">
        {user && <p className="flush dim name">{user.email}</p>}
        {dialog.about && <Revoke token={dialog.about} userId={userId} close={dialog.close} />}
        <Loaded result={result} read={data => data.mcpTokens} retry={refresh} noun="user">
          {({ nodes, totalCount }) =>
            totalCount === 0 ? (
              <Empty title="They have no MCP token" />
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

function Revoke({ token, userId, close }: { token: Token; userId: string; close: () => void }) {
  const { act, busy, problem } = useAct(REVOKE);
  async function submit() {
    if (await act({ input: { id: token.id, userId } })) close();
  }
  return (
    <RevokeDialog {...{ token, close, busy, problem }} submit={() => void submit()}>
      Agents that use it are refused at once. This cannot be undone.
    </RevokeDialog>
  );
}
