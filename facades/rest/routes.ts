import { P, type Route, type Special } from './route.ts';
import { documentRoutes } from './routes-documents.ts';
import { peopleRoutes } from './routes-people.ts';
import { reviewRoutes } from './routes-review.ts';
import { shareRoutes } from './routes-shares.ts';
import { specialRoutes } from './routes-special.ts';
import { tokenRoutes } from './routes-tokens.ts';

/** Every route of the REST facade, in the order of the service's own OpenAPI document. */
export const routes: readonly Route[] = [
  ...peopleRoutes,
  ...documentRoutes,
  ...reviewRoutes,
  ...shareRoutes,
  ...tokenRoutes,
];

export const specials: readonly Special[] = specialRoutes;

/** Routes that the interface names and this release does not have yet. */
export const pendingRoutes: readonly string[] = [
  'GET /api/v1/private/ai/provider',
  'PUT /api/v1/private/ai/provider',
  'POST /api/v1/private/ai/provider/test',
  `GET ${P}/ai/provider`,
  `PUT ${P}/ai/provider`,
  `POST ${P}/ai/provider/test`,
  'GET /api/v1/private/ai/prompts',
  'PUT /api/v1/private/ai/prompts/{prompt_key}',
  `GET ${P}/ai/prompts`,
  `PUT ${P}/ai/prompts/{prompt_key}`,
  `GET ${P}/documents/{document_id}/drafts/{draft_id}/ai-summary`,
  `POST ${P}/documents/{document_id}/drafts/{draft_id}/ai-summary/regenerate`,
  `GET ${P}/documents/{document_id}/versions/{version_id}/ai-summary`,
  `POST ${P}/documents/{document_id}/versions/{version_id}/ai-summary/regenerate`,
  `GET ${P}/documents/{document_id}/diffs/{diff_id}/ai-summary`,
  `POST ${P}/documents/{document_id}/diffs/{diff_id}/ai-summary/regenerate`,
  `GET ${P}/ai/chat-sessions`,
  `POST ${P}/ai/chat-sessions`,
  `GET ${P}/ai/chat-sessions/{session_id}`,
  `POST ${P}/ai/chat-sessions/{session_id}/messages`,
];
