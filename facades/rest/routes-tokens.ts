import {
  CreateMcpTokenDocument,
  GetMcpTokenDocument,
  ListMcpTokensDocument,
  ListMcpUsageDocument,
  ListUserMcpTokensDocument,
  RevokeMcpTokenDocument,
  RevokeUserMcpTokenDocument,
} from '../generated.ts';
import { category, get, post, type Route } from './route.ts';

const tokens = '/api/v1/private/mcp-tokens';
const userTokens = '/api/v1/private/system/users/{user_id}/mcp-tokens';

/** The credentials of software agents, as their owners and SuperAdmins manage them. */
export const tokenRoutes: readonly Route[] = category('MCP Tokens', [
  get(tokens, ListMcpTokensDocument, { who: 'signed in', summary: 'List the own MCP tokens, masked' }),
  post(tokens, CreateMcpTokenDocument, {
    who: 'signed in',
    summary: 'Create an MCP token',
    keys: { blankIsNone: ['expires_at'] },
  }),
  get(`${tokens}/{token_id}`, GetMcpTokenDocument, {
    who: 'signed in',
    summary: 'Read an own MCP token, revealed while it is active',
  }),
  post(`${tokens}/{token_id}/revoke`, RevokeMcpTokenDocument, { who: 'signed in', summary: 'Revoke an own MCP token' }),
  get('/api/v1/private/mcp-usage', ListMcpUsageDocument, {
    who: 'signed in',
    summary: 'List what the own MCP tokens were used for, newest first',
    keys: { aliases: { limit: 'page_size', actor_id: 'token_id' } },
  }),
  get(userTokens, ListUserMcpTokensDocument, { who: 'superadmin', summary: 'List the MCP tokens of a user, masked' }),
  post(`${userTokens}/{token_id}/revoke`, RevokeUserMcpTokenDocument, {
    who: 'superadmin',
    summary: 'Revoke an MCP token of a user',
  }),
]);
