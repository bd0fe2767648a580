import { describe, expect, it } from 'vitest';
import { attachment } from '../../facades/rest/share-answers.ts';
import { fileName } from '../../src/shares/file-names.ts';
import { expiryDate, sharePassword, shareStatus } from '../../src/shares/model.ts';
import { isProof, issueProof } from '../../src/shares/proofs.ts';

describe('the end of a share', () => {
  it.each([
    ['ONE_MONTH', '2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
    ['ONE_MONTH', '2028-01-31T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['ONE_MONTH', '2026-02-28T12:00:00.000Z', '2026-03-28T12:00:00.000Z'],
    ['ONE_MONTH', '2026-12-31T12:00:00.000Z', '2027-01-31T12:00:00.000Z'],
    ['THREE_MONTHS', '2026-11-30T08:00:00.000Z', '2027-02-28T08:00:00.000Z'],
    ['THREE_MONTHS', '2026-03-31T08:00:00.000Z', '2026-06-30T08:00:00.000Z'],
    ['SIX_MONTHS', '2026-08-31T08:00:00.000Z', '2027-02-28T08:00:00.000Z'],
    ['ONE_YEAR', '2028-02-29T08:00:00.000Z', '2029-02-28T08:00:00.000Z'],
    ['ONE_YEAR', '2026-06-15T08:00:00.000Z', '2027-06-15T08:00:00.000Z'],
  ] as const)('%s after %s is %s', (expiry, from, end) => {
    expect(expiryDate(expiry, new Date(from))?.toISOString()).toBe(end);
  });

  it('is never for a permanent one', () => {
    expect(expiryDate('PERMANENT', new Date())).toBeNull();
  });

  it('is exact to the moment, and revoking has priority', () => {
    const expiresAt = new Date('2026-05-01T00:00:00.000Z');
    const at = (offsetMs: number, revokedAt: Date | null = null) =>
      shareStatus({ revokedAt, expiresAt }, new Date(expiresAt.getTime() + offsetMs));
    expect([at(-1), at(0), at(1000)]).toEqual(['ACTIVE', 'EXPIRED', 'EXPIRED']);
    expect(at(1000, expiresAt)).toBe('REVOKED');
    expect(shareStatus({ revokedAt: null, expiresAt: null }, new Date())).toBe('ACTIVE');
  });
});

describe('the password of a share', () => {
  it.each([
    'twelve bytes',
    'é'.repeat(6),
    '😀'.repeat(3),
    '😀'.repeat(18),
    'x'.repeat(72),
    'in the  middle',
    '\u200bzero width 1',
  ])('may be %j', password => expect(sharePassword(password)).toBe(password));

  it.each([
    ['eleven byte', 'bytes'],
    ['x'.repeat(73), 'bytes'],
    [`${'é'.repeat(36)}x`, 'bytes'],
    [' leading blank', 'white space'],
    ['trailing blank ', 'white space'],
    ['\u0085next line it is', 'white space'],
    ['no-break space\u00a0', 'white space'],
    ['\u2003em space at start', 'white space'],
    ['line separator\u2028', 'white space'],
    ['\u3000ideographic space', 'white space'],
    ['a tab at its end\t', 'white space'],
    ['half a pair \ud83d', 'Unicode'],
  ])('may not be %j', (password, reason) => {
    expect(() => sharePassword(password)).toThrow(reason);
  });

  it('is none when it is absent', () => {
    expect([sharePassword(null), sharePassword(undefined), sharePassword('')]).toEqual([null, null, null]);
  });
});

const services = { jwtKey: new TextEncoder().encode('a key that only this test knows') };
const locked = { id: '01980000-0000-7000-8000-000000000001', passwordHash: '$argon2id$one', expiresAt: null };
const now = new Date('2026-05-01T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const QUARTER_HOUR_MS = 15 * 60_000;

describe('an unlock proof', () => {
  const { unlockProof, expiresAt } = issueProof(services, locked, now);

  it('is valid for exactly 15 minutes', () => {
    expect(expiresAt).toEqual(later(QUARTER_HOUR_MS));
    expect(isProof(services, locked, unlockProof, later(QUARTER_HOUR_MS - 1))).toBe(true);
    expect(isProof(services, locked, unlockProof, later(QUARTER_HOUR_MS))).toBe(false);
    expect(isProof(services, locked, unlockProof, later(QUARTER_HOUR_MS + 1000))).toBe(false);
  });

  it('of a clock that is ahead opens nothing until it is one of 15 minutes; a minute is tolerated', () => {
    const at = (aheadMs: number) => isProof(services, locked, unlockProof, later(-aheadMs));
    expect([at(60 * 60_000), at(60_001), at(60_000), at(0)]).toEqual([false, false, true, true]);
  });

  it('ends with its share', () => {
    const ending = { ...locked, expiresAt: later(60_000) };
    const proof = issueProof(services, ending, now);
    expect(proof.expiresAt).toEqual(ending.expiresAt);
    expect(isProof(services, ending, proof.unlockProof, later(60_000))).toBe(false);
  });

  it('is bound to the share, its password and the key', () => {
    expect(isProof(services, { ...locked, id: '01980000-0000-7000-8000-000000000002' }, unlockProof, now)).toBe(false);
    expect(isProof(services, { ...locked, passwordHash: '$argon2id$two' }, unlockProof, now)).toBe(false);
    expect(isProof({ jwtKey: new TextEncoder().encode('another key') }, locked, unlockProof, now)).toBe(false);
  });

  it('is spoilt by any other character in any place, by more and by less', () => {
    for (let at = 0; at < unlockProof.length; at += 1)
      for (const other of ['0', '9', 'A', 'B', '.', '-', ' ', '\n', 'é']) {
        if (unlockProof[at] === other) continue;
        const bent = `${unlockProof.slice(0, at)}${other}${unlockProof.slice(at + 1)}`;
        expect(isProof(services, locked, bent, now), bent).toBe(false);
      }
    for (const wrong of [
      ` ${unlockProof}`,
      `${unlockProof} `,
      `${unlockProof}, ${unlockProof}`,
      unlockProof.slice(1),
      '',
    ])
      expect(isProof(services, locked, wrong, now), wrong).toBe(false);
  });
});

describe('the name of a download', () => {
  const name = (relativePath: string, version: string, content = 'openapi: 3.1.0') =>
    fileName({ relativePath, documentType: 'OPENAPI' }, version, async () => Buffer.from(content));
  const markdownName = (relativePath: string, version: string) =>
    fileName({ relativePath, documentType: 'MARKDOWN' }, version, async () => Buffer.from('# Title'));

  it.each([
    ['pets-1.0.0.yaml', name('apis/pets.yaml', '1.0.0')],
    ['pets-v2.json', name('pets.JSON', 'v2')],
    ['pets.html-1.yaml', name('pets.html', '1')],
    ['pets-1.json', name('pets', '1', ' {"openapi": "3.1.0"}')],
    ['a-.._.._etc_passwd.yaml', name('a.yaml', '../../etc/passwd')],
    ['a-x__ filename=_evil.exe.yaml', name('a.yaml', 'x"; filename="evil.exe')],
    ['a-one__Set-Cookie_ a.yaml', name('a.yaml', 'one\r\nSet-Cookie: a')],
    ['a-_gpj.exe.yaml', name('a.yaml', '\u202egpj.exe')],
    ['hidden-1.yaml', name('.hidden.yaml', '1')],
    ['document-con-1.yaml', name('con.yaml', '1')],
    ['document-.yaml', name('....yaml', '.')],
    ['Führung-Ausgabe 1.md', markdownName('docs/Führung.md', 'Ausgabe 1')],
    ['指南-一.markdown', markdownName('docs/指南.Markdown', '一')],
  ])('%s', async (expected, made) => expect(await made).toBe(expected));

  it('is short enough for every file system, and never cut inside of a character', async () => {
    const long = await markdownName(`${'😀'.repeat(120)}.md`, 'x'.repeat(100));
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
    expect(long.isWellFormed()).toBe(true);
    expect(long).toMatch(/^(😀)+\.md$/u);
  });

  it('travels in ASCII and, as RFC 8187 writes it, in full', () => {
    expect(attachment('pets-1.yaml')).toBe(`attachment; filename="pets-1.yaml"; filename*=UTF-8''pets-1.yaml`);
    expect(attachment(`Führung's (1)*.md`)).toBe(
      `attachment; filename="F_hrung's (1)*.md"; filename*=UTF-8''F%C3%BChrung%27s%20%281%29%2a.md`,
    );
    expect(attachment('a"b\\c%20.md')).toContain('filename="a_b_c_20.md"');
    expect(attachment('😀.md')).toBe(`attachment; filename="_.md"; filename*=UTF-8''%F0%9F%98%80.md`);
  });
});
