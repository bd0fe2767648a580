import type { TestApp } from './app.ts';
import type { Document } from './seed.ts';

export const OPEN = '/open/document-shares';
export const PASSWORD = 'a long password';
export const UNAVAILABLE = 'This shared document is unavailable';

export type ShareDetail = {
  id: string;
  share_id: string;
  branch_id: string;
  version_scope: number;
  status: number;
  state: string;
  password_protected: boolean;
  expiry: string;
  expires_at?: string;
  revoked_by?: string;
  revoked_at?: string;
  secret?: string;
  url?: string;
};

export type Link = { id: string; secret: string };

export type ShareBody = { branch_id?: string; expiry?: string; version_scope?: number; password?: string };

/** A share of the branch dev, created over REST by the admin of the project. */
export async function share(document: Document, body: ShareBody = {}): Promise<ShareDetail & Link> {
  const { admin } = document.project;
  const answer = await admin.rest<ShareDetail & Link>('POST', `${document.path}/shares`, {
    body: { branch_id: document.branches.dev, ...body },
  });
  if (answer.status !== 'OK') throw new Error(`${answer.status}: ${answer.message}`);
  return answer.detail;
}

export const revoke = (document: Document, id: string) =>
  document.project.admin.rest<ShareDetail>('POST', `${document.path}/shares/${id}/revoke`, { body: {} });

export type Visit = { secret?: string | undefined; proof?: string; headers?: Record<string, string>; address?: string };

const headersOf = ({ secret, proof, headers }: Visit) => ({
  ...(secret !== undefined && { authorization: `DocShare ${secret}` }),
  ...(proof !== undefined && { 'x-doc-share-unlock': proof }),
  ...headers,
});

/** The requests of a visitor; paths start after the share. */
export const visitor = (app: TestApp) => ({
  read: <Detail = Record<string, unknown>>(id: string, path: string, visit: Visit) =>
    app.rest<Detail>('GET', `${OPEN}/${id}${path}`, {
      headers: headersOf(visit),
      ...(visit.address !== undefined && { address: visit.address }),
    }),
  unlock: (id: string, password: unknown, visit: Visit) =>
    app.rest<{ unlock_proof: string; expires_at: string }>('POST', `${OPEN}/${id}/unlock`, {
      body: { password },
      headers: headersOf(visit),
      ...(visit.address !== undefined && { address: visit.address }),
    }),
});
