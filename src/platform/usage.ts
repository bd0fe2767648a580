/** Prints the usage of a command and ends the process, if its arguments contain --help or -h. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some(argument => argument === '--help' || argument === '-h')) return;
  console.log(usage);
  process.exit();
}

/** The same for a command without arguments. Any argument is an error. */
export function refuseArguments(usage: string): void {
  answerHelp(usage);
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return;
  console.error(`There is no argument ${argument}\n${usage}`);
  process.exit(2);
}
