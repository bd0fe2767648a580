import type { Call } from '../access/call.ts';
import type { EventType, Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { eventName } from './types.ts';

/** What happened, as the audit log records it. */
export type Act = {
  action: string;
  resourceId?: string;
  projectId?: string;
  metadata?: Prisma.InputJsonObject;
};

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

type Named = { id: string; name: string };

/** What an event is about: ids and names, never texts. The draft of a version is the one that it was published from. */
export type Subject = {
  project: Named;
  document?: Named & { relative_path: string };
  branch?: Named;
  draft?: { id: string; version_name: string; state: string };
  version?: { id: string; version_name: string; sequence: number };
  comment?: { id: string };
  share?: { id: string };
  /** Who did it, except for the service itself. */
  actor?: Named;
  /** The page of the console that shows it. */
  url: string;
};

/** Reads what an act is about, inside its transaction. */
export async function subjectOf(tx: Db, call: Call, act: Act & { projectId: string }): Promise<Subject> {
  const { metadata = {}, resourceId } = act;
  const [noun] = act.action.split('.');
  const draftId = metadata.draft_id ?? (noun === 'draft' ? resourceId : null) ?? null;
  const [row] = await tx.$queryRaw<[Row]>`
    SELECT p.name AS project, d.id::text AS "documentId", d.name AS document, d.relative_path AS "relativePath",
      b.id::text AS "branchId", b.name AS branch, f.id::text AS "draftId", f.version_name AS "versionName",
      lower(f.status::text) AS state
    FROM projects p
    LEFT JOIN drafts f ON f.id = ${draftId}::uuid
    LEFT JOIN branches b ON b.id = coalesce(f.branch_id, ${metadata.branch_id ?? null}::uuid)
    LEFT JOIN documents d ON d.id = b.document_id
    WHERE p.id = ${act.projectId}::uuid`;
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
  return { ...about, url: `${call.reach.publicUrl}${pageOf(about)}` };
}

async function actorOf(tx: Db, { actor }: Call): Promise<{ actor?: Named }> {
  if (!('user' in actor)) return {};
  const { id } = actor.user;
  if (actor.kind === 'user') return { actor: { id, name: actor.user.name } };
  const { name } = await tx.user.findFirstOrThrow({ where: { id }, select: { name: true } });
  return { actor: { id, name } };
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
