import { spawn } from 'node:child_process';
import type { Command } from '../command.ts';
import { findProject, requireDocument } from '../lookups.ts';
import { EXIT, wrongArguments } from '../outcome.ts';
import { openSession, serverOptions } from '../session.ts';
import { entryOf } from '../settings.ts';

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `cmd /c start`, which runs what stands behind a & in an address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export const open: Command = {
  summary: 'Opens a document, or the project, in the browser, and prints its address.',
  usage: '[FILE] [options]',
  options: { ...serverOptions, print: { says: 'Print the address only.' } },
  examples: [
    ['api.yaml', 'The document of a file.'],
    ['--print', 'The address of the project.'],
  ],
  async run(given, io) {
    const [file, ...more] = given.positionals;
    if (more.length > 0) throw wrongArguments('Name one file.');
    const session = await openSession(given, io);
    const project = await findProject(session);
    const path = file === undefined ? undefined : entryOf(session.settings, file, io).document;
    const document = path === undefined ? undefined : await requireDocument(session.client, project, path);
    const page = document === undefined ? ['projects', project.id] : ['documents', document.id];
    const url = `${session.client.server}/${page.map(encodeURIComponent).join('/')}`;
    await io.write(`${url}\n`);
    const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
    // Errors are ignored: without a browser, the printed address is enough.
    if (!given.isOn('print'))
      spawn(command as string, [...args, url], { stdio: 'ignore', detached: true })
        .on('error', () => undefined)
        .unref();
    return EXIT.fine;
  },
};
