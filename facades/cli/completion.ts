import type { Command } from './command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

type Commands = Readonly<Record<string, Command>>;

/** Returns a completion script: it completes commands, their options, the choices of an option, and files elsewhere. */
export function completionOf(shell: (typeof SHELLS)[number], commands: Commands): string {
  return { bash: bashOf, zsh: zshOf, fish: fishOf }[shell](commands);
}

const candidatesOf = ({ options, choices = [] }: Command): string =>
  [...choices, ...[...Object.keys(options), 'help'].map(name => `--${name}`)].join(' ');

function cases(commands: Commands): string {
  return Object.entries(commands)
    .map(([name, command]) => {
      const choices = Object.entries(command.options).flatMap(([option, { choices }]) =>
        choices ? [`      --${option}) words="${choices.join(' ')}" ;;`] : [],
      );
      const chosen =
        choices.length > 0
          ? `case "$before" in\n${choices.join('\n')}\n      *) words="${candidatesOf(command)}" ;;\n      esac`
          : `words="${candidatesOf(command)}"`;
      return `    ${name}) ${chosen} ;;`;
    })
    .join('\n');
}

const bashOf = (commands: Commands): string => `_docsvc() {
  local words before="\${COMP_WORDS[COMP_CWORD-1]}" current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(commands).join(' ')}"; else
    case "\${COMP_WORDS[1]}" in
${cases(commands)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _docsvc docsvc
`;

/** From a file of `fpath`, the whole script is the body of the first call: that must complete too. */
const zshOf = (commands: Commands): string => `#compdef docsvc
_docsvc() {
  local words_of before="$words[CURRENT-1]" command="$words[2]"
  if (( CURRENT == 2 )); then words_of="${Object.keys(commands).join(' ')}"; else
    case "$command" in
${cases(commands).replaceAll('words=', 'words_of=')}
    esac
  fi
  compadd -- \${=words_of}
  [[ "$words[CURRENT]" == -* ]] || _files
}
if [ "$funcstack[1]" = _docsvc ]; then _docsvc "$@"; else compdef _docsvc docsvc; fi
`;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const fishOf = (commands: Commands): string =>
  Object.entries(commands)
    .flatMap(([name, { summary, options, choices: words }]) => [
      `complete -c docsvc -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...(words
        ? [`complete -c docsvc -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(words.join(' '))}`]
        : []),
      ...Object.entries(options).map(([option, { value, choices, says }]) => {
        const takes = choices ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined ? '' : ' -r';
        return `complete -c docsvc -n '__fish_seen_subcommand_from ${name}' -l ${option}${takes} -d ${quoted(says)}`;
      }),
    ])
    .join('\n')
    .concat('\n');
