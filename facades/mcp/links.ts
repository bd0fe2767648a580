import { isObject } from '../../src/platform/json.ts';
import type { ContentBlock } from './protocol.ts';

/** Finds the resource that corresponds to a tool's answer. */
export type LinkOf = (
  answer: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
) => ContentBlock | undefined;

export const documentUri = (projectId: unknown, documentId: unknown): string =>
  `docsvc://projects/${projectId}/documents/${documentId}`;

/** The text of a version. */
export const versionLink: LinkOf = ({ version }) => {
  if (!isObject(version)) return undefined;
  const { project_id, document_id, id, version_name } = version;
  const uri = `${documentUri(project_id, document_id)}/versions/${id}/content/raw`;
  return link(uri, String(version_name), 'The text of this version.');
};

export const diffLink: LinkOf = ({ project_id, document_id, id }) =>
  link(`${documentUri(project_id, document_id)}/diffs/${id}/summary`, 'change summary', 'The changes by urgency.');

export const endpointLink: LinkOf = ({ id, version_id, method, path }, { project_id, document_id }) =>
  link(
    `${documentUri(project_id, document_id)}/versions/${version_id}/endpoints/${id}`,
    `${method} ${path}`,
    'This endpoint in full.',
  );

const link = (uri: string, name: string, description: string): ContentBlock => ({
  type: 'resource_link',
  uri,
  name,
  description,
});
