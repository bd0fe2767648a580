import type { EventType } from '../generated/prisma/client.ts';

/** The audited actions that are events. */
const EVENTS: Readonly<Record<string, readonly EventType[]>> = {
  'draft.submit': ['DRAFT_SUBMITTED'],
  'draft.request_changes': ['DRAFT_CHANGES_REQUESTED'],
  'draft.reject': ['DRAFT_REJECTED'],
  'draft.approve': ['DRAFT_APPROVED', 'VERSION_PUBLISHED'],
  'comment.create': ['COMMENT_CREATED'],
  'share.create': ['SHARE_CREATED'],
  'share.revoke': ['SHARE_REVOKED'],
};

export const eventsOf = (action: string): readonly EventType[] => EVENTS[action] ?? [];

/** The events that people are told by e-mail. */
const MAILED = ['DRAFT_SUBMITTED', 'DRAFT_CHANGES_REQUESTED', 'DRAFT_REJECTED', 'DRAFT_APPROVED'] as const;

export type MailedEvent = (typeof MAILED)[number];

/** The event of an audited action that people are told by e-mail; there is at most one. */
export const mailedEventOf = (action: string): MailedEvent | undefined =>
  MAILED.find(event => eventsOf(action).includes(event));

/** The name of an event on the wire: `draft.changes_requested`. */
export const eventName = (type: EventType): string => type.toLowerCase().replace('_', '.');
