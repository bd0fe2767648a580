import { type Client, inNamesOf, mayPass, ServerError } from '../client.ts';
import type { Command, Given } from '../command.ts';
import { rootOption, type Source } from '../diff/sources.ts';
import { draftOf, hasOtherChangelog, publishedOf, submit, wordsOf } from '../draft-of.ts';
import { type FailedFile, failedFile } from '../each-file.ts';
import { CliDraftOutcomeDocument, type CliOutcomeFragment } from '../generated.ts';
import {
  type Branch,
  type Document,
  findBranch,
  findDocument,
  findProject,
  makeBranch,
  makeDocument,
  makeProject,
  type Project,
  requireActive,
  requireBranch,
  requireDocument,
} from '../lookups.ts';
import { EXIT, Failure, type Io, jsonText, oneLine, refused, wrongArguments } from '../outcome.ts';
import { openSession, type Session, serverOptions } from '../session.ts';
import { filesOf } from '../settings.ts';
import { commitOf, readUpload, refuseInvalid, refuseInvalidLabels, type Upload } from '../uploads.ts';
import { type PushResult, waitForAll, withRetries } from '../waiting.ts';

export const push: Command = {
  summary: 'Uploads files as drafts. Run again after any failure, the same command makes no second draft.',
  usage: '[FILE…] [options]',
  options: {
    ...serverOptions,
    document: { value: 'PATH', says: 'The path of the document, for one file. Also document in docsvc.yaml.' },
    branch: { value: 'NAME', says: 'The branch. That of docsvc.yaml, or dev, when absent.' },
    version: {
      value: 'from-info|git|NAME',
      says: 'The name of the version. When absent: that of docsvc.yaml, or from-info; for Markdown: git (tag or commit).',
    },
    ...rootOption,
    changelog: { value: 'TEXT', mayBeBlank: true, says: 'What is new, for the reviewers.' },
    create: { says: 'Create the project, document or feature branch if it is missing. Requires docsvc login.' },
    submit: { says: 'Submit the drafts for review.' },
    wait: { says: 'Wait for the decision. Exit code: 0 published, 1 not. Implies --submit.' },
    timeout: { value: 'MINUTES', says: 'How long to wait. 60 when absent.' },
    format: { value: 'FORMAT', choices: ['text', 'json'], says: 'How to write what was done. text when absent.' },
  },
  examples: [
    ['api.yaml --project Shop --create --submit', 'The first time: makes what is missing and submits.'],
    ['', 'Every file of docsvc.yaml.'],
    ['api.yaml --submit --wait', 'In a release: goes on when the draft is published.'],
    ['guide.md --document docs/guide.md --branch feature/new --version git', 'To another branch and path.'],
  ],
  async run(given, io) {
    const session = await openSession(given, io);
    const files = filesOf(given, session.settings, io);
    if (files.length > 1 && given.text('document')) throw wrongArguments('--document goes with one file.');
    const minutes = Number(given.text('timeout') ?? 60);
    if (!(minutes > 0)) throw wrongArguments('--timeout must be a number of minutes');
    // Without --wait, an unreachable service is an error at once. With it, requests are repeated until `end`.
    const end = given.isOn('wait') ? Date.now() + minutes * 60_000 : 0;
    const lasting = withRetries(session, io, end);
    const outcomes: Outcome[] = [];
    let worst: number = EXIT.fine;
    try {
      let project = given.isOn('create') ? undefined : await findProject(session);
      const read = (file: string) => readUpload(session, given, io, file);
      worst = await pushEach(files, io, outcomes, read, async upload => {
        project ??= await projectAt(session, upload);
        return pushFile(lasting, given, io, project, upload);
      });
      if (given.isOn('wait') && worst === EXIT.fine)
        await waitForAll(lasting.client, io, outcomes.filter(isPushed), end);
    } finally {
      // Report the files that were pushed before one failed: their drafts remain.
      await write(given, io, outcomes);
    }
    const isDone = !given.isOn('wait') || outcomes.every(({ status }) => status === 'PUBLISHED');
    return Math.max(worst, isDone ? EXIT.fine : EXIT.refused);
  },
};

/**
 * Pushes one file after the other, adds what became of each to `outcomes`, and returns the exit code of the worst failure.
 * Throws a failure that the next files would have too.
 */
async function pushEach(
  files: readonly string[],
  io: Io,
  outcomes: Outcome[],
  read: (file: string) => Promise<Upload>,
  pushRead: (upload: Upload) => Promise<PushResult>,
): Promise<number> {
  let worst: number = EXIT.fine;
  for (const [index, file] of files.entries()) {
    if (files.length > 1) io.tell(oneLine(`${index + 1} of ${files.length}: ${file}`));
    const names = { schemaContent: file, versionName: 'version', relativePath: 'document' };
    const upload = await read(file).catch(asFailure);
    const pushed = upload instanceof Failure ? upload : await inNamesOf(names, () => pushRead(upload)).catch(asFailure);
    outcomes.push(pushed instanceof Failure ? failedFile(file, pushed) : pushed);
    if (!(pushed instanceof Failure)) continue;
    if (pushed !== upload && !isOfFile(pushed)) throw pushed;
    io.tell(pushed.message.trimEnd());
    worst = Math.max(worst, pushed.exitCode);
  }
  return worst;
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** Whether a failure to push a file concerns only it: a refusal, or a text that takes too long. */
const isOfFile = (failure: Failure): boolean =>
  failure.exitCode === EXIT.refused || (failure instanceof ServerError && failure.code === 'DEADLINE_EXCEEDED');

type Outcome = PushResult | FailedFile;

const isPushed = (outcome: Outcome): outcome is PushResult => outcome.status !== undefined;

async function pushFile(session: Session, given: Given, io: Io, project: Project, upload: Upload): Promise<PushResult> {
  const { client } = session;
  const { file, source, versionName, changelog } = upload;
  const document = await documentAt(session, given, project, upload);
  const branch = await branchAt(session, given, document, upload);
  const where = { file, document: document.relativePath, branch: branch.name, version: versionName };
  const pushed = { document, branch, text: source.text, versionName, changelog };
  const published = await publishedOf(client, pushed);
  if (published !== undefined) {
    const { id, rawContentHash } = published;
    const isLatest = id === branch.latestVersion?.id;
    if (!isLatest)
      io.tell(
        oneLine(`${file}: later versions have another text. To publish this one again, give --version a new name`),
      );
    const url = `${client.server}/versions/${id}`;
    const outcome = { outcome: 'unchanged', status: 'PUBLISHED', is_latest: isLatest } as const;
    return { ...where, ...outcome, raw_content_hash: rawContentHash, url };
  }
  requireActive(project, document, branch);
  const commit = await commitOf(io, upload);
  const { draft, how } = await draftOf(client, { ...pushed, commit }).catch(error => explain(error, source));
  if (how === 'found' && hasOtherChangelog(draft, changelog))
    io.tell(oneLine(`${file}: the draft is ${wordsOf(draft.status)}, so it keeps its changelog`));
  const isSubmitting = given.isOn('submit') || given.isOn('wait');
  const { id, status, rawContentHash } = isSubmitting ? await submit(client, draft) : draft;
  const url = `${client.server}/drafts/${id}`;
  const made = { ...where, outcome: how, status, raw_content_hash: rawContentHash, draft_id: id, url };
  const breaking = await breakingChanges(client, io, upload, document, id);
  return breaking === undefined ? made : { ...made, breaking_changes: breaking };
}

/**
 * Explains why the server refused a document of several files: the server names places in the text into which they are
 * bundled, which is in no file.
 */
async function explain(error: unknown, source: Source): Promise<never> {
  const isExplained =
    source.locateAll !== undefined && error instanceof ServerError && error.code === 'INVALID_ARGUMENT';
  if (isExplained) await refuseInvalid(source);
  throw error;
}

/**
 * The client that creates what is missing for a file. Throws if the server would refuse the draft of the file: then
 * nothing is created for it.
 */
async function ownerFor(session: Session, upload: Upload, source = upload.source): Promise<Client> {
  const { name, text } = source;
  refuseInvalidLabels(upload);
  if (text.trimStart() === '') throw refused(`${name} must not be empty`);
  if (text.includes('\0')) throw refused(`${name} must not contain a NUL character`);
  await refuseInvalid(source);
  return session.person();
}

const projectAt = (session: Session, upload: Upload): Promise<Project> =>
  inNamesOf({ name: 'project' }, () => makeProject(session, () => ownerFor(session, upload)));

async function documentAt(session: Session, given: Given, project: Project, upload: Upload): Promise<Document> {
  const { path, source } = upload;
  if (!given.isOn('create')) return requireDocument(session.client, project, path);
  const found = await findDocument(session.client, project, path);
  if (found !== undefined) return found;
  requireActive(project);
  const owner = await ownerFor(session, upload);
  const isText = source.isMarkdown === true;
  return inNamesOf({ name: 'document' }, () => makeDocument(owner, project, path, isText));
}

async function branchAt(session: Session, given: Given, document: Document, upload: Upload): Promise<Branch> {
  const { branchName: name, source } = upload;
  if (!given.isOn('create')) return requireBranch(session.client, document, name);
  const found = await findBranch(session.client, document, name);
  if (found !== undefined) return found;
  const owner = await ownerFor(session, upload, { ...source, isMarkdown: document.documentType === 'MARKDOWN' });
  return inNamesOf({ name: 'branch' }, () => makeBranch(owner, document, name));
}

/** The number of breaking changes in the preview of a draft; undefined if there is none. Says why, if they are not counted. */
async function breakingChanges(
  client: Client,
  io: Io,
  { file }: Upload,
  { documentType }: Document,
  id: string,
): Promise<number | undefined> {
  const tell = (why: string) => {
    if (documentType === 'OPENAPI') io.tell(oneLine(`${file}: its breaking changes are not counted: ${why}`));
  };
  try {
    const { draft } = await client.ask(CliDraftOutcomeDocument, { id });
    const summary = (draft as CliOutcomeFragment | null)?.diffPreview?.summary;
    if (summary?.breakingChanges === null) tell('the changes are too large');
    return summary?.breakingChanges ?? undefined;
  } catch (error) {
    // The draft is there, and its outcome must be reported.
    if (!mayPass(error)) throw error;
    tell((error as Error).message);
    return undefined;
  }
}

const WORDS: Record<PushResult['outcome'], string> = {
  created: 'created',
  updated: 'updated',
  found: 'is there already',
  unchanged: 'is published already',
};

async function write(given: Given, io: Io, outcomes: readonly Outcome[]): Promise<void> {
  if (given.text('format') === 'json') return io.write(`${jsonText(outcomes, 2)}\n`);
  for (const result of outcomes.filter(isPushed)) {
    const { file, document, branch, version, outcome, status, breaking_changes: breaking = 0 } = result;
    const what = outcome === 'unchanged' ? `version ${version}` : `draft of version ${version}`;
    const state = outcome === 'unchanged' ? '' : `, ${wordsOf(status)}`;
    const breaks = breaking > 0 ? `, ${breaking} breaking ${breaking === 1 ? 'change' : 'changes'}` : '';
    await io.write(`${oneLine(`${file} → ${document} (${branch}): ${what} ${WORDS[outcome]}${state}${breaks}`)}\n`);
    if (result.url) await io.write(`  ${oneLine(result.url)}\n`);
    if (result.review_comment) await io.write(`  Review: ${oneLine(result.review_comment)}\n`);
  }
}
