import { type Command, helpOf, readArguments } from './command.ts';
import { EXIT, Failure, type Io } from './outcome.ts';

/** The terminal and environment of this process. */
export function processIo(folder: string): Io {
  // The reader has what it wanted, as in `docsvc diff … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  return {
    folder,
    env: process.env,
    async write(piece) {
      if (!process.stdout.write(piece)) await new Promise<void>(done => process.stdout.once('drain', () => done()));
    },
    settle: exitCode => {
      process.exitCode = exitCode;
    },
    tell: line => void process.stderr.write(`${line}\n`),
  };
}

/** Runs a command and gives its exit code. Only what nobody expected prints a stack. */
export async function runCommand(name: string, command: Command, args: readonly string[], io: Io): Promise<number> {
  try {
    const given = readArguments(command, args);
    if (given !== 'help') return await command.run(given, io);
    await io.write(helpOf(name, command));
    return EXIT.fine;
  } catch (error) {
    if (!(error instanceof Failure)) {
      io.tell(`This is a fault of the command. Please report it with what follows.\n${(error as Error).stack}`);
      return EXIT.crashed;
    }
    io.tell(error.message.trimEnd());
    if (error.needsHelp) io.tell(`Usage: ${name} ${command.usage.split('\n')[0]}\nFor help: ${name} --help`);
    return error.exitCode;
  }
}
