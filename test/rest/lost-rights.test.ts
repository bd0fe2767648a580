import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { enableProvider } from '../support/ai.ts';
import { testApp } from '../support/app.ts';
import { petstoreNext } from '../support/documents.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { agent, createToken } from '../support/mcp.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { type Document, type Person, type Project, seed, seedPassword } from '../support/seed.ts';

/**
 * A request is admitted, waits for a lock, and its caller loses their rights meanwhile. It must not change anything.
 */

const app = await testApp();
const { superAdmin, createPerson } = await seed(app);
const { prisma } = app.database;

const LOCK_USERS = "SELECT pg_advisory_xact_lock(hashtext('docsvc.users')) WHERE $1::text <> ''";

/** A text of OpenAPI, to send inside GraphQL. */
const TINY = 'openapi: 3.1.0\\ninfo: { title: T, version: 1.0.0 }\\npaths: {}\\n';

const userOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });

describe('a project admin who lost the role while their request waits', () => {
  const roleOf = async ({ id: projectId }: Project, { id: userId }: Person) =>
    (await prisma.member.findUnique({ where: { projectId_userId: { projectId, userId } } }))?.role;

  const lock = 'SELECT FROM projects WHERE id = (SELECT project_id FROM members WHERE id = $1) FOR NO KEY UPDATE';

  async function losing(statement: string, request: (project: Project, lost: Person) => Promise<{ status: string }>) {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const where = { projectId_userId: { projectId: project.id, userId: lost.id } };
    const { id } = await prisma.member.findUniqueOrThrow({ where });
    const answer = await meanwhile(app, [lock, statement], id, () => request(project, lost));
    return { answer, role: await roleOf(project, lost) };
  }

  it('does not get it back by their own hand', async () => {
    const { answer, role } = await losing("UPDATE members SET role = 'READER' WHERE id = $1", (project, lost) =>
      lost.rest('PATCH', `${project.path}/members/${lost.id}/role`, { body: { role: 3 } }),
    );
    expect([answer.status, role]).toEqual(['PERMISSION_DENIED', 'READER']);
  });

  it('cannot add themselves again', async () => {
    const { answer, role } = await losing('DELETE FROM members WHERE id = $1', (project, lost) =>
      lost.rest('POST', `${project.path}/members`, { body: { user_id: lost.id, role: 3 } }),
    );
    expect([answer.status, role]).toEqual(['PERMISSION_DENIED', undefined]);
  });

  it('removes nobody', async () => {
    const { answer } = await losing("UPDATE members SET role = 'READER' WHERE id = $1", (project, lost) =>
      lost.rest('DELETE', `${project.path}/members/${project.admin.id}`),
    );
    expect(answer.status).toBe('PERMISSION_DENIED');
  });
});

describe('a project admin who was removed while their request waits', () => {
  type Act = () => Promise<{ status: string }>;
  const removal = [
    'SELECT FROM projects WHERE id = (SELECT project_id FROM members WHERE id = $1) FOR NO KEY UPDATE',
    'DELETE FROM members WHERE id = $1',
  ];
  const webhookOf = async ({ admin, path }: Project) =>
    (
      await admin.rest('POST', `${path}/webhooks`, {
        body: { url: 'https://hooks.example.com/', events: ['draft.submitted'] },
      })
    ).detail.id;

  const acts: [string, (project: Project, lost: Person) => Promise<Act>][] = [
    [
      'creates no share link',
      async (project, lost) => {
        const document = await project.createDocument();
        await document.publish();
        const body = { branch_id: document.branches.dev, expiry: 'permanent' };
        return () => lost.rest('POST', `${document.path}/shares`, { body });
      },
    ],
    [
      'creates no webhook',
      async (project, lost) => {
        const body = { url: 'https://thief.example.com/', events: ['draft.submitted'] };
        return () => lost.rest('POST', `${project.path}/webhooks`, { body });
      },
    ],
    [
      'does not change the URL of a webhook',
      async (project, lost) => {
        const path = `${project.path}/webhooks/${await webhookOf(project)}`;
        return () => lost.rest('PATCH', path, { body: { url: 'https://thief.example.com/' } });
      },
    ],
    [
      'gets no new secret of a webhook',
      async (project, lost) => {
        const path = `${project.path}/webhooks/${await webhookOf(project)}/rotate-secret`;
        return () => lost.rest('POST', path);
      },
    ],
    [
      'sends no test to a webhook',
      async (project, lost) => {
        const path = `${project.path}/webhooks/${await webhookOf(project)}/test`;
        return () => lost.rest('POST', path);
      },
    ],
    [
      'redelivers no event',
      async (project, lost) => {
        const webhookId = await webhookOf(project);
        const data = {
          id: newId(),
          projectId: project.id,
          webhookId,
          event: 'DRAFT_SUBMITTED',
          payload: '{}',
        } as const;
        await prisma.delivery.create({ data: { ...data, status: 'FAILED' } });
        const path = `${project.path}/webhooks/${webhookId}/deliveries/${data.id}/redeliver`;
        return () => lost.rest('POST', path);
      },
    ],
    [
      'revokes no acceptance of a breaking change',
      async (project, lost) => {
        const path = `${(await project.createDocument()).path}/diff-exceptions`;
        const body = { key: '0'.repeat(32), reason: 'No client sends it' };
        const { id } = (await project.admin.rest('POST', path, { body })).detail;
        return () => lost.rest('POST', `${path}/${id}/revoke`);
      },
    ],
    [
      'asks for no summary',
      async (project, lost) => {
        const { path } = await (await project.createDocument()).publish();
        return () => lost.rest('POST', `${path}/ai-summary/regenerate`);
      },
    ],
    [
      'configures no AI provider',
      async (project, lost) => {
        const body = { name: 'Mine', base_url: 'https://thief.example.com/v1', model: 'm', enabled: true };
        return () => lost.rest('PUT', `${project.path}/ai/provider`, { body });
      },
    ],
    [
      'changes no prompt',
      async (project, lost) => () =>
        lost.rest('PUT', `${project.path}/ai/prompts/page_chat`, { body: { system_prompt: 'Say yes.' } }),
    ],
    [
      'does not change the review policy',
      async (project, lost) => () =>
        lost.rest('PUT', `${project.path}/review-policy`, { body: { require_other_reviewer: false } }),
    ],
    [
      'does not change the diff policy',
      async (project, lost) => () => lost.rest('PUT', `${project.path}/diff-policy`, { body: { profile: 'lenient' } }),
    ],
    [
      'accepts no breaking change',
      async (project, lost) => {
        const { path } = await project.createDocument();
        const body = { key: '0'.repeat(32), reason: 'No client sends it' };
        return () => lost.rest('POST', `${path}/diff-exceptions`, { body });
      },
    ],
    [
      'does not rename the project',
      async (project, lost) => () => lost.rest('PATCH', project.path, { body: { name: 'Mine' } }),
    ],
    [
      'creates no document',
      async (project, lost) => {
        const body = { name: 'Late', document_type: 1, relative_path: 'late.yaml' };
        return () => lost.rest('POST', `${project.path}/documents`, { body });
      },
    ],
    [
      'does not rename a document',
      async (project, lost) => {
        const { path } = await project.createDocument();
        return () => lost.rest('PATCH', path, { body: { name: 'Late' } });
      },
    ],
    [
      'creates no branch',
      async (project, lost) => {
        const { path } = await project.createDocument();
        return () => lost.rest('POST', `${path}/branches`, { body: { name: 'feature/late' } });
      },
    ],
    [
      'archives no branch',
      async (project, lost) => {
        const { path, branches } = await project.createDocument();
        return () => lost.rest('POST', `${path}/branches/${branches.test}/archive`);
      },
    ],
    [
      'creates no draft',
      async (project, lost) => {
        const { path, branches } = await project.createDocument();
        const body = { branch_id: branches.dev, version_name: 'late', schema_content: petstoreNext };
        return () => lost.rest('POST', `${path}/drafts`, { body });
      },
    ],
    [
      'does not comment on a draft',
      async (project, lost) => {
        const draft = await (await project.createDocument()).createDraft();
        return () => lost.rest('POST', `${draft.path}/comments`, { body: { body: 'Late' } });
      },
    ],
    ['does not archive the project', async (project, lost) => () => lost.rest('POST', `${project.path}/archive`)],
  ];

  it.each(acts)('%s', async (_name, prepare) => {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const where = { projectId_userId: { projectId: project.id, userId: lost.id } };
    const { id } = await prisma.member.findUniqueOrThrow({ where });
    const answer = await meanwhile(app, removal, id, await prepare(project, lost));
    expect(answer.status).toBe('PERMISSION_DENIED');
  });
});

describe('a person who lost their right while their request about a draft waits for its branch', () => {
  const HOLD = 'SELECT FROM branches WHERE id = (SELECT branch_id FROM drafts WHERE id = $1) FOR UPDATE';
  const LOSSES = {
    'left the project': 'DELETE FROM members WHERE user_id =',
    'is a reader now': "UPDATE members SET role = 'READER' WHERE user_id =",
    'has no session any more': 'UPDATE users SET session_epoch = session_epoch + 1 WHERE id =',
  };
  const DECISIONS = ['approve', 'reject', 'request-changes'];
  const ACTS = ['PATCH', 'DELETE', 'submit', ...DECISIONS];
  const cases = ACTS.flatMap(act => Object.entries(LOSSES).map(([loss, statement]) => ({ act, loss, statement })));

  async function losing(act: string, lost: Person, document: Document, statement: string) {
    const draft = await document.createDraft();
    if (DECISIONS.includes(act)) await draft.submit();
    const before = await draft.read();
    const request = {
      ...(act === 'PATCH' && { body: { expected_revision: before.revision, version_name: 'late' } }),
      ...(DECISIONS.includes(act) && { body: { expected_review_revision: before.reviewRevision, comment: 'Late' } }),
    };
    const [method, path] = /^[A-Z]/.test(act) ? [act, draft.path] : ['POST', `${draft.path}/${act}`];
    const taking = `${statement} '${lost.id}' AND $1::text <> ''`;
    const answer = await meanwhile(app, [HOLD, taking], draft.id, () => lost.rest(method, path, request));
    expect(await draft.read()).toEqual(before);
    return answer.status;
  }

  it.each(cases)('changes nothing: $act by a person who $loss', async ({ act, statement }) => {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const status = await losing(act, lost, await project.createDocument(), statement);
    expect(status).toBe(statement.includes('users') ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED');
  });

  it.each(ACTS)('changes nothing: %s by a former SuperAdmin', async act => {
    const lost = await createPerson();
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const document = await (await (await createPerson()).createProject()).createDocument();
    const statement = 'UPDATE users SET is_super_admin = FALSE WHERE id =';
    expect(await losing(act, lost, document, statement)).toBe('PERMISSION_DENIED');
  });
});

describe('a GraphQL request whose caller loses their right during one of its mutations', () => {
  const HOLD = 'SELECT FROM documents WHERE id = $1 FOR UPDATE';

  it.each([
    ['left the project', 'DELETE FROM members WHERE user_id', 'NOT_FOUND', 'abcdefghijkl'],
    ['is a reader now', "UPDATE members SET role = 'READER' WHERE user_id", 'PERMISSION_DENIED', 'abcdefjkl'],
  ])('stops this mutation and the next one: a caller who %s', async (_loss, statement, code, refused) => {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const [first, second] = [await project.createDocument(), await project.createDocument()];
    await second.publish();
    const draft = await second.createDraft();
    const comment = await lost.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
    const { dev, test } = second.branches;
    const body = { branch_id: dev, expiry: 'permanent' };
    const share = await project.admin.rest('POST', `${second.path}/shares`, { body });
    const acts = [
      `a: updateDocument(input: { id: "${first.id}", description: "late" }) { id }`,
      `b: archiveDocument(input: { id: "${first.id}" }) { id }`,
      `c: createDocument(input: { projectId: "${project.id}", name: "x", documentType: OPENAPI, relativePath: "x.yaml" }) { id }`,
      `d: createBranch(input: { documentId: "${second.id}", name: "feature/late" }) { id }`,
      `e: updateBranch(input: { id: "${test}", description: "late" }) { id }`,
      `f: archiveBranch(input: { id: "${test}" }) { id }`,
      `g: createComment(input: { draftId: "${draft.id}", body: "late" }) { id }`,
      `h: updateComment(input: { id: "${comment.detail.id}", body: "late" }) { id }`,
      `i: resolveComment(input: { id: "${comment.detail.id}" }) { id }`,
      `j: createDraft(input: { branchId: "${dev}", versionName: "late", schemaContent: "${TINY}" }) { id }`,
      `k: promoteDraft(input: { sourceBranchId: "${dev}", targetBranchId: "${test}", versionName: "late" }) { id }`,
      `l: revealDocumentShare(input: { id: "${share.detail.id}" }) { url }`,
    ];
    const loss = `${statement} = '${lost.id}' AND $1::text <> ''`;
    const answer = await meanwhile(app, [HOLD, loss], first.id, () => lost.graphql(`mutation { ${acts.join('\n')} }`));
    expect(answer.errors?.map(({ path, extensions }) => `${path?.[0]} ${extensions.code}`)).toEqual(
      [...refused].map(act => `${act} ${code}`),
    );
  });
});

describe('a GraphQL request whose caller gives up their role with its first mutation', () => {
  const CHANGE = 'mutation($project: ID!, $id: ID!, $role: MemberRole!, $branch: ID!, $text: String!)';

  it('shows nothing that the new role may not read', async () => {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const { branches } = await project.createDocument();
    const variables = { project: project.id, id: lost.id, role: 'WRITER', branch: branches.dev, text: petstoreNext };
    const answer = await lost.graphql(
      `${CHANGE} {
        updateProjectMember(input: { projectId: $project, userId: $id, role: $role }) { id }
        createDraft(input: { branchId: $branch, versionName: "1", schemaContent: $text }) {
          document { project { webhooks { totalCount } } }
        }
      }`,
      variables,
    );
    expect(answer.errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code])).toEqual([
      ['webhooks', 'PERMISSION_DENIED'],
    ]);
  });
});

describe('a person who lost their right while their request waits for a row', () => {
  type Act = { table: string; id: string; request: () => Promise<{ status: unknown }> };
  const LOSSES = {
    'left the project': ['DELETE FROM members WHERE user_id =', 'PERMISSION_DENIED'],
    'has no session any more': ['UPDATE users SET session_epoch = session_epoch + 1 WHERE id =', 'UNAUTHENTICATED'],
  } as const;

  const markSeen = async (document: Document, lost: Person, seen: boolean): Promise<Act> => {
    const { id } = await document.createDraft();
    const changes = [{ key: 'a'.repeat(32), digest: 'b'.repeat(32) }];
    const mutation = 'mutation($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }';
    const mark = async (seen: boolean) => {
      const { code } = await lost.graphql(mutation, { input: { id, changes, seen } });
      return { status: code === 'NOT_FOUND' ? 'PERMISSION_DENIED' : code };
    };
    if (!seen) await mark(true);
    return { table: 'drafts', id, request: () => mark(seen) };
  };

  const acts: Record<string, (document: Document, lost: Person) => Promise<Act>> = {
    'deletes no webhook': async ({ project }, lost) => {
      const body = { url: 'https://hooks.example.com/', events: ['draft.submitted'] };
      const { id } = (await project.admin.rest('POST', `${project.path}/webhooks`, { body })).detail;
      const request = () => lost.rest('DELETE', `${project.path}/webhooks/${id}`);
      return { table: 'webhooks', id, request };
    },
    'revokes no share': async (document, lost) => {
      await document.publish();
      const path = `${document.path}/shares`;
      const body = { branch_id: document.branches.dev, expiry: 'permanent' };
      const { id } = (await document.project.admin.rest('POST', path, { body })).detail;
      return { table: 'document_shares', id, request: () => lost.rest('POST', `${path}/${id}/revoke`) };
    },
    'stores no comparison': async (document, lost) => {
      // In reverse order, because the comparison from old to new is already stored.
      const [to, from] = [await document.publish(), await document.publish({ content: petstoreNext })];
      const body = { from_version_id: from.id, to_version_id: to.id };
      const request = () => lost.rest('POST', `${document.path}/diffs`, { body });
      return { table: 'documents', id: document.id, request };
    },
    'keeps no comparison that they read': async (document, lost) => {
      const [to, from] = [await document.publish(), await document.publish({ content: petstoreNext })];
      const query = 'query($from: ID!, $to: ID!) { compareVersions(fromVersionId: $from, toVersionId: $to) { id } }';
      const request = async () => {
        const { code } = await lost.graphql(query, { from: from.id, to: to.id });
        return { status: code === 'NOT_FOUND' ? 'PERMISSION_DENIED' : code };
      };
      return { table: 'documents', id: document.id, request };
    },
    'marks no change as seen': (document, lost) => markSeen(document, lost, true),
    'removes no mark': (document, lost) => markSeen(document, lost, false),
    'starts no chat': async (document, lost) => {
      const { admin, path } = document.project;
      await enableProvider(admin, path, 'https://models.example.com/v1');
      const draft = await document.createDraft();
      const body = { document_id: document.id, context_type: 'draft', context_id: draft.id };
      const request = () => lost.rest('POST', `${path}/ai/chat-sessions`, { body });
      return { table: 'documents', id: document.id, request };
    },
  };

  const kept = (projectId: string, { id: userId }: Person) =>
    Promise.all([
      prisma.webhook.findMany({ where: { projectId } }),
      prisma.documentShare.findMany({ where: { projectId } }),
      prisma.diff.findMany({ where: { projectId } }),
      prisma.seenChange.findMany({ where: { userId } }),
      prisma.chatSession.findMany({ where: { projectId } }),
    ]);

  const cases = Object.entries(acts).flatMap(([act, prepare]) =>
    Object.entries(LOSSES).map(([loss, [statement, status]]) => ({ act, prepare, loss, statement, status })),
  );

  it.each(cases)('$act: a person who $loss', async ({ prepare, statement, status }) => {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const { table, id, request } = await prepare(await project.createDocument(), lost);
    const before = await kept(project.id, lost);
    const losing = `${statement} '${lost.id}' AND $1::text <> ''`;
    const answer = await meanwhile(app, [`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, losing], id, request);
    expect([answer.status, await kept(project.id, lost)]).toEqual([status, before]);
  });
});

describe('a person whose session ends while their request waits for a token', () => {
  it.each(['mcp-tokens', 'api-tokens'])('revokes none of the %s', async tokens => {
    const lost = await createPerson();
    const path = `/private/${tokens}`;
    const { id } = (await lost.rest('POST', path, { body: { name: 'Kept', scopes: [1] } })).detail;
    const losing = [
      `SELECT FROM ${tokens.replace('-', '_')} WHERE id = $1 FOR UPDATE`,
      `UPDATE users SET session_epoch = session_epoch + 1 WHERE id = '${lost.id}' AND $1::text <> ''`,
    ];
    const answer = await meanwhile(app, losing, id, () => lost.rest('POST', `${path}/${id}/revoke`));
    expect(answer.status).toBe('UNAUTHENTICATED');
  });
});

describe('a session that ends while its request waits', () => {
  it.each(['mcp-tokens', 'api-tokens'])('leaves none of the %s behind', async tokens => {
    const person = await createPerson();
    const ending = 'UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1';
    const answer = await meanwhile(app, [ending], person.id, () =>
      person.rest('POST', `/private/${tokens}`, { body: { name: 'Kept', scopes: [1] } }),
    );
    expect(answer.status).toBe('UNAUTHENTICATED');
  });
});

describe('a SuperAdmin who lost the role while their request waits', () => {
  const session = 'session_epoch = session_epoch + 1';

  async function losing(change: string, body: object) {
    const lost = await createPerson();
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const statements = [LOCK_USERS, `UPDATE users SET ${change} WHERE id = $1`];
    const answer = await meanwhile(app, statements, lost.id, () =>
      lost.rest('PATCH', `/private/system/users/${lost.id}`, { body }),
    );
    const user = await userOf(lost.id);
    if (user.isSuperAdmin)
      await superAdmin.rest('PATCH', `/private/system/users/${lost.id}`, { body: { is_super_admin: false } });
    return { status: answer.status, user };
  }

  it('does not get it back by their own hand', async () => {
    const { status, user } = await losing('is_super_admin = FALSE', { is_super_admin: true });
    expect([status, user.isSuperAdmin]).toEqual(['PERMISSION_DENIED', false]);
  });

  it('creates no other SuperAdmin', async () => {
    const lost = await createPerson();
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const email = 'another-root@example.com';
    const body = { email, password: 'the password of a thief', is_super_admin: true };
    const losing = [LOCK_USERS, 'UPDATE users SET is_super_admin = FALSE WHERE id = $1'];
    const answer = await meanwhile(app, losing, lost.id, () => lost.rest('POST', '/private/system/users', { body }));
    expect([answer.status, await prisma.user.count({ where: { email } })]).toEqual(['PERMISSION_DENIED', 0]);
  });

  it('sets no provider of the system', async () => {
    const lost = await createPerson();
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const losing = [
      "SELECT pg_advisory_xact_lock(7201601) WHERE $1::text <> ''",
      'UPDATE users SET is_super_admin = FALSE WHERE id = $1',
    ];
    const body = { name: 'Mine', base_url: 'https://thief.example.com/v1', model: 'm', enabled: true };
    const answer = await meanwhile(app, losing, lost.id, () => lost.rest('PUT', '/private/ai/provider', { body }));
    expect(answer.status).toBe('PERMISSION_DENIED');
  });

  it.each([
    ['archives no team', (team: string) => ['POST', `/private/teams/${team}/archive`, {}]],
    ['renames no team', (team: string) => ['PATCH', `/private/teams/${team}`, { name: 'Late' }]],
    ['creates no project', (team: string) => ['POST', '/private/projects', { team_id: team, name: 'Late' }]],
  ] as const)('%s', async (_act, requestOf) => {
    const { id: team } = await (await createPerson()).createTeam();
    const lost = await createPerson();
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const losing = [
      'SELECT FROM teams WHERE id = $1 FOR UPDATE',
      `UPDATE users SET is_super_admin = FALSE WHERE id = '${lost.id}' AND $1::text <> ''`,
    ];
    const [method, path, body] = requestOf(team);
    const answer = await meanwhile(app, losing, team, () =>
      lost.rest(method as string, path as string, { body: body as object }),
    );
    expect(answer.status).toBe('PERMISSION_DENIED');
  });

  it.each(['mcp-tokens', 'api-tokens'])("revokes nobody's token of the %s", async tokens => {
    const [lost, owner] = [await createPerson(), await createPerson()];
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const { id } = (await owner.rest('POST', `/private/${tokens}`, { body: { name: 'Kept', scopes: [1] } })).detail;
    const losing = [
      `SELECT FROM ${tokens.replace('-', '_')} WHERE id = $1 FOR UPDATE`,
      `UPDATE users SET is_super_admin = FALSE WHERE id = '${lost.id}' AND $1::text <> ''`,
    ];
    const path = `/private/system/users/${owner.id}/${tokens}/${id}/revoke`;
    const answer = await meanwhile(app, losing, id, () => lost.rest('POST', path));
    expect(answer.status).toBe('PERMISSION_DENIED');
    expect((await owner.rest('GET', `/private/${tokens}/${id}`)).detail).toMatchObject({ state: 'active' });
  });

  it.each([
    ['removes no protection', 'prod', 'PATCH', '', { is_protected: false }],
    ['renames no protected branch', 'prod', 'PATCH', '', { name: 'feature/late' }],
    ['renames no branch of an environment', 'test', 'PATCH', '', { name: 'feature/late' }],
    ['archives no protected branch', 'prod', 'POST', '/archive', {}],
    ['restores no protected branch', 'prod', 'POST', '/unarchive', {}],
  ] as const)('%s, though they administer the project', async (_act, name, method, end, body) => {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const { id, path, branches } = await project.createDocument();
    const where = { id: branches[name] };
    if (end === '/unarchive') await prisma.branch.update({ where, data: { status: 'ARCHIVED' } });
    const before = await prisma.branch.findUniqueOrThrow({ where });
    const losing = [
      'SELECT FROM documents WHERE id = $1 FOR UPDATE',
      `UPDATE users SET is_super_admin = FALSE WHERE id = '${lost.id}' AND $1::text <> ''`,
    ];
    const request = () => lost.rest(method, `${path}/branches/${where.id}${end}`, { body });
    const answer = await meanwhile(app, losing, id, request);
    expect([answer.status, await prisma.branch.findUniqueOrThrow({ where })]).toEqual(['PERMISSION_DENIED', before]);
  });

  it('changes nobody while their session ends', async () => {
    const [lost, other] = [await createPerson(), await createPerson()];
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const ending = [`UPDATE users SET ${session} WHERE id = $1`];
    const answer = await meanwhile(app, ending, lost.id, () =>
      lost.rest('PATCH', `/private/system/users/${other.id}`, { body: { is_super_admin: true } }),
    );
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: false } });
    expect([answer.status, (await userOf(other.id)).isSuperAdmin]).toEqual(['UNAUTHENTICATED', false]);
  });

  it('does not enable themselves again', async () => {
    const { status, user } = await losing(`status = 'DISABLED', ${session}`, { status: 1 });
    expect([status, user.status]).toEqual(['UNAUTHENTICATED', 'DISABLED']);
  });

  it('does not replace the password that ended their session', async () => {
    const { status, user } = await losing(`password_hash = 'new', ${session}`, { password: 'the password of a thief' });
    expect([status, user.passwordHash]).toEqual(['UNAUTHENTICATED', 'new']);
  });
});

describe('a password that is changed while the change of another session waits', () => {
  it('stays: the other session has ended', async () => {
    const person = await createPerson();
    const statement = "UPDATE users SET password_hash = 'new', session_epoch = session_epoch + 1 WHERE id = $1";
    const body = { current_password: seedPassword, new_password: 'the password of a thief' };
    const answer = await meanwhile(app, [statement], person.id, () =>
      person.rest('POST', '/private/identity/me/password', { body }),
    );
    expect([answer.status, (await userOf(person.id)).passwordHash]).toEqual(['UNAUTHENTICATED', 'new']);
  });
});

describe('a person who is disabled while they sign in by the provider', () => {
  it('gets no session that begins when they are enabled again', async () => {
    const provider = await startIdentityProvider(() => `${app.services.site.publicUrl}/sign-in/oidc`);
    const withGroups = await app.with({
      ...provider.settings,
      DOCSVC_OIDC_LINK_BY_EMAIL: 'on',
      DOCSVC_OIDC_ROLES: 'root=superadmin',
    });
    const { id, email } = await createPerson();
    provider.person = { sub: 'subject', email, email_verified: true };
    const signIn = async () => {
      const { detail } = await withGroups.rest<{ url: string; flow: string }>('POST', '/open/auth/oidc/start', {
        body: {},
      });
      const body = { flow: detail.flow, ...(await provider.signIn(detail.url)) };
      return withGroups.rest<{ token: string }>('POST', '/open/auth/oidc/finish', { body });
    };
    expect((await signIn()).status).toBe('OK');
    // A sign-in that makes somebody SuperAdmin waits for other changes of users.
    provider.person = { ...provider.person, groups: ['root'] };
    const disabling = "UPDATE users SET status = 'DISABLED', session_epoch = session_epoch + 1 WHERE id = $1";
    const { detail } = await meanwhile(app, [LOCK_USERS, disabling], id, signIn);
    await superAdmin.rest('PATCH', `/private/system/users/${id}`, { body: { status: 1 } });
    expect((await app.rest('GET', '/private/identity/me', { token: detail.token })).status).toBe('UNAUTHENTICATED');
  });
});

describe('a token that lost its rights while its request waits', () => {
  const HOLD = 'SELECT FROM branches WHERE id = $1 FOR UPDATE';
  const kinds = ['API', 'MCP'] as const;
  type Kind = (typeof kinds)[number];

  const LOSSES = {
    'was revoked': ({ token }: Lost) => `UPDATE ${token.table} SET revoked_at = now() WHERE id = '${token.id}'`,
    'has no owner any more': ({ owner }: Lost) =>
      `UPDATE users SET status = 'DISABLED', session_epoch = session_epoch + 1 WHERE id = '${owner.id}'`,
    'has an owner who left the project': ({ owner }: Lost) => `DELETE FROM members WHERE user_id = '${owner.id}'`,
  };
  const ACTS = ['create', 'change', 'submit', 'reply'] as const;
  type Act = (typeof ACTS)[number];
  type Lost = { owner: Person; token: { id: string; token: string; table: string } };

  async function newToken(kind: Kind, owner: Person) {
    if (kind === 'MCP') return { ...(await createToken(owner)), table: 'mcp_tokens' };
    const body = { name: 'Pipeline', scopes: [1, 2] };
    const { detail } = await owner.rest<{ id: string; token: string }>('POST', '/private/api-tokens', { body });
    return { ...detail, table: 'api_tokens' };
  }

  async function requestOf(
    kind: Kind,
    act: Act,
    document: Document,
    { owner, token }: Lost,
  ): Promise<() => Promise<{ status: string }>> {
    const draft = await document.createDraft({ by: owner });
    const { detail: comment } = await owner.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
    const { revision: expected_revision } = await draft.read();
    const created = { branch_id: document.branches.dev, version_name: 'late', schema_content: petstoreNext };
    const changed = { expected_revision, version_name: 'late' };
    const replied = { reply_to: comment.id, body: 'late' };
    if (kind === 'API') {
      const requests = {
        create: ['POST', `${document.path}/drafts`, created],
        change: ['PATCH', draft.path, changed],
        submit: ['POST', `${draft.path}/submit`, {}],
        reply: ['POST', `${draft.path}/comments`, replied],
      } as const;
      const [method, path, body] = requests[act];
      return () => app.rest(method, path, { token: token.token, body });
    }
    const place = { project_id: document.project.id, document_id: document.id };
    const calls = {
      create: ['create_api_version_draft', { ...place, ...created }],
      change: ['update_api_version_draft', { ...place, draft_id: draft.id, ...changed }],
      submit: ['submit_api_version_draft', { ...place, draft_id: draft.id }],
      reply: ['reply_to_api_version_draft_comment', { ...place, draft_id: draft.id, ...replied }],
    } as const;
    const [name, args] = calls[act];
    return () => agent(app, token.token).call(name, args);
  }

  const cases = kinds.flatMap(kind =>
    ACTS.flatMap(act => Object.entries(LOSSES).map(([loss, statementOf]) => ({ kind, act, loss, statementOf }))),
  );

  it.each(cases)('changes nothing: $act by an $kind token that $loss', async ({ kind, act, loss, statementOf }) => {
    const project = await (await createPerson()).createProject();
    const document = await project.createDocument();
    const owner = await project.addMember('writer');
    const lost = { owner, token: await newToken(kind, owner) };
    const request = await requestOf(kind, act, document, lost);
    const everything = () =>
      prisma.draft.findMany({
        where: { documentId: document.id },
        include: { comments: true },
        orderBy: { id: 'asc' },
      });
    const before = await everything();
    const statements = [HOLD, `${statementOf(lost)} AND $1::text <> ''`];
    const { status } = await meanwhile(app, statements, document.branches.dev, request);
    expect(await everything()).toEqual(before);
    expect(status).toBe(loss.includes('left') ? 'PERMISSION_DENIED' : 'UNAUTHENTICATED');
  });
});
