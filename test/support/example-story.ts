import { API_KEY, doJobs, ended } from './ai.ts';
import type { RestAnswer, TestApp } from './app.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { answerOf, eventStream, eventsOf, json, startModelServer } from './model-server.ts';
import { type Seed, seedPassword } from './seed.ts';

/** `also` has other answers, by HTTP status or media type. */
export type Sent = { operationId: string; body?: unknown; answer: unknown; also?: Record<string, unknown> };

type Operation = { operationId: string };
type Described = { paths: Record<string, Record<string, Operation>> };
type Ids = Record<string, string>;
type Detail = { id: string; [field: string]: unknown };

const SCHEMA =
  '{"openapi":"3.1.0","info":{"title":"Pets","version":"1.0.0"},"paths":{"/pets":{"get":{"operationId":"listPets","summary":"List pets","tags":["pets"],"responses":{"200":{"description":"The pets."}}}}}}';
const CHANGED = SCHEMA.replace('1.0.0', '2.0.0').replace('/pets', '/animals');

const asFile = { headers: { 'content-type': 'application/json' } };

/** Calls every REST route once, in a plausible order. Returns the requests and answers in this order. */
export async function tellStory(
  app: TestApp,
  { superAdmin, admin, createPerson }: Seed,
  document: Described,
  provider: IdentityProvider,
) {
  await doJobs(app);
  const model = await startModelServer((response, { path, body }) => {
    const mode = path.endsWith('/responses') ? 'RESPONSES' : 'CHAT_COMPLETIONS';
    if (body.stream !== true) return json(response, answerOf(mode, 'It removes GET /pets.'));
    return eventStream(response).end(eventsOf(mode, ['It removes ', 'GET /pets.']).join(''));
  });
  const sent: Sent[] = [];
  const ids: Ids = { prompt_key: 'page_chat' };
  const routes = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
    ),
  );

  /** Calls an operation; the ids of its path are those stored so far. */
  async function call<Result = Detail>(operationId: string, body?: object | string, options?: Call): Promise<Result> {
    const answer = await ask<Result>(operationId, body, options);
    if (answer.envelope === undefined ? answer.http !== 200 : answer.code !== 200)
      throw new Error(`${operationId}: ${answer.message ?? answer.text}`);
    sent.push({ operationId, ...(body && { body }), answer: answer.envelope ?? answer.text });
    return answer.detail;
  }

  /** Calls an operation again, for an answer that has another status or media type. */
  async function callAgain(operationId: string, kind: string, options: Call, body?: object): Promise<void> {
    const { http, headers, envelope, text } = await ask(operationId, body, options);
    if (![`${http}`, headers['content-type']].includes(kind)) throw new Error(`${operationId}: ${http} ${text}`);
    const told = sent.findLast(one => one.operationId === operationId) as Sent;
    told.also = { ...told.also, [kind.split(';', 1)[0] as string]: envelope ?? text };
  }

  function ask<Result>(
    operationId: string,
    body: object | string | undefined,
    { headers = {}, query = {}, token = superAdmin.token, path: own = {} }: Call = {},
  ): Promise<RestAnswer<Result>> {
    const route = routes.get(operationId);
    if (route === undefined) throw new Error(`There is no operation ${operationId}`);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => own[name] ?? ids[name] ?? name);
    return app.rest<Result>(route.method, path, { token, headers, query, ...(body && { body }) });
  }

  const note = async (name: string, made: Promise<Detail>): Promise<Detail> => {
    const detail = await made;
    ids[name] = detail.id;
    return detail;
  };

  for (const operation of ['getHealth', 'getLive', 'getReady', 'authConfig']) await call(operation);
  const ada = { email: 'ada@example.com', name: 'Ada', password: seedPassword };
  const { token } = await call<{ token: string }>('register', ada, { token: '' });
  await call('login', { email: ada.email, password: ada.password }, { token: '' });
  await call('me', undefined, { token });
  await call('updateMe', { name: 'Ada Lovelace' }, { token });
  await call('changePassword', { current_password: seedPassword, new_password: `${seedPassword} 2` }, { token });
  await note('user_id', call('createUser', { email: 'bob@example.com', name: 'Bob', password: seedPassword }));
  await call('listUsers', undefined, { query: { search: 'bob' } });
  await call('getUser');
  await call('updateUser', { name: 'Bob Stone' });

  await note('team_id', call('createTeam', { name: 'Pets', description: 'Everything about pets.' }));
  for (const operation of ['listTeams', 'getTeam']) await call(operation);
  await call('updateTeam', { description: '' });
  for (const operation of ['archiveTeam', 'unarchiveTeam']) await call(operation);
  await note('project_id', call('createProject', { team_id: ids.team_id, name: 'Pet store' }));
  await call('listProjects', undefined, { query: { team_id: ids.team_id ?? '' } });
  await call('getProject');
  await call('updateProject', { description: 'The store.' });
  for (const operation of ['archiveProject', 'unarchiveProject']) await call(operation);
  await call('listMemberCandidates', undefined, { query: { search: 'bob' } });
  await call('addProjectMember', { user_id: ids.user_id, role: 2 });
  await call('listMembers');
  await call('updateProjectMember', { role: 1 });
  await call('removeProjectMember');

  const file = { name: 'Pet store API', document_type: 1, relative_path: 'apis/pets.json' };
  await note('document_id', call('createDocument', file));
  for (const operation of ['listDocuments', 'getDocument']) await call(operation);
  await call('updateDocument', { description: 'What the app uses.' });
  for (const operation of ['archiveDocument', 'unarchiveDocument']) await call(operation);
  const branches = await call<Detail[]>('listBranches');
  const { id: dev = '' } = branches.find(({ name }) => name === 'dev') ?? {};
  const { id: test = '' } = branches.find(({ name }) => name === 'test') ?? {};
  await note('branch_id', call('createBranch', { name: 'feature/search', description: 'Search by name.' }));
  await call('getBranch');
  await call('updateBranch', { description: '' });
  for (const operation of ['archiveBranch', 'unarchiveBranch']) await call(operation);

  const models = { name: 'Models', base_url: model.url, model: 'test-model', api_key: API_KEY, enabled: true };
  await call('updateSystemAiProvider', models);
  await call('getSystemAiProvider');
  await call('testSystemAiProvider', models);
  await call('updateProjectAiProvider', models);
  await call('getProjectAiProvider');
  await call('testProjectAiProvider', models);
  await call('listSystemAiPrompts');
  await call('updateSystemAiPrompt', { user_prompt_template: '{{context}}\n\n{{message}}' });
  await call('listProjectAiPrompts');
  await call('updateProjectAiPrompt', { system_prompt: 'Answer in one sentence.' });

  const publish = async (version_name: string, schema_content: string): Promise<Detail> => {
    const text = { branch_id: dev, version_name, schema_content, changelog: 'See the changes.' };
    const { revision } = await note('draft_id', call('createDraft', text));
    await call('updateDraft', { expected_revision: revision, changelog: 'Lists pets.' });
    const { review_revision } = await call('submitDraft');
    const decision = { expected_review_revision: review_revision, comment: 'Looks right.' };
    return note('version_id', call('approveDraft', decision));
  };
  const first = await publish('1.0.0', SCHEMA);
  const second = await publish('2.0.0', CHANGED);
  for (const operation of ['listDrafts', 'getDraft', 'listDraftReviews', 'listDraftWarnings']) await call(operation);
  await call('getDraftContent', undefined, { path: { kind: 'raw' } });
  for (const operation of ['getDraftAiSummary', 'getVersionAiSummary']) await untilEnded(operation);
  for (const operation of ['regenerateDraftAiSummary', 'regenerateVersionAiSummary']) await call(operation);
  for (const operation of ['requestDraftChanges', 'rejectDraft']) {
    const text = { branch_id: ids.branch_id, version_name: operation, schema_content: SCHEMA };
    const { revision } = await note('draft_id', call('createDraft', text));
    const expected = { expected_revision: revision, expected_submission_round: 0 };
    const { review_revision } = await call('submitDraft', expected);
    if (operation === 'requestDraftChanges') await discuss();
    await call(operation, { expected_review_revision: review_revision, comment: 'Please add examples.' });
    if (operation === 'requestDraftChanges') await call('withdrawDraft');
  }
  const labels = { branch_id: dev, version_name: '3.0.0' };
  const uploaded = await note('draft_id', call('uploadDraft', SCHEMA, { ...asFile, query: labels }));
  await call('replaceDraftContent', CHANGED, { ...asFile, query: { expected_revision: String(uploaded.revision) } });
  await call('promoteDraft', { source_branch_id: dev, target_branch_id: test, version_name: '2.0.0' });
  await call('getDocumentOverview');
  await call('listMyDrafts', undefined, { query: { page_size: 2 } });
  await call('listEndpointHistory', undefined, { query: { branch_id: dev, method: 'GET', path: '/pets' } });
  for (const operation of ['listVersions', 'getVersionFeed', 'getVersion', 'listVersionWarnings'])
    await call(operation);
  await call('getVersionContent', undefined, { path: { kind: 'normalized' } });
  const [endpoint] = await call<Detail[]>('listEndpoints');
  await call('getEndpoint', undefined, { path: { endpoint_id: endpoint?.id ?? '' } });

  await note('diff_id', call('createDiff', { from_version_id: first.id, to_version_id: second.id }));
  for (const operation of ['listDiffs', 'getDiff', 'getDiffSummary', 'getDiffChangelog']) await call(operation);
  const [change] = await call<Detail[]>('listDiffItems');
  await call('listDiffGroups', undefined, { query: { by: 'operation' } });
  await call('regenerateDiffAiSummary');
  await untilEnded('getDiffAiSummary');
  await call('getReviewPolicy');
  await call('updateReviewPolicy', { require_comment: true });
  await call('getDiffPolicy');
  await call('updateDiffPolicy', { profile: 'lenient', overrides: [{ rule: 'endpoint-added', severity: 2 }] });
  await note('exception_id', call('acceptDiffException', { key: change?.key, reason: 'Nobody calls it.' }));
  for (const operation of ['listDiffExceptions', 'revokeDiffException']) await call(operation);

  const about = { document_id: ids.document_id, context_type: 'version', context_id: second.id, title: 'Pets' };
  await note('session_id', call('createChatSession', about));
  await call('sendChatMessage', { content: 'Which endpoints are gone?' });
  for (const operation of ['listChatSessions', 'getChatSession']) await call(operation);
  const streamed = { headers: { accept: 'text/event-stream' } };
  await callAgain('sendChatMessage', 'text/event-stream; charset=utf-8', streamed, {
    content: 'Which endpoints are gone?',
  });

  const scopes = { name: 'Editor', scopes: [1, 2] };
  await note('token_id', call('createMcpToken', scopes, { token: admin.token }));
  for (const operation of ['listMcpTokens', 'getMcpToken', 'listMcpUsage'])
    await call(operation, undefined, { token: admin.token });
  await call('listUserMcpTokens', undefined, { path: { user_id: admin.id } });
  await call('revokeUserMcpToken', undefined, { path: { user_id: admin.id } });
  await call('revokeMcpToken', undefined, { token: admin.token });
  const robot = { name: 'Pipeline', scopes: [1, 2], project_id: ids.project_id };
  await note('token_id', call('createApiToken', robot));
  for (const operation of ['listApiTokens', 'getApiToken']) await call(operation);
  await call('listUserApiTokens', undefined, { path: { user_id: superAdmin.id } });
  await call('revokeUserApiToken', undefined, { path: { user_id: superAdmin.id } });
  await call('revokeApiToken');

  const hook = { url: 'https://hooks.example.com/docsvc', events: ['draft.submitted', 'version.published'] };
  await note('webhook_id', call('createWebhook', hook));
  for (const operation of ['listWebhooks', 'getWebhook', 'rotateWebhookSecret']) await call(operation);
  await call('updateWebhook', { events: ['version.published'] });
  await note('delivery_id', call('testWebhook'));
  for (const operation of ['listWebhookDeliveries', 'redeliverWebhook', 'deleteWebhook']) await call(operation);

  const password = 'a long password';
  const share = await note('share_id', call('createDocumentShare', { branch_id: dev, expiry: '1_month', password }));
  for (const operation of ['listDocumentShares', 'revealDocumentShare']) await call(operation);
  const link = { authorization: `DocShare ${share.secret}` };
  const visitor = { token: '', headers: link };
  const { unlock_proof } = await call('unlockPublicShare', { password }, visitor);
  const unlocked = { token: '', headers: { ...link, 'x-doc-share-unlock': String(unlock_proof) } };
  for (const operation of ['getPublicShare', 'listPublicShareVersions', 'getPublicShareContent'])
    await call(operation, undefined, unlocked);
  await call('listPublicShareEndpoints', undefined, unlocked);
  await call('getPublicShareChanges', undefined, { ...unlocked, query: { from_version_id: String(first.id) } });
  await call('downloadPublicShareVersion', undefined, unlocked);
  const asked: [string, Record<string, string>][] = [
    ['206', { range: 'bytes=0-18' }],
    ['412', { 'if-match': '"of another file"' }],
    ['416', { range: 'bytes=100000-' }],
  ];
  for (const [status, headers] of asked)
    await callAgain('downloadPublicShareVersion', status, {
      ...unlocked,
      headers: { ...unlocked.headers, ...headers },
    });
  await call('revokeDocumentShare');
  await call('search', undefined, { query: { q: 'pets', kind: 'endpoint' } });
  await call('listAuditLogs', undefined, { query: { page_size: 2 } });
  await call('logout', undefined, { token: (await createPerson()).token });
  provider.person = { sub: 'cy', email: 'cy@example.com', email_verified: true, name: 'Cy' };
  const { url = '', flow } = await call<Record<string, string>>('startOidcSignIn', undefined, { token: '' });
  await call('finishOidcSignIn', { flow, ...(await provider.signIn(url)) }, { token: '' });
  await call('getOpenapi');
  return sent;

  async function discuss(): Promise<void> {
    await call('listReviewQueue');
    await note('comment_id', call('createComment', { body: 'Why **two** paths?', anchor: { pointer: '/paths' } }));
    await call('updateComment', { body: 'Why two paths?' });
    for (const operation of ['listComments', 'resolveComment', 'reopenComment', 'deleteComment']) await call(operation);
  }

  async function untilEnded(operationId: string): Promise<void> {
    for (let tries = 0; !ended((await call<Detail & { status: string }>(operationId)) as never); tries += 1) {
      if (tries > 500) throw new Error(`${operationId} does not end`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
}

type Call = {
  path?: Ids;
  headers?: Record<string, string>;
  query?: Record<string, string | number>;
  token?: string | undefined;
};
