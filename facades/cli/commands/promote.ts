import { inNamesOf } from '../client.ts';
import type { Command } from '../command.ts';
import { createUnderKey, openDraftsOf, submit, wordsOf } from '../draft-of.ts';
import { type CliDraftFragment, CliPromoteDraftDocument } from '../generated.ts';
import { findProject, keyOf, requireActive, requireBranch, requireDocument, storedName } from '../lookups.ts';
import { EXIT, oneLine, refused, wrongArguments } from '../outcome.ts';
import { openSession, serverOptions } from '../session.ts';

export const promote: Command = {
  summary: 'Creates a draft for one branch from the latest version of another. Requires the login of a project admin.',
  usage: 'PATH --to BRANCH [options]',
  options: {
    ...serverOptions,
    from: { value: 'BRANCH', says: 'The branch whose latest version is taken. dev when absent.' },
    to: { value: 'BRANCH', says: 'The branch that gets the draft.' },
    version: { value: 'NAME', says: 'The name of the version. That of the source when absent.' },
    changelog: { value: 'TEXT', mayBeBlank: true, says: 'What is new, for the reviewers.' },
    submit: { says: 'Submit the draft for review.' },
  },
  examples: [['apis/pets.yaml --from dev --to prod --submit', 'From dev to prod, ready for review.']],
  async run(given, io) {
    const [path, ...more] = given.positionals;
    const to = given.text('to');
    if (path === undefined || more.length > 0 || to === undefined) throw wrongArguments('Name one document and --to.');
    const session = await openSession(given, io);
    const person = await session.person();
    const project = await findProject(session);
    const document = await requireDocument(person, project, path);
    const source = await requireBranch(person, document, given.text('from') ?? 'dev');
    const target = await requireBranch(person, document, to);
    requireActive(project, document, target);
    const { latestVersion: latest } = source;
    if (!latest) throw refused(`The branch ${source.name} of ${document.relativePath} has no version yet`);
    const versionName = storedName(given.text('version') ?? latest.versionName);
    const changelog = given.text('changelog');
    const input = {
      documentId: document.id,
      sourceVersionId: latest.id,
      targetBranchId: target.id,
      versionName,
      ...(changelog !== undefined && { changelog }),
    };
    const open = await openDraftsOf(person, document, target);
    const key = keyOf('promote', latest.id, target.id, versionName, target.latestVersion?.id ?? '', changelog ?? '');
    const create = async (one: string) =>
      (await person.ask(CliPromoteDraftDocument, { input }, one)).promoteDraft as CliDraftFragment;
    const made = await inNamesOf({ versionName: 'version' }, () => createUnderKey(key, create));
    const { id, status } = given.isOn('submit') ? await submit(person, made) : made;
    const how = open.some(draft => draft.id === made.id) ? 'is there already' : 'created';
    const where = `${document.relativePath} (${source.name} → ${target.name})`;
    await io.write(`${oneLine(`${where}: draft of version ${made.versionName} ${how}, ${wordsOf(status)}`)}\n`);
    await io.write(`  ${oneLine(`${person.server}/drafts/${id}`)}\n`);
    return EXIT.fine;
  },
};
