import './polyfills.ts';
import { VERSION } from '../../src/platform/version.ts';
import type { Command } from './command.ts';
import { diff } from './commands/diff.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { open } from './commands/open.ts';
import { promote } from './commands/promote.ts';
import { pull } from './commands/pull.ts';
import { push } from './commands/push.ts';
import { status } from './commands/status.ts';
import { validate } from './commands/validate.ts';
import { completionOf, SHELLS } from './completion.ts';
import { EXIT, type Io } from './outcome.ts';
import { processIo, runCommand } from './run.ts';

const completion: Command = {
  summary: 'Prints a script that completes commands and options in your shell.',
  usage: SHELLS.join('|'),
  choices: SHELLS,
  options: {},
  examples: [
    ['bash > ~/.local/share/bash-completion/completions/docsvc', 'For bash.'],
    ['zsh > "$fpath[1]/_docsvc"', 'For zsh.'],
    ['fish > ~/.config/fish/completions/docsvc.fish', 'For fish.'],
  ],
  async run({ positionals }, io) {
    await io.write(completionOf(positionals[0] as (typeof SHELLS)[number], commands));
    return EXIT.fine;
  },
};

const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  push,
  diff,
  pull,
  status,
  validate,
  promote,
  open,
  completion,
};

const helpText = `docsvc ${VERSION}: drafts, review and publishing of OpenAPI and Markdown documents.

Usage: docsvc COMMAND [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}

docsvc COMMAND --help shows the options of a command, with examples.
Exit codes: 0 fine, 1 breaking changes or refused, 2 wrong use or unreachable, 3 a fault of docsvc itself.
`;

async function main([name, ...args]: string[], io: Io): Promise<number> {
  if (name === '--version') {
    await io.write(`${VERSION}\n`);
    return EXIT.fine;
  }
  const isHelp = name === undefined || ['help', '--help', '-h'].includes(name);
  if (isHelp && args[0] === undefined) {
    await io.write(helpText);
    return name === undefined ? EXIT.wrongUse : EXIT.fine;
  }
  const asked = isHelp ? (args[0] as string) : name;
  const command = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  if (command !== undefined) return runCommand(`docsvc ${asked}`, command, isHelp ? ['--help'] : args, io);
  io.tell(`There is no command ${asked}. docsvc --help lists them.`);
  return EXIT.wrongUse;
}

process.exitCode = await main(process.argv.slice(2), processIo(process.cwd()));
