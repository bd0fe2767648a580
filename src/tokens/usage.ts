import type { Call } from '../access/call.ts';
import { scopeName } from '../access/policy.ts';
import { MCP_ACTION_PREFIX } from '../access/visible.ts';
import { recordUse } from '../audit/service.ts';
import type { McpScope } from '../generated/prisma/client.ts';
import type { Status } from '../platform/errors.ts';

const LAST_USED_PRECISION_MS = 60_000;

/** The scopes of the caller's MCP token in wire format (api:read); none for other callers. */
export const scopesOf = ({ actor }: Call): string[] =>
  actor.kind === 'mcpToken' ? actor.token.scopes.map((scope: McpScope) => scopeName(scope)) : [];

/** One MCP request: its method, its target (tool or resource), and its status. */
export type McpUse = { method: string; target: string | undefined; projectId: string | undefined; status: Status };

/** Records the use of a token in the audit log. Its last-used time is written at most once a minute. */
export function noteUse(call: Call, { method, target, projectId, status }: McpUse): void {
  if (call.actor.kind !== 'mcpToken') return;
  const { id } = call.actor.token;
  recordUse(call, {
    action: `${MCP_ACTION_PREFIX}${method}`,
    resourceType: 'mcp_token',
    resourceId: id,
    ...(projectId !== undefined && { projectId }),
    metadata: { ...(target !== undefined && { target }), status },
  });
  noteLastUse(call);
}

/** Writes when the token of a call was last used, at most once a minute. */
export function noteLastUse(call: Call): void {
  const { actor } = call;
  if (actor.kind !== 'mcpToken' && actor.kind !== 'apiToken') return;
  const { id, lastUsedAt } = actor.token;
  const now = new Date();
  // A time in the future was written by a process whose clock is ahead: overwrite it.
  const [from, to] = [-LAST_USED_PRECISION_MS, LAST_USED_PRECISION_MS].map(ms => new Date(now.getTime() + ms)) as [
    Date,
    Date,
  ];
  if (lastUsedAt !== null && lastUsedAt > from && lastUsedAt < to) return;
  const before = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: from } }, { lastUsedAt: { gt: to } }] };
  const change = { where: { id, ...before }, data: { lastUsedAt: now } };
  const written = actor.kind === 'mcpToken' ? call.db.mcpToken.updateMany(change) : call.db.apiToken.updateMany(change);
  written.catch(error => call.log.warn({ err: error }, 'could not record the last use of a token'));
}
