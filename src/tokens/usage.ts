import type { Call } from '../access/call.ts';
import { scopeName } from '../access/policy.ts';
import { recordUse } from '../audit/service.ts';
import type { McpScope } from '../generated/prisma/client.ts';
import type { Status } from '../platform/errors.ts';

const USE_NOTED_MS = 60_000;

/** The scopes of the MCP token that calls, as people write them (api:read); none for whoever else calls. */
export const scopesOf = ({ actor }: Call): string[] =>
  actor.kind === 'mcpToken' ? actor.token.scopes.map((scope: McpScope) => scopeName(scope)) : [];

/** One request of an MCP client: its method, what it named, and how it ended. */
export type McpUse = { method: string; target: string | undefined; projectId: string | undefined; status: Status };

/** Notes the use of a token; when it was last used is written at most once a minute. */
export function noteUse(call: Call, { method, target, projectId, status }: McpUse): void {
  if (call.actor.kind !== 'mcpToken') return;
  const { id, lastUsedAt } = call.actor.token;
  recordUse(call, {
    action: `mcp.${method}`,
    resourceType: 'mcp_token',
    resourceId: id,
    ...(projectId !== undefined && { projectId }),
    metadata: { ...(target !== undefined && { target }), status },
  });
  const now = new Date();
  // A use in the future was noted by a clock that was ahead.
  const [from, to] = [-USE_NOTED_MS, USE_NOTED_MS].map(ms => new Date(now.getTime() + ms)) as [Date, Date];
  if (lastUsedAt !== null && lastUsedAt > from && lastUsedAt < to) return;
  const before = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: from } }, { lastUsedAt: { gt: to } }] };
  call.db.mcpToken
    .updateMany({ where: { id, ...before }, data: { lastUsedAt: now } })
    .catch(error => call.log.warn({ err: error }, 'the last use of a token was not noted'));
}
