import {
  AddProjectMemberDocument,
  ArchiveProjectDocument,
  ArchiveTeamDocument,
  AuthConfigDocument,
  ChangePasswordDocument,
  CreateProjectDocument,
  CreateTeamDocument,
  CreateUserDocument,
  FinishOidcSignInDocument,
  GetProjectDocument,
  GetTeamDocument,
  GetUserDocument,
  ListAuditLogsDocument,
  ListMemberCandidatesDocument,
  ListMembersDocument,
  ListProjectsDocument,
  ListTeamsDocument,
  ListUsersDocument,
  LoginDocument,
  LogoutDocument,
  MeDocument,
  RegisterDocument,
  RemoveProjectMemberDocument,
  StartOidcSignInDocument,
  UnarchiveProjectDocument,
  UnarchiveTeamDocument,
  UpdateMeDocument,
  UpdateProjectDocument,
  UpdateProjectMemberDocument,
  UpdateTeamDocument,
  UpdateUserDocument,
} from '../generated.ts';
import { category, del, get, P, patch, post, type Route } from './route.ts';

const me = '/api/v1/private/identity/me';
const users = '/api/v1/private/system/users';
const teams = '/api/v1/private/teams';

/** Sign-in, users, teams, projects and their members, and the audit log. */
export const peopleRoutes: readonly Route[] = [
  ...category('Open', [
    get('/api/v1/open/auth/config', AuthConfigDocument, { who: 'anyone', summary: 'Read the ways to sign in' }),
    post('/api/v1/open/auth/login', LoginDocument, { who: 'anyone', summary: 'Sign in with email and password' }),
    post('/api/v1/open/auth/register', RegisterDocument, {
      who: 'anyone',
      summary: 'Register, where the deployment allows it',
    }),
    post('/api/v1/open/auth/oidc/start', StartOidcSignInDocument, {
      who: 'anyone',
      summary: 'Begin a sign-in by the provider (OpenID Connect)',
    }),
    post('/api/v1/open/auth/oidc/finish', FinishOidcSignInDocument, {
      who: 'anyone',
      summary: 'Sign in with the answer of the provider',
    }),
  ]),
  ...category('Identity', [
    get(me, MeDocument, { who: 'signed in', summary: 'Read the current user' }),
    patch(me, UpdateMeDocument, { who: 'signed in', summary: 'Change your name, or whether you receive e-mail' }),
    post(`${me}/password`, ChangePasswordDocument, { who: 'signed in', summary: 'Change your password' }),
    post(`${me}/logout`, LogoutDocument, { who: 'signed in', summary: 'End all your sessions' }),
  ]),
  ...category('System Users', [
    get(users, ListUsersDocument, { who: 'superadmin', summary: 'List users' }),
    post(users, CreateUserDocument, { who: 'superadmin', summary: 'Create a user' }),
    get(`${users}/{user_id}`, GetUserDocument, { who: 'superadmin', summary: 'Read a user' }),
    patch(`${users}/{user_id}`, UpdateUserDocument, {
      who: 'superadmin',
      summary: 'Change, disable or promote a user',
    }),
  ]),
  ...category('Teams', [
    get(teams, ListTeamsDocument, { who: 'signed in', summary: 'List teams' }),
    post(teams, CreateTeamDocument, { who: 'signed in', summary: 'Create a team' }),
    get(`${teams}/{team_id}`, GetTeamDocument, { who: 'signed in', summary: 'Read a team' }),
    patch(`${teams}/{team_id}`, UpdateTeamDocument, { who: 'team manager', summary: 'Change a team' }),
    post(`${teams}/{team_id}/archive`, ArchiveTeamDocument, { who: 'team manager', summary: 'Archive a team' }),
    post(`${teams}/{team_id}/unarchive`, UnarchiveTeamDocument, {
      who: 'team manager',
      summary: 'Restore an archived team',
    }),
  ]),
  ...category('Projects', [
    get('/api/v1/private/projects', ListProjectsDocument, { who: 'signed in', summary: 'List projects' }),
    post('/api/v1/private/projects', CreateProjectDocument, { who: 'team manager', summary: 'Create a project' }),
    get(P, GetProjectDocument, { who: 'reader', summary: 'Read a project' }),
    patch(P, UpdateProjectDocument, { who: 'project admin', summary: 'Change a project' }),
    post(`${P}/archive`, ArchiveProjectDocument, { who: 'project admin', summary: 'Archive a project' }),
    post(`${P}/unarchive`, UnarchiveProjectDocument, {
      who: 'project admin',
      summary: 'Restore an archived project',
    }),
    get(`${P}/members`, ListMembersDocument, { who: 'reader', summary: 'List the members of a project' }),
    post(`${P}/members`, AddProjectMemberDocument, { who: 'project admin', summary: 'Add a member' }),
    patch(`${P}/members/{user_id}/role`, UpdateProjectMemberDocument, {
      who: 'project admin',
      summary: "Change a member's role",
    }),
    del(`${P}/members/{user_id}`, RemoveProjectMemberDocument, { who: 'project admin', summary: 'Remove a member' }),
    get(`${P}/member-candidates`, ListMemberCandidatesDocument, {
      who: 'project admin',
      summary: 'List the users who could become members',
    }),
  ]),
  ...category('Audit', [
    get('/api/v1/private/audit-logs', ListAuditLogsDocument, {
      who: 'signed in',
      summary: 'List audit entries, newest first; a Project Admin must name the project',
      keys: { aliases: { limit: 'page_size', actor_id: 'actor', token_id: 'actor' } },
    }),
  ]),
];
