import type { WebhookEvent, WebhooksQuery } from '../../gql/graphql.ts';

export type ShownWebhook = NonNullable<NonNullable<WebhooksQuery['project']>['webhooks']>['nodes'][number];

export const EVENTS: [event: WebhookEvent, label: string][] = [
  ['DRAFT_SUBMITTED', 'A draft is submitted'],
  ['DRAFT_CHANGES_REQUESTED', 'Changes are requested'],
  ['DRAFT_REJECTED', 'A draft is rejected'],
  ['DRAFT_APPROVED', 'A draft is approved'],
  ['COMMENT_CREATED', 'Somebody comments'],
  ['VERSION_PUBLISHED', 'A version is published'],
  ['SHARE_CREATED', 'A share is created'],
  ['SHARE_REVOKED', 'A share is revoked'],
];

/** The name of an event on the wire. */
export const nameOfEvent = (event: WebhookEvent): string => event.toLowerCase().replace('_', '.');
