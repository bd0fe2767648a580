import { openDatabase } from '../src/platform/database.ts';
import { type HttpClient, publishVersion, type Resource, signIn, succeed } from '../test/support/http-client.ts';
import { startServer } from '../test/support/process.ts';
import { median, type TimedRequest, timedClient } from '../test/support/timed.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { fromEnvironment } from './processes/run.ts';

// Measures how long visitors of shares wait, alternately over one connection. npm run bench -- shares. Every kind of
// invalid link must take the same time, and a shared content hardly longer than the same content read by a member. Uses
// the embedded database unless DOCSVC_DATABASE_URL is set. Fails when a goal is missed.

/** Permitted difference between series, relative to the median of all. Larger for hashing, which needs a whole core. */
const NOISE = { reading: 0.05, hashing: 0.1 };
const CONTENT_GOAL = 1.25;
const ROUNDS = 400;
const UNLOCK_ROUNDS = 120;
const WARM_UP = 100;
/** Wrong passwords per share before its rate limit. */
const TRIES = 10;

const OPEN = '/api/v1/open/document-shares';
const PASSWORD = 'a long password';

type Share = { id: string; secret: string };
type Shared = { token: string; document: string; version: Resource; make(body?: object): Promise<Share> };

const { settings, dataDir, close } = fromEnvironment();
let server = await startServer(settings);
try {
  const { rest, token } = await signIn(server.base);
  const api = await prepare(rest, token, 1, vendorDocument({ operations: 60, words: 20, release: 1 }));
  const guide = await prepare(rest, token, 2, guideOf(60));
  const links = { api: await api.make(), guide: await guide.make(), locked: await guide.make({ password: PASSWORD }) };
  const wrong = await wrongLinks(rest, api);
  const fresh: Share[] = [];
  while (fresh.length * TRIES < WARM_UP + UNLOCK_ROUNDS) fresh.push(await guide.make({ password: PASSWORD }));
  await server.stop();
  await expire(wrong.expired.id);
  server = await startServer(settings);
  const results = [
    await measureRefusals('a link that opens nothing, read', ROUNDS, NOISE.reading, refusedReads(api, wrong)),
    await measureRefusals(
      'a wrong link or password, unlocking',
      UNLOCK_ROUNDS,
      NOISE.hashing,
      refusedUnlocks(links, wrong),
    ),
    await measureContents('OpenAPI', api, links.api),
    await measureContents('Markdown with its HTML', guide, links.guide),
    await measureContents('Markdown behind a password', guide, links.locked, await unlock(links.locked)),
  ];
  await server.stop();
  server = await startServer({ ...settings, DOCSVC_RATE_LIMITS: 'on', DOCSVC_TRUSTED_PROXIES: '127.0.0.0/8' });
  results.push(
    await measureRefusals(
      'a password that is checked or, after too many attempts, is not',
      UNLOCK_ROUNDS,
      NOISE.hashing,
      limitedUnlocks(links, fresh),
    ),
  );
  if (results.includes(false)) process.exitCode = 1;
} finally {
  await server.stop();
  await close();
}

function guideOf(sections: number): string {
  const section = (n: number) =>
    `## Part ${n}\n\nSome *words* about [it](https://example.com/${n}), and \`code\`.\n\n| a | b |\n|---|---|\n| 1 | ${n} |\n`;
  return `# Guide\n\n${Array.from({ length: sections }, (_, n) => section(n)).join('\n')}`;
}

/** Creates a document with one version in its own team. */
async function prepare(rest: HttpClient, token: string, document_type: number, text: string): Promise<Shared> {
  const team = await succeed(rest('POST', '/private/teams', { name: 'Team' }));
  const project = await succeed(rest('POST', '/private/projects', { team_id: team.id, name: 'Project' }));
  const documents = `/private/projects/${project.id}/documents`;
  const body = { name: 'Document', document_type, relative_path: document_type === 1 ? 'api.json' : 'guide.md' };
  const { id } = await succeed(rest('POST', documents, body));
  const document = `${documents}/${id}`;
  const branches = await succeed(rest<Resource[]>('GET', `${document}/branches`));
  const branch_id = branches.find(({ name }) => name === 'dev')?.id;
  const version = await publishVersion(rest, document, { branch_id, version_name: '1', schema_content: text });
  const make = (share = {}) => succeed(rest<Share>('POST', `${document}/shares`, { branch_id, ...share }));
  return { token, document, version, make };
}

type WrongLinks = Record<'unknown' | 'revoked' | 'expired' | 'wrong secret' | 'archived', Share>;

async function wrongLinks(rest: HttpClient, api: Shared): Promise<WrongLinks> {
  const [live, revoked, expired] = [await api.make(), await api.make(), await api.make()];
  await succeed(rest('POST', `${api.document}/shares/${revoked.id}/revoke`, {}));
  const gone = await prepare(rest, api.token, 1, vendorDocument({ operations: 60, words: 20, release: 1 }));
  const archived = await gone.make();
  await succeed(rest('POST', `${gone.document}/archive`, {}));
  const unknown = { id: live.id.replace(/.{6}$/, '000000'), secret: live.secret };
  return { unknown, revoked, expired, 'wrong secret': { id: live.id, secret: 'A'.repeat(43) }, archived };
}

async function expire(id: string): Promise<void> {
  const url = process.env.DOCSVC_DATABASE_URL;
  const database = await openDatabase(url === undefined ? { dataDir } : { url });
  const data = { expiresAt: new Date(Date.now() - 1000) };
  await database.prisma.documentShare.update({ where: { id }, data });
  await database.close();
}

/** The same request in every round, or a function of the round. */
type Case = { name: string } & (TimedRequest | { request(round: number): TimedRequest });

function linkHeader({ secret }: Share): Record<string, string> {
  return { authorization: `DocShare ${secret}` };
}

/** Repeats the first case, to show how much two series of the same request differ. */
function withControl(cases: Case[]): Case[] {
  return [...cases, ...cases.slice(0, 1).map(first => ({ ...first, name: `${first.name}, again` }))];
}

function refusedReads({ version }: Shared, wrong: WrongLinks): Case[] {
  const path = ({ id }: Share) => `${OPEN}/${id}/versions/${version.id}/content`;
  return withControl(
    Object.entries(wrong).map(([name, link]) => ({ name, method: 'GET', path: path(link), headers: linkHeader(link) })),
  );
}

function refusedUnlocks({ locked }: { locked: Share }, wrong: WrongLinks): Case[] {
  const cases = [...Object.entries(wrong), ['wrong password', locked] as const];
  return withControl(
    cases.map(([name, link]) => ({
      name,
      method: 'POST',
      path: `${OPEN}/${link.id}/unlock`,
      headers: linkHeader(link),
      body: { password: 'not the password' },
    })),
  );
}

/** Every request comes from another address. The fresh shares stay below their rate limit. */
function limitedUnlocks({ locked }: { locked: Share }, fresh: Share[]): Case[] {
  const unlocking = (link: Share, round: number): TimedRequest => ({
    method: 'POST',
    path: `${OPEN}/${link.id}/unlock`,
    headers: { ...linkHeader(link), 'x-forwarded-for': `10.1.${round >> 8}.${round & 255}` },
    body: { password: 'not the password' },
  });
  const unknown = ({ id, secret }: Share, round: number) => ({
    id: id.replace(/.{6}$/, String(100_000 + round)),
    secret,
  });
  return [
    { name: 'checked', request: round => unlocking(fresh[Math.floor(round / TRIES)] ?? locked, round) },
    { name: 'unknown', request: round => unlocking(unknown(locked, round), round) },
    { name: 'rate limited', request: round => unlocking(locked, round) },
  ];
}

async function measureRefusals(title: string, rounds: number, noise: number, cases: Case[]): Promise<boolean> {
  const times = await inTurns(cases, rounds, /"code":404/);
  const typical = median(times.flat());
  console.log(`\n${title}, ${rounds} each`);
  let good = true;
  for (const [index, { name }] of cases.entries()) {
    const ms = median(times[index] ?? []);
    const difference = ms / typical - 1;
    const isNoise = Math.abs(difference) <= noise;
    good &&= isNoise;
    const percent = `${difference < 0 ? '' : '+'}${(100 * difference).toFixed(1)} %`;
    console.log(
      `  ${name.padEnd(18)} ${ms.toFixed(3).padStart(8)} ms ${percent.padStart(8)} ${isNoise ? '' : '> noise'}`,
    );
  }
  return good;
}

/** Runs the cases alternately in random order, so that other load on the machine affects all equally. */
async function inTurns(cases: Case[], rounds: number, expected: RegExp): Promise<number[][]> {
  const client = timedClient(server.base);
  const times = cases.map((): number[] => []);
  const warmUp = Math.min(WARM_UP, rounds);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const order = cases.map((_, index) => ({ index, place: Math.random() })).sort((a, b) => a.place - b.place);
    for (const { index } of order) {
      const one = cases[index] as Case;
      const { ms, text } = await client('request' in one ? one.request(round) : one);
      if (!expected.test(text.slice(0, 200))) throw new Error(`${one.name}: ${text.slice(0, 200)}`);
      if (round >= warmUp) times[index]?.push(ms);
    }
  }
  return times;
}

async function unlock(link: Share): Promise<string> {
  const path = `${OPEN}/${link.id}/unlock`;
  const client = timedClient(server.base);
  const { text } = await client({ method: 'POST', path, headers: linkHeader(link), body: { password: PASSWORD } });
  return (JSON.parse(text) as { detail: { unlock_proof: string } }).detail.unlock_proof;
}

async function measureContents(title: string, { token, document, version }: Shared, link: Share, proof?: string) {
  const headers = { ...linkHeader(link), ...(proof !== undefined && { 'x-doc-share-unlock': proof }) };
  const times = await inTurns(
    [
      {
        name: 'private',
        method: 'GET',
        path: `/api/v1${document}/versions/${version.id}/content/raw`,
        headers: { authorization: token },
      },
      { name: 'public', method: 'GET', path: `${OPEN}/${link.id}/versions/${version.id}/content`, headers },
    ],
    ROUNDS,
    /"code":200/,
  );
  const [member = 0, visitor = 0] = times.map(median);
  const ratio = visitor / member;
  const good = ratio <= CONTENT_GOAL;
  console.log(
    `\ncontent: ${title}\n  visitor ${visitor.toFixed(3)} ms, member ${member.toFixed(3)} ms: ${ratio.toFixed(2)} ${good ? '' : `> ${CONTENT_GOAL}`}`,
  );
  return good;
}
