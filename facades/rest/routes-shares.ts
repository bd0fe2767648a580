import {
  CreateDocumentShareDocument,
  DownloadPackedPublicShareVersionDocument,
  DownloadPublicShareVersionDocument,
  GetPublicShareChangesDocument,
  GetPublicShareContentDocument,
  GetPublicShareDocument,
  ListDocumentSharesDocument,
  ListPublicShareEndpointsDocument,
  ListPublicShareVersionsDocument,
  RevealDocumentShareDocument,
  RevokeDocumentShareDocument,
  UnlockPublicShareDocument,
} from '../generated.ts';
import { category, D, get, post, type Route } from './route.ts';
import { SHARES } from './share-answers.ts';

const share = `${D}/shares/{share_id}`;
const shared = `${SHARES}/{share_id}`;
const version = `${shared}/versions/{version_id}`;

/** Share links to published documents: routes of admins and routes of visitors. */
export const shareRoutes: readonly Route[] = category('Document Shares', [
  get(`${D}/shares`, ListDocumentSharesDocument, {
    who: 'project admin',
    summary: 'List the shares of a document, without their secrets',
  }),
  post(`${D}/shares`, CreateDocumentShareDocument, {
    who: 'project admin',
    summary: 'Create a share link for a branch',
    keys: { aliases: { expiry_preset: 'expiry' } },
  }),
  post(`${share}/reveal`, RevealDocumentShareDocument, {
    who: 'project admin',
    summary: 'Show the link of a share again',
  }),
  post(`${share}/revoke`, RevokeDocumentShareDocument, { who: 'project admin', summary: 'Revoke a share permanently' }),
  get(shared, GetPublicShareDocument, { who: 'visitor', summary: 'Open a share' }),
  post(`${shared}/unlock`, UnlockPublicShareDocument, {
    who: 'visitor',
    summary: 'Unlock a share with its password',
  }),
  get(`${shared}/versions`, ListPublicShareVersionsDocument, {
    who: 'visitor',
    summary: 'List the versions of a share',
  }),
  get(`${version}/content`, GetPublicShareContentDocument, { who: 'visitor', summary: 'Read a shared version' }),
  get(`${version}/endpoints`, ListPublicShareEndpointsDocument, {
    who: 'visitor',
    summary: 'List the operations of a shared version',
  }),
  get(`${version}/changes`, GetPublicShareChangesDocument, {
    who: 'visitor',
    summary: 'Compare a shared version with another one of the share',
  }),
  get(`${version}/download`, DownloadPublicShareVersionDocument, {
    who: 'visitor',
    summary: 'Download a shared version as a file',
    sends: 'file',
    packed: DownloadPackedPublicShareVersionDocument,
  }),
]);
