import { actingUser, type Call, signedIn } from '../access/call.ts';
import { authorize, authorizeFound, type ProjectAction } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import {
  type Document,
  type DocumentFormat,
  type DocumentType,
  Prisma,
  type ResourceStatus,
} from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, invalidArgument, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { requireActiveProject } from '../projects/service.ts';
import { relativePath, relativePathKey, typeOfFormat } from './model.ts';

/** The parents that a caller names beside an id: what the id names must belong to them. */
export type Parents = {
  projectId?: string | null;
  documentId?: string | null;
  /** What the id names must belong to a document of this type. */
  documentType?: DocumentType | null;
};

type InProject = {
  projectId: string;
  documentId?: string;
  documentType?: DocumentType;
  documentFormat?: DocumentFormat;
};

/**
 * Permission is asked of the named project before anything is looked up, and of the found one when none is named. What
 * an MCP token may do with what is found depends on the type of its document, and on its author where `authorOf` tells.
 */
export async function loadInProject<T extends InProject>(
  call: Call,
  action: ProjectAction,
  noun: string,
  parents: Parents,
  find: () => Promise<T | null> | false,
  authorOf?: (found: T) => string,
): Promise<T> {
  actingUser(call);
  if (parents.projectId) await authorize(call, action, parents.projectId);
  const found = (await find()) || null;
  if (found === null) throw notFound(noun);
  if (parents.projectId && found.projectId !== parents.projectId.toLowerCase()) throw notFound(noun);
  if (parents.documentId && found.documentId !== parents.documentId.toLowerCase()) throw notFound(noun);
  if (!parents.projectId) await authorize(call, action, found.projectId);
  if (!parents.documentType && call.actor.kind !== 'mcpToken') return found;
  const documentType = await documentTypeOf(call, found);
  if (parents.documentType && parents.documentType !== documentType) throw notFound(noun);
  authorizeFound(call, action, { documentType, createdById: authorOf?.(found) });
  return found;
}

async function documentTypeOf({ db }: Call, found: InProject): Promise<DocumentType> {
  if (found.documentType) return found.documentType;
  if (found.documentFormat) return typeOfFormat(found.documentFormat);
  const document = await db.document.findFirstOrThrow({
    where: { id: found.documentId },
    select: { documentType: true },
  });
  return document.documentType;
}

/** The only way to a document: names who asks and what for. */
export function loadDocument(
  call: Call,
  action: ProjectAction,
  id: string,
  { projectId, documentType }: Omit<Parents, 'documentId'> = {},
): Promise<Document> {
  const find = () => isId(id) && call.db.document.findUnique({ where: { id } });
  return loadInProject(call, action, 'Document', { projectId, documentType }, find);
}

/** Refuses a change below an archived document, project or team. In a transaction it also keeps them from being archived. */
export async function requireActiveDocument(db: Db, document: { id: string; projectId: string }): Promise<void> {
  await requireActiveProject(db, document.projectId);
  const [row] = await db.$queryRaw<{ status: string }[]>`
    SELECT status::text FROM documents WHERE id = ${document.id}::uuid FOR SHARE`;
  if (row?.status !== 'ACTIVE') throw failedPrecondition('The document is archived');
}

type DocumentListArgs = PageArgs & { documentType?: DocumentType | null };

export function listDocuments(
  context: Context,
  projectId: string,
  args: DocumentListArgs,
): Promise<Connection<Document>> {
  return childList(context, projectId, args, {
    table: 'documents',
    parentColumn: 'project_id',
    order: 'asc',
    where: args.documentType ? [Prisma.sql`c.document_type = ${args.documentType}::"DocumentType"`] : [],
    searchColumns: ['name', 'relative_path', 'description'],
    load: (call, ids) => call.db.document.findMany({ where: { id: { in: ids } } }),
  });
}

type DocumentFields = { name?: string | null; description?: string | null; relativePath?: string | null };
type NewDocument = DocumentFields & { projectId: string; documentType: DocumentType };

const ENVIRONMENTS = ['dev', 'test', 'prod'] as const;

/** A new document has the branches dev (the default one), test and prod (protected). */
export async function createDocument(call: Call, input: NewDocument): Promise<Document> {
  await authorize(call, 'document.create', input.projectId);
  const { projectId, documentType } = input;
  const createdById = signedIn(call).id;
  const path = relativePath(input.relativePath ?? '', documentType);
  const data = {
    name: fields.name(input.name),
    description: fields.description(input.description),
    relativePath: path,
    relativePathKey: relativePathKey(path),
  };
  try {
    return await inTransaction(call.db, async tx => {
      await requireActiveProject(tx, projectId);
      const document = await tx.document.create({
        data: { id: newId(), projectId, documentType, createdById, ...data },
      });
      await tx.branch.createMany({
        data: ENVIRONMENTS.map(name => ({
          id: newId(),
          documentId: document.id,
          name,
          kind: 'ENVIRONMENT' as const,
          isDefault: name === 'dev',
          isProtected: name === 'prod',
          createdById,
        })),
      });
      await record(tx, call, 'document.create', document);
      return document;
    });
  } catch (error) {
    if (uniqueViolation(error))
      throw alreadyExists('relative_path', 'A document with this relative_path exists already');
    throw error;
  }
}

/** The relative path is the identity: naming another one is a mistake, naming the same one is not. */
export async function updateDocument(
  call: Call,
  input: DocumentFields & { id: string; projectId?: string | null },
): Promise<Document> {
  const document = await loadDocument(call, 'document.update', input.id, input);
  fields.requireChange(input, ['name', 'description', 'relativePath']);
  if (input.relativePath !== undefined && input.relativePath !== document.relativePath)
    throw invalidArgument('relative_path', 'is the identity of the document and never changes');
  const data: Prisma.DocumentUpdateInput = {};
  if (input.name !== undefined) data.name = fields.name(input.name);
  if (input.description !== undefined) data.description = fields.description(input.description);
  return changeDocument(call, document, 'document.update', data, tx => requireActiveDocument(tx, document));
}

export async function setDocumentStatus(
  call: Call,
  input: { id: string; projectId?: string | null },
  status: ResourceStatus,
): Promise<Document> {
  const document = await loadDocument(call, 'document.archive', input.id, input);
  if (document.status === status) return document;
  const action = status === 'ARCHIVED' ? 'document.archive' : 'document.unarchive';
  return changeDocument(call, document, action, { status }, tx => requireActiveProject(tx, document.projectId));
}

function changeDocument(
  call: Call,
  { id }: Document,
  action: string,
  data: Prisma.DocumentUpdateInput,
  require: (tx: Db) => Promise<void>,
): Promise<Document> {
  return inTransaction(call.db, async tx => {
    await lockDocument(tx, id);
    await require(tx);
    const document = await tx.document.update({ where: { id }, data });
    await record(tx, call, action, document);
    return document;
  });
}

/** Changes of a document and of which branch is its default take turns. */
export const lockDocument = (tx: Db, id: string) =>
  tx.$queryRaw`SELECT id::text FROM documents WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

const record = (tx: Db, call: Call, action: string, document: Document) =>
  recordAct(tx, call, { action, resourceType: 'document', resourceId: document.id, projectId: document.projectId });
