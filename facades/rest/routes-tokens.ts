import {
  CreateApiTokenDocument,
  CreateMcpTokenDocument,
  GetApiTokenDocument,
  GetMcpTokenDocument,
  ListApiTokensDocument,
  ListMcpTokensDocument,
  ListMcpUsageDocument,
  ListUserApiTokensDocument,
  ListUserMcpTokensDocument,
  RevokeApiTokenDocument,
  RevokeMcpTokenDocument,
  RevokeUserApiTokenDocument,
  RevokeUserMcpTokenDocument,
} from '../generated.ts';
import { category, get, post, type Route } from './route.ts';

const tokens = '/api/v1/private/mcp-tokens';
const apiTokens = '/api/v1/private/api-tokens';
const user = '/api/v1/private/system/users/{user_id}';
const userTokens = `${user}/mcp-tokens`;
const userApiTokens = `${user}/api-tokens`;

/** The credentials of software agents: routes of owners and of SuperAdmins. */
const mcpTokenRoutes: readonly Route[] = category('MCP Tokens', [
  get(tokens, ListMcpTokensDocument, { who: 'signed in', summary: 'List your MCP tokens, masked' }),
  post(tokens, CreateMcpTokenDocument, {
    who: 'signed in',
    summary: 'Create an MCP token',
    keys: { blankIsNone: ['expires_at'] },
  }),
  get(`${tokens}/{token_id}`, GetMcpTokenDocument, {
    who: 'signed in',
    summary: 'Read one of your MCP tokens, in clear text while it is active',
  }),
  post(`${tokens}/{token_id}/revoke`, RevokeMcpTokenDocument, {
    who: 'signed in',
    summary: 'Revoke one of your MCP tokens',
  }),
  get('/api/v1/private/mcp-usage', ListMcpUsageDocument, {
    who: 'signed in',
    summary: 'List the uses of your MCP tokens, newest first',
    keys: { aliases: { limit: 'page_size', actor_id: 'token_id' } },
  }),
  get(userTokens, ListUserMcpTokensDocument, { who: 'superadmin', summary: 'List the MCP tokens of a user, masked' }),
  post(`${userTokens}/{token_id}/revoke`, RevokeUserMcpTokenDocument, {
    who: 'superadmin',
    summary: 'Revoke an MCP token of a user',
  }),
]);

/** The credentials of programs: routes of owners and of SuperAdmins. */
const apiTokenRoutes: readonly Route[] = category('API Tokens', [
  get(apiTokens, ListApiTokensDocument, { who: 'signed in', summary: 'List your API tokens, masked' }),
  post(apiTokens, CreateApiTokenDocument, {
    who: 'signed in',
    summary: 'Create an API token; only this answer contains it',
    keys: { blankIsNone: ['expires_at'] },
  }),
  get(`${apiTokens}/{token_id}`, GetApiTokenDocument, {
    who: 'signed in',
    summary: 'Read one of your API tokens, masked',
  }),
  post(`${apiTokens}/{token_id}/revoke`, RevokeApiTokenDocument, {
    who: 'signed in',
    summary: 'Revoke one of your API tokens',
  }),
  get(userApiTokens, ListUserApiTokensDocument, {
    who: 'superadmin',
    summary: 'List the API tokens of a user, masked',
  }),
  post(`${userApiTokens}/{token_id}/revoke`, RevokeUserApiTokenDocument, {
    who: 'superadmin',
    summary: 'Revoke an API token of a user',
  }),
]);

export const tokenRoutes: readonly Route[] = [...mcpTokenRoutes, ...apiTokenRoutes];
