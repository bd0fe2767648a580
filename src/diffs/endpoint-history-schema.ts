import { Branch } from '../branches/schema.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { follow } from '../lists/follow.ts';
import { Version } from '../versions/schema.ts';
import { versionReference } from '../versions/service.ts';
import * as history from './endpoint-history.ts';
import { DiffItem } from './item-schema.ts';

const Step = wireEnum('EndpointStep', 'What happened to an endpoint in a version.', {
  APPEARED: ['appeared', 'The version before had no such endpoint, or had it with other names in its path.'],
  CHANGED: ['changed', 'The endpoint, or something that it refers to, differs from the version before.'],
  REMOVED: ['removed', 'The version no longer has the endpoint, or has it with other names in its path.'],
});

const EndpointChange = builder.objectRef<history.EndpointChange>('EndpointChange').implement({
  description: 'A version that added, changed or removed an endpoint.',
  fields: t => ({
    versionId: t.exposeID('id', { description: 'The version.' }),
    version: t.field({
      type: Version,
      description: 'The version.',
      resolve: ({ id, projectId }, _, context) => follow(context, versionReference, id, projectId),
    }),
    step: t.expose('step', { type: Step, description: 'What happened to the endpoint.' }),
    items: t.field({
      type: [DiffItem],
      nullable: true,
      description: 'The changes to the version before that affect the endpoint; none in the first version of a branch.',
      resolve: (change, _, context) => history.readEndpointItems(context, change),
    }),
  }),
});

const EndpointChangeConnection = connectionType('EndpointChange', EndpointChange);

builder.objectField(Branch, 'endpointHistory', t =>
  t.field({
    type: EndpointChangeConnection,
    nullable: true,
    description:
      'The versions of the branch that added, changed or removed an endpoint, newest first. `search` matches their names.',
    args: {
      method: t.arg.string({ required: true, description: 'HTTP method.' }),
      path: t.arg.string({ required: true, description: 'Path template, exactly.' }),
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: (branch, args, context) => history.listEndpointChanges(context, branch, args),
  }),
);
