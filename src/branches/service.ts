import { type Call, signedIn } from '../access/call.ts';
import type { ProjectAction } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import {
  loadDocument,
  loadInProject,
  lockDocument,
  type Parents,
  requireActiveDocument,
} from '../documents/service.ts';
import type { Branch, DocumentType, Prisma } from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, invalidArgument, notFound, permissionDenied } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { branchName } from './model.ts';

export type BranchInProject = Branch & { projectId: string; documentType: DocumentType };

/** The only way to a branch: names who asks and what for. */
export function loadBranch(
  call: Call,
  action: ProjectAction,
  id: string,
  parents: Parents = {},
): Promise<BranchInProject> {
  return loadInProject(call, action, 'Branch', parents, () => isId(id) && findBranch(call.db, id));
}

async function findBranch(db: Db, id: string): Promise<BranchInProject | null> {
  const document = { select: { projectId: true, documentType: true } };
  const branch = await db.branch.findUnique({ where: { id }, include: { document } });
  return branch === null ? null : { ...branch, ...branch.document };
}

/** Refuses a change below an archived branch, document, project or team. In a transaction it also keeps them so. */
export async function requireActiveBranch(
  db: Db,
  { branchId, documentId, projectId }: { branchId: string; documentId: string; projectId: string },
): Promise<void> {
  await requireActiveDocument(db, { id: documentId, projectId });
  const [row] = await db.$queryRaw<{ status: string }[]>`
    SELECT status::text FROM branches WHERE id = ${branchId}::uuid FOR SHARE`;
  if (row?.status !== 'ACTIVE') throw failedPrecondition('The branch is archived');
}

export function listBranches(context: Context, documentId: string, args: PageArgs): Promise<Connection<Branch>> {
  return childList(context, documentId, args, {
    table: 'branches',
    parentColumn: 'document_id',
    order: 'asc',
    searchColumns: ['name', 'description'],
    load: (call, ids) => call.db.branch.findMany({ where: { id: { in: ids } } }),
  });
}

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
      await requireActiveDocument(tx, document);
      const branch = await tx.branch.create({
        data: { id: newId(), documentId: document.id, name, kind, description, createdById: signedIn(call).id },
      });
      await record(tx, call, 'branch.create', branch, document.projectId);
      return branch;
    }),
  );
}

type BranchChange = BranchFields & Parents & { id: string; isDefault?: boolean | null; isProtected?: boolean | null };

export async function updateBranch(call: Call, input: BranchChange): Promise<Branch> {
  const branch = await loadBranch(call, 'branch.manage', input.id, input);
  fields.requireChange(input, ['name', 'description', 'isDefault', 'isProtected']);
  const data: Prisma.BranchUpdateInput = {};
  if (input.name !== undefined) Object.assign(data, branchName(input.name ?? ''));
  if (input.description !== undefined) data.description = fields.description(input.description);
  if (typeof input.isProtected === 'boolean') data.isProtected = input.isProtected;
  if (typeof input.isDefault === 'boolean') data.isDefault = input.isDefault;
  return withUniqueName(() =>
    inTransaction(call.db, async tx => {
      const present = await lockBranch(tx, branch);
      requireMayChange(call, present, data);
      if (data.isDefault === false && present.isDefault)
        throw invalidArgument('is_default', 'a document has one default branch: make another one the default instead');
      if (data.isDefault === true)
        await tx.branch.updateMany({
          where: { documentId: branch.documentId, isDefault: true },
          data: { isDefault: false },
        });
      const changed = await tx.branch.update({ where: { id: branch.id }, data });
      await record(tx, call, 'branch.update', changed, branch.projectId);
      return changed;
    }),
  );
}

/** A protected branch keeps its name and its protection, but for a SuperAdmin. */
function requireMayChange(call: Call, present: Branch, data: Prisma.BranchUpdateInput): void {
  const renamed = data.name !== undefined && data.name !== present.name;
  const unprotected = data.isProtected === false && present.isProtected;
  if (renamed && present.kind === 'ENVIRONMENT')
    throw failedPrecondition('The branches dev, test and prod keep their names');
  if (present.isProtected && (renamed || unprotected)) requireSuperAdmin(call);
}

function requireSuperAdmin(call: Call): void {
  if (!signedIn(call).isSuperAdmin)
    throw permissionDenied('A protected branch can be renamed, archived and unprotected by a SuperAdmin only');
}

export async function archiveBranch(call: Call, input: Parents & { id: string }): Promise<Branch> {
  const branch = await loadBranch(call, 'branch.manage', input.id, input);
  if (branch.status === 'ARCHIVED') return branch;
  return inTransaction(call.db, async tx => {
    const present = await lockBranch(tx, branch);
    if (present.isProtected) requireSuperAdmin(call);
    if (present.isDefault) throw failedPrecondition('The default branch cannot be archived');
    const archived = await tx.branch.update({ where: { id: branch.id }, data: { status: 'ARCHIVED' } });
    await record(tx, call, 'branch.archive', archived, branch.projectId);
    return archived;
  });
}

/** Holds the document, so that the default branch is one and active, and reads the branch as it is then. */
async function lockBranch(tx: Db, branch: BranchInProject): Promise<Branch> {
  await lockDocument(tx, branch.documentId);
  await requireActiveDocument(tx, { id: branch.documentId, projectId: branch.projectId });
  await tx.$queryRaw`SELECT id::text FROM branches WHERE id = ${branch.id}::uuid FOR UPDATE`;
  const present = await findBranch(tx, branch.id);
  if (present === null) throw notFound('Branch');
  if (present.status === 'ARCHIVED') throw failedPrecondition('The branch is archived');
  return present;
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (uniqueViolation(error)?.includes('name'))
      throw alreadyExists('name', 'A branch with this name exists in the document already');
    throw error;
  }
}

const record = (tx: Db, call: Call, action: string, branch: Branch, projectId: string) =>
  recordAct(tx, call, {
    action,
    resourceType: 'branch',
    resourceId: branch.id,
    projectId,
    metadata: { name: branch.name },
  });
