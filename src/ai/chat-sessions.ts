import { type Call, signedIn } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import { loadDiff } from '../diffs/service.ts';
import { loadDocument, loadInProject, requireActiveDocument } from '../documents/service.ts';
import { loadDraft } from '../drafts/service.ts';
import { type AiOwnerType, type ChatMessage, type ChatSession, Prisma } from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { inTransaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { loadVersion } from '../versions/service.ts';
import { noProvider } from './failures.ts';
import { isProviderEnabled } from './providers.ts';

export const TITLE_CHARACTERS = 200;

/** The only way to a session, for its creator alone; for everybody else there is none. */
export async function loadSession(
  call: Call,
  id: string,
  { projectId }: { projectId?: string | null },
): Promise<ChatSession> {
  const user = signedIn(call);
  const find = () => isId(id) && call.db.chatSession.findFirst({ where: { id, createdById: user.id } });
  return loadInProject(call, 'ai.chat', 'Chat session', { projectId }, find);
}

type NewSession = {
  projectId?: string | null;
  documentId: string;
  contextType: AiOwnerType;
  contextId: string;
  title?: string | null;
};

/** A session stays bound to what it was made for. */
export async function createSession(call: Call, input: NewSession): Promise<ChatSession> {
  const { contextType, contextId } = input;
  const document = await loadDocument(call, 'ai.chat', input.documentId, input);
  const { id: documentId, projectId } = document;
  await loadContext(call, contextType, contextId, { projectId, documentId });
  const createdById = signedIn(call).id;
  return inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, document);
    const title = fields.optionalText('title', input.title, TITLE_CHARACTERS);
    if (!(await isProviderEnabled(tx, projectId))) throw noProvider();
    const parents = { projectId, documentId, contextType, contextId };
    const session = await tx.chatSession.create({ data: { id: newId(), ...parents, title, createdById } });
    const metadata = { context_type: contextType.toLowerCase(), context_id: contextId };
    const act = { action: 'chat_session.create', resourceType: 'chat_session', resourceId: session.id, projectId };
    await recordAct(tx, call, { ...act, metadata });
    return session;
  });
}

type DocumentInProject = { projectId: string; documentId: string };

export function loadContext(
  call: Call,
  type: AiOwnerType,
  id: string,
  parents: DocumentInProject,
): Promise<{ id: string }> {
  if (type === 'DRAFT') return loadDraft(call, 'ai.chat', id, parents);
  if (type === 'VERSION') return loadVersion(call, 'ai.chat', id, parents);
  return loadDiff(call, id, parents, 'ai.chat');
}

type SessionListArgs = PageArgs & {
  documentId?: string | null;
  contextType?: AiOwnerType | null;
  contextId?: string | null;
};

/** The caller's own, newest first. */
export async function listSessions(
  context: Context,
  projectId: string,
  { documentId, contextType, contextId, ...args }: SessionListArgs,
): Promise<Connection<ChatSession>> {
  const user = signedIn(context);
  await authorize(context, 'ai.chat', projectId);
  if (documentId) await loadDocument(context, 'ai.chat', documentId, { projectId });
  if (contextId && !isId(contextId)) throw notFound('Context');
  const where = [Prisma.sql`c.created_by = ${user.id}::uuid`];
  if (documentId) where.push(Prisma.sql`c.document_id = ${documentId}::uuid`);
  if (contextType) where.push(Prisma.sql`c.context_type = ${contextType}::"AiOwnerType"`);
  if (contextId) where.push(Prisma.sql`c.context_id = ${contextId}::uuid`);
  return childList(context, projectId, args, {
    table: 'chat_sessions',
    parentColumn: 'project_id',
    order: 'desc',
    where,
    load: (call, ids) => call.db.chatSession.findMany({ where: { id: { in: ids } } }),
  });
}

/** In their order, or the last ones first. */
export function listMessages(
  context: Context,
  sessionId: string,
  args: PageArgs,
  order: 'asc' | 'desc' = 'asc',
): Promise<Connection<ChatMessage>> {
  return childList(context, sessionId, args, {
    table: 'chat_messages',
    parentColumn: 'session_id',
    order,
    load: loadMessages,
  });
}

/** Answers may be large: what they weigh is known before they are read. */
async function loadMessages(context: Context, ids: string[]): Promise<ChatMessage[]> {
  const [row] = await context.db.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(content)), 0)::float8 AS bytes FROM chat_messages WHERE id = ANY(${ids}::uuid[])`;
  context.texts.take(row?.bytes ?? 0);
  return context.db.chatMessage.findMany({ where: { id: { in: ids } } });
}

/** The end of the conversation, in its order. */
export const readLastMessages = async (context: Context, sessionId: string, last: number): Promise<ChatMessage[]> =>
  (await listMessages(context, sessionId, { first: last }, 'desc')).rows.toReversed();
