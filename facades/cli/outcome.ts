import type { Problem } from '../../src/openapi/problem.ts';

/** Exit codes of every command. */
export const EXIT = { fine: 0, found: 1, refused: 1, wrongUse: 2, unreachable: 2, crashed: 3 } as const;

/** A problem, and the file in which it is, if it is not the file of the text. */
export type FileProblem = Problem & { file?: string };

/** An expected failure: its message is all that the user sees. */
export class Failure extends Error {
  readonly exitCode: number;
  /** Whether to print the usage, because the arguments were wrong. */
  readonly needsHelp: boolean;
  /** What is wrong in a text, with its places, which the message also has. */
  readonly problems: readonly FileProblem[];

  constructor(exitCode: number, message: string, { needsHelp = false, problems = [] as readonly FileProblem[] } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.needsHelp = needsHelp;
    this.problems = problems;
  }
}

/** No docsvc answered, or a proxy before it did. */
export class Unreachable extends Failure {
  constructor(message: string) {
    super(EXIT.unreachable, message);
  }
}

/** The server did not answer after all retries. It may answer later: where it limits requests, after `afterMs`, if it says so. */
export class NoAnswer extends Unreachable {
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** Invalid arguments: the usage of the command is printed too. */
export const wrongArguments = (message: string): Failure => new Failure(EXIT.wrongUse, message, { needsHelp: true });
/**
 * Another error that the user can correct, such as in a file or setting. Prints each message on one line, even if it
 * quotes a hostile document.
 */
export const wrongUse = (...messages: string[]): Failure =>
  new Failure(EXIT.wrongUse, messages.map(oneLine).join('\n'));
/** The service or the command refuses. Prints each message on one line, even if it quotes a hostile name. */
export const refused = (...messages: string[]): Failure => new Failure(EXIT.refused, messages.map(oneLine).join('\n'));
/** The same failure, as a problem of this file, unless it already names problems. */
export function failureIn(file: string, error: unknown): unknown {
  if (!(error instanceof Failure) || error.problems.length > 0) return error;
  return new Failure(error.exitCode, error.message, { problems: [{ file, message: oneLine(error.message) }] });
}
export const unreachable = (message: string): Failure => new Unreachable(message);

/** Converts an error of the file system to a Failure. Rethrows errors without a code, which are bugs. */
export function fileFailure(file: string, verb: 'read' | 'written', error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return wrongUse(`${file}: cannot be ${verb} (${code})`);
}

/** The environment of a command: its working folder, variables and output. */
export type Io = {
  /** The folder that relative paths refer to. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output; resolves when the reader has room for more. */
  write(piece: string): Promise<void>;
  /** Sets the exit code before writing, because the reader may close the output early (`| head`). */
  settle(exitCode: number): void;
  /** Writes a line about progress to standard error. */
  tell(line: string): void;
};

/** Line breaks and what controls the terminal or the direction of text. */
const CONTROLS = '[\\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]';
const RUNS_OF_CONTROLS = new RegExp(`${CONTROLS}+`, 'gu');
const CONTROLS_IN_JSON = new RegExp(`(?!\n)${CONTROLS}`, 'gu');

/** Replaces control characters by spaces: text from documents and servers must not control the terminal. */
export const oneLine = (text: string): string => text.replace(RUNS_OF_CONTROLS, ' ');

/** JSON for the terminal: also escapes the control characters that JSON.stringify leaves, which are U+007F and above. */
export const jsonText = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(
    CONTROLS_IN_JSON,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
