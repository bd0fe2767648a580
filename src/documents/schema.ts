import { once } from '../audit/once.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { ResourceStatus, textBounds } from '../graphql/resources.ts';
import { follow } from '../lists/follow.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { Project } from '../projects/schema.ts';
import { projectReference } from '../projects/service.ts';
import * as documents from './service.ts';

export const DocumentType = wireEnum('DocumentType', 'The type of a document.', {
  OPENAPI: [1, 'An API description: OpenAPI 3.0 or 3.1.'],
  MARKDOWN: [2, 'A Markdown text.'],
});

export const Document = builder.prismaObject('Document', {
  description: 'An OpenAPI or Markdown document with its branches, drafts and published versions.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    project: t.field({
      type: Project,
      description: 'The project.',
      resolve: ({ projectId }, _, context) => follow(context, projectReference, projectId, projectId),
    }),
    name: t.exposeString('name', { description: 'Label, 1 to 200 characters; may change.' }),
    documentType: t.expose('documentType', { type: DocumentType, description: 'The type of the document.' }),
    relativePath: t.exposeString('relativePath', {
      description: 'The identity of the document in its project. It never changes and is unique, ignoring case.',
    }),
    description: t.exposeString('description', { nullable: true, description: 'What the document is about.' }),
    status: t.expose('status', { type: ResourceStatus, description: 'Whether the document is in use.' }),
    createdById: t.exposeID('createdById', { description: 'The user who created the document.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the document was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the document was last changed.' }),
  }),
});

const DocumentConnection = connectionType('Document', Document);

builder.objectField(Project, 'documents', t =>
  t.field({
    type: DocumentConnection,
    nullable: true,
    description: 'The documents, oldest first. `search` matches name, relative path and description.',
    args: {
      documentType: t.arg({ type: DocumentType, description: 'Only documents of this type.' }),
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: (project, args, context) => documents.listDocuments(context, project, args),
  }),
);

const typeField = 'If given, the resource must belong to a document of this type; otherwise NOT_FOUND.';

/** Arguments that name the project of a document, and its type. */
const projectFields = builder.args(arg => ({
  projectId: arg.id({ description: 'If given, the resource must belong to this project; otherwise NOT_FOUND.' }),
  documentType: arg.field({ type: DocumentType, description: typeField }),
}));

/** Arguments that name the parents of a resource of a document. */
export const parentFields = {
  ...projectFields,
  ...builder.args(arg => ({
    documentId: arg.id({ description: 'If given, the resource must belong to this document; otherwise NOT_FOUND.' }),
  })),
};

const CreateDocumentInput = builder.inputType('CreateDocumentInput', {
  description: 'A new document.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    name: t.string({
      required: true,
      description: 'Label, 1 to 200 characters.',
      extensions: { bounds: textBounds.name },
    }),
    documentType: t.field({ type: DocumentType, required: true, description: 'The type of the document.' }),
    relativePath: t.string({
      required: true,
      description:
        'The identity of the document: a relative path with / as separator, without empty, . and .. segments, at most 512 characters. For Markdown it must end in .md or .markdown.',
      extensions: { bounds: { minLength: 1, maxLength: CHARACTERS.relativePath, pattern: '^[^/\\\\]' } },
    }),
    description: t.string({ description: 'Up to 4000 characters.', extensions: { bounds: textBounds.description } }),
  }),
});

const UpdateDocumentInput = builder.inputType('UpdateDocumentInput', {
  description: 'Changes to a document. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The document.' }),
    projectId: t.id({ description: 'If given, the document must belong to this project; otherwise NOT_FOUND.' }),
    name: t.string({ description: 'New label, 1 to 200 characters.', extensions: { bounds: textBounds.name } }),
    description: t.string({
      description: 'New description, up to 4000 characters; blank removes it.',
      extensions: { bounds: textBounds.description },
    }),
    relativePath: t.string({ description: 'Never changes: any value other than the current one is INVALID_ARGUMENT.' }),
  }),
});

const DocumentInput = builder.inputType('DocumentInput', {
  description: 'Selects a document.',
  fields: t => ({
    id: t.id({ required: true, description: 'The document.' }),
    projectId: t.id({ description: 'If given, the document must belong to this project; otherwise NOT_FOUND.' }),
  }),
});

builder.queryField('document', t =>
  t.field({
    type: Document,
    nullable: true,
    description: 'One document.',
    args: { id: t.arg.id({ required: true, description: 'The document.' }), ...projectFields },
    extensions: judgedBy('document.read'),
    resolve: (_, args, call) => documents.loadDocument(call, 'document.read', args.id, args),
  }),
);

builder.mutationFields(t => ({
  createDocument: t.field({
    type: Document,
    nullable: true,
    description:
      'Creates a document with the branches dev, test and prod. Requires a project admin. ALREADY_EXISTS if the relative path is in use.',
    args: { input: t.arg({ type: CreateDocumentInput, required: true, description: 'The document.' }) },
    extensions: { ...judgedBy('document.create'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => documents.loadDocument(call, 'document.read', id),
        () => documents.createDocument(call, input),
      ),
  }),
  updateDocument: t.field({
    type: Document,
    nullable: true,
    description: 'Changes the name and description of a document. Requires a project admin.',
    args: { input: t.arg({ type: UpdateDocumentInput, required: true, description: 'What to change.' }) },
    extensions: judgedBy('document.update'),
    resolve: (_, { input }, call) => documents.updateDocument(call, input),
  }),
  archiveDocument: t.field({
    type: Document,
    nullable: true,
    description: 'Archives a document: it becomes read-only. Requires a project admin.',
    args: { input: t.arg({ type: DocumentInput, required: true, description: 'The document.' }) },
    extensions: judgedBy('document.archive'),
    resolve: (_, { input }, call) => documents.setDocumentStatus(call, input, 'ARCHIVED'),
  }),
  unarchiveDocument: t.field({
    type: Document,
    nullable: true,
    description: 'Restores an archived document. Requires a project admin.',
    args: { input: t.arg({ type: DocumentInput, required: true, description: 'The document.' }) },
    extensions: judgedBy('document.archive'),
    resolve: (_, { input }, call) => documents.setDocumentStatus(call, input, 'ACTIVE'),
  }),
}));
