import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { judgedBy } from '../../src/graphql/judged-by.ts';

/** The context of the small schema's resolvers; `calls` records their arguments. */
export type SmallContext = { user: string; calls: unknown[] };

type Args = Record<string, unknown>;

const required = <T extends GraphQLScalarType | GraphQLEnumType>(type: T) => new GraphQLNonNull(type);
const wireEnum = (name: string, wires: Record<string, number | string>) =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(Object.entries(wires).map(([key, wire]) => [key, { extensions: { wire } }])),
  });

const DateTime = new GraphQLScalarType({ name: 'DateTime' });
const Json = new GraphQLScalarType({ name: 'JSON' });
const DocumentType = wireEnum('DocumentType', { OPENAPI: 1, MARKDOWN: 2 });
const DraftStatus = wireEnum('DraftStatus', { DRAFT: 1, SUBMITTED: 2, CHANGES_REQUESTED: 3 });
const ContentKind = wireEnum('ContentKind', { RAW: 'raw', STABLE: 'stable' });
const Role = wireEnum('Role', { READER: 1, WRITER: 2, ADMIN: 3 });

const Document = new GraphQLObjectType({
  name: 'Document',
  description: 'A document.',
  fields: {
    id: { type: required(GraphQLID) },
    documentType: { type: required(DocumentType), description: 'What it is written in.' },
    description: { type: GraphQLString },
    value: { type: Json },
  },
});

const DocumentConnection = new GraphQLObjectType({
  name: 'DocumentConnection',
  fields: {
    totalCount: { type: required(GraphQLInt) },
    nodes: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Document))) },
  },
});

const Draft = new GraphQLObjectType({
  name: 'Draft',
  fields: {
    id: { type: required(GraphQLID) },
    status: { type: required(DraftStatus) },
    versionName: { type: required(GraphQLString) },
    content: { type: GraphQLString, args: { kind: { type: required(ContentKind) } } },
    summary: { type: new GraphQLObjectType({ name: 'Summary', fields: { text: { type: GraphQLString } } }) },
  },
});

const Project = new GraphQLObjectType({
  name: 'Project',
  fields: {
    documents: {
      type: DocumentConnection,
      args: {
        first: { type: GraphQLInt, extensions: { bounds: { minimum: 1, maximum: 200 } } },
        offset: { type: GraphQLInt },
        search: { type: GraphQLString },
        documentType: { type: DocumentType, description: 'Only documents of this type.' },
        archived: { type: GraphQLBoolean },
      },
      resolve: (_source, args: Args, { calls }: SmallContext) => {
        calls.push(args);
        return { totalCount: 7, nodes: [{ id: 'd1', documentType: 'OPENAPI', description: null, value: null }] };
      },
    },
  },
});

const DraftInput = new GraphQLInputObjectType({
  name: 'DraftInput',
  fields: {
    id: { type: GraphQLID },
    projectId: { type: GraphQLID },
    documentId: { type: GraphQLID },
    versionName: {
      type: GraphQLString,
      description: 'The label.',
      extensions: { bounds: { minLength: 1, maxLength: 100 } },
    },
    content: { type: GraphQLString },
    contentKind: { type: ContentKind },
    priority: { type: GraphQLInt },
    urgent: { type: GraphQLBoolean },
    since: { type: DateTime },
    scopes: { type: new GraphQLList(required(Role)) },
    extra: { type: Json },
  },
});

function refuse(code: string, extensions: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(`refused: ${code}`, { extensions: { code, ...extensions } });
}

const draft: GraphQLFieldConfig<unknown, SmallContext> = {
  type: Draft,
  args: { id: { type: required(GraphQLID) }, projectId: { type: GraphQLID }, documentId: { type: GraphQLID } },
  extensions: judgedBy('draft.read'),
  resolve: (_source, { id }: Args) => {
    if (id === 'missing') throw refuse('NOT_FOUND');
    if (id === 'nothing') return null;
    return {
      id,
      status: 'CHANGES_REQUESTED',
      versionName: 'v1',
      summary: null,
      content: ({ kind }: Args) => (kind === 'STABLE' ? 'ü😀"\n'.repeat(200_000) : 'raw text'),
    };
  },
};

const Query = new GraphQLObjectType({
  name: 'Query',
  fields: {
    me: {
      type: new GraphQLObjectType({ name: 'User', fields: { isSuperAdmin: { type: GraphQLBoolean } } }),
      resolve: (_source, _args, { user }: SmallContext) => ({ isSuperAdmin: user === 'root' }),
    },
    project: {
      type: Project,
      args: { id: { type: required(GraphQLID) } },
      extensions: judgedBy('project.read'),
      resolve: (_source, _args, { user }: SmallContext) => {
        if (user === 'outsider') throw refuse('PERMISSION_DENIED');
        return {};
      },
    },
    document: {
      type: Document,
      args: { id: { type: required(GraphQLID) }, projectId: { type: GraphQLID } },
      resolve: (_source, { id }: Args) => (id === 'missing' ? null : { id }),
    },
    draft,
    // Defined so that the operations that look up parents match this schema too.
    branch: draft,
    version: draft,
    diff: draft,
    webhook: draft,
    chatSession: draft,
  },
});

const failures: Readonly<Record<string, () => unknown>> = {
  stale: () => {
    throw refuse('FAILED_PRECONDITION', {
      errors: [{ field: 'versionName', message: 'is taken', line: 3, column: 4 }],
    });
  },
  limited: () => {
    throw refuse('RESOURCE_EXHAUSTED', { retryAfterSeconds: 7.2 });
  },
  down: () => {
    throw refuse('UNAVAILABLE');
  },
  odd: () => {
    throw new Error('secret cause');
  },
  slow: () => new Promise(() => undefined),
};

const Mutation = new GraphQLObjectType({
  name: 'Mutation',
  fields: {
    saveDraft: {
      type: Draft,
      description: 'Saves a draft.',
      args: { input: { type: new GraphQLNonNull(DraftInput) } },
      extensions: judgedBy('draft.update', { withoutProject: 'superadmin' }),
      resolve: (_source, { input }: Args, { calls }: SmallContext) => {
        calls.push(input);
        const given = input as Args;
        const failure = failures[String(given.versionName)];
        if (failure !== undefined) return failure();
        return { id: given.id ?? 'new', status: 'DRAFT', versionName: given.versionName ?? 'v1' };
      },
    },
  },
});

export const smallSchema: GraphQLSchema = new GraphQLSchema({ query: Query, mutation: Mutation });
