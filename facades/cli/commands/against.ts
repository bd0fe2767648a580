import { readBaseline } from '../baseline.ts';
import type { Command } from '../command.ts';
import { readSource } from '../diff/sources.ts';
import { wrongArguments } from '../outcome.ts';
import { openSession, serverOptions } from '../session.ts';
import { entryOf } from '../settings.ts';
import { compare, diffOptions, runDiff } from './diff.ts';

/** `docsvc diff`: the comparison of files, and of a file with what is published. */
export const diff: Command = {
  ...compare,
  summary: 'Compares two files, or a file with what is published on a branch, by the policy of its project.',
  usage: `OLD NEW [options], or: FILE --against BRANCH [options]\n${compare.usage.split('\n').slice(1).join('\n')}`,
  options: {
    ...diffOptions,
    ...serverOptions,
    against: { value: 'BRANCH', says: 'Compare with the latest version of this branch, such as dev.' },
    document: { value: 'PATH', says: 'With --against: the path of the document. Also document in docsvc.yaml.' },
  },
  examples: [...compare.examples, ['api.yaml --against prod', 'What would break for the users of prod?']],
  async run(given, io) {
    const branch = given.text('against');
    if (branch === undefined) return compare.run(given, io);
    const [file, ...more] = given.positionals;
    if (file === undefined || more.length > 0) throw wrongArguments('Name one file with --against.');
    const session = await openSession(given, io);
    const path = given.text('document') ?? entryOf(session.settings, file, io).document;
    const reading = readSource(file, io, given.text('root'));
    const [after, base] = await Promise.all([reading, readBaseline(session, path, branch)]);
    return runDiff(given, io, { before: base.before, after }, base);
  },
};
