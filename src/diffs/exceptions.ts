import { type Call, signedIn } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import { loadDocument, loadInProject, type Parents, requireActiveDocument } from '../documents/service.ts';
import { type DiffException, Prisma } from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import type { Accepted } from './judge.ts';

export type ExceptionState = 'ACTIVE' | 'REVOKED' | 'EXPIRED';

const REASON_CHARACTERS = 2000;
/** All active ones are read whenever a diff of the document is. */
const MAX_ACTIVE = 2000;
const KEY = /^[0-9a-f]{32}$/;

/** The active exceptions of many documents by one statement, in the order of their ids. */
export async function loadExceptions({ db }: Pick<Call, 'db'>, documentIds: string[]): Promise<Accepted[][]> {
  const rows = await db.diffException.findMany({ where: { documentId: { in: documentIds }, ...activeAt(new Date()) } });
  const byDocument = Map.groupBy(rows, ({ documentId }) => documentId);
  return documentIds.map(id => byDocument.get(id) ?? []);
}

const activeAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

export function stateOf({ revokedAt, expiresAt }: Pick<DiffException, 'revokedAt' | 'expiresAt'>): ExceptionState {
  if (expiresAt !== null && expiresAt <= (revokedAt ?? new Date())) return 'EXPIRED';
  return revokedAt === null ? 'ACTIVE' : 'REVOKED';
}

type ExceptionListArgs = PageArgs & { active?: boolean | null };

/** Newest first. */
export function listExceptions(
  context: Context,
  documentId: string,
  args: ExceptionListArgs,
): Promise<Connection<DiffException>> {
  const isActive = Prisma.sql`(c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now()))`;
  const { active } = args;
  return childList(context, documentId, args, {
    table: 'diff_exceptions',
    parentColumn: 'document_id',
    order: 'desc',
    where: typeof active === 'boolean' ? [active ? isActive : Prisma.sql`NOT ${isActive}`] : [],
    searchColumns: ['reason', 'key'],
    load: (call, ids) => call.db.diffException.findMany({ where: { id: { in: ids } } }),
  });
}

export type NewException = Omit<Parents, 'documentId'> & {
  documentId: string;
  key: string;
  reason: string;
  expiresAt?: Date | null;
};

/** Accepts a change of a document: wherever it is found it stays visible and stops counting. */
export async function acceptException(call: Call, input: NewException): Promise<DiffException> {
  const document = await loadDocument(call, 'diff_exception.manage', input.documentId, input);
  const { projectId, id: documentId } = document;
  const { key } = input;
  if (!KEY.test(key)) throw invalidArgument('key', 'must be the key of a change, as diffs show it');
  const reason = fields.label('reason', input.reason, REASON_CHARACTERS);
  const now = new Date();
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) throw invalidArgument('expires_at', 'must be in the future');
  const createdById = signedIn(call).id;
  try {
    return await inTransaction(call.db, async tx => {
      await requireActiveDocument(tx, document);
      await retireExpired(tx, documentId, key, now);
      const held = await tx.diffException.count({ where: { documentId, ...activeAt(now) } });
      if (held >= MAX_ACTIVE) throw failedPrecondition(`A document has at most ${MAX_ACTIVE} active exceptions`);
      const data = { id: newId(), projectId, documentId, key, reason, expiresAt, createdById };
      const exception = await tx.diffException.create({ data });
      await recordException(tx, call, 'diff_exception.accept', exception);
      return exception;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw alreadyExists('key', 'This change is accepted already');
    throw error;
  }
}

/** An expired exception no longer holds the place of its key. */
async function retireExpired(tx: Db, documentId: string, key: string, now: Date): Promise<void> {
  const where = { documentId, key, revokedAt: null, expiresAt: { lte: now } };
  await tx.diffException.updateMany({ where, data: { revokedAt: now } });
}

/** Takes an acceptance back; what is no longer active stays as it is. */
export async function revokeException(call: Call, input: Parents & { id: string }): Promise<DiffException> {
  const exception = await loadException(call, input.id, input);
  if (stateOf(exception) !== 'ACTIVE') return exception;
  const revokedById = signedIn(call).id;
  return inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, { id: exception.documentId, projectId: exception.projectId });
    const data = { revokedAt: new Date(), revokedById };
    const { count } = await tx.diffException.updateMany({ where: { id: exception.id, revokedAt: null }, data });
    const revoked = await tx.diffException.findFirstOrThrow({ where: { id: exception.id } });
    if (count === 1) await recordException(tx, call, 'diff_exception.revoke', revoked);
    return revoked;
  });
}

const loadException = (call: Call, id: string, parents: Parents): Promise<DiffException> =>
  loadInProject(
    call,
    'diff_exception.manage',
    'Exception',
    parents,
    () => isId(id) && call.db.diffException.findUnique({ where: { id } }),
  );

function recordException(tx: Db, call: Call, action: string, { id, projectId, documentId, key }: DiffException) {
  const metadata = { document_id: documentId, key };
  return recordAct(tx, call, { action, resourceType: 'diff_exception', resourceId: id, projectId, metadata });
}
