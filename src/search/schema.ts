import { Branch } from '../branches/schema.ts';
import { branchReference } from '../branches/service.ts';
import { Document } from '../documents/schema.ts';
import { documentReference } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { follow } from '../lists/follow.ts';
import { Project } from '../projects/schema.ts';
import { projectReference } from '../projects/service.ts';
import { type Hit, search } from './service.ts';

const SearchKind = wireEnum('SearchKind', 'The kind of a search hit.', {
  DOCUMENT: ['document', 'A document, by name, relative path and description.'],
  ENDPOINT: ['endpoint', 'An endpoint of the latest version of a branch.'],
  TEXT: ['text', 'A section of a Markdown document, or a named schema or the description of an OpenAPI document.'],
});

const SearchHit = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A search hit.',
  fields: t => ({
    id: t.exposeID('id', { description: 'Id of the hit; for a document, the id of the document.' }),
    kind: t.expose('kind', { type: SearchKind, description: 'The kind of the hit.' }),
    title: t.exposeString('title', {
      description: 'A document name, an operation such as GET /pets, or a section heading; may be empty.',
    }),
    snippet: t.exposeString('snippet', { description: 'The text around the match, as plain text.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    project: t.field({
      type: Project,
      description: 'The project.',
      resolve: ({ projectId }, _, context) => follow(context, projectReference, projectId, projectId),
    }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId, projectId }, _, context) => follow(context, documentReference, documentId, projectId),
    }),
    branchId: t.exposeID('branchId', { nullable: true, description: 'The branch of the hit; null for a document.' }),
    branch: t.field({
      type: Branch,
      nullable: true,
      description: 'The branch of the hit; null for a document.',
      resolve: ({ branchId, projectId }, _, context) =>
        branchId === null ? null : follow(context, branchReference, branchId, projectId),
    }),
    versionId: t.exposeID('versionId', { nullable: true, description: 'The latest version of the branch.' }),
    endpointId: t.exposeID('endpointId', { nullable: true, description: 'The endpoint in that version.' }),
    method: t.exposeString('method', { nullable: true, description: 'HTTP method of an endpoint.' }),
    path: t.exposeString('path', { nullable: true, description: 'Path template of an endpoint.' }),
    pointer: t.exposeString('pointer', {
      nullable: true,
      description: 'JSON pointer (RFC 6901) into an OpenAPI text.',
    }),
    line: t.exposeInt('line', { nullable: true, description: 'Line of the stable form of a Markdown text, from 1.' }),
  }),
});

const SearchHitConnection = connectionType('SearchHit', SearchHit);
const { first, after, offset } = pageArguments;

builder.queryField('search', t =>
  t.field({
    type: SearchHitConnection,
    nullable: true,
    description:
      'Searches documents and the latest version of each branch, in all projects of the caller that are not archived, best match first. A hit contains every word of the query, or a word that starts with it. At most 2,000 documents are ranked, and 2,000 endpoints and parts of texts together: with `kind`, 2,000 of that kind.',
    args: {
      q: t.arg.string({
        required: true,
        description: 'The words, up to 256 bytes; the first 16 count.',
        extensions: { bounds: { minLength: 1, maxLength: 256 } },
      }),
      kind: t.arg({ type: SearchKind, description: 'Only hits of this kind.' }),
      projectId: t.arg.id({ description: 'Only in this project, which may be archived. Requires a reader of it.' }),
      first,
      after,
      offset,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => search(call, args),
  }),
);
