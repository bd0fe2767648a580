import type { Person } from '../access/actor.ts';
import { asOfNow } from '../access/as-of-now.ts';
import { type Call, reachesAll, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorizeSystem, authorizeTeam, noAccessError } from '../access/policy.ts';
import { visible } from '../access/visible.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { Prisma, type ResourceStatus, type Team } from '../generated/prisma/client.ts';
import { type Batch, batched, rowsByKey } from '../lists/batch.ts';
import { watchedTable } from '../lists/changes.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOf, searchedTeams } from '../lists/search.ts';
import { sqlList } from '../lists/sql-list.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { findRow, readRows, selectColumns } from '../platform/rows.ts';

const TEAMS = { table: 'teams', fields: Prisma.TeamScalarFieldEnum };

export function listTeams(context: Context, args: PageArgs): Promise<Connection<Team>> {
  // Without a search, a page costs less than the check for changes. Other callers see few teams.
  const ofAll = args.search && reachesAll(context) && { watched: watchedTable('teams') };
  const list = { ...TEAMS, action: 'team.read', order: 'asc', ...ofAll } as const;
  return sqlList<Team>(context, list, args, async search => matchOf(searchedTeams, search));
}

/** Reads a team that is visible to the caller. Other callers cannot find out whether it exists. */
export async function readTeam(call: Call, id: string): Promise<Team> {
  const user = signedIn(call);
  if (!isId(id)) throw notFound('Team');
  const where = Prisma.sql`c.id = ${id}::uuid AND ${await visible['team.read'](call)}`;
  const team = await findRow<Team>(call.db, TEAMS, where);
  if (team !== undefined) return team;
  throw user.isSuperAdmin ? notFound('Team') : noAccessError(call, 'Team', 'You have no access to this team');
}

/** The team of a project; NOT_FOUND for a caller who may not read it. */
export async function readTeamOf(context: Context, teamId: string): Promise<Team> {
  const team = await batched(context, visibleTeam, teamId);
  if (team === null) throw notFound('Team');
  return team;
}

const visibleTeam: Batch<string, Team | null> = {
  async load(context, ids) {
    const teams = Prisma.sql`
      SELECT ${selectColumns('c', TEAMS.fields)} FROM teams c
      WHERE c.id = ANY(${ids}::uuid[]) AND ${await visible['team.read'](context)}`;
    return rowsByKey(ids, 'id', readRows<Team>(context.db, teams));
  },
};

type TeamFields = { name?: string | null; description?: string | null };

export async function createTeam(call: Call, input: TeamFields): Promise<Team> {
  const creator = authorizeCreation(call);
  const data = { name: fields.name(input.name), description: fields.description(input.description) };
  return inTransaction(call.db, async tx => {
    authorizeCreation(await asOfNow(tx, call));
    const team = await tx.team.create({ data: { id: newId(), ...data, createdById: creator.id } });
    await keepKey(tx, call, team.id);
    await recordAct(tx, call, { action: 'team.create', resourceType: 'team', resourceId: team.id });
    return team;
  });
}

const authorizeCreation = (call: Call): Person =>
  call.config.teamCreation === 'superadmin' ? authorizeSystem(call) : signedIn(call);

export async function updateTeam(call: Call, input: TeamFields & { id: string }): Promise<Team> {
  const team = await managedTeam(call, input.id);
  return changeTeam(call, team, 'team.update', async tx => {
    await requireActiveTeam(tx, team.id);
    fields.requireChange(input, ['name', 'description'], { description: team.description });
    const data: Prisma.TeamUpdateInput = {};
    if (input.name !== undefined) data.name = fields.name(input.name);
    if (input.description !== undefined) data.description = fields.description(input.description);
    return data;
  });
}

/**
 * Refuses changes in an archived team. Locks the team until the transaction ends, so that it cannot be archived
 * meanwhile.
 */
export async function requireActiveTeam(tx: Db, id: string): Promise<void> {
  const [team] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status::text FROM teams WHERE id = ${id}::uuid FOR SHARE`;
  if (team?.status !== 'ACTIVE') throw failedPrecondition('The team is archived: restore it first');
}

/** Archives or restores a team. Does nothing if the team already has the status. */
export async function setTeamStatus(call: Call, id: string, status: ResourceStatus): Promise<Team> {
  const team = await managedTeam(call, id);
  if (team.status === status) return team;
  return changeTeam(call, team, status === 'ARCHIVED' ? 'team.archive' : 'team.unarchive', async () => ({ status }));
}

async function managedTeam(call: Call, id: string): Promise<Team> {
  const team = await readTeam(call, id);
  authorizeTeam(call, team);
  return team;
}

function changeTeam(
  call: Call,
  loaded: Team,
  action: string,
  /** Checks that the change is possible now, then returns it. */
  readData: (tx: Db) => Promise<Prisma.TeamUpdateInput>,
): Promise<Team> {
  return inTransaction(call.db, async tx => {
    const { id } = loaded;
    const [locked] = await tx.$queryRaw<Pick<Team, 'name' | 'description' | 'status'>[]>`
      SELECT name, description, status::text FROM teams WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    authorizeTeam(await asOfNow(tx, call), loaded);
    const before = { ...loaded, ...locked };
    const data = await readData(tx);
    const changed = fields.differing(before, data);
    // If two callers archive it at once, the second changes nothing.
    if (changed.length === 0) return before;
    const team = await tx.team.update({ where: { id }, data });
    const metadata = data.status === undefined && { metadata: { changed } };
    await recordAct(tx, call, { action, resourceType: 'team', resourceId: id, ...metadata });
    return team;
  });
}
