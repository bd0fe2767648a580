import { type Command, helpOf, readArguments } from './command.ts';
import { EXIT, Failure, fileFailure, type Io } from './outcome.ts';

/** The terminal and environment of this process. */
export function processIo(folder: string): Io {
  const { stdout, stderr } = process;
  const tell = (line: string): void => void stderr.write(`${line}\n`);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      tell(fileFailure('standard output', 'written', error).message);
      process.exit(EXIT.wrongUse);
    }
    // The reader closed the output, as in `docsvc diff … | head`. Continue until the exit code is known.
    if (process.exitCode !== undefined) process.exit();
  });
  // If nobody reads standard error, the exit code is enough.
  stderr.on('error', () => undefined);
  return {
    folder,
    env: process.env,
    write: piece =>
      new Promise<void>(done => {
        if (stdout.write(piece, () => done())) done();
      }),
    settle: exitCode => {
      process.exitCode = exitCode;
    },
    tell,
  };
}

/** Runs a command and returns its exit code. Prints a stack trace only for unexpected errors. */
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
