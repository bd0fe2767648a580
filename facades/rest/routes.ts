import ownExamples from './examples.json' with { type: 'json' };
import type { Examples } from './openapi-examples.ts';
import type { Route, Special } from './route.ts';
import { aiRoutes } from './routes-ai.ts';
import { specialRoutes } from './routes-beside-graphql.ts';
import { documentRoutes } from './routes-documents.ts';
import { peopleRoutes } from './routes-people.ts';
import { reviewRoutes } from './routes-review.ts';
import { shareRoutes } from './routes-shares.ts';
import { tokenRoutes } from './routes-tokens.ts';
import { webhookRoutes } from './routes-webhooks.ts';

/** Every route of the REST facade, in the order of the service's own OpenAPI document. */
export const routes: readonly Route[] = [
  ...peopleRoutes,
  ...documentRoutes,
  ...reviewRoutes,
  ...aiRoutes,
  ...shareRoutes,
  ...tokenRoutes,
  ...webhookRoutes,
];

export const specials: readonly Special[] = specialRoutes;

/** Recorded examples of these routes. */
export const examples: Examples = ownExamples;
