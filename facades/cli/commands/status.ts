import type { Client } from '../client.ts';
import type { Command, Given } from '../command.ts';
import { rootOption } from '../diff/sources.ts';
import { openDraftsOf, wordsOf } from '../draft-of.ts';
import { type FailedFile, failedFile, forEachFile } from '../each-file.ts';
import {
  archivedOf,
  type Branch,
  type Document,
  findBranch,
  findDocument,
  findProject,
  hashOf,
  type Project,
} from '../lookups.ts';
import { type Io, jsonText, oneLine } from '../outcome.ts';
import { openSession, type Session, serverOptions } from '../session.ts';
import { entryOf, filesOf } from '../settings.ts';
import { readText } from '../uploads.ts';

type Row = {
  file: string;
  document: string;
  branch: string;
  published: string | null;
  state: string;
  /** What is archived of the branch and its parents. */
  archived: string | null;
  drafts: { version: string; status: string; draft_id: string; url: string }[];
};

export const status: Command = {
  summary: 'Shows what is published of files, and your drafts that are not decided.',
  usage: '[FILE…] [options]',
  options: {
    ...serverOptions,
    ...rootOption,
    branch: { value: 'NAME', says: 'The branch. That of docsvc.yaml, or dev, when absent.' },
    format: { value: 'FORMAT', choices: ['text', 'json'], says: 'How to write it. text when absent.' },
  },
  examples: [
    ['', 'Every file of docsvc.yaml.'],
    ['api.yaml --branch prod --format json', 'One file, for a program.'],
  ],
  async run(given, io) {
    const session = await openSession(given, io);
    const files = filesOf(given, session.settings, io);
    const rows: (Row | FailedFile)[] = [];
    try {
      const project = await findProject(session);
      const work = async (file: string) => void rows.push(await rowOf(session, given, io, project, file));
      return await forEachFile(files, io, work, (file, failure) => rows.push(failedFile(file, failure)));
    } finally {
      await write(given, io, rows);
    }
  },
};

async function rowOf(
  { client, settings }: Session,
  given: Given,
  io: Io,
  project: Project,
  file: string,
): Promise<Row> {
  const entry = entryOf(settings, file, io);
  const { text } = await readText(given, io, file);
  const name = given.text('branch') ?? entry.branch ?? 'dev';
  const document = await findDocument(client, project, entry.document);
  const branch = document && (await findBranch(client, document, name));
  const archived = archivedOf(project, document, branch) ?? null;
  const row = { file, document: entry.document, branch: name, published: null, archived, drafts: [] };
  if (!document || !branch) return { ...row, state: document ? 'no such branch' : 'no such document' };
  return { ...row, ...(await compared(client, document, branch, text)) };
}

async function write(given: Given, io: Io, rows: readonly (Row | FailedFile)[]): Promise<void> {
  if (given.text('format') === 'json') return io.write(`${jsonText(rows, 2)}\n`);
  for (const row of rows) if ('state' in row) await io.write(textOf(row));
}

async function compared(client: Client, document: Document, branch: Branch, text: string) {
  const { latestVersion: latest } = branch;
  const open = await openDraftsOf(client, document, branch);
  const published = latest ? latest.versionName : null;
  const isSame = latest?.rawContentHash === hashOf(text);
  return {
    published,
    state: latest ? (isSame ? 'the same' : 'changed here') : 'not published',
    drafts: open.map(({ id, versionName, status }) => {
      const url = `${client.server}/drafts/${id}`;
      return { version: versionName, status, draft_id: id, url };
    }),
  };
}

function textOf({ file, document, branch, published, state, archived, drafts }: Row): string {
  const version = published === null ? '' : `, version ${published}`;
  const ended = archived === null ? '' : `, the ${archived} is archived`;
  const lines = [
    `${file} → ${document} (${branch}): ${state}${version}${ended}`,
    ...drafts.map(({ version, status, url }) => `  draft ${version} ${wordsOf(status)} ${url}`),
  ];
  return lines.map(line => `${oneLine(line)}\n`).join('');
}
