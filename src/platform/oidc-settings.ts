import type { MemberRole } from '../generated/prisma/client.ts';
import { isId } from './ids.ts';
import { isLoopback } from './loopback.ts';
import type { SettingReader } from './setting-reader.ts';
import { fail, list, nonBlank, onOff } from './setting-values.ts';

/** Which right the members of one group of the provider get in this service. */
export type OidcRule = { group: string } & (
  | { superAdmin: true }
  | { projectId: string; role: MemberRole }
  | { teamId: string; role: MemberRole }
);

/** Sign-in by a provider of OpenID Connect. */
export type OidcSettings = Readonly<{
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** The name of the provider that people see. */
  name: string;
  scopes: string;
  groupsClaim: string;
  rules: readonly OidcRule[];
  createUsers: boolean;
  linkByEmail: boolean;
  /** Whether to trust the email addresses of the provider even without `email_verified`. */
  trustEmails: boolean;
}>;

const PREFIX = 'DOCSVC_OIDC_';
const MAX_NAME = 60;

/** Reads the settings of the provider. Undefined without an issuer: then the other settings must be absent too. */
export function readOidc(read: SettingReader): OidcSettings | undefined {
  const mistakes = read.mistakes.length;
  const issuer = read.optional(`${PREFIX}ISSUER`, issuerUrl);
  const clientId = read.optional(`${PREFIX}CLIENT_ID`, nonBlank);
  const clientSecret = read.secret(`${PREFIX}CLIENT_SECRET`, nonBlank);
  const name = read.optional(`${PREFIX}NAME`, label);
  const others = {
    scopes: read.optional(`${PREFIX}SCOPES`, scopes),
    groupsClaim: read.optional(`${PREFIX}GROUPS_CLAIM`, nonBlank),
    rules: read.optional(`${PREFIX}ROLES`, list(rule)),
    createUsers: read.optional(`${PREFIX}CREATE_USERS`, onOff),
    linkByEmail: read.optional(`${PREFIX}LINK_BY_EMAIL`, onOff),
    trustEmails: read.optional(`${PREFIX}TRUST_EMAILS`, onOff),
  };
  if (read.mistakes.length > mistakes) return undefined;
  if (issuer === undefined) {
    const given = { clientId, clientSecret, name, ...others };
    const [first] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (first !== undefined) read.mistake(settingOf(first), `requires ${PREFIX}ISSUER`);
    return undefined;
  }
  if (clientId === undefined) {
    read.mistake(`${PREFIX}CLIENT_ID`, `is required with ${PREFIX}ISSUER`);
    return undefined;
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: name ?? new URL(issuer).hostname,
    scopes: others.scopes ?? 'openid email profile',
    groupsClaim: others.groupsClaim ?? 'groups',
    rules: others.rules ?? [],
    createUsers: others.createUsers ?? false,
    linkByEmail: others.linkByEmail ?? false,
    trustEmails: others.trustEmails ?? false,
  };
}

const settingOf = (key: string): string =>
  `${PREFIX}${key === 'rules' ? 'ROLES' : key.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;

function issuerUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : fail('must be an https:// URL');
  if (url.search || url.hash || url.username) fail('must be an https:// URL without query, fragment and user');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    fail('must be an https:// URL; http:// is for loopback only');
  return value;
}

function label(value: string): string {
  const trimmed = nonBlank(value);
  return trimmed.length <= MAX_NAME && !/\p{C}/u.test(trimmed)
    ? trimmed
    : fail(`must have at most ${MAX_NAME} characters, all of them visible`);
}

function scopes(value: string): string {
  const names = value.trim().split(/\s+/);
  return names.includes('openid') ? names.join(' ') : fail('must contain openid');
}

const ROLES: Record<string, MemberRole> = { reader: 'READER', writer: 'WRITER', admin: 'ADMIN' };
const RULE = /^(.+)=(?:(superadmin)|(project|team):([^:]+):(reader|writer|admin))$/;

function rule(value: string): OidcRule {
  const [, group, superAdmin, kind, id = '', role = ''] = RULE.exec(value) ?? [];
  if (group === undefined || (superAdmin === undefined && !isId(id)))
    fail('must list GROUP=superadmin, GROUP=project:ID:ROLE or GROUP=team:ID:ROLE; ROLE is reader, writer or admin');
  if (superAdmin !== undefined) return { group, superAdmin: true };
  return { group, role: ROLES[role] as MemberRole, ...(kind === 'team' ? { teamId: id } : { projectId: id }) };
}
