import { describe, expect, it } from 'vitest';
import { greeting } from '../../src/greeting.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Environment } from '../../src/platform/setting-reader.ts';
import type { FirstAdmin } from '../../src/users/first-admin.ts';

const warningsAt = (environment: Environment, firstAdmin: FirstAdmin = { kind: 'none-needed' }): string[] =>
  greeting(readConfig(environment), 'http://127.0.0.1:8080', 'embedded', firstAdmin)
    .split('\n')
    .filter(line => line.startsWith('  Warning   '))
    .map(line => line.slice(12));

const anyHost = expect.stringMatching(/^requests for any host name are answered: set DOCSVC_PUBLIC_URL/);
const firstComer = expect.stringMatching(/^the first person to register becomes SuperAdmin/);

it('the text at the start names no page that does not work below the path of the public URL', () => {
  const at = (DOCSVC_PUBLIC_URL: string) =>
    greeting(readConfig({ DOCSVC_PUBLIC_URL }), DOCSVC_PUBLIC_URL, 'embedded', { kind: 'none-needed' });
  expect(at('https://docs.example.com')).toMatch(/^ {2}Console .*\n(.*\n)* {2}REST .*reference/m);
  expect(at('https://docs.example.com/below')).not.toMatch(/Console|reference/);
});

describe('the text at the start warns', () => {
  it('of nothing on loopback', () => {
    for (const DOCSVC_HOST of ['127.0.0.1', '::1', 'localhost'])
      expect(warningsAt({ DOCSVC_HOST }, { kind: 'first-registration' })).toEqual([]);
  });

  it('that the console does not work below a path, also on loopback', () => {
    const below = expect.stringMatching(/^the console does not work below a path/);
    expect(warningsAt({ DOCSVC_PUBLIC_URL: 'http://localhost:8080/below' })).toEqual([below]);
    expect(warningsAt({ DOCSVC_PUBLIC_URL: 'http://localhost:8080/' })).toEqual([]);
  });

  it('that any Host is answered beyond loopback without a public URL', () => {
    for (const DOCSVC_HOST of ['0.0.0.0', '::', '10.0.0.7', 'docsvc'])
      expect(warningsAt({ DOCSVC_HOST })).toEqual([anyHost]);
    expect(warningsAt({ DOCSVC_HOST: '0.0.0.0', DOCSVC_PUBLIC_URL: 'https://docs.example.com' })).toEqual([]);
  });

  it('that the first comer becomes SuperAdmin, also behind a proxy', () => {
    const first: FirstAdmin = { kind: 'first-registration' };
    expect(warningsAt({ DOCSVC_HOST: '0.0.0.0' }, first)).toEqual([firstComer, anyHost]);
    expect(warningsAt({ DOCSVC_PUBLIC_URL: 'https://docs.example.com' }, first)).toEqual([firstComer]);
  });
});
