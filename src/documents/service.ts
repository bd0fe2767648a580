import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import {
  authorize,
  type Facts,
  type InDocuments,
  loadInProject,
  type Parents,
  type ProjectAction,
} from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import {
  type Document,
  type DocumentType,
  Prisma,
  type Project,
  type ResourceStatus,
} from '../generated/prisma/client.ts';
import { batched } from '../lists/batch.ts';
import { isAfter } from '../lists/changes.ts';
import { type ChildList, childList, type Parent } from '../lists/child-list.ts';
import { reference } from '../lists/follow.ts';
import { countKept } from '../lists/last-page.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { searchedDocuments } from '../lists/search.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, DomainError, invalidArgument, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { findRow } from '../platform/rows.ts';
import { parentsOfDocument, requireActiveDocument, requireActiveProject } from '../projects/archived.ts';
import { relativePath } from './model.ts';

/** Loads a document for an action and checks that the caller may perform it. */
export function loadDocument(
  call: Call,
  action: ProjectAction,
  id: string,
  { projectId, documentType }: Omit<Parents, 'documentId'> = {},
  factsOf?: () => Facts,
): Promise<Document> {
  const find = (_: InDocuments, reach: Prisma.Sql) =>
    isId(id) && findRow<Document>(call.db, documentList, Prisma.sql`c.id = ${id}::uuid AND ${reach}`);
  return loadInProject(call, action, 'Document', { projectId, documentType }, find, factsOf);
}

/**
 * Loads a resource in a document that the caller may have named. If it is not found, checks the document too, so that
 * the error names the document if that is what is missing.
 */
export async function loadNamed<T>(
  call: Call,
  action: ProjectAction,
  parents: Parents,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (parents.documentId && error instanceof DomainError && error.status === 'NOT_FOUND')
      await loadDocument(call, action, parents.documentId, parents);
    throw error;
  }
}

/** Parents of lists: a project, or a document. */
export const inProject = ({ id }: Pick<Project, 'id'>): Parent => ({ column: 'project_id', id, projectId: id });
export const inDocument = ({ id, projectId }: Pick<Document, 'id' | 'projectId'>): Parent => ({
  column: 'document_id',
  id,
  projectId,
});

/** A reference to a document, from something inside it. */
export const documentReference = reference<Document>({ action: 'document.read', noun: 'Document' }, (db, ids) =>
  db.document.findMany({ where: { id: { in: ids } } }),
);

/** Loads a document by id alone, for rows without a project id. NOT_FOUND if the caller may not read it. */
export async function readDocumentOf(context: Context, id: string): Promise<Document> {
  const document = await batched(context, documentReference.rows, id);
  if (document === null) throw notFound('Document');
  await authorize(context, 'document.read', document.projectId);
  return document;
}

const documentList: ChildList<Document> = {
  action: 'document.read',
  table: 'documents',
  fields: Prisma.DocumentScalarFieldEnum,
  document: Prisma.sql`c.id`,
  order: 'asc',
  searched: searchedDocuments,
  count: where => countKept(Prisma.sql`${where} AND c.list = 'DOCUMENTS' AND c.created_by IS NULL`),
};

/** What a search found is remembered. Without a search, a page costs less than the check for changes. */
const searchedDocumentList: ChildList<Document> = {
  ...documentList,
  watched: where => ({
    facts: Prisma.sql`''::text`,
    isUnchanged: snapshot => areDocumentsUnchanged(snapshot, where),
  }),
};

type DocumentListArgs = PageArgs & { documentType?: DocumentType | null };

export function listDocuments(
  context: Context,
  project: Project,
  args: DocumentListArgs,
): Promise<Connection<Document>> {
  const ofType = args.documentType ? [Prisma.sql`c.document_type = ${args.documentType}::"DocumentType"`] : [];
  const list = args.search ? searchedDocumentList : documentList;
  return childList(context, list, inProject(project), args, ofType);
}

type DocumentFields = { name?: string | null; description?: string | null; relativePath?: string | null };
type NewDocument = DocumentFields & { projectId: string; documentType: DocumentType };

const ENVIRONMENTS = ['dev', 'test', 'prod'] as const;

/** Creates a document with the branches dev (the default branch), test and prod (protected). */
export async function createDocument(call: Call, input: NewDocument): Promise<Document> {
  await authorize(call, 'document.create', input.projectId);
  const { projectId, documentType } = input;
  const createdById = signedIn(call).id;
  const path = relativePath(input.relativePath ?? '', documentType);
  const data = {
    name: fields.name(input.name),
    description: fields.description(input.description),
    relativePath: path,
    relativePathKey: fields.relativePathKey(path),
  };
  try {
    return await inTransaction(call.db, async tx => {
      await requireActiveProject(tx, projectId, { call, action: 'document.create' });
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
      await keepKey(tx, call, document.id);
      await record(tx, call, 'document.create', document);
      return document;
    });
  } catch (error) {
    if (uniqueViolation(error))
      throw alreadyExists('relative_path', 'A document with this relative_path already exists');
    throw error;
  }
}

/**
 * Changes name and description. The relative path is the identity: sending the current one is allowed, another is not.
 */
export async function updateDocument(
  call: Call,
  input: DocumentFields & { id: string; projectId?: string | null },
): Promise<Document> {
  const document = await loadDocument(call, 'document.update', input.id, input);
  const by = { call, action: 'document.update' } as const;
  return changeDocument(call, document, 'document.update', async tx => {
    await requireActiveDocument(tx, document.id, by);
    return readChange(input, document);
  });
}

function readChange(input: DocumentFields, { relativePath, description }: Document): Prisma.DocumentUpdateInput {
  fields.requireChange(input, ['name', 'description', 'relativePath'], { description });
  if (typeof input.relativePath === 'string' && input.relativePath !== relativePath)
    throw invalidArgument('relative_path', 'is the identity of the document and never changes');
  const data: Prisma.DocumentUpdateInput = {};
  if (input.name !== undefined) data.name = fields.name(input.name);
  if (input.description !== undefined) data.description = fields.description(input.description);
  return data;
}

export async function setDocumentStatus(
  call: Call,
  input: { id: string; projectId?: string | null },
  status: ResourceStatus,
): Promise<Document> {
  const document = await loadDocument(call, 'document.archive', input.id, input);
  if (document.status === status) return document;
  const action = status === 'ARCHIVED' ? 'document.archive' : 'document.unarchive';
  const by = { call, action: 'document.archive' } as const;
  return changeDocument(call, document, action, async tx => {
    await requireActiveProject(tx, document.projectId, by);
    return { status };
  });
}

function changeDocument(
  call: Call,
  loaded: Document,
  action: string,
  /** Checks that the change is possible now, then returns it. */
  readData: (tx: Db) => Promise<Prisma.DocumentUpdateInput>,
): Promise<Document> {
  return inTransaction(call.db, async tx => {
    const { id } = loaded;
    const [locked] = await lockDocument(tx, id);
    const before = { ...loaded, ...locked };
    const data = await readData(tx);
    const changed = fields.differing(before, data);
    // If two callers archive it at once, the second changes nothing.
    if (changed.length === 0) return before;
    const document = await tx.document.update({ where: { id }, data });
    await record(tx, call, action, document, data.status === undefined ? { changed } : undefined);
    return document;
  });
}

/**
 * Serializes changes of a document and of its default branch. Locks the parents first, as `requireActiveDocument` does:
 * another order could deadlock.
 */
export const lockDocument = (tx: Db, id: string) =>
  tx.$queryRaw<Pick<Document, 'name' | 'description' | 'status'>[]>`
    SELECT d.name, d.description, d.status::text FROM documents d ${parentsOfDocument}
    WHERE d.id = ${id}::uuid FOR SHARE OF p, t FOR NO KEY UPDATE OF d`;

const record = (tx: Db, call: Call, action: string, { id, projectId }: Document, metadata?: Prisma.InputJsonObject) =>
  recordAct(tx, call, { action, resourceType: 'document', resourceId: id, projectId, ...(metadata && { metadata }) });

/**
 * SQL: no document `c` with this condition has changed since the snapshot. `IS TRUE` keeps PostgreSQL from using an index for
 * the condition, which would find more rows than have changed.
 */
export const areDocumentsUnchanged = (snapshot: string, where: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`NOT EXISTS (SELECT FROM documents c WHERE ${isAfter(snapshot, Prisma.sql`c.changed`)} AND (${where}) IS TRUE)`;
