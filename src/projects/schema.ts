import type { Context } from '../access/context.ts';
import { ownRole } from '../access/own-role.ts';
import { once } from '../audit/once.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { ResourceStatus, textBounds } from '../graphql/resources.ts';
import { batched } from '../lists/batch.ts';
import { Team } from '../teams/schema.ts';
import { readTeamOf } from '../teams/service.ts';
import { UserStatus } from '../users/schema.ts';
import * as candidates from './candidates.ts';
import * as members from './members.ts';
import * as projects from './service.ts';

const MemberRole = wireEnum('MemberRole', 'What a member may do in a project. Each role includes the previous ones.', {
  READER: [1, 'May read everything in the project.'],
  WRITER: [2, 'May also upload, change and submit drafts.'],
  ADMIN: [3, 'May also review drafts and manage members, documents, branches and share links.'],
});

const userOf = (context: Context, { userId }: { userId: string }) => batched(context, members.userOfMember, userId);

const Member = builder.prismaObject('Member', {
  description: "A user's role in a project.",
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    userId: t.exposeID('userId', { description: 'The user.' }),
    userEmail: t.string({
      description: "The user's address.",
      resolve: async (member, _, context) => (await userOf(context, member)).email,
    }),
    userName: t.string({
      description: "The user's display name.",
      resolve: async (member, _, context) => (await userOf(context, member)).name,
    }),
    userStatus: t.field({
      type: UserStatus,
      description: 'Whether the user may sign in.',
      resolve: async (member, _, context) => (await userOf(context, member)).status,
    }),
    role: t.expose('role', { type: MemberRole, description: 'What the member may do.' }),
    addedById: t.exposeID('addedById', { nullable: true, description: 'Who added the member.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the member was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the role was last changed.' }),
  }),
});

const MemberConnection = connectionType('Member', Member);

export const Project = builder.prismaObject('Project', {
  description: 'A group of documents with its members. Roles apply to a whole project.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    teamId: t.exposeID('teamId', { description: 'The team that owns the project.' }),
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team that owns the project.',
      extensions: { nullOnlyWithError: true },
      resolve: ({ teamId }, _, context) => readTeamOf(context, teamId),
    }),
    name: t.exposeString('name', { description: 'Label, 1 to 200 characters.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the project is for.' }),
    adminUserId: t.id({
      nullable: true,
      description: 'The active admin of the project who was added first; null if there is none.',
      resolve: (project, _, context) => batched(context, projects.adminOfProject, project.id),
    }),
    myRole: t.field({
      type: MemberRole,
      nullable: true,
      description: "The caller's own role; null for a SuperAdmin who is not a member.",
      resolve: async (project, _, context) => (await ownRole(context, project.id)) ?? null,
    }),
    status: t.expose('status', { type: ResourceStatus, description: 'Whether the project is in use.' }),
    createdById: t.exposeID('createdById', { description: 'The user who created the project.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the project was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the project was last changed.' }),
    members: t.field({
      type: MemberConnection,
      nullable: true,
      description: 'The members, oldest membership first. `search` matches email and name.',
      args: pageArguments,
      extensions: { ...judgedBy('member.read'), page: 'child' },
      resolve: (project, args, context) => members.listMembers(context, project, args),
    }),
  }),
});

const ProjectConnection = connectionType('Project', Project);

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'A new project.',
  fields: t => ({
    teamId: t.id({ required: true, description: 'The team that owns it.' }),
    name: t.string({
      required: true,
      description: 'Label, 1 to 200 characters.',
      extensions: { bounds: textBounds.name },
    }),
    description: t.string({ description: 'Up to 4000 characters.', extensions: { bounds: textBounds.description } }),
    adminUserId: t.id({ description: 'The first admin; the caller when absent.' }),
  }),
});

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description: 'Changes to a project. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The project.' }),
    name: t.string({ description: 'New label, 1 to 200 characters.', extensions: { bounds: textBounds.name } }),
    description: t.string({
      description: 'New description, up to 4000 characters; blank removes it.',
      extensions: { bounds: textBounds.description },
    }),
  }),
});

const ProjectInput = builder.inputType('ProjectInput', {
  description: 'Selects a project.',
  fields: t => ({ id: t.id({ required: true, description: 'The project.' }) }),
});

const ProjectMemberInput = builder.inputType('ProjectMemberInput', {
  description: 'A member and their role.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    userId: t.id({ required: true, description: 'The user.' }),
    role: t.field({ type: MemberRole, required: true, description: 'What the member may do.' }),
  }),
});

const RemoveProjectMemberInput = builder.inputType('RemoveProjectMemberInput', {
  description: 'Selects a member.',
  fields: t => ({
    projectId: t.id({ required: true, description: 'The project.' }),
    userId: t.id({ required: true, description: 'The user.' }),
  }),
});

builder.queryFields(t => ({
  projects: t.field({
    type: ProjectConnection,
    nullable: true,
    description:
      'The projects of which the caller is a member, oldest first. A SuperAdmin sees all projects. `search` matches name and description.',
    args: {
      teamId: t.arg.id({
        description:
          'Only projects of this team. NOT_FOUND, or over REST PERMISSION_DENIED, if the caller sees no such team.',
      }),
      ...pageArguments,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => projects.listProjects(call, args),
  }),
  project: t.field({
    type: Project,
    nullable: true,
    description: 'One project. Requires a reader of it.',
    args: { id: t.arg.id({ required: true, description: 'The project.' }) },
    extensions: judgedBy('project.read'),
    resolve: (_, { id }, call) => projects.loadProject(call, 'project.read', id),
  }),
}));

const MemberCandidate = builder.objectRef<candidates.Candidate>('MemberCandidate').implement({
  description: 'A user who could become a member of a project, with the fields that the caller may see.',
  fields: t => ({
    id: t.exposeID('id', { description: 'The user.' }),
    email: t.exposeString('email', {
      description:
        'Their address. It is masked (a***@e***) if they share no project with the caller, unless the search is the full address. As a member they are shown in full.',
    }),
    name: t.exposeString('name', { description: 'Display name. If it contains a masked address, it is masked too.' }),
  }),
});

const MemberCandidateConnection = connectionType('MemberCandidate', MemberCandidate);

builder.queryField('memberCandidates', t =>
  t.field({
    type: MemberCandidateConnection,
    nullable: true,
    description:
      'Active users who are not yet members of a project. Requires a project admin. Without `search`: people who share a project with the caller; a SuperAdmin sees all users. `search` matches their email and name. With at least 3 characters, it also finds up to 10 other users, by part of the name or by the full email. Masked emails keep addresses out of this list only: a project admin may add anybody as a member, and the project sees the email of a member in full.',
    args: {
      projectId: t.arg.id({ required: true, description: 'The project.' }),
      ...pageArguments,
    },
    extensions: { ...judgedBy('member.manage'), page: 'root' },
    resolve: (_, args, call) => candidates.listMemberCandidates(call, args.projectId, args),
  }),
);

builder.mutationFields(t => ({
  createProject: t.field({
    type: Project,
    nullable: true,
    description: "Creates a project. Requires the team's creator or a SuperAdmin.",
    args: { input: t.arg({ type: CreateProjectInput, required: true, description: 'The project.' }) },
    extensions: { creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => projects.readCreatedProject(call, id),
        () => projects.createProject(call, input),
      ),
  }),
  updateProject: t.field({
    type: Project,
    nullable: true,
    description: 'Changes a project. Requires a project admin.',
    args: { input: t.arg({ type: UpdateProjectInput, required: true, description: 'What to change.' }) },
    extensions: judgedBy('project.update'),
    resolve: (_, { input }, call) => projects.updateProject(call, input),
  }),
  archiveProject: t.field({
    type: Project,
    nullable: true,
    description: 'Archives a project: it becomes read-only. Requires a project admin.',
    args: { input: t.arg({ type: ProjectInput, required: true, description: 'The project.' }) },
    extensions: judgedBy('project.archive'),
    resolve: (_, { input }, call) => projects.setProjectStatus(call, input.id, 'ARCHIVED'),
  }),
  unarchiveProject: t.field({
    type: Project,
    nullable: true,
    description: 'Restores an archived project. Requires a project admin.',
    args: { input: t.arg({ type: ProjectInput, required: true, description: 'The project.' }) },
    extensions: judgedBy('project.archive'),
    resolve: (_, { input }, call) => projects.setProjectStatus(call, input.id, 'ACTIVE'),
  }),
  addProjectMember: t.field({
    type: Member,
    nullable: true,
    description: 'Adds a member. Requires a project admin. ALREADY_EXISTS if the user is already a member.',
    args: { input: t.arg({ type: ProjectMemberInput, required: true, description: 'The user and their role.' }) },
    extensions: { ...judgedBy('member.manage'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => members.readMember(call, id),
        () => members.addMember(call, input),
      ),
  }),
  updateProjectMember: t.field({
    type: Member,
    nullable: true,
    description: "Changes a member's role. Requires a project admin. FAILED_PRECONDITION for the last admin.",
    args: { input: t.arg({ type: ProjectMemberInput, required: true, description: 'The user and their new role.' }) },
    extensions: judgedBy('member.manage'),
    resolve: (_, { input }, call) => members.updateMember(call, input),
  }),
  removeProjectMember: t.field({
    type: Member,
    nullable: true,
    description: 'Removes a member. Requires a project admin. FAILED_PRECONDITION for the last admin.',
    args: { input: t.arg({ type: RemoveProjectMemberInput, required: true, description: 'The member.' }) },
    extensions: judgedBy('member.manage'),
    resolve: (_, { input }, call) => members.removeMember(call, input),
  }),
}));
