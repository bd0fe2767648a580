import { describe, expect, it } from 'vitest';
import { compileRoutes, operationsOf } from '../../facades/rest/compiled-routes.ts';
import { routes, specials } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';

/** Every route that the interface promises: `method method path`. P is a project, D a document of it. */
const promised = `
GET          /open/health
GET          /open/health/live
GET          /open/health/ready
GET          /open/auth/config
POST         /open/auth/login
POST         /open/auth/register
POST         /open/auth/oidc/start
POST         /open/auth/oidc/finish
GET          /open/docs/openapi.yaml
POST         /open/mcp
GET PATCH    /private/identity/me
POST         /private/identity/me/password
POST         /private/identity/me/logout
GET POST     /private/system/users
GET PATCH    /private/system/users/{user_id}
GET          /private/system/users/{user_id}/mcp-tokens
POST         /private/system/users/{user_id}/mcp-tokens/{token_id}/revoke
GET          /private/system/users/{user_id}/api-tokens
POST         /private/system/users/{user_id}/api-tokens/{token_id}/revoke
GET POST     /private/teams
GET PATCH    /private/teams/{team_id}
POST         /private/teams/{team_id}/archive
POST         /private/teams/{team_id}/unarchive
GET POST     /private/projects
GET PATCH    P
POST         P/archive
POST         P/unarchive
GET POST     P/members
PATCH        P/members/{user_id}/role
DELETE       P/members/{user_id}
GET          P/member-candidates
GET POST     P/documents
GET PATCH    D
POST         D/archive
POST         D/unarchive
GET          D/overview
GET POST     D/branches
GET PATCH    D/branches/{branch_id}
POST         D/branches/{branch_id}/archive
POST         D/branches/{branch_id}/unarchive
GET POST PUT D/drafts
GET PATCH PUT DELETE  D/drafts/{draft_id}
GET          D/drafts/{draft_id}/content/{kind}
GET          D/drafts/{draft_id}/warnings
GET          D/drafts/{draft_id}/reviews
POST         D/drafts/{draft_id}/submit
POST         D/drafts/{draft_id}/approve
POST         D/drafts/{draft_id}/request-changes
POST         D/drafts/{draft_id}/reject
POST         D/drafts/promote
GET          D/endpoint-history
GET POST     D/drafts/{draft_id}/comments
PATCH DELETE  D/drafts/{draft_id}/comments/{comment_id}
POST         D/drafts/{draft_id}/comments/{comment_id}/resolve
POST         D/drafts/{draft_id}/comments/{comment_id}/reopen
GET PUT      P/review-policy
GET          /private/search
GET          /private/review-queue
GET          /private/my-drafts
GET          D/versions
GET          P/versions.atom
GET          D/versions/{version_id}
GET          D/versions/{version_id}/content/{kind}
GET          D/versions/{version_id}/warnings
GET          D/versions/{version_id}/endpoints
GET          D/versions/{version_id}/endpoints/{endpoint_id}
GET POST     D/diffs
GET          D/diffs/{diff_id}
GET          D/diffs/{diff_id}/summary
GET          D/diffs/{diff_id}/items
GET          D/diffs/{diff_id}/groups
GET          D/diffs/{diff_id}/changelog
GET PUT      P/diff-policy
GET POST     D/diff-exceptions
POST         D/diff-exceptions/{exception_id}/revoke
GET POST     /private/mcp-tokens
GET          /private/mcp-tokens/{token_id}
POST         /private/mcp-tokens/{token_id}/revoke
GET          /private/mcp-usage
GET POST     /private/api-tokens
GET          /private/api-tokens/{token_id}
POST         /private/api-tokens/{token_id}/revoke
GET          /private/audit-logs
GET PUT      /private/ai/provider
POST         /private/ai/provider/test
GET PUT      P/ai/provider
POST         P/ai/provider/test
GET          /private/ai/prompts
PUT          /private/ai/prompts/{prompt_key}
GET          P/ai/prompts
PUT          P/ai/prompts/{prompt_key}
GET          D/drafts/{draft_id}/ai-summary
POST         D/drafts/{draft_id}/ai-summary/regenerate
GET          D/versions/{version_id}/ai-summary
POST         D/versions/{version_id}/ai-summary/regenerate
GET          D/diffs/{diff_id}/ai-summary
POST         D/diffs/{diff_id}/ai-summary/regenerate
GET POST     P/ai/chat-sessions
GET          P/ai/chat-sessions/{session_id}
POST         P/ai/chat-sessions/{session_id}/messages
GET POST     P/webhooks
GET PATCH DELETE P/webhooks/{webhook_id}
POST         P/webhooks/{webhook_id}/rotate-secret
POST         P/webhooks/{webhook_id}/test
GET          P/webhooks/{webhook_id}/deliveries
POST         P/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver
GET POST     D/shares
POST         D/shares/{share_id}/reveal
POST         D/shares/{share_id}/revoke
GET          /open/document-shares/{share_id}
POST         /open/document-shares/{share_id}/unlock
GET          /open/document-shares/{share_id}/versions
GET          /open/document-shares/{share_id}/versions/{version_id}/content
GET          /open/document-shares/{share_id}/versions/{version_id}/download
GET          /open/document-shares/{share_id}/versions/{version_id}/endpoints
GET          /open/document-shares/{share_id}/versions/{version_id}/changes
`;

const PROJECT = '/private/projects/{project_id}';

function full(path: string): string {
  const below = path.replace(/^D(?=\/|$)/, `P/documents/{document_id}`).replace(/^P(?=\/|$)/, PROJECT);
  return `/api/v1${below}`;
}

const wanted = promised
  .trim()
  .split('\n')
  .flatMap(line => {
    const words = line.split(/\s+/);
    return words.slice(0, -1).map(method => `${method} ${full(words.at(-1) as string)}`);
  });

const served = [...routes, ...specials].map(({ method, path }) => `${method.toUpperCase()} ${path}`);

describe('the routes of the interface', () => {
  it('are each served', () => {
    expect(wanted.filter(route => !served.includes(route))).toEqual([]);
  });

  it('are all there is: nothing is served that was not promised', () => {
    expect(served.filter(route => !wanted.includes(route))).toEqual([]);
  });

  it('work without the document in the path below drafts, versions, diffs and shares', () => {
    const compiled = compileRoutes(routes, operationsOf(schema, routes));
    const forms = compiled.map(({ method, path }) => `${method} ${path}`);
    const long = served.filter(route =>
      /\/documents\/\{document_id\}\/(drafts|versions|diffs|shares)(\/|$)/.test(route),
    );
    expect(long.length).toBeGreaterThanOrEqual(26);
    const short = long.map(route => route.replace('/documents/{document_id}', ''));
    expect(short.filter(route => !forms.includes(route))).toEqual([]);
    expect(forms.length).toBe(routes.length + short.length);
  });

  it('say the same in both forms: one operation behind them', () => {
    const compiled = compileRoutes(routes, operationsOf(schema, routes));
    const submit = compiled.filter(({ path }) => path.endsWith('/drafts/{draft_id}/submit'));
    expect(submit.map(({ operation }) => operation.name)).toEqual(['SubmitDraft', 'SubmitDraft']);
  });
});
