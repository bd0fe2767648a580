import { openSession } from '../../src/access/session-tokens.ts';
import type { FieldError } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { hashPassword } from '../../src/platform/passwords.ts';
import type { GraphqlAnswer, Resource, RestAnswer, RestRequest, TestApp } from './app.ts';
import { guideMarkdown, petstore31Json } from './documents.ts';
import { draftOf, type PublishedVersion, type SeededDraft } from './seed-draft.ts';

/** Thrown when the service refuses a request of a factory. `code` is the status. */
export class Refusal extends Error {
  readonly code: string;
  readonly errors: FieldError[] | undefined;

  constructor({ code, errors }: Pick<GraphqlAnswer<unknown>, 'code' | 'errors'>) {
    super(`${code}: ${errors?.[0]?.message}`);
    this.code = code;
    this.errors = errors?.[0]?.extensions.errors;
  }
}

/** A caller of the service; `anonymous` has no token. */
export type Caller = {
  token: string | undefined;
  graphql<Data = Record<string, Resource>>(query: string, variables?: object): Promise<GraphqlAnswer<Data>>;
  /** The single root field of a query or mutation; throws a Refusal when the service refuses. */
  ask<Value>(query: string, variables?: object): Promise<Value>;
  rest<Detail = Resource>(method: string, path: string, request?: RestRequest): Promise<RestAnswer<Detail>>;
};

export type Person = Caller & {
  id: string;
  email: string;
  token: string;
  createTeam(name?: string): Promise<{ id: string }>;
  createProject(input?: { name?: string; teamId?: string }): Promise<Project>;
};

export type Role = 'reader' | 'writer' | 'admin';

export type Project = {
  id: string;
  teamId: string;
  /** Its REST path. */
  path: string;
  /** Its creator, who acts in its methods unless `by` is set. */
  admin: Person;
  /** Adds this user, or a new one. */
  addMember(role: Role, person?: Person): Promise<Person>;
  createDocument(input?: { type?: DocumentType; name?: string; relativePath?: string }): Promise<Document>;
  archive(): Promise<void>;
  unarchive(): Promise<void>;
};

export type DocumentType = 'OPENAPI' | 'MARKDOWN';

export type DraftInput = {
  /** The name of a branch, or its id; dev when absent. */
  branch?: string;
  versionName?: string;
  content?: string;
  contentKind?: 'RAW' | 'NORMALIZED' | 'STABLE';
  changelog?: string;
  by?: Caller;
};

export type Document = {
  id: string;
  project: Project;
  path: string;
  type: DocumentType;
  /** The ids of its branches, by name. */
  branches: Record<'dev' | 'test' | 'prod', string> & Record<string, string>;
  createBranch(name: string): Promise<string>;
  createDraft(input?: DraftInput): Promise<Draft>;
  /** Creates, submits and approves a draft with this content. */
  publish(input?: DraftInput): Promise<Version>;
  archive(): Promise<void>;
};

/** A draft and its methods, independent of a caller. */
export type Draft = SeededDraft<Document>;
export type Version = PublishedVersion;

export type Seed = {
  anonymous: Caller;
  superAdmin: Person;
  /** An ordinary user who owns the projects of tests. */
  admin: Person;
  createPerson(name?: string): Promise<Person>;
  createSuperAdmin(): Promise<Person>;
};

/** One caller of each role in one project. */
export type Cast = Record<'anonymous' | 'outsider' | 'reader' | 'writer' | 'admin' | 'superadmin', Caller>;

const PASSWORD = 'correct horse battery staple';
/** One hash for all users of a worker: hashing takes 25 ms of the CPU. */
const passwordHash = hashPassword(PASSWORD);

let counter = 0;
const unique = (noun: string): string => `${noun}-${++counter}`;

/** The initial users of every test; everything else is created by their methods. */
export async function seed(app: TestApp): Promise<Seed> {
  const insert = async (name: string, isSuperAdmin = false): Promise<Person> => {
    const email = `${name.toLowerCase()}@example.com`;
    const create = { id: newId(), email, name, passwordHash: await passwordHash, isSuperAdmin };
    // The SuperAdmin exists if another app over the same database was seeded.
    const user = await app.services.db.user.upsert({ where: { email }, create, update: {} });
    return personOf(app, user, createPerson);
  };
  const createPerson = (name = unique('user')) => insert(name);
  const superAdmin = await insert('Root', true);
  const admin = await createPerson(unique('admin'));
  const createSuperAdmin = () => insert(unique('root'), true);
  return { anonymous: callerOf(app, undefined), superAdmin, admin, createPerson, createSuperAdmin };
}

/** The password of every user from `seed`. */
export const seedPassword = PASSWORD;

/** Creates a user for each role in the project. */
export async function castOf({ anonymous, superAdmin, createPerson }: Seed, project: Project): Promise<Cast> {
  const [outsider, reader, writer] = await Promise.all([
    createPerson(unique('outsider')),
    project.addMember('reader'),
    project.addMember('writer'),
  ]);
  return { anonymous, outsider, reader, writer, admin: project.admin, superadmin: superAdmin };
}

/** Calls with this token, or without one. */
export function callerOf(app: TestApp, token: string | undefined): Caller {
  const graphql = <Data>(query: string, variables: object = {}) =>
    app.graphql<Data>(query, variables as Record<string, unknown>, { token });
  return {
    token,
    graphql,
    rest: (method, path, request = {}) => app.rest(method, path, { token, ...request }),
    async ask<Value>(query: string, variables: object = {}) {
      const answer = await graphql<Record<string, Value>>(query, variables);
      if (answer.errors) throw new Refusal(answer);
      return Object.values(answer.data)[0] as Value;
    },
  };
}

type CreatePerson = (name?: string) => Promise<Person>;
type UserRow = { id: string; email: string; sessionEpoch: number };

async function personOf(app: TestApp, user: UserRow, createPerson: CreatePerson): Promise<Person> {
  const { token } = await openSession(app.services, user);
  const caller = callerOf(app, token);
  const createTeam = (name = unique('team')) =>
    caller.ask<{ id: string }>('mutation($input: CreateTeamInput!) { createTeam(input: $input) { id } }', {
      input: { name },
    });
  const person: Person = {
    ...caller,
    id: user.id,
    email: user.email,
    token,
    createTeam,
    async createProject({ name = unique('project'), teamId } = {}) {
      const input = { name, teamId: teamId ?? (await createTeam()).id };
      const made = await caller.ask<{ id: string }>(
        'mutation($input: CreateProjectInput!) { createProject(input: $input) { id } }',
        { input },
      );
      return projectOf(person, made.id, input.teamId, createPerson);
    },
  };
  return person;
}

function projectOf(admin: Person, id: string, teamId: string, createPerson: CreatePerson): Project {
  const project: Project = {
    id,
    teamId,
    admin,
    path: `/private/projects/${id}`,
    async addMember(role, person) {
      const member = person ?? (await createPerson(unique(role)));
      const input = { projectId: id, userId: member.id, role: role.toUpperCase() };
      await admin.ask('mutation($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }', { input });
      return member;
    },
    async createDocument({ type = 'OPENAPI', name = unique('document'), relativePath } = {}) {
      const path = relativePath ?? `${name}.${type === 'OPENAPI' ? 'yaml' : 'md'}`;
      const input = { projectId: id, name, documentType: type, relativePath: path };
      const made = await admin.ask<MadeDocument>(CREATE_DOCUMENT, { input });
      return documentOf(project, type, made);
    },
    archive: () => admin.ask('mutation($id: ID!) { archiveProject(input: { id: $id }) { id } }', { id }),
    unarchive: () => admin.ask('mutation($id: ID!) { unarchiveProject(input: { id: $id }) { id } }', { id }),
  };
  return project;
}

type MadeDocument = { id: string; branches: { nodes: { id: string; name: string }[] } };

const CREATE_DOCUMENT = `mutation($input: CreateDocumentInput!) {
  createDocument(input: $input) { id branches { nodes { id name } } }
}`;

function documentOf(project: Project, type: DocumentType, made: MadeDocument): Document {
  const { id } = made;
  const document: Document = {
    id,
    project,
    type,
    path: `${project.path}/documents/${id}`,
    branches: Object.fromEntries(made.branches.nodes.map(branch => [branch.name, branch.id])) as Document['branches'],
    async createBranch(name) {
      const input = { documentId: id, name };
      const branch = await project.admin.ask<{ id: string }>(
        'mutation($input: CreateBranchInput!) { createBranch(input: $input) { id } }',
        { input },
      );
      document.branches[name] = branch.id;
      return branch.id;
    },
    async createDraft({ branch = 'dev', by = project.admin, versionName = unique('v'), content, ...rest } = {}) {
      const input = {
        documentId: id,
        branchId: document.branches[branch] ?? branch,
        versionName,
        schemaContent: content ?? (type === 'OPENAPI' ? petstore31Json : guideMarkdown),
        ...rest,
      };
      const draft = await by.ask<{ id: string }>(
        'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
        { input },
      );
      return draftOf(document, draft.id);
    },
    async publish(input) {
      const draft = await document.createDraft(input);
      await draft.submit();
      return draft.approve();
    },
    archive: () => project.admin.ask('mutation($id: ID!) { archiveDocument(input: { id: $id }) { id } }', { id }),
  };
  return document;
}
