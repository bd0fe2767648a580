import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Page } from 'puppeteer-core';
import { githubDescription } from '../support/github-description.ts';
import { adminSettings, type Resource, type SignedIn, signIn, succeed } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { type Bound, report } from './failing-database.ts';

// Takes a picture of every page of the console, wide and narrow, light and dark, into the folder SCREENSHOTS
// (./screenshots when absent), for a person to look at: with a description of 13 MB and 1,000 changes, 1,000 documents,
// names of 200 characters and from right to left, without data, without the right, and without a connection.
const OUT = process.env.SCREENSHOTS ?? 'screenshots';
const DOCUMENTS = 1_000;
const LONG = 'Long name '.repeat(20).trim();
const ARABIC = 'واجهة برمجة متجر الحيوانات الأليفة';
const READER = { email: 'reader@example.com', password: 'correct horse battery staple' };
const SIZES = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 360, height: 740 },
];

type Pages = Record<string, string>;

const folder = await mkdtemp(join(tmpdir(), 'docsvc-screenshots-'));
await mkdir(OUT, { recursive: true });
const server = await startServer({
  DOCSVC_DATA_DIR: join(folder, 'data'),
  DOCSVC_LOG_LEVEL: 'error',
  DOCSVC_TEAM_CREATION: 'superadmin',
  ...adminSettings,
});
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
try {
  const admin = await signIn(server.base);
  const page = await browser.newPage();
  const bounds = await shootAll(page, { 'sign-in': '/' });
  await signInto(page, adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL, adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD);
  bounds.push(...(await shootAll(page, { 'empty-welcome': '/welcome', 'empty-projects': '/projects' })));
  const { pages, projectId, publishRest } = await makeWorld(admin);
  bounds.push(...(await shootAll(page, pages)));
  bounds.push(...(await shootAll(page, await publishRest())));
  const context = await browser.createBrowserContext();
  const reader = await context.newPage();
  await reader.goto(server.base);
  await signInto(reader, READER.email, READER.password);
  const refused = { queue: '/', projects: '/projects', rules: `/projects/${projectId}/rules`, system: '/system' };
  bounds.push(...(await shootAll(reader, prefixed('reader', refused))));
  await server.stop();
  await page.waitForFunction("document.body.innerText.includes('cannot be reached')");
  for (const size of SIZES) await shoot(page, 'offline', size);
  await page.click('.shell-nav a[href="/projects"]');
  await page.waitForFunction(
    "document.body.innerText.includes('Try again') || document.body.innerText.includes('Load again')",
  );
  for (const size of SIZES) await shoot(page, 'offline-projects', size);
  report(bounds);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function prefixed(prefix: string, pages: Pages): Pages {
  return Object.fromEntries(Object.entries(pages).map(([name, path]) => [`${prefix}-${name}`, path]));
}

async function signInto(page: Page, email: string, password: string): Promise<void> {
  await page.waitForSelector('input[type=password]');
  await page.type('input[type=email]', email);
  await page.type('input[type=password]', password);
  await page.click('button[type=submit]');
  await page.waitForSelector('.shell-head');
}

/** Every page in both widths; the bound says that none is wider than the window. */
async function shootAll(page: Page, pages: Pages): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${server.base}${path}`);
    await page.waitForFunction(
      "document.querySelector('#root > *, .shell-head, form') && !document.querySelector('.late')",
    );
    // Editors draw their lines after that.
    await delay(1_000);
    for (const size of SIZES) bounds.push(await shoot(page, name, size));
  }
  return bounds;
}

async function shoot(page: Page, name: string, size: (typeof SIZES)[number]): Promise<Bound> {
  await page.setViewport(size);
  for (const look of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: look }]);
    await page.waitForFunction(`document.documentElement.dataset.mantineColorScheme === '${look}'`);
    // Colours change slowly, and editors measure their lines again.
    await delay(300);
    await page.screenshot({ path: join(OUT, `${name}-${size.name}-${look}.png`) });
  }
  const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
  return { name: `${name}, ${size.name}: wider than the window by`, holds: overflow <= 0, figure: `${overflow} px` };
}

type World = { pages: Pages; projectId: string; publishRest: () => Promise<Pages> };

async function makeWorld({ rest, graphql }: SignedIn): Promise<World> {
  const send = (path: string, body: object = {}) => succeed(rest<Resource>('POST', `/private${path}`, body));
  const team = await send('/teams', { name: LONG });
  const { id: projectId } = await send('/projects', { team_id: team.id, name: LONG, description: ARABIC });
  const inProject = `/projects/${projectId}`;
  const reader = await send('/system/users', { ...READER, name: ARABIC });
  await send(`${inProject}/members`, { user_id: reader.id, role: 1 });
  const make = (name: string, relative_path: string, document_type = 1) =>
    send(`${inProject}/documents`, { name, document_type, relative_path });
  for (let index = 0; index < DOCUMENTS; index += 1)
    await make(`Document ${index}`, `many/${index % 30}/${index}.json`);
  const document = await make(LONG, `${'a-long-folder/'.repeat(14)}api.json`);
  const guide = await make(ARABIC, 'guides/guide.md', 2);
  const draft = async (id: string, version_name: string, content: object) => {
    const place = `${inProject}/documents/${id}`;
    const branches = await succeed(rest<Resource[]>('GET', `/private${place}/branches`));
    const branch_id = branches.find(({ name }) => name === 'dev')?.id;
    return { place, ...(await send(`${place}/drafts`, { branch_id, version_name, changelog: ARABIC, ...content })) };
  };
  const submit = ({ place, id }: { place: string; id: string }) => send(`${place}/drafts/${id}/submit`);
  type Submitted = { place: string; id: string; review_revision?: string | undefined };
  const approve = ({ place, id, review_revision }: Submitted) =>
    send(`${place}/drafts/${id}/approve`, { expected_review_revision: review_revision });
  const publish = async ({ place, id }: Awaited<ReturnType<typeof draft>>) => {
    const { review_revision } = await submit({ place, id });
    return approve({ place, id, review_revision });
  };
  const github = (release: string) => ({ schema_content: githubDescription(folder, release) });
  const version = await publish(await draft(document.id, '19.1.0', github('19.1.0')));
  const large = await draft(document.id, LONG.slice(0, 100), github('23.0.2'));
  const { review_revision } = await submit(large);
  const open = await draft(document.id, '24', github('23.0.2'));
  const text = await publish(await draft(guide.id, '1', { content: `# ${ARABIC}\n\n${ARABIC} API 1.0 ${ARABIC}\n` }));
  const next = await draft(guide.id, '2', { content: `# ${ARABIC}\n\n${ARABIC} API 2.0\n\n- ${LONG}\n` });
  await submit(next);
  async function publishRest(): Promise<Pages> {
    const latest = await approve({ ...large, review_revision });
    const query = 'query($id: ID!) { version(id: $id) { endpoints(first: 1) { nodes { id } } } }';
    const { endpoints } = await graphql<{ endpoints: { nodes: Resource[] } }>(query, { id: latest.id });
    const endpoint = endpoints.nodes[0]?.id;
    return prefixed('large-second', {
      compare: `/compare/${version.id}/${latest.id}`,
      changes: `/versions/${latest.id}/changes`,
      operation: `/versions/${latest.id}/operations/${endpoint}`,
      endpoint: `/endpoints/${endpoint}`,
      published: `/drafts/${large.id}`,
    });
  }
  return {
    projectId,
    publishRest,
    pages: {
      queue: '/',
      mine: '/mine',
      decided: '/decided',
      projects: '/projects',
      search: '/search?q=repos',
      me: '/me',
      tokens: '/me/tokens',
      'api-tokens': '/me/api-tokens',
      system: '/system',
      'system-ai': '/system/ai',
      'system-audit': '/system/audit',
      about: '/about',
      missing: '/projects/nothing/here',
      ...prefixed('project', {
        documents: inProject,
        members: `${inProject}/members`,
        rules: `${inProject}/rules`,
        webhooks: `${inProject}/webhooks`,
        ai: `${inProject}/ai`,
        audit: `${inProject}/audit`,
      }),
      ...documentPages('large', document.id, version.id, large.id),
      ...documentPages('markdown', guide.id, text.id, next.id),
      'edit-large': `/drafts/${open.id}/edit`,
    },
  };
}

function documentPages(name: string, document: string, version: string, draft: string): Pages {
  return prefixed(name, {
    document: `/documents/${document}`,
    drafts: `/documents/${document}/drafts`,
    branches: `/documents/${document}/branches`,
    shares: `/documents/${document}/shares`,
    accepted: `/documents/${document}/accepted`,
    'new-draft': `/documents/${document}/new-draft`,
    promote: `/documents/${document}/promote?from=dev&to=test`,
    reference: `/versions/${version}`,
    source: `/versions/${version}/source`,
    changes: `/versions/${version}/changes`,
    review: `/drafts/${draft}`,
    text: `/drafts/${draft}?tab=text`,
  });
}
