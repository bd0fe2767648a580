import { describe, expect, it } from 'vitest';
import { refusedHeader, type ServedHosts, type Source } from '../../facades/origin.ts';

const local: ServedHosts = { publicUrl: undefined, host: '127.0.0.1', origins: ['https://app.example.com'] };
const open: ServedHosts = { ...local, host: '0.0.0.0' };
const named: ServedHosts = { ...local, host: '0.0.0.0', publicUrl: 'https://docs.example.com/below' };
const ported: ServedHosts = { ...local, publicUrl: 'http://docs.example.com:8080' };

const judge = (
  served: ServedHosts,
  host: string | string[],
  origin?: string,
  more: Partial<Source> = {},
  anyHost = false,
) => refusedHeader(served, { method: 'POST', origin, hosts: [host].flat(), fetchSite: undefined, ...more }, anyHost);

describe('the Host of a service on loopback or with a public URL', () => {
  it.each([
    ...['localhost', 'localhost:1', 'LocalHost.:80', '127.0.0.1:8080', '127.9.9.9', '[::1]:9', '[::ffff:127.0.0.1]'],
    ...['[0:0:0:0:0:0:0:1]:80'],
  ])('may be %s', host => {
    for (const served of [local, named, ported]) expect(judge(served, host)).toBe(undefined);
  });

  it.each([
    ...['evil.example.com', 'localhost.evil.example.com:8080', '127.0.0.1.nip.io', '10.0.0.7', '[fe80::1]', ''],
    ...['evil.example.com@localhost', 'localhost#evil.example.com', 'localhost/evil.example.com', 'localhost:x', 'a b'],
    ...['localhost..', '[::1', '0.0.0.0:8080', 'docs.example.com.evil.example.com'],
  ])('may not be %j', host => {
    for (const served of [local, named, ported]) expect(judge(served, host)).toBe('Host');
  });

  it('may be the one of the public URL, at any port and in any spelling', () => {
    for (const host of ['docs.example.com', 'DOCS.example.com.', 'docs.example.com:444'])
      for (const served of [named, ported]) expect(judge(served, host)).toBe(undefined);
    expect(judge(local, 'docs.example.com')).toBe('Host');
  });

  it('must be there, and once', () => {
    expect(judge(local, [])).toBe('Host');
    expect(judge(local, ['localhost', 'localhost'])).toBe('Host');
    expect(judge(open, ['10.0.0.7', 'localhost'])).toBe('Host');
  });

  it('may be any for health probes, and if the names of the service are unknown', () => {
    expect(judge(local, '10.0.0.7', undefined, {}, true)).toBe(undefined);
    for (const host of ['10.0.0.7:8080', 'docsvc', 'evil.example.com']) expect(judge(open, host)).toBe(undefined);
    expect(judge(open, [])).toBe(undefined);
  });
});

describe('the Origin', () => {
  it.each([
    [local, 'localhost:8080', 'http://localhost:8080'],
    [local, '127.0.0.1:8080', 'http://127.0.0.1:8080'],
    [local, '[::1]:8080', 'http://[::1]:8080'],
    [local, 'LOCALHOST', 'http://localhost'],
    [local, 'localhost', 'https://localhost'],
    [local, 'localhost:443', 'https://localhost'],
    [local, 'localhost:80', 'http://localhost'],
    [local, 'localhost:8080', 'https://app.example.com'],
    [open, '10.0.0.7:8080', 'http://10.0.0.7:8080'],
    [open, 'docs.example.com', 'https://docs.example.com'],
    [named, 'docs.example.com', 'https://docs.example.com'],
    [named, 'docs.example.com:443', 'https://DOCS.example.com.'],
    [named, '127.0.0.1:8080', 'https://docs.example.com'],
    [named, 'localhost:8080', 'http://localhost:8080'],
    [ported, 'docs.example.com:8080', 'http://docs.example.com:8080'],
    [ported, 'docs.example.com:9090', 'http://docs.example.com:9090'],
  ])('of %j at %s may be %s', (served, host, origin) => {
    expect(judge(served, host, origin)).toBe(undefined);
  });

  it.each([
    ...['null', 'https://evil.example.com', 'http://localhost:3000', 'https://localhost:8443', 'http://localhost'],
    ...['http://127.0.0.1:8080', 'http://localhost.evil.example.com:8080', 'http://evil.example.com@localhost:8080'],
    ...['http://localhost:8080/evil', 'http://localhost:8080, http://localhost:8080', 'localhost:8080', '', 'file://'],
    ...['ftp://localhost:8080', 'http://localhost:8080#', 'https://app.example.com.evil.example.com'],
    ...['http://app.example.com', 'https://app.example.com:8443'],
  ])('at localhost:8080 may not be %j', origin => {
    for (const served of [local, named, open])
      for (const method of ['GET', 'POST']) expect(judge(served, 'localhost:8080', origin, { method })).toBe('Origin');
  });

  it('of a public URL on https is never a page with the same name on http', () => {
    expect(judge(named, 'docs.example.com', 'http://docs.example.com')).toBe('Origin');
    expect(judge(named, 'docs.example.com:443', 'http://docs.example.com:443')).toBe('Origin');
  });

  it('is checked before the Host, for health probes too', () => {
    expect(judge(local, 'evil.example.com', 'http://evil.example.com')).toBe('Host');
    expect(judge(local, 'evil.example.com', 'null')).toBe('Origin');
    expect(judge(local, '10.0.0.7', 'null', {}, true)).toBe('Origin');
  });

  it('may be missing: no page sent it, or a link was followed', () => {
    for (const fetchSite of [undefined, 'none', 'same-origin', 'cross-site', 'same-site'])
      expect(judge(local, 'localhost', undefined, { method: 'GET', fetchSite })).toBe(undefined);
    for (const fetchSite of ['cross-site', 'same-site'])
      expect(judge(local, 'localhost', undefined, { fetchSite })).toBe('Origin');
    for (const fetchSite of [undefined, 'none', 'same-origin'])
      expect(judge(local, 'localhost', undefined, { fetchSite })).toBe(undefined);
    expect(judge(local, 'localhost', 'https://app.example.com', { fetchSite: 'cross-site' })).toBe(undefined);
  });
});
