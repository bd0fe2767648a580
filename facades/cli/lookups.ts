import { createHash } from 'node:crypto';
import { relativePathKey } from '../../src/platform/fields.ts';
import { MAX_SEARCH_BYTES } from '../../src/platform/page-limits.ts';
import type { Client } from './client.ts';
import { signInAt } from './credentials.ts';
import {
  CliBranchesDocument,
  CliCreateBranchDocument,
  CliCreateDocumentDocument,
  CliCreateProjectDocument,
  CliCreateTeamDocument,
  CliDocumentsDocument,
  CliProjectDocument,
  CliProjectsDocument,
  CliTeamsDocument,
  CliVersionContentDocument,
} from './generated.ts';
import { type Failure, refused, wrongUse } from './outcome.ts';
import type { Session } from './session.ts';

type Standing = { status: 'ACTIVE' | 'ARCHIVED' };
export type Project = Standing & { id: string; name: string };
export type Document = Standing & { id: string; relativePath: string; documentType: 'MARKDOWN' | 'OPENAPI' };
export type Branch = Standing & { id: string; name: string; latestVersion: Latest | null };
export type Latest = { id: string; versionName: string; rawContentHash: string };

/** An idempotency key: the digest of `parts`, so that a second run of the same command creates nothing twice. */
export const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

type Page<Node> = { totalCount: number; nodes: Node[] } | null | undefined;

/** Reads all pages of a list; `read` returns the page from an offset. */
export async function readPages<Node>(read: (offset: number) => Promise<Page<Node>>): Promise<Node[]> {
  const all: Node[] = [];
  for (;;) {
    const page = await read(all.length);
    all.push(...(page?.nodes ?? []));
    if (!page || page.nodes.length === 0 || all.length >= page.totalCount) return all;
  }
}

/** The search text for a name: the name, cut to the maximum length of a search. */
export const searchOf = (name: string): string =>
  Buffer.from(name)
    .subarray(0, MAX_SEARCH_BYTES)
    .toString()
    .replace(/\ufffd+$/, '');

/** A name as the service stores it: trimmed, and composed (Unicode NFC). Some computers decompose accents. */
export const storedName = (name: string): string => name.trim().normalize('NFC');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isActive = ({ status }: Standing): boolean => status !== 'ARCHIVED';

/**
 * The outermost of these that is archived, such as "project Shop": what is in it cannot be changed. That of a team is
 * known to the service only, because tokens cannot read teams.
 */
export function archivedOf(project: Project, document?: Document, branch?: Branch): string | undefined {
  if (!isActive(project)) return `project ${project.name}`;
  if (document && !isActive(document)) return `document ${document.relativePath}`;
  return branch && !isActive(branch) ? `branch ${branch.name}` : undefined;
}

/** Throws if one of these is archived. */
export function requireActive(...where: Parameters<typeof archivedOf>): void {
  const archived = archivedOf(...where);
  if (archived !== undefined) throw refused(`The ${archived} is archived: it takes no drafts`);
}

/** Which project a command names, and who looks for it. */
type Sought = Pick<Session, 'client' | 'project' | 'isOfOneProject'>;

/** Finds a project by its id or name. Throws a Failure if there is none, or several with this name: active ones, if there are any. */
export async function findProject({ client, project: name, isOfOneProject }: Sought): Promise<Project> {
  if (!name) throw wrongUse('Name the project: --project NAME, or project in docsvc.yaml');
  const found = await projectNamed(client, name);
  if (found !== undefined) return found;
  if (isOfOneProject) throw otherProject(client, name);
  throw refused(`There is no project ${name} for you on ${client.server}. docsvc push --create makes it`);
}

async function projectNamed(client: Client, name: string): Promise<Project | undefined> {
  if (UUID.test(name)) return (await client.ask(CliProjectDocument, { id: name })).project ?? undefined;
  const all = await readPages(async offset => {
    const found = await client.ask(CliProjectsDocument, { search: searchOf(name), offset });
    return found.projects;
  });
  const named = all.filter(project => project.name === storedName(name));
  const active = named.filter(isActive);
  const found = active.length > 0 ? active : named;
  if (found.length > 1)
    throw wrongUse(
      `${found.length} projects are named ${name}: take the id, ${found.map(({ id }) => id).join(' or ')}`,
    );
  return found[0];
}

const otherProject = ({ server }: Client, name: string): Failure =>
  refused(`Your token does not work for the project ${name}. ${signInAt(server)}`);

/** Finds a project, or creates it as the person, in their team of the same name, which is created if it is missing. */
export async function makeProject(sought: Sought, person: () => Promise<Client>): Promise<Project> {
  const { client, project: name, isOfOneProject } = sought;
  if (!name || isOfOneProject) return findProject(sought);
  const found = await projectNamed(client, name);
  if (found !== undefined) return found;
  const owner = await person();
  if ((await projectNamed(owner, name)) !== undefined) {
    // Another command has created it meanwhile, or the login is of an older client and works for one project only.
    const createdMeanwhile = await projectNamed(client, name);
    if (createdMeanwhile !== undefined) return createdMeanwhile;
    throw otherProject(client, name);
  }
  const teams = await readPages(async offset => {
    const found = await owner.ask(CliTeamsDocument, { search: searchOf(name), offset });
    return found.teams;
  });
  const named = teams.filter(one => one.name === storedName(name));
  const team = named.find(isActive) ?? named[0] ?? (await createTeam(owner, name));
  return createProject(owner, { name, teamId: team.id });
}

type Named = { id: string; name: string };

const createTeam = (owner: Client, name: string): Promise<Named> =>
  createNamed(name, keyOf('team', name), async key => {
    const { createTeam } = await owner.ask(CliCreateTeamDocument, { input: { name } }, key);
    return createTeam as Named;
  });

const createProject = (owner: Client, input: { name: string; teamId: string }): Promise<Project> =>
  createNamed(input.name, keyOf('project', input.name, input.teamId), async key => {
    const { createProject } = await owner.ask(CliCreateProjectDocument, { input }, key);
    return createProject as Project;
  });

const MOST_KEYS = 10;

/** Creates under an idempotency key. Tries the next key if what an earlier run has created was renamed meanwhile. */
async function createNamed<Made extends Named>(
  name: string,
  first: string,
  create: (key: string) => Promise<Made>,
): Promise<Made> {
  let key = first;
  for (let count = 0; count < MOST_KEYS; count++) {
    const made = await create(key);
    if (made.name === storedName(name)) return made;
    key = keyOf(key, made.id);
  }
  throw refused(
    `What was created as ${name} today has other names now. Try again tomorrow, or create it in the console`,
  );
}

export async function findDocument(client: Client, project: Project, path: string): Promise<Document | undefined> {
  const asked = { projectId: project.id, search: searchOf(path) };
  const found = await readPages(async offset => {
    const found = await client.ask(CliDocumentsDocument, { ...asked, offset });
    return found.project?.documents;
  });
  return found.find(({ relativePath }) => relativePathKey(relativePath) === relativePathKey(path));
}

export async function requireDocument(client: Client, project: Project, path: string): Promise<Document> {
  const found = await findDocument(client, project, path);
  if (found === undefined) throw refused(`The project ${project.name} has no document ${path}. ${adviceFor(project)}`);
  return found;
}

function adviceFor(project: Project): string {
  const archived = archivedOf(project);
  return archived === undefined ? 'docsvc push --create makes it' : `The ${archived} is archived`;
}

export async function makeDocument(owner: Client, project: Project, path: string, isText: boolean): Promise<Document> {
  const name = path.split('/').at(-1) as string;
  const documentType = isText ? 'MARKDOWN' : 'OPENAPI';
  const input = { projectId: project.id, name, relativePath: path, documentType } as const;
  return (await owner.ask(CliCreateDocumentDocument, { input }, keyOf('document', project.id, path)))
    .createDocument as Document;
}

export async function findBranch(client: Client, document: Document, name: string): Promise<Branch | undefined> {
  const asked = { documentId: document.id, search: searchOf(name) };
  const found = await readPages(async offset => {
    const found = await client.ask(CliBranchesDocument, { ...asked, offset });
    return found.document?.branches;
  });
  return found.find(branch => branch.name === name);
}

export async function requireBranch(client: Client, document: Document, name: string): Promise<Branch> {
  const found = await findBranch(client, document, name);
  if (found === undefined) throw refused(`The document ${document.relativePath} has no branch ${name}`);
  return found;
}

export async function makeBranch(owner: Client, document: Document, name: string): Promise<Branch> {
  const input = { documentId: document.id, name };
  const { createBranch } = await owner.ask(CliCreateBranchDocument, { input }, keyOf('branch', document.id, name));
  return { ...(createBranch as Branch), latestVersion: null };
}

/** The text of a version, read in parts. */
export async function readVersion(client: Client, id: string): Promise<string> {
  let text = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const { version }: { version: { content: { content: string; nextOffset: number | null } | null } | null } =
      await client.ask(CliVersionContentDocument, { id, offset });
    text += version?.content?.content ?? '';
    offset = version?.content?.nextOffset ?? null;
  }
  return text;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
