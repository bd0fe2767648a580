import { spawnSync } from 'node:child_process';
import { refuseArguments } from '../src/platform/usage.ts';
import { type AuditOutput, decisions, judgeAudit } from './supply-chain.ts';

refuseArguments(`Usage: npm run audit

Asks the registry for known vulnerabilities of the production packages. Exceptions are in supply-chain.json. It ends with 1
if a vulnerability has no exception, and with 0 and a warning if the registry cannot be asked.`);
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const { isAnswered, problems } = judgeAudit(
  outputOf(stdout),
  decisions.advisories,
  new Date().toISOString().slice(0, 10),
);
for (const problem of problems) console.error(problem);
if (!isAnswered)
  console.error(`\n!!! NOT AUDITED: the registry did not answer. Vulnerabilities are unknown.\n${stderr}`);
else if (problems.length === 0) console.log('No known vulnerabilities in production packages');
process.exitCode = isAnswered && problems.length > 0 ? 1 : 0;

function outputOf(text: string): AuditOutput {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
