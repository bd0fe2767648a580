import { isIPv6 } from 'node:net';
import { answerHelp } from '../src/platform/usage.ts';

// For container engines: exits with 0 while the server of this container is ready.
answerHelp(
  'Usage: node scripts/healthcheck.ts\n\nAsks the server of DOCSVC_HOST and DOCSVC_PORT on this machine whether it is ready.',
);
// An empty setting is none.
const port = process.env.DOCSVC_PORT || '8080';
try {
  const { status } = await fetch(`http://${hostOf(process.env.DOCSVC_HOST)}:${port}/api/v1/open/health/ready`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}

function hostOf(setting = ''): string {
  if (['', '0.0.0.0', '::', '[::]'].includes(setting)) return '127.0.0.1';
  return isIPv6(setting) ? `[${setting}]` : setting;
}
