import type { Context } from '../access/context.ts';
import { inProject } from '../documents/service.ts';
import type { Project, Version } from '../generated/prisma/client.ts';
import { type Batch, batched, rowsByKey } from '../lists/batch.ts';
import { listVersions } from './service.ts';

const MAX_ENTRIES = 50;
const MAX_SUMMARY = 1_000;

type Place = { id: string; path: string; branch: string; publisher: string };

const placeOfVersion: Batch<string, Place> = {
  async load({ db }, ids) {
    const rows = db.$queryRaw<Place[]>`
      SELECT v.id::text, d.relative_path AS path, b.name AS branch, u.name AS publisher FROM versions v
      JOIN documents d ON d.id = v.document_id
      JOIN branches b ON b.id = v.branch_id
      JOIN users u ON u.id = v.published_by
      WHERE v.id = ANY(${[...ids]}::uuid[])`;
    return (await rowsByKey(ids, 'id', rows)) as Place[];
  },
};

/** The newest versions of a project that the caller may read, as an Atom feed (RFC 4287). */
export async function readVersionFeed(context: Context, project: Project): Promise<string> {
  const { rows: versions } = await listVersions(context, inProject(project), { first: MAX_ENTRIES });
  const places = await Promise.all(versions.map(({ id }) => batched(context, placeOfVersion, id)));
  const { publicUrl } = context.site;
  const feed = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:uuid:${project.id}</id>`,
    `<title>${escaped(project.name)}</title>`,
    `<updated>${(versions[0]?.publishedAt ?? project.createdAt).toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(`${publicUrl}/api/v1/private/projects/${project.id}/versions.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(`${publicUrl}/projects/${project.id}`)}"/>`,
    ...versions.map((version, index) => entryOf(version, places[index] as Place, publicUrl)),
    '</feed>',
  ].join('\n');
  context.texts.take(feed.length);
  return `${feed}\n`;
}

function entryOf({ id, versionName, changelog, publishedAt }: Version, place: Place, publicUrl: string): string {
  const at = publishedAt.toISOString();
  return [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escaped(`${place.path} ${versionName} (${place.branch})`)}</title>`,
    `<published>${at}</published>`,
    `<updated>${at}</updated>`,
    `<author><name>${escaped(place.publisher)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escaped(`${publicUrl}/versions/${id}`)}"/>`,
    ...(changelog ? [`<summary>${escaped(shortened(changelog))}</summary>`] : []),
    '</entry>',
  ].join('\n');
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > MAX_SUMMARY ? `${characters.slice(0, MAX_SUMMARY).join('')}…` : text;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Characters that XML 1.0 does not permit become the replacement character. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>"\r]/g, character => ENTITIES[character] ?? character);
