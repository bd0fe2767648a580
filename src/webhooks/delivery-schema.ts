import type { Delivery } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';

export const WebhookEvent = wireEnum('WebhookEvent', 'The events that a webhook can receive.', {
  DRAFT_SUBMITTED: ['draft.submitted', 'A draft waits for a review.'],
  DRAFT_CHANGES_REQUESTED: ['draft.changes_requested', 'A reviewer sent a draft back to its author.'],
  DRAFT_REJECTED: ['draft.rejected', 'A reviewer rejected a draft.'],
  DRAFT_APPROVED: ['draft.approved', 'A reviewer approved a draft.'],
  COMMENT_CREATED: ['comment.created', 'Somebody commented on a draft.'],
  VERSION_PUBLISHED: ['version.published', 'A version was published, by the approval of a draft.'],
  SHARE_CREATED: ['share.created', 'A share link was created.'],
  SHARE_REVOKED: ['share.revoked', 'A share link was revoked.'],
  WEBHOOK_TEST: ['webhook.test', 'Somebody tests the webhook, which receives it whatever its events are.'],
});

const DeliveryStatus = wireEnum('WebhookDeliveryStatus', 'Whether a delivery has arrived.', {
  PENDING: [1, 'It is sent now, or again later.'],
  DELIVERED: [2, 'The receiver answered with a status from 200 to 299.'],
  FAILED: [3, 'It is not sent again, except by `redeliverWebhook`.'],
});

export const WebhookDelivery = builder.objectRef<Delivery>('WebhookDelivery').implement({
  description: 'One event that is sent to one webhook.',
  fields: t => ({
    id: t.exposeID('id', {
      description: 'UUIDv7, also the id of the message (`webhook-id`): the same at every attempt.',
    }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook.' }),
    event: t.expose('event', { type: WebhookEvent, description: 'What happened.' }),
    status: t.expose('status', { type: DeliveryStatus, description: 'Whether it has arrived.' }),
    payload: t.field({
      type: 'JSON',
      description: 'The body of the message: type, timestamp, and data with ids, names and a link.',
      resolve: ({ payload }) => JSON.parse(payload),
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent. At most 11 times, within about a day.' }),
    attemptedAt: t.expose('attemptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last attempt began.',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent next, if its webhook is enabled then; null if it is not sent again.',
      resolve: ({ status, dueAt }) => (status === 'PENDING' ? dueAt : null),
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The HTTP status of the last answer; null if there was none.',
    }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'How long the last attempt took, in milliseconds.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last attempt failed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the last attempt began; before the first, when the event happened.',
      resolve: ({ attemptedAt, createdAt }) => attemptedAt ?? createdAt,
    }),
  }),
});

export const WebhookDeliveryConnection = connectionType('WebhookDelivery', WebhookDelivery);
