import './ai/prompt-schema.ts';
import './ai/provider-schema.ts';
import './ai/chat-schema.ts';
import './ai/summary-schema.ts';
import './audit/schema.ts';
import './branches/schema.ts';
import './diffs/policy-schema.ts';
import './diffs/schema.ts';
import './documents/schema.ts';
import './drafts/mutations.ts';
import './drafts/queue-schema.ts';
import './drafts/schema.ts';
import './drafts/text-schema.ts';
import './projects/schema.ts';
import './shares/public-schema.ts';
import './shares/schema.ts';
import './teams/schema.ts';
import './tokens/schema.ts';
import './users/schema.ts';
import './versions/endpoint-schema.ts';
import './versions/schema.ts';
import './graphql/scalars.ts';
import { refuseBlankIds } from './graphql/blank-ids.ts';
import { builder } from './graphql/builder.ts';
import { measureAnswers } from './graphql/measure-answers.ts';
import { paceLists } from './graphql/paced-lists.ts';

/** The canonical API. Each domain folder has added its types and fields to the builder. */
export const schema = refuseBlankIds(paceLists(measureAnswers(builder.toSchema())));
