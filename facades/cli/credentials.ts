import { access, chmod, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject } from '../../src/platform/json.ts';
import { Failure, fileFailure, type Io, wrongUse } from './outcome.ts';

/** The credentials that `docsvc login` stores for one server. */
export type Kept = {
  /** The API token, used by default. */
  token: string;
  /** The id of the token, to revoke it. Older clients stored none. */
  tokenId?: string;
  /** Whether the token cannot draft. Older clients stored this of none. */
  isReadOnly?: boolean;
  /** Whether the token works for one project only. Older clients stored this of none. */
  isOfOneProject?: boolean;
  /** The session token of the person, for operations that refuse API tokens. */
  session?: string;
  sessionExpiresAt?: string;
};

type File = Record<string, Kept>;

/** A token, and the advice for its user if the server refuses it. */
export type Credential = {
  token: string;
  ifRefused?: string;
  /** The variable that the token is from; undefined for `docsvc login`. */
  variable?: string;
  isReadOnly?: boolean;
  isOfOneProject?: boolean;
};

export function credentialsFile({ env }: Io): string {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homeFolder(), '.config');
  return join(folder, 'docsvc', 'credentials.json');
}

/** The home folder of the user, whom the computer may not know, as in some containers. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw wrongUse('This user has no home folder. Set HOME or, in a pipeline, DOCSVC_TOKEN and DOCSVC_SERVER');
  }
}

/** Throws if other users of the computer may read the file. Windows has no such file modes. */
async function requirePrivate(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw wrongUse(`${file}: others may read this file. Run: chmod 600 ${file}`);
}

async function readPrivate(file: string): Promise<string | undefined> {
  try {
    await requirePrivate(file);
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error instanceof Failure ? error : fileFailure(file, 'read', error);
  }
}

export async function readKept(io: Io): Promise<File> {
  const text = await readPrivate(credentialsFile(io));
  if (text === undefined) return {};
  try {
    const kept = JSON.parse(text) as File;
    if (isJsonObject(kept) && Object.values(kept).every(isWhole)) return kept;
  } catch {}
  throw wrongUse(`${credentialsFile(io)}: is not what docsvc wrote. Delete it and run: docsvc login`);
}

const isWhole = ({ token, session = token }: Kept): boolean => isSendable(token) && isSendable(session);

/** Throws if nothing can be kept: then nobody types a password in vain, and no token is made that nobody has. */
export async function requireKeepable(io: Io): Promise<void> {
  await readKept(io);
  const file = credentialsFile(io);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    throw fileFailure(file, 'written', error);
  }
}

/** Stores the credentials for a server, or deletes them if there are none. */
export async function keep(io: Io, server: string, kept: Kept | undefined): Promise<void> {
  const file = credentialsFile(io);
  const all = { ...(await readKept(io)), [server]: kept };
  const written = `${file}.${process.pid}`;
  try {
    await writeFile(written, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
    await chmod(written, 0o600);
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw fileFailure(file, 'written', error);
  }
}

/** Whether a header can contain the token. If not, `fetch` would print it in its error message. */
const isSendable = (token: unknown): boolean => typeof token === 'string' && /^[\x20-\x7e]+$/.test(token);

function sendable(source: string, text: string): string {
  const token = text.trim();
  if (isSendable(token)) return token;
  throw wrongUse(`${source}: is no token: it has line breaks or other characters that no token has`);
}

export const signInAt = (server: string): string => `Run: docsvc login --server ${server}`;

/**
 * The token for a server: from DOCSVC_TOKEN, the file named in DOCSVC_TOKEN_FILE, or `docsvc login`; throws without
 * one.
 */
export async function tokenFor(server: string, io: Io): Promise<Credential> {
  const { DOCSVC_TOKEN: token, DOCSVC_TOKEN_FILE: file } = io.env;
  if (token?.trim()) {
    const variable = 'DOCSVC_TOKEN';
    return { token: sendable(variable, token), ifRefused: `Check ${variable}`, variable };
  }
  if (file) {
    const text = await readPrivate(resolve(io.folder, file));
    if (text === undefined) throw wrongUse(`${file}: the file of DOCSVC_TOKEN_FILE does not exist`);
    if (text.trim() === '') throw wrongUse(`${file}: the file of DOCSVC_TOKEN_FILE has no token`);
    return { token: sendable(file, text), ifRefused: `Check the token in ${file}`, variable: 'DOCSVC_TOKEN_FILE' };
  }
  const kept = (await readKept(io))[server];
  if (kept !== undefined) {
    const { token, isReadOnly = false, isOfOneProject = false } = kept;
    return { token, isReadOnly, isOfOneProject, ifRefused: signInAt(server) };
  }
  throw wrongUse(`No token for ${server}. Set DOCSVC_TOKEN, or run: docsvc login --server ${server}`);
}

/** The session that `docsvc login` stored; undefined if there is none or it has expired. */
export async function sessionFor(server: string, io: Io): Promise<Credential | undefined> {
  const kept = (await readKept(io))[server];
  const expires = Date.parse(kept?.sessionExpiresAt ?? '');
  if (kept?.session === undefined || !(expires > Date.now())) return undefined;
  return { token: kept.session, ifRefused: signInAt(server) };
}
