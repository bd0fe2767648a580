import { P, type Route, type Special } from './route.ts';
import { aiRoutes } from './routes-ai.ts';
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
  ...aiRoutes,
  ...shareRoutes,
  ...tokenRoutes,
];

export const specials: readonly Special[] = specialRoutes;

/** Routes that the interface names and this release does not have yet. */
export const pendingRoutes: readonly string[] = [
  `GET ${P}/ai/chat-sessions`,
  `POST ${P}/ai/chat-sessions`,
  `GET ${P}/ai/chat-sessions/{session_id}`,
  `POST ${P}/ai/chat-sessions/{session_id}/messages`,
];
