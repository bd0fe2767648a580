/** The first SuperAdmin of a server that starts with these settings. */
export const adminSettings = {
  DOCSVC_INITIAL_ADMIN_EMAIL: 'admin@example.com',
  DOCSVC_INITIAL_ADMIN_PASSWORD: 'correct horse battery staple',
};

/** The keys of a server that does not generate them, as for a database by URL or for several processes. */
export const keySettings = {
  DOCSVC_JWT_SECRET: 'a secret of at least thirty-two bytes',
  DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};

/** The fields of resources that these tests read. */
export type Resource = {
  id: string;
  name: string;
  state: string;
  revision: string;
  review_revision?: string;
  draft_id: string;
  sequence: number;
  latest_version_id?: string;
  from_version_id: string;
  to_version_id: string;
  content: string;
  hash: string;
};

export type Answer<T = Resource> = { status: string; message: string; detail: T; total?: number };

export type HttpClient = <T = Resource>(method: string, path: string, body?: object) => Promise<Answer<T>>;

export type SignedIn = {
  base: string;
  token: string;
  /** Returns business errors, throws on a lost connection. Paths start after /api/v1. */
  rest: HttpClient;
  /** The single root field of a query or mutation that must succeed. */
  graphql<T>(query: string, variables: object): Promise<T>;
};

/** Calls a running server over real HTTP as its first SuperAdmin. */
export async function signIn(base: string): Promise<SignedIn> {
  const { detail } = await httpClient(base)<{ token: string }>('POST', '/open/auth/login', {
    email: adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL,
    password: adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD,
  });
  const { token } = detail;
  return {
    base,
    token,
    rest: httpClient(base, token),
    async graphql<T>(query: string, variables: object) {
      const { data, errors } = (await ask(`${base}/graphql`, 'POST', token, { query, variables })) as {
        data: Record<string, T>;
        errors?: { message: string }[];
      };
      if (errors) throw new Error(errors[0]?.message);
      return Object.values(data)[0] as T;
    },
  };
}

const httpClient =
  (base: string, token?: string): HttpClient =>
  async <T>(method: string, path: string, body?: object) =>
    (await ask(`${base}/api/v1${path}`, method, token, body)) as Answer<T>;

async function ask(url: string, method: string, token: string | undefined, body: object | undefined): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return response.json();
}

/** The answer of a call that must succeed. */
export async function succeed<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, message, detail } = await answer;
  if (status !== 'OK') throw new Error(`${status}: ${message} ${JSON.stringify(detail)}`);
  return detail;
}

export type Workplace = { project: string; document: string; branches: Record<string, string> };

/** A document in its own project. */
export async function makeDocument(client: HttpClient): Promise<Workplace> {
  const team = await succeed(client('POST', '/private/teams', { name: 'Team' }));
  const project = await succeed(client('POST', '/private/projects', { team_id: team.id, name: 'Project' }));
  const body = { name: 'API', document_type: 1, relative_path: 'api.json' };
  const document = await succeed(client('POST', `/private/projects/${project.id}/documents`, body));
  const path = `/private/projects/${project.id}/documents/${document.id}`;
  const branches = await succeed(client<Resource[]>('GET', `${path}/branches`));
  return {
    project: project.id,
    document: path,
    branches: Object.fromEntries(branches.map(({ id, name }) => [name, id])),
  };
}

/** Creates, submits and approves a draft. Returns the version. */
export async function publishVersion(client: HttpClient, document: string, body: object): Promise<Resource> {
  const { id } = await succeed(client('POST', `${document}/drafts`, body));
  const { review_revision } = await succeed(client('POST', `${document}/drafts/${id}/submit`));
  const decision = { expected_review_revision: review_revision };
  return succeed(client('POST', `${document}/drafts/${id}/approve`, decision));
}
