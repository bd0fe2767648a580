import { authorizeNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { loadInProject, type Parents } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { inDocument, loadDocument } from '../documents/service.ts';
import { type DiffException, type Document, Prisma } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import type { Severity } from '../openapi-diff/model.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { requireActiveDocument } from '../projects/archived.ts';
import type { Accepted, Judgement } from './judge.ts';
import type { Profile } from './profiles.ts';

export type ExceptionState = 'ACTIVE' | 'REVOKED' | 'EXPIRED';

/** Most active exceptions of a document: every read of a diff loads all of them. */
const MAX_ACTIVE = 2000;
const KEY = /^[0-9a-f]{32}$/;

/** The judgement of a document as JSON. */
export type JudgementJson = {
  profile: Profile | null;
  overrides: Record<string, Severity> | null;
  exceptions: (Omit<Accepted, 'createdAt' | 'expiresAt'> & { createdAt: string; expiresAt: string | null })[] | null;
};

/** SQL for the judgement of the document with this id: the project's policy and the active exceptions. */
export const judgementOf = (documentId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('profile', p.profile, 'overrides', p.overrides, 'exceptions', (
    SELECT json_agg(json_build_object('id', x.id, 'key', x.key, 'reason', x.reason, 'createdById', x.created_by,
      'createdAt', x.created_at, 'expiresAt', x.expires_at))
    FROM diff_exceptions x WHERE x.document_id = d.id AND ${isActive('x')}))
  FROM documents d LEFT JOIN diff_policies p ON p.project_id = d.project_id WHERE d.id = ${documentId})`;

/** Loads the judgement of a document: the project's policy and the active exceptions, with one statement. */
export const judgementOfDocument: Batch<string, Judgement> = { load: loadJudgements };

export async function loadJudgements({ db }: { db: Sender }, documentIds: readonly string[]): Promise<Judgement[]> {
  const rows = await readRows<{ id: string; judgement: JudgementJson | null }>(
    db,
    Prisma.sql`
      SELECT asked.id::text, ${judgementOf(Prisma.sql`asked.id`)} AS judgement
      FROM unnest(${[...documentIds]}::uuid[]) AS asked(id)`,
  );
  const byId = new Map(rows.map(({ id, judgement }) => [id, judgement]));
  return documentIds.map(id => judgementFrom(byId.get(id)));
}

/** A document that does not exist any more is judged strictly. */
export function judgementFrom(json: JudgementJson | null | undefined): Judgement {
  const exceptions = (json?.exceptions ?? []).map(({ createdAt, expiresAt, ...accepted }) => ({
    ...accepted,
    createdAt: new Date(createdAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
  const overrides = new Map(Object.entries(json?.overrides ?? {}));
  return { profile: json?.profile ?? 'STRICT', overrides, exceptions, now: new Date() };
}

const activeAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** The condition of `activeAt` in SQL, for a row with this alias. */
export const isActive = (alias: 'c' | 'x'): Prisma.Sql => {
  const row = Prisma.raw(alias);
  return Prisma.sql`(${row}.revoked_at IS NULL AND (${row}.expires_at IS NULL OR ${row}.expires_at > now()))`;
};

export function stateOf({ revokedAt, expiresAt }: Pick<DiffException, 'revokedAt' | 'expiresAt'>): ExceptionState {
  if (expiresAt !== null && expiresAt <= (revokedAt ?? new Date())) return 'EXPIRED';
  return revokedAt === null ? 'ACTIVE' : 'REVOKED';
}

type ExceptionListArgs = PageArgs & { active?: boolean | null };

/** Lists exceptions, newest first. */
export function listExceptions(
  context: Context,
  document: Document,
  args: ExceptionListArgs,
): Promise<Connection<DiffException>> {
  const { active } = args;
  const inState = typeof active === 'boolean' ? [active ? isActive('c') : Prisma.sql`NOT ${isActive('c')}`] : [];
  return childList(context, exceptionList, inDocument(document), args, inState);
}

const exceptionList: ChildList<DiffException> = {
  action: 'diff.read',
  table: 'diff_exceptions',
  fields: Prisma.DiffExceptionScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  order: 'desc',
  searched: { columns: ['reason', 'key', 'message'] },
};

export type NewException = Omit<Parents, 'documentId'> & {
  documentId: string;
  key: string;
  reason: string;
  expiresAt?: Date | null;
};

/**
 * Accepts a change of a document. In every diff, the change remains visible but no longer counts. `readMessage` reads its message
 * from where the caller saw it.
 */
export async function acceptException(
  call: Call,
  input: NewException,
  readMessage: () => Promise<string | null>,
): Promise<DiffException> {
  const document = await loadDocument(call, 'diff_exception.manage', input.documentId, input);
  const { projectId, id: documentId } = document;
  const { key } = input;
  if (!KEY.test(key)) throw invalidArgument('key', 'must be the `key` of a change in a diff');
  const reason = fields.prose('reason', fields.label('reason', input.reason, CHARACTERS.reason), CHARACTERS.reason);
  const now = new Date();
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) throw invalidArgument('expires_at', 'must be in the future');
  const message = await readMessage();
  const createdById = signedIn(call).id;
  try {
    return await inTransaction(call.db, async tx => {
      await lockExceptions(tx, documentId);
      await requireActiveDocument(tx, documentId);
      await authorizeNow(tx, call, 'diff_exception.manage', projectId);
      await retireExpired(tx, documentId, key, now);
      const held = await tx.diffException.count({ where: { documentId, ...activeAt(now) } });
      if (held >= MAX_ACTIVE)
        throw failedPrecondition(`A document can have at most ${MAX_ACTIVE} active exceptions. Revoke some first`);
      const data = { id: newId(), projectId, documentId, key, message, reason, expiresAt, createdById };
      const exception = await tx.diffException.create({ data });
      await keepKey(tx, call, exception.id);
      await recordException(tx, call, 'diff_exception.accept', exception);
      return exception;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw alreadyExists('key', 'This change is already accepted');
    throw error;
  }
}

/** Serializes those who accept changes of a document, so that they count each other's exceptions. */
const lockExceptions = (tx: Db, documentId: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('docsvc.exceptions'), hashtext(${documentId}))::text`;

/** Marks an expired exception as revoked, so that its key can be accepted again. */
async function retireExpired(tx: Db, documentId: string, key: string, now: Date): Promise<void> {
  const where = { documentId, key, revokedAt: null, expiresAt: { lte: now } };
  await tx.diffException.updateMany({ where, data: { revokedAt: now } });
}

/** Revokes an exception. Does nothing if it is no longer active. */
export async function revokeException(call: Call, input: Parents & { id: string }): Promise<DiffException> {
  const exception = await loadException(call, input.id, input);
  if (stateOf(exception) !== 'ACTIVE') return exception;
  const revokedById = signedIn(call).id;
  return inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, exception.documentId, { call, action: 'diff_exception.manage' });
    const data = { revokedAt: new Date(), revokedById };
    const { count } = await tx.diffException.updateMany({ where: { id: exception.id, revokedAt: null }, data });
    const revoked = await tx.diffException.findFirstOrThrow({ where: { id: exception.id } });
    if (count === 1) await recordException(tx, call, 'diff_exception.revoke', revoked);
    return revoked;
  });
}

export const loadException = (call: Call, id: string, parents: Parents): Promise<DiffException> =>
  loadInProject(
    call,
    'diff_exception.manage',
    'Exception',
    parents,
    within => isId(id) && call.db.diffException.findUnique({ where: { id, ...within } }),
  );

function recordException(tx: Db, call: Call, action: string, { id, projectId, documentId, key }: DiffException) {
  const metadata = { document_id: documentId, key };
  return recordAct(tx, call, { action, resourceType: 'diff_exception', resourceId: id, projectId, metadata });
}
