import { builder } from '../graphql/builder.ts';
import type { PersonRow } from './person.ts';

export const Person = builder.objectRef<PersonRow>('Person').implement({
  description: 'A user as seen by people who share a project with them.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The user.' }),
    name: t.exposeString('name', { description: 'Their display name.' }),
  }),
});
