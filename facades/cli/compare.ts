import { compare } from './commands/compare.ts';
import { processIo, runCommand } from './run.ts';

// npm run -s compare -- old.yaml new.yaml: does the same as `docsvc diff`, without a server. npm runs scripts in the folder of
// package.json; INIT_CWD is the folder in which npm was called.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
const folder = script === 'compare' && INIT_CWD ? INIT_CWD : process.cwd();

process.exitCode = await runCommand('npm run -s compare --', compare, process.argv.slice(2), processIo(folder));
