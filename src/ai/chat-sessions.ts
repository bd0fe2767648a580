import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { type InDocuments, loadInProject } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { loadDiff } from '../diffs/service.ts';
import { inProject, loadDocument } from '../documents/service.ts';
import { loadDraft } from '../drafts/standing.ts';
import {
  type AiOwnerType,
  type ChatMessage,
  type ChatSession,
  Prisma,
  type Project,
} from '../generated/prisma/client.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { inTransaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { requireActiveDocument } from '../projects/archived.ts';
import { loadVersion } from '../versions/service.ts';
import { noProvider } from './failures.ts';
import { isProviderEnabled } from './providers.ts';

/** Loads a session for its creator. NOT_FOUND for every other caller. */
export async function loadSession(
  call: Call,
  id: string,
  { projectId }: { projectId?: string | null },
): Promise<ChatSession> {
  const user = signedIn(call);
  const find = (within: InDocuments) =>
    isId(id) && call.db.chatSession.findFirst({ where: { id, createdById: user.id, ...within } });
  return loadInProject(call, 'chat_session.read', 'Chat session', { projectId }, find);
}

type NewSession = {
  projectId?: string | null;
  documentId: string;
  contextType: AiOwnerType;
  contextId: string;
  title?: string | null;
};

/** Creates a session. It stays bound to the resource that it was created for. */
export async function createSession(call: Call, input: NewSession): Promise<ChatSession> {
  const { contextType, contextId } = input;
  const document = await loadDocument(call, 'ai.chat', input.documentId, input);
  const { id: documentId, projectId } = document;
  await loadContext(call, contextType, contextId, { projectId, documentId });
  const createdById = signedIn(call).id;
  return inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, document.id, { call, action: 'ai.chat' });
    const title = fields.optionalText('title', input.title, CHARACTERS.chatTitle);
    if (!(await isProviderEnabled(tx, projectId))) throw noProvider();
    const parents = { projectId, documentId, contextType, contextId };
    const session = await tx.chatSession.create({ data: { id: newId(), ...parents, title, createdById } });
    await keepKey(tx, call, session.id);
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

/** Lists the caller's own sessions, newest first. */
export async function listSessions(
  context: Context,
  project: Project,
  { documentId, contextType, contextId, ...args }: SessionListArgs,
): Promise<Connection<ChatSession>> {
  if (documentId) await loadDocument(context, 'chat_session.read', documentId, { projectId: project.id });
  if (contextId && !isId(contextId)) throw notFound('Context');
  const where: Prisma.Sql[] = [];
  if (documentId) where.push(Prisma.sql`c.document_id = ${documentId}::uuid`);
  if (contextType) where.push(Prisma.sql`c.context_type = ${contextType}::"AiOwnerType"`);
  if (contextId) where.push(Prisma.sql`c.context_id = ${contextId}::uuid`);
  return childList(context, sessionList, inProject(project), args, where);
}

const sessionList: ChildList<ChatSession> = {
  action: 'chat_session.read',
  table: 'chat_sessions',
  fields: Prisma.ChatSessionScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  author: Prisma.sql`c.created_by`,
  order: 'desc',
  searched: { columns: ['title'] },
};

/** Lists the messages in the given order; oldest first by default. */
export function listMessages(
  context: Context,
  { id, projectId }: ChatSession,
  args: PageArgs,
  order: 'asc' | 'desc' = 'asc',
): Promise<Connection<ChatMessage>> {
  return childList(context, { ...messageList, order }, { column: 'session_id', id, projectId }, args);
}

/**
 * Messages belong to the creator of their session. Answers may be large: their bytes are counted before they are read.
 */
const messageList: Omit<ChildList<ChatMessage>, 'order'> = {
  action: 'chat_session.read',
  table: 'chat_messages',
  fields: Prisma.ChatMessageScalarFieldEnum,
  document: Prisma.sql`(SELECT s.document_id FROM chat_sessions s WHERE s.id = c.session_id)`,
  author: Prisma.sql`(SELECT s.created_by FROM chat_sessions s WHERE s.id = c.session_id)`,
  textBytes: Prisma.sql`octet_length(c.content)`,
  searched: { columns: ['content'] },
};

/** Reads the last messages, oldest first. */
export const readLastMessages = async (context: Context, session: ChatSession, last: number): Promise<ChatMessage[]> =>
  (await listMessages(context, session, { first: last }, 'desc')).rows.toReversed();
