import type { Context } from '../access/context.ts';
import { htmlOfBody } from '../contents/bodies.ts';

import { parentFields } from '../documents/schema.ts';
import type { Endpoint as EndpointRow } from '../generated/prisma/client.ts';
import { builder, JSON_NULL } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { batched } from '../lists/batch.ts';
import { resolvePointer } from '../openapi/references.ts';
import { invalidArgument } from '../platform/errors.ts';
import type { JsonValue } from '../platform/json.ts';
import { searchEndpoints } from './current-endpoints.ts';
import * as endpoints from './endpoints.ts';
import { Version } from './schema.ts';
import { readVersionOf } from './service.ts';

const Endpoint = builder.prismaObject('Endpoint', {
  description: 'An operation of a published OpenAPI version: a method on a path.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    versionId: t.exposeID('versionId', { description: 'The version.' }),
    version: t.field({
      type: Version,
      description: 'The version.',
      resolve: ({ versionId }, _, context) => readVersionOf(context, versionId),
    }),
    method: t.exposeString('method', { description: 'HTTP method, upper case.' }),
    path: t.exposeString('path', { description: 'Path template, such as /pets/{petId}.' }),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description: 'The operationId; after 1,000 characters cut.',
    }),
    summary: t.exposeString('summary', { nullable: true, description: 'The summary; after 1,000 characters cut.' }),
    tags: t.exposeStringList('tags', {
      description: 'The tags; each cut after 1,000 characters, and all together after 2,000.',
    }),
    deprecated: t.exposeBoolean('deprecated', { description: 'Whether the operation is deprecated.' }),
    hash: t.exposeString('hash', {
      description: 'SHA-256 of the operation and everything that it refers to. Equal hashes mean that nothing changed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the version was published.' }),
    updatedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Equal to `createdAt`: a version never changes.',
    }),
  }),
});

const detailOf = (context: Context, endpoint: EndpointRow): Promise<endpoints.EndpointFields> =>
  batched(context, endpoints.endpointDetail, endpoint);

const detailField = (name: keyof endpoints.EndpointFields, description: string) =>
  builder.objectField(Endpoint, name, t =>
    t.field({
      type: 'JSON',
      nullable: true,
      description,
      resolve: async (endpoint, _, context) => (await detailOf(context, endpoint))[name] as never,
    }),
  );

builder.objectField(Endpoint, 'description', t =>
  t.string({
    nullable: true,
    description: 'Description of the operation (CommonMark).',
    resolve: async (endpoint, _, context) => {
      const description = (await detailOf(context, endpoint)).description?.toJSON();
      return typeof description === 'string' ? description : null;
    },
  }),
);
builder.objectField(Endpoint, 'descriptionHtml', t =>
  t.string({
    nullable: true,
    description: 'The description as safe HTML.',
    resolve: async (endpoint, _, context) => {
      const description = (await detailOf(context, endpoint)).description?.toJSON();
      return typeof description === 'string' ? batched(context, htmlOfBody, description) : null;
    },
  }),
);
detailField('parameters', 'Parameters of path and operation, references resolved (OpenAPI Parameter Object).');
detailField('requestBody', 'The request body (OpenAPI Request Body Object), references resolved.');
detailField('responses', 'The responses by status code (OpenAPI Responses Object), references resolved.');
detailField('security', 'The security requirements that apply (OpenAPI Security Requirement Object).');
detailField('servers', 'The servers that apply (OpenAPI Server Object).');
detailField('callbacks', 'The callbacks (OpenAPI Callback Object), references resolved.');
detailField('schemaRefs', 'The component schemas that the operation refers to, directly or indirectly, sorted.');
detailField('operation', 'The operation with its local references resolved. Recursive schemas remain a $ref.');
detailField('schemas', 'Definitions of the schemas that remain a $ref inside the operation.');

builder.objectField(Endpoint, 'part', t =>
  t.field({
    type: 'JSON',
    nullable: true,
    description: 'One value of the endpoint, for clients that cannot read all of it; null without a pointer.',
    args: {
      pointer: t.arg.string({
        description: 'JSON pointer (RFC 6901), relative to the endpoint, such as /responses/200.',
      }),
    },
    resolve: async (endpoint, { pointer }, context) =>
      pointer ? (partOf(await detailOf(context, endpoint), pointer) as never) : null,
  }),
);

/** Reads the value at a pointer. Accepts field names of GraphQL and of REST. */
function partOf(detail: endpoints.EndpointFields, pointer: string): JsonValue {
  const { requestBody, schemaRefs } = detail;
  const fields = { ...detail, request_body: requestBody, schema_refs: schemaRefs };
  const [start, name = ''] = pointer.split('/', 2);
  const field = start === '' && Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined;
  const found = field && resolvePointer({ [name]: field.toJSON() }, pointer)?.value;
  if (found !== undefined) return found ?? JSON_NULL;
  throw invalidArgument('pointer', 'names nothing in this endpoint: send a JSON pointer such as /responses/200');
}

const EndpointConnection = connectionType('Endpoint', Endpoint);

builder.objectField(Version, 'endpoints', t =>
  t.field({
    type: EndpointConnection,
    nullable: true,
    description: 'The operations, in document order. `search` matches path, operationId and summary.',
    args: {
      path: t.arg.string({ description: 'Only paths that contain this text, ignoring case.' }),
      pathTemplate: t.arg.string({ description: 'Only exactly this path template.' }),
      method: t.arg.string({ description: 'Only this HTTP method; case does not matter.' }),
      tag: t.arg.string({ description: 'Only operations with this tag.' }),
      deprecated: t.arg.boolean({ description: 'true: only deprecated operations; false: only others.' }),
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: (version, args, context) => endpoints.listEndpoints(context, version, args),
  }),
);

builder.queryField('endpoints', t =>
  t.field({
    type: EndpointConnection,
    nullable: true,
    description:
      'The operations of one published version of each OpenAPI document, ordered by publication. Every word of `search` must be in path, operationId, summary or a tag.',
    args: {
      projectId: t.arg.id({
        description: 'Only in this project; when absent, in all projects that the caller may read.',
      }),
      branch: t.arg.string({
        description:
          'Only the latest versions of branches with this name, or of the branch with this id. NOT_FOUND if no document has such a branch. When absent: of the default branch, or of another branch if it has no version.',
      }),
      method: t.arg.string({ description: 'Only this HTTP method; case does not matter.' }),
      ...pageArguments,
    },
    extensions: { page: 'root' },
    resolve: (_, args, context) => searchEndpoints(context, args),
  }),
);

builder.queryField('endpoint', t =>
  t.field({
    type: Endpoint,
    nullable: true,
    description: 'One operation of a published version.',
    args: {
      id: t.arg.id({ required: true, description: 'The endpoint.' }),
      versionId: t.arg.id({ description: 'If given, the endpoint must belong to this version; otherwise NOT_FOUND.' }),
      ...parentFields,
    },
    extensions: judgedBy('version.read'),
    resolve: (_, args, call) => endpoints.loadEndpoint(call, args.id, args),
  }),
);
