import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import type { JsonValue } from '../platform/json.ts';
import { listAuditEntries } from './queries.ts';

const ActorType = wireEnum('AuditActorType', 'Who acted.', {
  USER: [1, 'A signed-in user.'],
  MCP_TOKEN: [2, 'An MCP token.'],
  SYSTEM: [3, 'The service itself.'],
  ANONYMOUS: [4, 'A caller who was not signed in.'],
  API_TOKEN: [5, 'An API token.'],
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  description:
    'One action of one actor, written in the transaction of that action. MCP requests, sign-ins and visits of shares are written within a second. Each MCP request has an entry. If a sign-in or visit repeats within a minute, a second entry has the count in its metadata.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    actorType: t.expose('actorType', { type: ActorType, description: 'Who acted.' }),
    actorId: t.exposeID('actorId', { nullable: true, description: 'The user or token that acted.' }),
    action: t.exposeString('action', { description: 'Noun and verb, such as draft.submit.' }),
    resourceType: t.exposeString('resourceType', { description: 'The kind of resource, such as draft.' }),
    resourceId: t.exposeID('resourceId', { nullable: true, description: 'The id of the resource.' }),
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project, for actions inside a project.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'Small facts about the action, `{}` if there are none. Never content or credentials.',
      resolve: entry => (entry.metadata ?? {}) as JsonValue,
    }),
    traceId: t.exposeString('traceId', { description: 'The trace id of the request.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    updatedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Equal to `createdAt`: an entry never changes.',
    }),
  }),
});

export const AuditEntryConnection = connectionType('AuditEntry', AuditEntry);

builder.queryField('auditLog', t =>
  t.field({
    type: AuditEntryConnection,
    nullable: true,
    description:
      'Audit entries, newest first. `search` matches the action. Requires a SuperAdmin, or an admin of the given project.',
    args: {
      projectId: t.arg.id({ description: 'Only actions in this project.' }),
      actorId: t.arg.id({ description: 'Only actions of this user or token.' }),
      action: t.arg.string({ description: 'Only this action, such as draft.approve.' }),
      resourceType: t.arg.string({ description: 'Only actions on this kind of resource.' }),
      resourceId: t.arg.id({ description: 'Only actions on this resource.' }),
      from: t.arg({ type: 'DateTime', description: 'From this time, inclusive.' }),
      to: t.arg({ type: 'DateTime', description: 'To this time, exclusive.' }),
      ...pageArguments,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => listAuditEntries(call, args),
  }),
);
