import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  adminSettings,
  publishVersion,
  type Resource,
  type SignedIn,
  succeed,
  type Workplace,
} from '../support/http-client.ts';
import { vendorDocument } from '../support/vendor-document.ts';
import type { Attack, Sent } from './attacker.ts';

/** Each attack has its own member, so that its limits are unused. */
export type PlannedAttack = { name: string; by(token: string): Attack };

const MAX_BYTES = 16 * 2 ** 20;
const RELEASES = 4;
/** 1,200 requests a minute. */
const PACE_MS = 50;
const CONNECTIONS = 8;

type Target = { admin: SignedIn; place: Workplace; versions: Resource[]; folder: string };

/** Created before the first attack: a document with four published versions of 1,500 operations each. */
export async function publishVersions(admin: SignedIn, { document, branches }: Workplace): Promise<Resource[]> {
  const versions: Resource[] = [];
  for (let release = 1; release <= RELEASES; release += 1) {
    const content = vendorDocument({ operations: 1500, release });
    const body = { branch_id: branches.dev, version_name: `${release}`, schema_content: content };
    versions.push(await publishVersion(admin.rest, document, body));
  }
  return versions;
}

export async function plannedAttacks(target: Target): Promise<PlannedAttack[]> {
  const { admin, place, versions } = target;
  const D = `/api/v1${place.document}`;
  const [first, last] = [versions[0], versions.at(-1)] as [Resource, Resource];
  const audit = `/api/v1/private/audit-logs?project_id=${place.project}`;
  const attack =
    (requests: Omit<Sent, 'headers'>[], more: Partial<Attack> = {}) =>
    (authorization: string): Attack => ({
      base: admin.base,
      requests: requests.map(one => ({ ...one, headers: { authorization } })),
      connections: CONNECTIONS,
      paceMs: PACE_MS,
      ...more,
    });
  const get = (...paths: string[]) => attack(paths.map(path => ({ method: 'GET', path })));
  const graphql = (...queries: string[]) =>
    attack(queries.map(query => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) })));
  const { DOCSVC_INITIAL_ADMIN_EMAIL: email, DOCSVC_INITIAL_ADMIN_PASSWORD: password } = adminSettings;
  return [
    { name: 'nested pages with totals', by: graphql(nestedPages(place.project)) },
    { name: 'endpoints in full', by: graphql(endpointDetails(last.id, 3)) },
    { name: 'more endpoints in full than one query reads', by: graphql(endpointDetails(last.id, 200)) },
    { name: 'draft previews', by: await draftPreviews(target, get, graphql) },
    { name: 'diffs and changelogs', by: graphql(diffs(place.project)) },
    { name: 'searches', by: get(...searches(`${D}/versions/${last.id}/endpoints`)) },
    { name: 'high offsets', by: get(...highOffsets(D, audit, last.id)) },
    { name: 'audit log with filters', by: get(...auditFilters(audit)) },
    { name: 'new diffs', by: attack(versionPairs(versions).map(body => ({ method: 'POST', path: `${D}/diffs`, body }))) },
    { name: 'exports', by: get(`${D}/versions/${first.id}/content/normalized`, `${D}/versions/${last.id}/content/raw`) },
    { name: 'logins', by: attack([{ method: 'POST', path: '/api/v1/open/auth/login', body: JSON.stringify({ email, password }) }]) },
    { name: 'password changes', by: attack([{ method: 'POST', path: '/api/v1/private/identity/me/password', body: JSON.stringify({ current_password: 'not the present password', new_password: 'correct horse battery staple 2' }) }]) },
    { name: 'shares unlocked', by: await unlocking(target) },
    { name: '1,200 requests at once', by: attack([{ method: 'GET', path: `${D}/versions/${last.id}/endpoints?page_size=200` }], { paceMs: 1, connections: 32 }) },
    ...(await uploads(target, attack)),
  ]; // biome-ignore format: one line an attack
}

const nestedPages = (project: string): string => `{ project(id: "${project}") {
  documents(first: 1) { totalCount nodes { name versions(first: 4) { totalCount nodes {
    id versionName branch { name } document { name }
    endpoints(first: 200, search: "e") { totalCount nodes { id method path operationId summary tags deprecated version { id document { id name } } } }
  } } } } } }`;

const endpointDetails = (version: string, first: number): string => `{ version(id: "${version}") {
  endpoints(first: ${first}) { nodes { id description parameters requestBody responses security servers operation schemas } } } }`;

const diffs = (project: string): string => `{ project(id: "${project}") { diffs(first: 10) { totalCount nodes { id
  summary { breakingChanges infos } semverHint { needed sufficient } changelog { content }
  items(first: 100) { rule key message location oldValue newValue affectedOperations { method path } } } } } }`;

const searches = (endpoints: string): string[] =>
  ['e', '_%_%_%', 'e'.repeat(250), '%'.repeat(250), 'resource'].flatMap(text => {
    const found = encodeURIComponent(text);
    return [`${endpoints}?page_size=200&search=${found}`, `${endpoints}?page_size=200&path=${found}&search=${found}`];
  });

const highOffsets = (D: string, audit: string, version: string): string[] => [
  `${D}/versions/${version}/endpoints?page_size=200&offset=1000000`,
  `${D}/versions/${version}/endpoints?page_size=200&offset=1300`,
  `${D}/diffs?page_size=200&offset=1000000`,
  `${audit}&page_size=200&offset=1000000`,
];

const auditFilters = (audit: string): string[] => [
  `${audit}&page_size=200`,
  `${audit}&page_size=200&action=nothing&from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`,
  `${audit}&page_size=200&resource_type=draft`,
];

const versionPairs = (versions: readonly Resource[]): string[] =>
  versions.flatMap(from =>
    versions.filter(to => to !== from).map(to => JSON.stringify({ from_version_id: from.id, to_version_id: to.id })),
  );

type Planned = (token: string) => Attack;
type Asking = (...asked: string[]) => Planned;

/** Two large drafts with different previews. */
async function largeDrafts({ admin, place }: Target): Promise<Resource[]> {
  const draftOf = (release: number) => {
    const schema_content = vendorDocument({ operations: 1_500, release });
    const body = { branch_id: place.branches.test, version_name: `draft ${release}`, schema_content };
    return succeed(admin.rest('POST', `${place.document}/drafts`, body));
  };
  return [await draftOf(RELEASES + 1), await draftOf(RELEASES + 2)];
}

async function draftPreviews(target: Target, get: Asking, graphql: Asking): Promise<Planned> {
  const D = `/api/v1${target.place.document}`;
  const drafts = await largeDrafts(target);
  const previews = graphql(
    ...drafts.map(({ id }) => `{ draft(id: "${id}") { diffPreview { summary { breakingChanges infos } items { rule key message } } } }`),
  );
  const contents = get(...drafts.map(({ id }) => `${D}/drafts/${id}/content/raw`));
  return token => {
    const both = previews(token);
    return { ...both, requests: [...both.requests, ...contents(token).requests] };
  };
} // biome-ignore format: one line a query

const SHARES = 6;
const SHARE_PASSWORD = 'the password of a share';

/** Right passwords: no limit of guesses counts them, and each one is hashed. */
async function unlocking({ admin, place }: Target): Promise<Planned> {
  const requests: Sent[] = [];
  for (let share = 0; share < SHARES; share += 1) {
    const body = { branch_id: place.branches.dev, password: SHARE_PASSWORD };
    const { share_id, secret } = await succeed(
      admin.rest<Resource & { share_id: string; secret: string }>('POST', `${place.document}/shares`, body),
    );
    requests.push({
      method: 'POST',
      path: `/api/v1/open/document-shares/${share_id}/unlock`,
      headers: { authorization: `DocShare ${secret}` },
      body: JSON.stringify({ password: SHARE_PASSWORD }),
    });
  }
  return () => ({ base: admin.base, requests, connections: CONNECTIONS, paceMs: PACE_MS });
}

/** Bodies of 16 MiB: real documents that are accepted, refused for one fault in 16 MiB, or cannot be compressed. */
async function uploads(
  { place, folder }: Target,
  attack: (requests: Omit<Sent, 'headers'>[], more?: Partial<Attack>) => (token: string) => Attack,
): Promise<PlannedAttack[]> {
  const path = `/api/v1${place.document}/drafts`;
  const planned = async (name: string, contents: string[]): Promise<PlannedAttack> => {
    const requests = contents.map(async (schema_content, index) => {
      const bodyFile = join(folder, `${name}-${index}.json`);
      await writeFile(bodyFile, JSON.stringify({ branch_id: place.branches.test, version_name: 'x', schema_content }));
      return { method: 'POST', path, bodyFile };
    });
    return { name: `uploads of 16 MiB, ${name}`, by: attack(await Promise.all(requests), { connections: 4 }) };
  };
  const document = vendorDocument({ operations: 3_200, words: 60 });
  const ofSize = (text: string) => text + ' '.repeat(Math.max(0, MAX_BYTES - Buffer.byteLength(text)));
  const noise = () => ({ 'x-noise': randomBytes(9 * 2 ** 20).toString('base64') });
  const small = JSON.parse(vendorDocument({ operations: 5 }));
  return [
    await planned('valid', [1, 2, 3].map(release => ofSize(document.replace('"1.0.0"', `"${release}.0.1"`)))),
    await planned('with a fault at the end', [ofSize(document.replace(/("Problem": )/, '"Bad": { "$ref": "#/nowhere" },\n$1'))]),
    await planned('that no compression makes smaller', [1, 2].map(() => JSON.stringify({ ...small, ...noise() }))),
  ]; // biome-ignore format: one line an attack
}
