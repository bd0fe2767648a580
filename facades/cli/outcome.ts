/** Exit codes of every command. */
export const EXIT = { fine: 0, found: 1, refused: 1, wrongUse: 2, unreachable: 2, crashed: 3 } as const;

/** An expected failure: its message is all that the user sees. */
export class Failure extends Error {
  readonly exitCode: number;
  /** Whether the arguments were wrong, so that the usage helps. */
  readonly needsHelp: boolean;

  constructor(exitCode: number, message: string, needsHelp = false) {
    super(message);
    this.exitCode = exitCode;
    this.needsHelp = needsHelp;
  }
}

/** A server that did not answer, however often it was asked. It may answer later. */
export class NoAnswer extends Failure {
  constructor(message: string) {
    super(EXIT.unreachable, message);
  }
}

/** Arguments that are none of the command. */
export const wrongArguments = (message: string): Failure => new Failure(EXIT.wrongUse, message, true);
/** Anything else that the user can correct: a file, a setting. Each message is one line, also of a hostile document. */
export const wrongUse = (...messages: string[]): Failure =>
  new Failure(EXIT.wrongUse, messages.map(oneLine).join('\n'));
export const refused = (message: string): Failure => new Failure(EXIT.refused, message);
export const unreachable = (message: string): Failure => new Failure(EXIT.unreachable, message);

/** A file that the user can make readable or writable: rethrows other errors. */
export function fileFailure(file: string, verb: 'read' | 'written', error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return wrongUse(`${file}: cannot be ${verb} (${code})`);
}

/** What a command runs in. */
export type Io = {
  /** Where relative paths begin. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output; waits while the reader is slower. */
  write(piece: string): Promise<void>;
  /** Sets the exit code before the output, whose reader may close it early. */
  settle(exitCode: number): void;
  /** Writes a line about progress to standard error. */
  tell(line: string): void;
};

/** One line of a terminal: text from documents and servers must not move its cursor. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
