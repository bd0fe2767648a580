import { category, del, get, P, patch, post, type Route } from './route.ts';

const me = '/api/v1/private/identity/me';
const users = '/api/v1/private/system/users';
const teams = '/api/v1/private/teams';

/** Who there is: sign-in, users, teams, projects and their members, and the trail of what they did. */
export const peopleRoutes: readonly Route[] = [
  ...category('Open', [
    get('/api/v1/open/auth/config', 'AuthConfig', { who: 'anyone', summary: 'Read how people may sign in' }),
    post('/api/v1/open/auth/login', 'Login', { who: 'anyone', summary: 'Sign in with email and password' }),
    post('/api/v1/open/auth/register', 'Register', {
      who: 'anyone',
      summary: 'Register, where the deployment allows it',
    }),
  ]),
  ...category('Identity', [
    get(me, 'Me', { who: 'signed in', summary: 'Read the current user' }),
    patch(me, 'UpdateMe', { who: 'signed in', summary: 'Change the own name' }),
    post(`${me}/password`, 'ChangePassword', { who: 'signed in', summary: 'Change the own password' }),
    post(`${me}/logout`, 'Logout', { who: 'signed in', summary: 'End all own sessions' }),
  ]),
  ...category('System Users', [
    get(users, 'ListUsers', { who: 'superadmin', summary: 'List users' }),
    post(users, 'CreateUser', { who: 'superadmin', summary: 'Create a user' }),
    get(`${users}/{user_id}`, 'GetUser', { who: 'superadmin', summary: 'Read a user' }),
    patch(`${users}/{user_id}`, 'UpdateUser', { who: 'superadmin', summary: 'Change, disable or promote a user' }),
  ]),
  ...category('Teams', [
    get(teams, 'ListTeams', { who: 'signed in', summary: 'List teams' }),
    post(teams, 'CreateTeam', { who: 'signed in', summary: 'Create a team' }),
    get(`${teams}/{team_id}`, 'GetTeam', { who: 'signed in', summary: 'Read a team' }),
    patch(`${teams}/{team_id}`, 'UpdateTeam', { who: 'team manager', summary: 'Change a team' }),
    post(`${teams}/{team_id}/archive`, 'ArchiveTeam', { who: 'team manager', summary: 'Archive a team' }),
    post(`${teams}/{team_id}/unarchive`, 'UnarchiveTeam', {
      who: 'team manager',
      summary: 'Bring an archived team back',
    }),
  ]),
  ...category('Projects', [
    get('/api/v1/private/projects', 'ListProjects', { who: 'signed in', summary: 'List projects' }),
    post('/api/v1/private/projects', 'CreateProject', { who: 'team manager', summary: 'Create a project' }),
    get(P, 'GetProject', { who: 'reader', summary: 'Read a project' }),
    patch(P, 'UpdateProject', { who: 'project admin', summary: 'Change a project' }),
    post(`${P}/archive`, 'ArchiveProject', { who: 'project admin', summary: 'Archive a project' }),
    post(`${P}/unarchive`, 'UnarchiveProject', { who: 'project admin', summary: 'Bring an archived project back' }),
    get(`${P}/members`, 'ListMembers', { who: 'reader', summary: 'List the members of a project' }),
    post(`${P}/members`, 'AddProjectMember', { who: 'project admin', summary: 'Add a member' }),
    patch(`${P}/members/{user_id}/role`, 'UpdateProjectMember', {
      who: 'project admin',
      summary: "Change a member's role",
    }),
    del(`${P}/members/{user_id}`, 'RemoveProjectMember', { who: 'project admin', summary: 'Remove a member' }),
    get(`${P}/member-candidates`, 'ListMemberCandidates', {
      who: 'project admin',
      summary: 'List the users who could become members',
    }),
  ]),
  ...category('Audit', [
    get('/api/v1/private/audit-logs', 'ListAuditLogs', {
      who: 'signed in',
      summary: 'List what was done, newest first; a Project Admin names the project',
    }),
  ]),
];
