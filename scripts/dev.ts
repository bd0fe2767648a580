import { spawn } from 'node:child_process';
import { refuseArguments } from '../src/platform/usage.ts';

refuseArguments('Usage: npm run dev\n\nStarts the server, and restarts it when a file changes.');
await import('./generate.ts');
const args = ['--disable-warning=ExperimentalWarning', '--watch', 'src/server.ts'];
spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', code => process.exit(code ?? 0));
