import './ai/prompt-schema.ts';
import './ai/provider-schema.ts';
import './ai/chat-schema.ts';
import './ai/summary-schema.ts';
import './audit/schema.ts';
import './branches/schema.ts';
import './comments/schema.ts';
import './device-logins/schema.ts';
import './diffs/endpoint-history-schema.ts';
import './diffs/policy-schema.ts';
import './diffs/schema.ts';
import './documents/schema.ts';
import './drafts/accepted-schema.ts';
import './drafts/check-schema.ts';
import './drafts/place-schema.ts';
import './drafts/mutations.ts';
import './drafts/queue-schema.ts';
import './drafts/review-policy-schema.ts';
import './drafts/review-schema.ts';
import './drafts/schema.ts';
import './drafts/seen-schema.ts';
import './drafts/text-schema.ts';
import './oidc/schema.ts';
import './projects/schema.ts';
import './search/schema.ts';
import './shares/public-schema.ts';
import './shares/schema.ts';
import './teams/schema.ts';
import './tokens/api-schema.ts';
import './tokens/audit-actor-schema.ts';
import './tokens/mcp-schema.ts';
import './users/schema.ts';
import './versions/endpoint-schema.ts';
import './versions/introduction-schema.ts';
import './versions/schema.ts';
import './webhooks/delivery-schema.ts';
import './webhooks/schema.ts';
import { refuseBlankIds } from './graphql/blank-ids.ts';
import { builder } from './graphql/builder.ts';
import { followMutations } from './graphql/done-mutations.ts';
import { completeListsInBatches } from './graphql/list-batches.ts';
import { refuseForeignCursors } from './graphql/list-cursors.ts';
import { measureAnswers } from './graphql/measure-answers.ts';
import { countWithPages } from './graphql/total-counts.ts';

/** The canonical GraphQL schema. Importing the domain folders adds their types and fields to the builder. */
export const schema = refuseBlankIds(
  completeListsInBatches(measureAnswers(countWithPages(refuseForeignCursors(followMutations(builder.toSchema()))))),
);
