import { asOfNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import {
  type Facts,
  type InDocuments,
  isInScope,
  loadInProject,
  type Parents,
  type ProjectAction,
} from '../access/policy.ts';
import { type Statuses, statusesOfBranch } from '../access/statuses.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { inDocument, loadDocument, lockDocument } from '../documents/service.ts';
import { type Branch, type BranchKind, type Document, type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { rowsByKey } from '../lists/batch.ts';
import { isAfter } from '../lists/changes.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import { reference } from '../lists/follow.ts';
import type { IdFilter, Place } from '../lists/id-filter.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import {
  alreadyExists,
  DomainError,
  failedPrecondition,
  invalidArgument,
  notFound,
  permissionDenied,
} from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { requireActiveDocument } from '../projects/archived.ts';

export type BranchInProject = Branch & { projectId: string; documentType: DocumentType; statuses: Statuses };

/** Loads a branch for an action and checks that the caller may perform it. */
export function loadBranch(
  call: Call,
  action: ProjectAction,
  id: string,
  parents: Parents = {},
): Promise<BranchInProject> {
  return loadInProject(call, action, 'Branch', parents, (_, reach) => isId(id) && findBranch(call.db, { id }, reach));
}

/**
 * The branch that a field of an input names, by its id or, in a named document, by its name. REST takes ids only: a
 * caller who sends the name there gets an error with the id, if they may do this in the document.
 */
export async function loadNamedBranch(
  call: Call,
  action: ProjectAction,
  field: string,
  id: string,
  parents: Parents,
): Promise<BranchInProject> {
  if (call.surface !== 'rest') return loadBranchByName(call, action, id, parents);
  if (isId(id) || !parents.documentId) return loadBranch(call, action, id, parents);
  const document = await loadDocument(call, action, parents.documentId, parents);
  throw await nameInsteadOfId(call, field, id, document.id);
}

async function nameInsteadOfId(call: Call, field: string, name: string, documentId: string): Promise<DomainError> {
  const branch = await call.db.branch.findFirst({
    where: { documentId, name: name.replaceAll('\0', '').toWellFormed() },
  });
  const hint = branch === null ? '' : `. The id of ${branch.name} is ${branch.id}`;
  return new DomainError('NOT_FOUND', `Branch not found: ${field} must be the id of a branch, not its name${hint}`);
}

/** The branch with this id or, in a named document, with this name. NOT_FOUND names the branches of that document. */
export async function loadBranchByName(
  call: Call,
  action: ProjectAction,
  branch: string,
  parents: Parents,
  factsOf?: () => Facts,
): Promise<BranchInProject> {
  const { documentId } = parents;
  if (!documentId || !isId(documentId)) return loadBranch(call, action, branch, parents);
  const find = (_: InDocuments, reach: Prisma.Sql) =>
    !branch.includes('\0') &&
    findBranch(call.db, isId(branch) ? { id: branch } : { documentId, name: branch.toWellFormed() }, reach);
  try {
    return await loadInProject(call, action, 'Branch', parents, find, factsOf);
  } catch (error) {
    if (!(error instanceof DomainError && error.status === 'NOT_FOUND')) throw error;
    throw await branchNotFound(call, await loadDocument(call, action, documentId, parents, factsOf));
  }
}

const BRANCHES_TOLD = 20;

/** The error contains the names of branches only if the caller may list them. */
async function branchNotFound(call: Call, document: Document): Promise<DomainError> {
  if (!isInScope(call, 'branch.read', document)) return notFound('Branch');
  const where = { documentId: document.id };
  const found = await call.db.branch.findMany({ where, orderBy: { id: 'asc' }, take: BRANCHES_TOLD + 1 });
  const names = found.slice(0, BRANCHES_TOLD).map(({ name }) => name);
  const more = found.length > names.length ? ' and more' : '';
  return new DomainError('NOT_FOUND', `Branch not found; this document has the branches ${names.join(', ')}${more}`);
}

type BranchKey = { id: string } | { documentId: string; name: string };

async function findBranch(db: Db, key: BranchKey, reach = Prisma.sql`TRUE`): Promise<BranchInProject | null> {
  const isNamed =
    'id' in key
      ? Prisma.sql`b.id = ${key.id}::uuid`
      : Prisma.sql`b.document_id = ${key.documentId}::uuid AND b.name = ${key.name}`;
  const [branch] = await readRows<BranchInProject>(
    db,
    Prisma.sql`
      SELECT ${selectColumns('b', Prisma.BranchScalarFieldEnum)}, c.project_id AS "projectId",
        c.document_type AS "documentType", ${statusesOfBranch(Prisma.sql`b.id`)} AS statuses
      FROM branches b JOIN documents c ON c.id = b.document_id WHERE ${isNamed} AND ${reach}`,
  );
  return branch ?? null;
}

/** A reference to a branch, from something inside its document. */
export const branchReference = reference<Branch>({ action: 'branch.read', noun: 'Branch' }, (db, ids) =>
  db.branch.findMany({ where: { id: { in: ids } } }),
);

/** Filters what belongs to a branch. */
export const ofBranch: IdFilter = {
  column: 'branch_id',
  places: {
    load: ({ db }, ids) =>
      rowsByKey(
        ids,
        'id',
        readRows<Place>(
          db,
          Prisma.sql`
            SELECT b.id::text, b.document_id::text AS "documentId", d.project_id::text AS "projectId"
            FROM branches b JOIN documents d ON d.id = b.document_id WHERE b.id = ANY(${[...ids]}::uuid[])`,
        ),
      ),
  },
  missing: (context, { column, id: documentId }, id) =>
    context.surface === 'rest' && column === 'document_id' && !isId(id)
      ? nameInsteadOfId(context, 'branch_id', id, documentId)
      : notFound('Branch'),
};

const branchList: ChildList<Branch> = {
  action: 'branch.read',
  table: 'branches',
  fields: Prisma.BranchScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  order: 'asc',
  searched: { columns: ['name', 'description'] },
};

export const listBranches = (context: Context, document: Document, args: PageArgs): Promise<Connection<Branch>> =>
  childList(context, branchList, inDocument(document), args);

type BranchFields = { name?: string | null; description?: string | null };

export async function createBranch(
  call: Call,
  input: BranchFields & { documentId: string; projectId?: string | null },
): Promise<Branch> {
  const document = await loadDocument(call, 'branch.manage', input.documentId, input);
  const { name, kind } = branchName(input.name ?? '');
  const description = fields.description(input.description);
  return withUniqueName(() =>
    inTransaction(call.db, async tx => {
      await requireActiveDocument(tx, document.id, { call, action: 'branch.manage' });
      const branch = await tx.branch.create({
        data: { id: newId(), documentId: document.id, name, kind, description, createdById: signedIn(call).id },
      });
      await keepKey(tx, call, branch.id);
      await record(tx, call, 'branch.create', branch, document.projectId);
      return branch;
    }),
  );
}

type BranchChange = BranchFields & Parents & { id: string; isDefault?: boolean | null; isProtected?: boolean | null };

export async function updateBranch(call: Call, input: BranchChange): Promise<Branch> {
  const branch = await loadBranch(call, 'branch.manage', input.id, input);
  const data: Prisma.BranchUpdateInput = {};
  if (typeof input.isProtected === 'boolean') data.isProtected = input.isProtected;
  if (typeof input.isDefault === 'boolean') data.isDefault = input.isDefault;
  return withUniqueName(() =>
    inTransaction(call.db, async tx => {
      const present = await lockBranch(tx, call, branch);
      if (present.status === 'ARCHIVED') {
        await requireMayChange(tx, call, present, { ...data, ...(input.name && { name: input.name.trim() }) });
        throw failedPrecondition('The branch is archived: restore it first');
      }
      Object.assign(data, readLabels(input, branch));
      await requireMayChange(tx, call, present, data);
      if (data.isDefault === false && present.isDefault)
        throw invalidArgument(
          'is_default',
          'must not be false: a document needs one default branch. Make another branch the default instead',
        );
      const names = fields.differing(present, data);
      if (names.length === 0) return present;
      if (data.isDefault === true)
        await tx.branch.updateMany({
          where: { documentId: branch.documentId, isDefault: true },
          data: { isDefault: false },
        });
      const changed = await tx.branch.update({ where: { id: branch.id }, data });
      await record(tx, call, 'branch.update', changed, branch.projectId, changesOf(present, changed, names));
      return changed;
    }),
  );
}

/** What the audit log says of a change besides the names of the fields: what matters for the safety of a branch. */
const changesOf = (before: Branch, { isProtected, isDefault }: Branch, changed: string[]): Prisma.InputJsonObject => ({
  // The kind follows from the name.
  changed: changed.filter(name => name !== 'kind'),
  ...(changed.includes('name') && { was: before.name }),
  ...(changed.includes('isProtected') && { is_protected: isProtected }),
  ...(changed.includes('isDefault') && { is_default: isDefault }),
});

function readLabels(input: BranchChange, { description }: Branch): Prisma.BranchUpdateInput {
  fields.requireChange(input, ['name', 'description', 'isDefault', 'isProtected'], { description });
  return {
    ...(input.name !== undefined && branchName(input.name ?? '')),
    ...(input.description !== undefined && { description: fields.description(input.description) }),
  };
}

/** Only a SuperAdmin may rename or unprotect a protected branch, or rename dev, test or prod. */
async function requireMayChange(tx: Db, call: Call, present: Branch, data: Prisma.BranchUpdateInput): Promise<void> {
  const renamed = data.name !== undefined && data.name !== present.name;
  const unprotected = data.isProtected === false && present.isProtected;
  if (present.isProtected && (renamed || unprotected)) await requireSuperAdmin(tx, call, PROTECTED);
  if (renamed && present.kind === 'ENVIRONMENT')
    await requireSuperAdmin(tx, call, 'rename the branches dev, test and prod');
}

const PROTECTED = 'rename, archive, unarchive or unprotect a protected branch';

async function requireSuperAdmin(tx: Db, call: Call, act: string): Promise<void> {
  if (!signedIn(await asOfNow(tx, call)).isSuperAdmin) throw permissionDenied(`Only a SuperAdmin can ${act}`);
}

export async function archiveBranch(call: Call, input: Parents & { id: string }): Promise<Branch> {
  const branch = await loadBranch(call, 'branch.manage', input.id, input);
  if (branch.status === 'ARCHIVED') return branch;
  return inTransaction(call.db, async tx => {
    const present = await lockBranch(tx, call, branch);
    if (present.status === 'ARCHIVED') return present;
    if (present.isProtected) await requireSuperAdmin(tx, call, PROTECTED);
    if (present.isDefault)
      throw failedPrecondition('The default branch cannot be archived. Make another branch the default first');
    const archived = await tx.branch.update({ where: { id: branch.id }, data: { status: 'ARCHIVED' } });
    await record(tx, call, 'branch.archive', archived, branch.projectId);
    return archived;
  });
}

export async function unarchiveBranch(call: Call, input: Parents & { id: string }): Promise<Branch> {
  const branch = await loadBranch(call, 'branch.manage', input.id, input);
  if (branch.status === 'ACTIVE') return branch;
  return inTransaction(call.db, async tx => {
    const present = await lockBranch(tx, call, branch);
    if (present.status === 'ACTIVE') return present;
    if (present.isProtected) await requireSuperAdmin(tx, call, PROTECTED);
    const active = await tx.branch.update({ where: { id: branch.id }, data: { status: 'ACTIVE' } });
    await record(tx, call, 'branch.unarchive', active, branch.projectId);
    return active;
  });
}

/** Locks the document, so that it keeps exactly one active default branch, then locks and reads the branch. */
async function lockBranch(tx: Db, call: Call, branch: BranchInProject): Promise<Branch> {
  await lockDocument(tx, branch.documentId);
  await requireActiveDocument(tx, branch.documentId, { call, action: 'branch.manage' });
  await tx.$queryRaw`SELECT id::text FROM branches WHERE id = ${branch.id}::uuid FOR UPDATE`;
  const present = await findBranch(tx, { id: branch.id });
  if (present === null) throw notFound('Branch');
  return present;
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (uniqueViolation(error)?.includes('name'))
      throw alreadyExists('name', 'A branch with this name already exists in the document');
    throw error;
  }
}

const record = (
  tx: Db,
  call: Call,
  action: string,
  { id, name }: Branch,
  projectId: string,
  more: Prisma.InputJsonObject = {},
) => recordAct(tx, call, { action, resourceType: 'branch', resourceId: id, projectId, metadata: { name, ...more } });

const ENVIRONMENT = /^(dev|test|prod)$/;
const FEATURE = /^feature\/[A-Za-z0-9._/-]+$/;

function branchName(value: string): { name: string; kind: BranchKind } {
  const name = value.trim();
  if (name.length > CHARACTERS.name) throw invalidArgument('name', `must have at most ${CHARACTERS.name} characters`);
  if (ENVIRONMENT.test(name)) return { name, kind: 'ENVIRONMENT' };
  if (FEATURE.test(name)) return { name, kind: 'FEATURE' };
  throw invalidArgument('name', 'must be dev, test, prod or feature/ followed by letters, digits and . _ - /');
}

/**
 * SQL: since the snapshot, no branch `c` with this condition has changed its name, status or latest version, and no document its
 * status.
 */
export const areBranchesUnchanged = (snapshot: string, where = Prisma.sql`TRUE`): Prisma.Sql =>
  Prisma.sql`NOT EXISTS (SELECT FROM branches c WHERE ${isAfter(snapshot, Prisma.sql`c.endpoints_changed`)} AND (${where}) IS TRUE)`;
