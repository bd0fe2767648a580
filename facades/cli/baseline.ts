import type { Judgement } from '../../src/diffs/judge.ts';
import type { Baseline } from './commands/diff.ts';
import { CliExceptionsDocument, CliPolicyDocument } from './generated.ts';
import { refused } from './outcome.ts';
import { findProject, readPages, readVersion, requireBranch, requireDocument } from './places.ts';
import type { Session } from './session.ts';

/** The latest version of a branch, and the policy and accepted changes of its project. */
export async function readBaseline(session: Session, path: string, branchName: string): Promise<Baseline> {
  const { client } = session;
  const project = await findProject(client, session.project);
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
