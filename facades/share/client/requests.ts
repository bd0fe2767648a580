import { secretHeader } from './secret.ts';

export type ShareVersion = { id: string; version_name: string; changelog?: string; published_at: string };

export type Share = {
  document_name: string;
  branch_name: string;
  expires_at?: string;
  latest_version: ShareVersion;
};

export type ShareEndpoint = { method: string; path: string; summary?: string; tags: string[]; deprecated: boolean };

export type Content = { content: string; html?: string };

/** Why a request failed. `locked` needs a password; `unavailable` deliberately has no details. */
export type Trouble = 'locked' | 'unavailable' | 'offline' | 'busy' | 'tooLarge';

export class RequestFailed extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** The first items of a list, and how many there are. */
export type Listed<Item> = { items: Item[]; total: number };

type Envelope = { status: string; detail?: unknown; total?: number };

/** Larger answers need more memory than a phone has. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024;
const PAGE_SIZE = 200;
const MAX_VERSIONS = 2_000;
const MAX_ENDPOINTS = 10_000;

/** The proof of a correct password. */
let proof = '';

/** Aborted when another link is opened, so that an answer for the old link is never shown. */
let visit = new AbortController();

export function startVisit(): void {
  visit.abort();
  visit = new AbortController();
}

export const hasProof = (): boolean => proof !== '';

export function forgetProof(): void {
  proof = '';
}

/** The API path, relative to this page: the service may run below a path prefix. */
function addressOf(path: string): string {
  const [, base = '', id = ''] = /^(.*)\/share\/([^/]*)\/?$/.exec(location.pathname) ?? [];
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw new RequestFailed('unavailable');
  return `${base}/api/v1/open/document-shares/${id}${path}`;
}

type Answer = { response: Response; signal: AbortSignal };

async function send(path: string, options: RequestInit = {}): Promise<Answer> {
  const secret = secretHeader();
  if (secret === undefined) throw new RequestFailed('unavailable');
  const signal = options.signal ? AbortSignal.any([visit.signal, options.signal]) : visit.signal;
  const headers = { ...options.headers, Authorization: secret, ...(proof && { 'X-Doc-Share-Unlock': proof }) };
  const response = await fetch(addressOf(path), {
    ...options,
    headers,
    signal,
    mode: 'same-origin',
    credentials: 'omit',
    // Sends no Referer. With the policy no-referrer, a browser would also send Origin: null.
    referrer: '',
    referrerPolicy: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  }).catch(ifNotAborted);
  if (Number(response.headers.get('content-length')) > MAX_ANSWER_BYTES) {
    void response.body?.cancel();
    throw new RequestFailed('tooLarge');
  }
  return { response, signal };
}

function ifNotAborted(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new RequestFailed('offline');
}

const TROUBLES: Record<string, Trouble> = {
  PASSWORD_REQUIRED: 'locked',
  RESOURCE_EXHAUSTED: 'busy',
  UNAVAILABLE: 'busy',
  INTERNAL: 'busy',
  DEADLINE_EXCEEDED: 'busy',
};

async function readEnvelope({ response, signal }: Answer): Promise<Envelope> {
  const text = await response.text().catch(ifNotAborted);
  signal.throwIfAborted();
  let envelope: Envelope;
  try {
    envelope = JSON.parse(text);
  } catch {
    throw new RequestFailed('busy');
  }
  if (envelope.status !== 'OK') throw new RequestFailed(TROUBLES[envelope.status] ?? 'unavailable');
  return envelope;
}

export async function readShare(): Promise<Share> {
  return (await readEnvelope(await send(''))).detail as Share;
}

export async function unlock(password: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await send('/unlock', { method: 'POST', headers, body: JSON.stringify({ password }) });
  proof = ((await readEnvelope(answer)).detail as { unlock_proof: string }).unlock_proof;
}

/** The versions of the share, newest first. */
export const readVersions = (): Promise<Listed<ShareVersion>> => readAll('/versions', MAX_VERSIONS);

/** The operations of a version, in document order. */
export const readEndpoints = (versionId: string, signal: AbortSignal): Promise<Listed<ShareEndpoint>> =>
  readAll(`/versions/${versionId}/endpoints`, MAX_ENDPOINTS, { signal });

async function readAll<Item>(path: string, most: number, options: RequestInit = {}): Promise<Listed<Item>> {
  const items: Item[] = [];
  let total = 1;
  while (items.length < Math.min(total, most)) {
    const page = await readEnvelope(await send(`${path}?page_size=${PAGE_SIZE}&offset=${items.length}`, options));
    const found = page.detail as Item[];
    if (found.length === 0) break;
    items.push(...found);
    total = page.total ?? 0;
  }
  return { items, total: Math.max(total, items.length) };
}

/** The changes between two versions, as safe HTML. */
export async function readChanges(versionId: string, fromId: string, signal: AbortSignal): Promise<{ html: string }> {
  const answer = await send(`/versions/${versionId}/changes?from_version_id=${fromId}`, { signal });
  return (await readEnvelope(answer)).detail as { html: string };
}

export async function readContent(versionId: string, signal: AbortSignal): Promise<Content> {
  return (await readEnvelope(await send(`/versions/${versionId}/content`, { signal }))).detail as Content;
}

/** The bytes of a version, with the file name from the service. */
export async function readFile(versionId: string): Promise<{ name: string; bytes: Blob }> {
  const answer = await send(`/versions/${versionId}/download`);
  const { response } = answer;
  const disposition = response.headers.get('content-disposition');
  if (disposition === null) await readEnvelope(answer);
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1] ?? 'document';
  return { name: decodeURIComponent(encoded), bytes: await response.blob().catch(ifNotAborted) };
}
