import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/logging.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): { line: string; fields: Record<string, unknown> } {
  let line = '';
  write(createLog({ logLevel: 'info' }, { write: text => (line += text) }));
  return { line, fields: JSON.parse(line) };
}

describe('a log line', () => {
  it('is short however long a name is that a caller chose', () => {
    const { line, fields } = logged(log => log.info({ operation: 'q'.repeat(5_000_000), code: 'OK' }));
    expect(fields.operation).toBe(`${'q'.repeat(300)}… (5000000 characters)`);
    expect(fields.code).toBe('OK');
    expect(line.length).toBeLessThan(500);
  });

  it('is short however long the message of an error, of its cause and of its fields is', () => {
    const long = 'm'.repeat(5_000_000);
    const error = Object.assign(new TypeError(long, { cause: new Error(long) }), {
      meta: { query: long, list: Array.from({ length: 1000 }, () => long) },
      body: Buffer.from(long),
    });
    const { line, fields } = logged(log => log.error({ trace_id: 'abc', err: error }, 'unexpected failure'));
    expect(fields).toMatchObject({ trace_id: 'abc', msg: 'unexpected failure' });
    expect(fields.err).toMatchObject({
      type: 'TypeError',
      message: `${'m'.repeat(300)}… (5000000 characters)`,
      stack: expect.stringContaining('logging.test.ts'),
      body: '[5000000 bytes]',
      cause: { message: expect.stringMatching(/^m{300}…/) },
    });
    expect(line.length).toBeLessThan(30_000);
  });

  it('ends with nested and circular fields', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    expect(logged(log => log.info({ circle })).fields.circle).toMatchObject({ name: 'circle' });
  });

  it('is one line for every reader, even if a name contains special characters', () => {
    const name = 'a\r\nb\u0000c\u001b[31md\u0085e\u2028f\u2029g\u202eh\ud800i\u007f';
    const { line } = logged(log => log.info({ operation: name, err: new Error(name) }));
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    expect(line.trimEnd().split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)).toHaveLength(1);
    expect(JSON.parse(line).msg).toHaveLength(name.length);
    expect(JSON.parse(line).operation).not.toMatch(/(?!\n)\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|\p{Cs}/u);
  });

  it('removes secrets that were logged by mistake', () => {
    const secrets = ['authorization', 'cookie', 'password', 'secret', 'token', 'api_key', 'apikey', 'Set-Cookie'];
    const sent = Object.fromEntries(secrets.map(name => [name, 'hunter2']));
    const { line, fields } = logged(log => log.info({ ...sent, user: { ...sent, name: 'x' } }));
    expect(line).not.toContain('hunter2');
    const shown = Object.fromEntries(secrets.map(name => [name, '[redacted]']));
    expect(fields).toMatchObject({ ...shown, user: { ...shown, name: 'x' } });
  });

  it('removes them at any depth, as in what a provider of sign-ins answered', () => {
    const body = { access_token: 'abc', refresh_token: 'def', id_token: 'ghi', token_type: 'bearer' };
    const refused = new Error('"id_token" must be a string', { cause: { body, headers: [{ 'Set-Cookie': 'jkl' }] } });
    const sent = { clientSecret: 'mno', apiKey: 'pqr', newPassword: 'stu', Authorization: ['vwx'] };
    const { line, fields } = logged(log => log.warn({ err: new Error('failed', { cause: refused }), sent }));
    expect(line).not.toMatch(/abc|def|ghi|jkl|mno|pqr|stu|vwx/);
    expect(fields).toMatchObject({ err: { cause: { cause: { body: { token_type: 'bearer' } } } } });
  });
});
