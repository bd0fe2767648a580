import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { listen } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { folderOf, type Ran, run } from './stage.ts';

/** The steps of the examples, from a folder with the two files and nothing else. */

const app = await testApp();
const { admin } = await seed(app);
const server = await listen(app);
const project = await admin.createProject();
const document = await project.createDocument();
await document.publish({ content: petstore31Json });
const { name } = await app.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
const { relativePath } = await app.database.prisma.document.findUniqueOrThrow({ where: { id: document.id } });
const body = { name: 'Pipeline', scopes: [1], project_id: project.id };
const { token } = (await admin.rest<{ token: string }>('POST', '/private/api-tokens', { body })).detail;

const harmless = petstore31Json.replace('"summary": "List pets"', '"summary": "List all pets"');

/** The author of a comment: GitHub calls it `user`, GitLab `author`. */
type Comment = { id: number; url: string; body: string; user: { id: number }; author: { id: number } };

const PIPELINE = { id: 7 };
const PERSON = { id: 8 };

/** The comments that the simulated Git host stores. */
const comments: Comment[] = [];
const pageOf = (url: string): Comment[] => {
  const asked = new URL(url, hostAddress).searchParams;
  const [page, size] = [Number(asked.get('page') ?? 1), Number(asked.get('per_page'))];
  return comments.slice((page - 1) * size, page * size);
};
const store = (body: string, by: { id: number }): void => {
  const id = comments.length + 1;
  comments.push({ id, url: `${hostAddress}/comments/${id}`, body, user: by, author: by });
};
/** The caller, as GitHub and GitLab name it. */
const CALLER: Record<string, unknown> = {
  '/graphql': { data: { viewer: { databaseId: PIPELINE.id } } },
  '/user': PIPELINE,
};
const host = createServer(async (request, response) => {
  let text = '';
  for await (const piece of request) text += piece;
  response.setHeader('content-type', 'application/json');
  const caller = CALLER[request.url as string];
  if (caller !== undefined) {
    response.end(JSON.stringify(caller));
    return;
  }
  const sent = text === '' ? undefined : (JSON.parse(text) as { body: string });
  const known = comments.find(({ id }) => request.url?.endsWith(`/${id}`));
  if (sent && known) known.body = sent.body;
  else if (sent) store(sent.body, PIPELINE);
  response.end(JSON.stringify(sent ? {} : pageOf(request.url as string)));
});
await new Promise<void>(done => host.listen(0, '127.0.0.1', done));
afterAll(() => host.close());
const hostAddress = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

const root = join(import.meta.dirname, '../../examples');
const home = await folderOf({});
// People copy the address of a page, which ends in a slash.
const common = { HOME: home, NPM_CONFIG_UPDATE_NOTIFIER: 'false', DOCSVC_SERVER: `${server}/`, DOCSVC_TOKEN: token };

async function pipelineFolder(next: string): Promise<string> {
  return folderOf({ 'old.json': petstore31Json, 'new.json': next });
}

type Step = { name: string; run: string };

/** `report`: where the host reads annotations; undefined if it is not there. */
type Reported = Ran & { report: string | undefined };

/** Runs the steps of the composite action one after the other, as a runner does. */
async function githubAction(next: string, projectName = project.id): Promise<Reported> {
  const { runs } = load(await readFile(join(root, 'github/action.yml'), 'utf8')) as { runs: { steps: Step[] } };
  const folder = await pipelineFolder(next);
  const temporary = await folderOf({ output: '', summary: '' });
  const env: Record<string, string> = {
    ...common,
    ...{ PROJECT: projectName, FILE: 'new.json', DOCUMENT: relativePath, AGAINST: 'dev' },
    ...{
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: join(temporary, 'output'),
      GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
    },
    ...{
      GITHUB_API_URL: hostAddress,
      GITHUB_GRAPHQL_URL: `${hostAddress}/graphql`,
      GITHUB_REPOSITORY: 'shop/api',
      GITHUB_TOKEN: 'x',
      PULL_REQUEST: '1',
    },
  };
  let ran: Ran = { code: 0, out: '', err: '' };
  for (const step of runs.steps) {
    const output = await readFile(join(temporary, 'output'), 'utf8');
    const { code, out, err } = await run('bash', ['-eo', 'pipefail', '-c', step.run], folder, {
      env: { ...env, CODE: /^code=(.*)$/m.exec(output)?.[1] ?? '' },
    });
    ran = { code, out: ran.out + out, err: ran.err + err };
    if (code !== 0) break;
  }
  return { ...ran, report: ran.out };
}

/** Runs the script of the job. */
async function gitlabJob(next: string, projectName = project.id): Promise<Reported> {
  const template = load(await readFile(join(root, 'gitlab/docsvc.gitlab-ci.yml'), 'utf8')) as {
    '.docsvc': { script: string[]; variables: Record<string, string> };
  };
  const { script, variables } = template['.docsvc'];
  const env = {
    ...common,
    ...variables,
    ...{ PROJECT: projectName, FILE: 'new.json', DOCUMENT: relativePath },
    ...{ CI_API_V4_URL: hostAddress, CI_PROJECT_ID: '1', CI_MERGE_REQUEST_IID: '1', GITLAB_TOKEN: 'x' },
  };
  const folder = await pipelineFolder(next);
  const ran = await run('sh', ['-ec', script.join('\n')], folder, { env });
  return { ...ran, report: await readFile(join(folder, 'docsvc.xml'), 'utf8').catch(() => undefined) };
}

describe.each([
  ['the GitHub action', githubAction, '::error file=new.json,line=2,col=14::', ''],
  ['the GitLab template', gitlabJob, 'name="new.json:2:14"><error ', undefined],
])('%s', (_, pipeline, annotation, nothing) => {
  it('passes for a harmless change, fails for a breaking one until it is accepted, and keeps one comment', async () => {
    comments.length = 0;
    for (let count = 0; count < 100; count++) store(`Comment ${count} of a person`, PERSON);
    const own = () => comments.slice(100);
    const fine = await pipeline(harmless);
    expect([fine.code, own().length]).toEqual([0, 1]);
    const title = `\`new.json\`, compared with \`dev\` of \`${project.id}\`\n\n# Changelog\n`;
    expect(own()[0]?.body).toMatch(/^<!-- docsvc [0-9a-f]{64} -->\n`new\.json`[\s\S]*0 breaking changes/);
    expect(own()[0]?.body).toContain(title);
    const broken = await pipeline(petstoreNext);
    expect([broken.code, own().length]).toEqual([1, 1]);
    expect(broken.out).toContain('breaking changes that the project has not accepted');
    expect(own()[0]?.body).toContain('## Breaking changes');
    const diffs = await admin.rest<{ id: string; key: string }[]>('GET', `${document.path}/diff-exceptions`);
    const keys = await acceptBreaking();
    expect(diffs.detail.length).toBe(0);
    const accepted = await pipeline(petstoreNext);
    expect([accepted.code, own().length]).toEqual([0, 1]);
    expect(own()[0]?.body).toContain('## Accepted exceptions');
    await pipeline(harmless, name);
    expect(own().map(({ body }) => body.includes('## Accepted exceptions'))).toEqual([true, false]);
    for (const id of keys) await admin.rest('POST', `${document.path}/diff-exceptions/${id}/revoke`, { body: {} });
    await app.database.prisma.diffException.deleteMany({});
  });

  it('annotates a file that cannot be compared, fails with 2, and leaves the comment as it is', async () => {
    comments.length = 0;
    await pipeline(harmless);
    const before = structuredClone(comments);
    const torn = await pipeline('{\n  "openapi": ');
    expect([torn.code, torn.report, comments]).toEqual([2, expect.stringContaining(annotation), before]);
    const refused = await pipeline(harmless, 'No such project');
    expect([refused.code, refused.report, comments]).toEqual([2, nothing, before]);
  });

  it('leaves the comment of a person as it is, also if it looks like its own', async () => {
    comments.length = 0;
    await pipeline(harmless);
    const { body } = comments[0] as Comment;
    comments.length = 0;
    const forged = `${body.split('\n')[0]}\nNothing breaks`;
    store(forged, PERSON);
    for (let runs = 0; runs < 2; runs++) {
      expect((await pipeline(harmless)).code).toBe(0);
      expect(comments.map(({ body, user }) => [body, user])).toEqual([
        [forged, PERSON],
        [body, PIPELINE],
      ]);
    }
  });
});

/** Accepts what a draft of the next text would break. */
async function acceptBreaking(): Promise<string[]> {
  const draft = await document.createDraft({ content: petstoreNext });
  const { detail } = await admin.rest<{ diff_preview: { items: { key: string; is_breaking: boolean }[] } }>(
    'GET',
    draft.path,
  );
  const broken = detail.diff_preview.items.filter(item => item.is_breaking);
  const made = broken.map(({ key }) =>
    admin.rest<{ id: string }>('POST', `${document.path}/diff-exceptions`, { body: { key, reason: 'Agreed' } }),
  );
  return (await Promise.all(made)).map(answer => answer.detail.id);
}
