import { type Call, signedIn } from '../access/call.ts';
import { authorizeSystem, authorizeTeam, visible } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import type { Prisma, ResourceStatus, Team } from '../generated/prisma/client.ts';
import { type Connection, containsText, listPage, type PageArgs } from '../graphql/connections.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition, notFound, permissionDenied } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';

export function listTeams(call: Call, args: PageArgs): Promise<Connection<Team>> {
  return listPage(
    call.db.team,
    { AND: [visible.teams(call), containsText(args.search, ['name', 'description'])] },
    args,
  );
}

/** A team is seen by its creator, the members of its projects and SuperAdmins. */
export async function readTeam(call: Call, id: string): Promise<Team> {
  signedIn(call);
  const team = await findTeam(call, id);
  const seen = await call.db.team.findFirst({ where: { AND: [{ id }, visible.teams(call)] }, select: { id: true } });
  if (seen === null) throw permissionDenied('You have no part in this team');
  return team;
}

export async function findTeam(call: Call, id: string): Promise<Team> {
  const team = isId(id) ? await call.db.team.findUnique({ where: { id } }) : null;
  if (team === null) throw notFound('Team');
  return team;
}

type TeamFields = { name?: string | null; description?: string | null };

export async function createTeam(call: Call, input: TeamFields): Promise<Team> {
  const creator = call.config.teamCreation === 'superadmin' ? authorizeSystem(call) : signedIn(call);
  const data = { name: fields.name(input.name), description: fields.description(input.description) };
  return inTransaction(call.db, async tx => {
    const team = await tx.team.create({ data: { id: newId(), ...data, createdById: creator.id } });
    await recordAct(tx, call, { action: 'team.create', resourceType: 'team', resourceId: team.id });
    return team;
  });
}

export async function updateTeam(call: Call, input: TeamFields & { id: string }): Promise<Team> {
  const team = await managedTeam(call, input.id);
  fields.requireChange(input, ['name', 'description']);
  const data: Prisma.TeamUpdateInput = {};
  if (input.name !== undefined) data.name = fields.name(input.name);
  if (input.description !== undefined) data.description = fields.description(input.description);
  return changeTeam(call, team.id, 'team.update', data, requireActiveTeam);
}

/** Refuses a change below an archived team and, in its transaction, keeps the team from being archived meanwhile. */
export async function requireActiveTeam(tx: Db, id: string): Promise<void> {
  const [team] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status::text FROM teams WHERE id = ${id}::uuid FOR SHARE`;
  if (team?.status !== 'ACTIVE') throw failedPrecondition('The team is archived');
}

/** Archiving what is archived, or unarchiving what is not, changes nothing. */
export async function setTeamStatus(call: Call, id: string, status: ResourceStatus): Promise<Team> {
  const team = await managedTeam(call, id);
  if (team.status === status) return team;
  return changeTeam(call, id, status === 'ARCHIVED' ? 'team.archive' : 'team.unarchive', { status });
}

async function managedTeam(call: Call, id: string): Promise<Team> {
  signedIn(call);
  const team = await findTeam(call, id);
  authorizeTeam(call, team);
  return team;
}

function changeTeam(
  call: Call,
  id: string,
  action: string,
  data: Prisma.TeamUpdateInput,
  require: (tx: Db, id: string) => Promise<void> = async () => {},
): Promise<Team> {
  return inTransaction(call.db, async tx => {
    await tx.$queryRaw`SELECT id::text FROM teams WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    await require(tx, id);
    const team = await tx.team.update({ where: { id }, data });
    await recordAct(tx, call, { action, resourceType: 'team', resourceId: id });
    return team;
  });
}
