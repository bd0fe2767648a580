import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

const logging = JSON.stringify(new URL('../../src/platform/logging.ts', import.meta.url).href);

/** Runs a program that has a log. Its messages are on standard error. */
const start = (program: string, output = '') => {
  const code = `import { createLog } from ${logging};\nconst log = createLog({ logLevel: 'info' });\n${program}`;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code];
  return spawn('sh', ['-c', `"$@" ${output}`, 'sh', ...node], { stdio: ['ignore', 'pipe', 'pipe'] });
};

describe('a log that cannot be written', () => {
  it('costs lines, not the process', async () => {
    const child = start(
      `log.info('one'); setTimeout(() => log.info('two'), 100); setTimeout(() => console.error('alive'), 200);`,
      '> /dev/full',
    );
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([said, code]).toEqual(['alive\n', 0]);
  });

  it('is tried again ten times a second, however many lines come', async () => {
    const child = start(
      `const lines = setInterval(() => log.info('line'), 1);
      setTimeout(() => {
        clearInterval(lines);
        const wakes = () => process.resourceUsage().voluntaryContextSwitches;
        const before = wakes();
        setTimeout(() => console.error(wakes() - before < 300 ? 'rests' : 'is busy'), 1_000);
      }, 2_000);`,
      '> /dev/full',
    );
    expect(await text(child.stderr)).toBe('rests\n');
  });

  it.each(['process.exit(3)', "throw new Error('unexpected')", "log.fatal('the end'); process.exitCode = 3"])(
    'does not keep the process from its end: %s',
    async end => {
      const child = start(`log.info('one'); log.info('two'); ${end};`, '> /dev/full');
      const [, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect([1, 3]).toContain(code);
    },
  );
});

it('a log whose reader comes late tells how many lines were lost, and has all others in order', async () => {
  const child = start(`for (let n = 0; n < 100_000; n += 1) log.info({ n }, 'line');
    setTimeout(() => log.info('last'), 1_500);`);
  await delay(300);
  const lines = (await text(child.stdout))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const numbers = lines.flatMap(({ n }) => n ?? []);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const lost = lines.filter(({ msg }) => msg.startsWith('log lines were lost')).map(line => line.lines as number);
  expect(lost.length).toBeGreaterThan(0);
  expect(numbers.length + lost.reduce((sum, one) => sum + one, 0)).toBe(100_000);
  expect(lines.some(({ msg }) => msg === 'last')).toBe(true);
});
