import { AuditEntry } from '../audit/schema.ts';
import { builder } from '../graphql/builder.ts';
import { Person } from '../users/person-schema.ts';
import { personBehind } from './audit-actor.ts';

builder.objectField(AuditEntry, 'actor', t =>
  t.field({
    type: Person,
    nullable: true,
    description: 'The user that acted, or the owner of the token; null for the service and for strangers.',
    resolve: (entry, _, context) => personBehind(context, entry),
  }),
);
