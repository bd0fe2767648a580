import { isOwnWork } from '../access/authors.ts';
import type { Call } from '../access/call.ts';
import { rolesFor } from '../access/policy.ts';
import { statusesOfBranch } from '../access/statuses.ts';
import { type EventType, Prisma } from '../generated/prisma/client.ts';
import { newId } from '../platform/ids.ts';
import { insertRows, readRows, type Sender } from '../platform/rows.ts';
import { firstStatus, TOO_MANY_WAIT } from './deliveries.ts';
import { MAILED_EVENTS, type MailedEvent } from './mails.ts';

// Consequences of a change, staged in its transaction: deliveries to webhooks and e-mails.

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

const eventsOf = (action: string): readonly EventType[] => EVENTS[action] ?? [];

/** The event of an audited action for which e-mails are sent; there is at most one. */
const mailedEventOf = (action: string): MailedEvent | undefined =>
  MAILED_EVENTS.find(event => eventsOf(action).includes(event));

/** An action, as the audit log records it. */
type Act = {
  action: string;
  resourceId?: string;
  projectId?: string;
  metadata?: Prisma.InputJsonObject;
};

export type WantingWebhook = { id: string; events: EventType[]; firstStatus: 'PENDING' | 'FAILED' | null };

/** SQL for the webhooks that want an event of the act, as JSON, for the statement of the change. */
export function webhooksFor({ action, projectId }: Pick<Act, 'action' | 'projectId'>): Prisma.Sql {
  const types = eventsOf(action);
  if (types.length === 0 || projectId === undefined) return Prisma.sql`NULL::json`;
  return Prisma.sql`(
    SELECT json_agg(json_build_object('id', w.id, 'events', w.events, 'firstStatus', ${firstStatus(Prisma.sql`w.id`)}))
    FROM webhooks w
    WHERE w.project_id = ${projectId}::uuid AND w.enabled AND w.events && ${[...types]}::text[]::"EventType"[])`;
}

/**
 * Stages the messages of an act in its transaction, so that both are committed or neither: a delivery for each webhook that
 * receives the event, and an e-mail for each recipient. Sends no statement without webhooks and e-mail. `wanting`: the webhooks
 * that the statement of the change has read (`webhooksFor`).
 */
export async function stageEvents(
  tx: Sender,
  call: Call,
  act: Act,
  wanting: readonly WantingWebhook[] | null,
): Promise<void> {
  const { projectId } = act;
  const types = eventsOf(act.action);
  if (types.length === 0 || projectId === undefined) return;
  const webhooks = wanting ?? [];
  const isMailed = hasMail(call, act);
  if (webhooks.length === 0 && !isMailed) return;
  const subject = await subjectOf(tx, call, { ...act, projectId });
  if (isMailed) await stageMails(tx, call, act.action, subject);
  if (webhooks.length === 0) return;
  const data = types.flatMap(event => {
    const payload = payloadOf(event, subject);
    const addressed = webhooks.filter(({ events, firstStatus }) => events.includes(event) && firstStatus !== null);
    return addressed.map(({ id: webhookId, firstStatus: status }) => ({
      ...{ id: newId(), projectId, webhookId, event, payload, status },
      ...(status === 'FAILED' && { error: TOO_MANY_WAIT }),
    }));
  });
  if (data.length === 0) return;
  const ids = webhooks.map(({ id }) => id);
  // Skips webhooks that were deleted meanwhile. Waits for transactions that are deleting one.
  const remaining = Prisma.sql`SELECT id FROM webhooks WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR KEY SHARE`;
  await readRows(tx, Prisma.sql`${insertRows('deliveries', data)} WHERE webhook_id IN (${remaining})`);
  call.deliveries.wake();
}

/** Whether `stageEvents` may send people an e-mail. */
const hasMail = ({ config }: Pick<Call, 'config'>, { action }: Pick<Act, 'action'>): boolean =>
  config.mail !== undefined && mailedEventOf(action) !== undefined;

/** Whether `stageEvents` would write nothing. */
export const isSilent = (call: Call, act: Pick<Act, 'action'>, hasWebhooks: boolean): boolean =>
  !hasWebhooks && !hasMail(call, act);

/** Nobody gets an e-mail about their own actions, but they do about actions of their tokens. */
async function stageMails(tx: Sender, { actor, mails }: Call, action: string, subject: Subject): Promise<void> {
  const event = mailedEventOf(action);
  const draftId = subject.draft?.id;
  if (event === undefined || draftId === undefined) return;
  const self = actor.kind === 'user' ? actor.user.id : undefined;
  const recipients = (await recipientsOf(tx, event, draftId)).filter(({ id }) => id !== self);
  if (recipients.length === 0) return;
  const about = JSON.stringify(subject);
  const data = recipients.map(({ id: userId }) => ({ id: newId(), event, draftId, userId, about }));
  // What could not be sent about an earlier round of the draft is not sent beside this.
  await readRows(
    tx,
    Prisma.sql`
      DELETE FROM mails WHERE draft_id = ${draftId}::uuid AND event = ${event}::"EventType"
        AND (attempts > 0 OR due_at > now())
        AND user_id = ANY(${recipients.map(({ id }) => id)}::uuid[])`,
  );
  await readRows(tx, insertRows('mails', data));
  mails.wake();
}

export type Recipient = { id: string; name: string; email: string };

/**
 * The recipients of e-mail about an event of a draft, by their current rights: for a submitted draft, the users who may decide
 * on it; otherwise its author. Without users who have turned e-mail off. `only`: of this user. `isLate`: nobody if the draft was changed
 * or submitted since changes were requested.
 */
export const recipientsOf = (
  db: Sender,
  event: MailedEvent,
  draftId: string,
  { only, isLate = false }: { only?: string; isLate?: boolean } = {},
): Promise<Recipient[]> =>
  readRows<Recipient>(
    db,
    Prisma.sql`
  SELECT u.id::text, u.name, u.email FROM drafts f
  JOIN users u ON u.status = 'ACTIVE' AND u.mail_notices AND ${only ? Prisma.sql`u.id = ${only}::uuid` : Prisma.sql`TRUE`}
  LEFT JOIN members m ON m.project_id = f.project_id AND m.user_id = u.id
  WHERE f.id = ${draftId}::uuid AND ${event === 'DRAFT_SUBMITTED' ? isReviewer : isAuthor}
    AND ${event === 'DRAFT_CHANGES_REQUESTED' && isLate ? Prisma.sql`f.status = 'CHANGES_REQUESTED'` : Prisma.sql`TRUE`}
  ORDER BY u.id`,
  );

const isReviewer = Prisma.sql`f.status = 'SUBMITTED' AND m.role::text = ANY(${rolesFor('draft.review')})
  AND 'ACTIVE' = ALL (SELECT value FROM jsonb_each_text(${statusesOfBranch(Prisma.sql`f.branch_id`)}))
  AND NOT ${isOwnWork('f', Prisma.sql`u.id`)}`;

const isAuthor = Prisma.sql`u.id = f.created_by
  AND (u.is_super_admin OR m.role::text = ANY(${rolesFor('draft.read')}))`;

type Row = {
  project: string;
  documentId: string | null;
  document: string | null;
  relativePath: string | null;
  branchId: string | null;
  branch: string | null;
  draftId: string | null;
  versionName: string | null;
  state: string | null;
};

type IdAndName = { id: string; name: string };

/** The subject of an event: ids and names, never texts. For a version, `draft` is the one that it was published from. */
export type Subject = {
  project: IdAndName;
  document?: IdAndName & { relative_path: string };
  branch?: IdAndName;
  draft?: { id: string; version_name: string; state: string };
  version?: { id: string; version_name: string; sequence: number };
  comment?: { id: string };
  share?: { id: string };
  /** The user who acted; absent for the service itself. */
  actor?: IdAndName;
  /** The page of the console that shows it. */
  url: string;
};

/** Reads the subject of an act, inside its transaction. */
async function subjectOf(tx: Sender, call: Call, act: Act & { projectId: string }): Promise<Subject> {
  const { metadata = {}, resourceId } = act;
  const [noun] = act.action.split('.');
  const draftId = metadata.draft_id ?? (noun === 'draft' ? resourceId : null) ?? null;
  const [row] = (await readRows<Row>(
    tx,
    Prisma.sql`
    SELECT p.name AS project, d.id::text AS "documentId", d.name AS document, d.relative_path AS "relativePath",
      b.id::text AS "branchId", b.name AS branch, f.id::text AS "draftId", f.version_name AS "versionName",
      lower(f.status::text) AS state
    FROM projects p
    LEFT JOIN drafts f ON f.id = ${draftId}::uuid
    LEFT JOIN branches b ON b.id = coalesce(f.branch_id, ${metadata.branch_id ?? null}::uuid)
    LEFT JOIN documents d ON d.id = b.document_id
    WHERE p.id = ${act.projectId}::uuid`,
  )) as [Row];
  const about = {
    project: { id: act.projectId, name: row.project },
    ...(row.documentId && {
      document: { id: row.documentId, name: row.document ?? '', relative_path: row.relativePath ?? '' },
    }),
    ...(row.branchId && { branch: { id: row.branchId, name: row.branch ?? '' } }),
    ...(row.draftId && { draft: { id: row.draftId, version_name: row.versionName ?? '', state: row.state ?? '' } }),
    ...(act.action === 'draft.approve' && {
      version: { id: resourceId ?? '', version_name: row.versionName ?? '', sequence: Number(metadata.sequence) },
    }),
    ...(noun === 'comment' && { comment: { id: resourceId ?? '' } }),
    ...(noun === 'share' && { share: { id: resourceId ?? '' } }),
    ...(await actorOf(tx, call)),
  };
  return { ...about, url: `${call.site.publicUrl}${pageOf(about)}` };
}

async function actorOf(tx: Sender, { actor }: Call): Promise<{ actor?: IdAndName }> {
  if (!('user' in actor)) return {};
  const { id } = actor.user;
  if (actor.kind === 'user') return { actor: { id, name: actor.user.name } };
  const [user] = await readRows<{ name: string }>(tx, Prisma.sql`SELECT name FROM users WHERE id = ${id}::uuid`);
  return { actor: { id, name: (user as { name: string }).name } };
}

function pageOf({ version, draft, share, document, project }: Omit<Subject, 'url'>): string {
  if (version) return `/versions/${version.id}`;
  if (draft) return `/drafts/${draft.id}`;
  if (share && document) return `/documents/${document.id}/shares`;
  return `/projects/${project.id}`;
}

/** The body of a webhook message (Standard Webhooks). */
export const payloadOf = (type: EventType, data: object): string =>
  JSON.stringify({ type: eventName(type), timestamp: new Date().toISOString(), data });

/** The name of an event on the wire: `draft.changes_requested`. */
const eventName = (type: EventType): string => type.toLowerCase().replace('_', '.');
