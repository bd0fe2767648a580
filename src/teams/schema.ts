import { once } from '../audit/once.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { ResourceStatus, textBounds } from '../graphql/resources.ts';
import * as teams from './service.ts';

export const Team = builder.prismaObject('Team', {
  description: 'A group of people that owns projects.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    name: t.exposeString('name', { description: 'Label, 1 to 200 characters.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the team is for.' }),
    status: t.expose('status', { type: ResourceStatus, description: 'Whether the team is in use.' }),
    createdById: t.exposeID('createdById', { description: 'The user who created the team and manages it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the team was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the team was last changed.' }),
  }),
});

const TeamConnection = connectionType('Team', Team);

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'A new team.',
  fields: t => ({
    name: t.string({
      required: true,
      description: 'Label, 1 to 200 characters.',
      extensions: { bounds: textBounds.name },
    }),
    description: t.string({ description: 'Up to 4000 characters.', extensions: { bounds: textBounds.description } }),
  }),
});

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Changes to a team. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The team.' }),
    name: t.string({ description: 'New label, 1 to 200 characters.', extensions: { bounds: textBounds.name } }),
    description: t.string({
      description: 'New description, up to 4000 characters; blank removes it.',
      extensions: { bounds: textBounds.description },
    }),
  }),
});

const TeamInput = builder.inputType('TeamInput', {
  description: 'Selects a team.',
  fields: t => ({ id: t.id({ required: true, description: 'The team.' }) }),
});

builder.queryFields(t => ({
  teams: t.field({
    type: TeamConnection,
    nullable: true,
    description: 'The teams that the caller created or has a project in. A SuperAdmin sees all teams.',
    args: pageArguments,
    extensions: { page: 'root' },
    resolve: (_, args, call) => teams.listTeams(call, args),
  }),
  team: t.field({
    type: Team,
    nullable: true,
    description: 'One team. Requires its creator, a member of one of its projects or a SuperAdmin.',
    args: { id: t.arg.id({ required: true, description: 'The team.' }) },
    resolve: (_, { id }, call) => teams.readTeam(call, id),
  }),
}));

builder.mutationFields(t => ({
  createTeam: t.field({
    type: Team,
    nullable: true,
    description: 'Creates a team. Requires sign-in, or a SuperAdmin if DOCSVC_TEAM_CREATION is superadmin.',
    args: { input: t.arg({ type: CreateTeamInput, required: true, description: 'The team.' }) },
    extensions: { creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => teams.readTeam(call, id),
        () => teams.createTeam(call, input),
      ),
  }),
  updateTeam: t.field({
    type: Team,
    nullable: true,
    description: 'Changes a team. Requires its creator or a SuperAdmin.',
    args: { input: t.arg({ type: UpdateTeamInput, required: true, description: 'What to change.' }) },
    resolve: (_, { input }, call) => teams.updateTeam(call, input),
  }),
  archiveTeam: t.field({
    type: Team,
    nullable: true,
    description: 'Archives a team and everything in it. Requires its creator or a SuperAdmin.',
    args: { input: t.arg({ type: TeamInput, required: true, description: 'The team.' }) },
    resolve: (_, { input }, call) => teams.setTeamStatus(call, input.id, 'ARCHIVED'),
  }),
  unarchiveTeam: t.field({
    type: Team,
    nullable: true,
    description: 'Restores an archived team. Requires its creator or a SuperAdmin.',
    args: { input: t.arg({ type: TeamInput, required: true, description: 'The team.' }) },
    resolve: (_, { input }, call) => teams.setTeamStatus(call, input.id, 'ACTIVE'),
  }),
}));
