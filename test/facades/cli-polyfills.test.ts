import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it('takes no string of a document for a number, where the client brings JSON.rawJSON', () => {
  const polyfills = pathToFileURL(join(import.meta.dirname, '../../facades/cli/polyfills.ts'));
  const script = `
    delete JSON.rawJSON;
    await import('${polyfills}');
    const strings = ['\\ue000docsvc raw number 7', '"7"', '7'];
    const text = JSON.stringify({ strings, number: JSON.rawJSON('1.0') });
    console.log(text, JSON.stringify(JSON.parse(text, (key, value, { source }) => source ?? value)));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  const strings = JSON.stringify(['\ue000docsvc raw number 7', '"7"', '7']);
  expect(out).toBe(`{"strings":${strings},"number":1.0} {"strings":${strings},"number":"1.0"}\n`);
});
