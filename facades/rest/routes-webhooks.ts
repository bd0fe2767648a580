import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  GetWebhookDocument,
  ListWebhookDeliveriesDocument,
  ListWebhooksDocument,
  RedeliverWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
} from '../generated.ts';
import { category, del, get, P, patch, post, type Route } from './route.ts';

const webhook = `${P}/webhooks/{webhook_id}`;
const who = 'project admin';

/** URLs that are told about events, and what was sent to them. */
export const webhookRoutes: readonly Route[] = category('Webhooks', [
  get(`${P}/webhooks`, ListWebhooksDocument, { who, summary: 'List webhooks, without their secrets' }),
  post(`${P}/webhooks`, CreateWebhookDocument, { who, summary: 'Create a webhook; only this answer has its secret' }),
  get(webhook, GetWebhookDocument, { who, summary: 'Read a webhook, without its secret' }),
  patch(webhook, UpdateWebhookDocument, { who, summary: 'Change, enable or disable a webhook' }),
  del(webhook, DeleteWebhookDocument, { who, summary: 'Delete a webhook with its delivery log' }),
  post(`${webhook}/rotate-secret`, RotateWebhookSecretDocument, {
    who,
    summary: 'Create another secret; the previous one also signs for 24 hours',
  }),
  post(`${webhook}/test`, TestWebhookDocument, { who, summary: 'Send a test event' }),
  get(`${webhook}/deliveries`, ListWebhookDeliveriesDocument, { who, summary: 'List deliveries, newest first' }),
  post(`${webhook}/deliveries/{delivery_id}/redeliver`, RedeliverWebhookDocument, {
    who,
    summary: 'Send a delivery again, with the same id',
  }),
]);
