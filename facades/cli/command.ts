import { parseArgs } from 'node:util';
import { type Io, wrongArguments } from './outcome.ts';

export type Option = {
  /** The placeholder of the value in the help text; without it, the option is a switch. */
  value?: string;
  choices?: readonly string[];
  many?: true;
  /** Allows a blank value. Other options refuse it, because it often comes from an unset variable. */
  mayBeBlank?: true;
  says: string;
};

export type Given = {
  positionals: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  isOn(name: string): boolean;
};

export type Command = {
  summary: string;
  /** The text after the name of the command in the usage line. */
  usage: string;
  /** The values of the only argument. */
  choices?: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** Arguments and what they do. */
  examples: readonly (readonly [args: string, says: string])[];
  run(given: Given, io: Io): Promise<number>;
};

/** Parses the arguments of a command. Throws a Failure for unknown options and invalid values. */
export function readArguments({ options, choices }: Command, args: readonly string[]): Given | 'help' {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { value, many }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many === true },
    ]),
  );
  const { values, positionals } = parsed(args, { ...known, help: { type: 'boolean', short: 'h' } });
  if (values.help === true) return 'help';
  if (positionals.some(text => text.trim() === '')) throw wrongArguments('An argument is blank');
  const [chosen = '', ...more] = positionals;
  if (choices && (!choices.includes(chosen) || more.length > 0))
    throw wrongArguments(`Name one of ${choices.join(', ')}.`);
  const texts = (name: string) => [values[name] ?? []].flat().filter(value => typeof value === 'string');
  for (const [name, { choices, mayBeBlank }] of Object.entries(options))
    for (const text of texts(name)) {
      if (choices && !choices.includes(text)) throw wrongArguments(`--${name} must be one of ${choices.join(', ')}`);
      if (!mayBeBlank && text.trim() === '') throw wrongArguments(`--${name} must not be blank`);
    }
  return { positionals, texts, text: name => texts(name)[0], isOn: name => values[name] === true };
}

type Known = NonNullable<Parameters<typeof parseArgs>[0]>['options'];
type Value = string | boolean | (string | boolean)[] | undefined;

function parsed(args: readonly string[], options: Known): { values: Record<string, Value>; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw wrongArguments((error as Error).message);
  }
}

/** The help of one command. */
export function helpOf(name: string, { summary, usage, options, examples }: Command): string {
  const rows = Object.entries(options).map(([option, { value, choices, says }]): [string, string] => [
    `--${option}${value === undefined ? '' : ` ${choices ? choices.join('|') : value}`}`,
    says,
  ]);
  const lines = [...rows, ['--help', 'Show this help.'] as const].map(([left, says]) =>
    left.length > 26 ? `  ${left}\n${' '.repeat(30)}${says}` : `  ${left.padEnd(28)}${says}`,
  );
  const shown = examples.map(([args, says]) => `  # ${says}\n  ${name} ${args}`.trimEnd());
  return `Usage: ${name} ${usage}\n\n${summary}\n\nOptions:\n${lines.join('\n')}\n\nExamples:\n${shown.join('\n')}\n`;
}
