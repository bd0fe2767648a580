import { lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from '../command.ts';
import { forEachFile } from '../each-file.ts';
import { findProject, hashOf, readVersion, requireBranch, requireDocument } from '../lookups.ts';
import { fileFailure, type Io, oneLine, refused, wrongArguments } from '../outcome.ts';
import { openSession, serverOptions } from '../session.ts';
import { entryOf, filesOf } from '../settings.ts';
import { writeWhole } from '../whole-files.ts';

export const pull: Command = {
  summary: 'Writes the latest published version of documents into files.',
  usage: '[FILE…] [options]',
  options: {
    ...serverOptions,
    document: { value: 'PATH', says: 'The path of the document, for one file. Also document in docsvc.yaml.' },
    branch: { value: 'NAME', says: 'The branch. That of docsvc.yaml, or dev, when absent.' },
    output: { value: 'FILE', says: 'Write into this file instead, for one document; - for standard output.' },
  },
  examples: [
    ['', 'Every file of docsvc.yaml.'],
    ['api.yaml --branch prod --output -', 'Show what is published on prod.'],
  ],
  async run(given, io) {
    const session = await openSession(given, io);
    const files = filesOf(given, session.settings, io);
    const output = given.text('output');
    if (files.length > 1 && (output || given.text('document')))
      throw wrongArguments('--output and --document go with one file.');
    const named = [...given.positionals, output ?? ''].find(one => one.endsWith('/'));
    if (named !== undefined) throw wrongArguments(`${named}: is a folder. Name a file`);
    const project = await findProject(session);
    return forEachFile(files, io, async file => {
      const entry = entryOf(session.settings, file, io);
      const document = await requireDocument(session.client, project, given.text('document') ?? entry.document);
      const branch = await requireBranch(session.client, document, given.text('branch') ?? entry.branch ?? 'dev');
      const { latestVersion: latest } = branch;
      if (!latest) throw refused(`The branch ${branch.name} of ${document.relativePath} has no version yet`);
      const text = await readVersion(session.client, latest.id);
      if (hashOf(text) !== latest.rawContentHash) throw refused(`${file}: the text arrived damaged. Try again`);
      if (output === '-') return io.write(text);
      if (output === undefined && (await hasParts(file, io)))
        throw refused(
          `${file}: not replaced: it refers to other files. The published text is one file: pull ${file} --output FILE`,
        );
      const target = output ?? file;
      await writeInFolder(resolve(io.folder, target), text).catch(error => {
        throw fileFailure(target, 'written', error);
      });
      io.tell(oneLine(`${target}: version ${latest.versionName} of ${document.relativePath} (${branch.name})`));
    });
  },
};

/** Writes a file, and makes the folders above it that are missing. */
async function writeInFolder(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, text);
}

/** Whether a file is an OpenAPI document of several files: the published text, which has all of them, would replace the references. */
async function hasParts(file: string, io: Io): Promise<boolean> {
  const path = resolve(io.folder, file);
  const { needsFiles, readsAsMarkdown } = await import('../diff/sources.ts');
  const isFile = await lstat(path).then(
    found => found.isFile(),
    () => false,
  );
  if (!isFile || readsAsMarkdown(path)) return false;
  const text = await readFile(path, 'utf8').catch(error => {
    throw fileFailure(file, 'read', error);
  });
  return needsFiles(text);
}
