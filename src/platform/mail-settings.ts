import { isLoopback } from './loopback.ts';
import type { SettingReader } from './setting-reader.ts';
import { fail, nonBlank } from './setting-values.ts';

/** The SMTP server that takes the e-mail of this service, and its sender. */
export type MailSettings = Readonly<{
  host: string;
  port: number;
  /** Whether TLS starts at once. Otherwise STARTTLS is required, except for a server on this machine. */
  secure: boolean;
  isLocal: boolean;
  auth: Readonly<{ user: string; pass: string }> | undefined;
  from: Readonly<{ name: string; address: string }>;
}>;

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Reads the e-mail settings. The server and the sender must be set together. Undefined if both are absent. */
export function readMail(read: SettingReader): MailSettings | undefined {
  const mistakes = read.mistakes.length;
  const server = read.secret('DOCSVC_SMTP_URL', smtpUrl);
  const from = read.optional('DOCSVC_MAIL_FROM', mailAddress);
  if (server !== undefined && from !== undefined) return { ...server, from };
  if (read.mistakes.length > mistakes) return undefined;
  if (server !== undefined) read.mistake('DOCSVC_MAIL_FROM', 'is required with DOCSVC_SMTP_URL');
  if (from !== undefined) read.mistake('DOCSVC_MAIL_FROM', 'requires DOCSVC_SMTP_URL');
  return undefined;
}

function smtpUrl(value: string): Omit<MailSettings, 'from'> {
  const form = 'must be smtp://[USER:PASSWORD@]HOST[:PORT] or smtps://…, with % codes for special characters';
  const url = URL.canParse(value) ? new URL(value) : fail(form);
  const { protocol, username, password } = url;
  if (!(protocol === 'smtp:' || protocol === 'smtps:') || url.hostname === '') fail(form);
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) fail(form);
  if ((username === '') !== (password === '')) fail('must have a user and a password, or neither');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || PORTS[protocol],
    secure: protocol === 'smtps:',
    isLocal: isLoopback(url.hostname),
    auth: username === '' ? undefined : { user: decoded(username), pass: decoded(password) },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return fail('has a % code that cannot be read: write % itself as %25');
  }
}

const ADDRESS = /^(?:([^<>"\p{C}]{1,60})<)?([^\s@<>",;:()[\]\\\p{C}]{1,64}@[a-z\d.-]{1,190})(>?)$/iu;

function mailAddress(value: string): MailSettings['from'] {
  const [, name, address, end] = ADDRESS.exec(nonBlank(value)) ?? [];
  if (address === undefined || (name === undefined) !== (end === ''))
    fail('must be an address, alone or as NAME <ADDRESS>');
  return { name: name?.trim() || 'docsvc', address };
}
