import type { Judgement } from '../../../src/diffs/judge.ts';
import type { Command, Given } from '../command.ts';
import type { Baseline } from '../diff/run.ts';
import { CliExceptionsDocument, CliPolicyDocument } from '../generated.ts';
import { findProject, readPages, readVersion, requireBranch, requireDocument } from '../lookups.ts';
import { EXIT, Failure, type Io, refused, wrongArguments, wrongUse } from '../outcome.ts';
import { openSession, type Session, serverOptions } from '../session.ts';
import { entryOf } from '../settings.ts';
import { compare, diffOptions, readSide, reportingProblems, runDiff } from './compare.ts';

/** Options that only `--against` uses. */
const baselineOptions: Command['options'] = {
  ...serverOptions,
  document: { value: 'PATH', says: 'With --against: the path of the document. Also document in docsvc.yaml.' },
};

/** `docsvc diff`: compares two files, or a file with a published version. */
export const diff: Command = {
  ...compare,
  summary: 'Compares two files, or a file with what is published on a branch, by the policy of its project.',
  usage: `OLD NEW [options], or: FILE --against BRANCH [options]\n${compare.usage.split('\n').slice(1).join('\n')}`,
  options: {
    ...diffOptions,
    profile: {
      ...diffOptions.profile,
      says: "How strictly changes are judged. strict when absent, or the project's with --against.",
    },
    against: { value: 'BRANCH', says: 'Compare with the latest version of this branch, such as dev.' },
    ...baselineOptions,
  },
  examples: [...compare.examples, ['api.yaml --against prod', 'What would break for the users of prod?']],
  async run(given, io) {
    const branch = given.text('against');
    if (branch !== undefined) return reportingProblems(given, io, () => compareWithBranch(branch, given, io));
    const unused = Object.keys(baselineOptions).find(name => given.text(name) !== undefined);
    if (unused !== undefined) throw wrongArguments(`--${unused} needs --against BRANCH.`);
    return compare.run(given, io);
  },
};

async function compareWithBranch(branch: string, given: Given, io: Io): Promise<number> {
  const [file, ...more] = given.positionals;
  if (file === undefined || more.length > 0) throw wrongArguments('Name one file with --against.');
  const session = await openSession(given, io);
  const path = given.text('document') ?? entryOf(session.settings, file, io).document;
  const after = await readSide(file, given, io);
  const base = await readBaseline(session, path, branch).catch(asWrongUse);
  return runDiff(given, io, { before: base.before, after }, base);
}

/** Rethrows a refusal with exit code 2, because pipelines take exit code 1 of a comparison for breaking changes. */
function asWrongUse(error: unknown): never {
  throw error instanceof Failure && error.exitCode === EXIT.refused ? wrongUse(error.message) : error;
}

/** The latest version of a branch, and the policy and accepted changes of its project. */
async function readBaseline(session: Session, path: string, branchName: string): Promise<Baseline> {
  const { client } = session;
  const project = await findProject(session);
  const document = await requireDocument(client, project, path);
  const { latestVersion } = await requireBranch(client, document, branchName);
  if (!latestVersion)
    throw refused(`The branch ${branchName} of ${document.relativePath} has no version to compare with`);
  const [text, judged, exceptions] = await Promise.all([
    readVersion(client, latestVersion.id),
    client.ask(CliPolicyDocument, { projectId: project.id }),
    readPages(async offset => {
      const found = await client.ask(CliExceptionsDocument, { documentId: document.id, offset });
      return found.document?.diffExceptions;
    }),
  ]);
  const policy = judged.project?.diffPolicy;
  const judgement: Omit<Judgement, 'now'> = {
    profile: policy?.profile ?? 'STRICT',
    overrides: new Map(policy?.overrides.map(({ rule, severity }) => [rule, severity])),
    exceptions: exceptions.map(one => ({
      ...one,
      createdAt: new Date(one.createdAt),
      expiresAt: one.expiresAt ? new Date(one.expiresAt) : null,
    })),
  };
  const name = `${document.relativePath} ${latestVersion.versionName} (${branchName})`;
  return { before: { name, text, isMarkdown: document.documentType === 'MARKDOWN' }, judgement };
}
