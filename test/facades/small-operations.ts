import { gql } from '../../facades/gql.ts';

// Operations over the small schema, as codegen writes those over the schema of the service.
const document = gql`
  fragment Document on Document { id document_type: documentType description value }`;

const draft = gql`
  fragment Draft on Draft { id status state: status version_name: versionName }`;

export const ListDocuments = gql`
  query ListDocuments(
    $project_id: ID!, $document_type: DocumentType, $archived: Boolean
    $search: String, $page_size: Int = 200, $offset: Int = 0
  ) {
    project(id: $project_id) {
      documents(
        documentType: $document_type, archived: $archived, search: $search, first: $page_size, offset: $offset
      ) { total: totalCount items: nodes { ...Document } }
    }
  }
  ${document}`;

export const GetDraft = gql`
  query GetDraft($project_id: ID, $document_id: ID, $draft_id: ID!) {
    draft(id: $draft_id, projectId: $project_id, documentId: $document_id) { ...Draft }
  }
  ${draft}`;

export const GetDraftContent = gql`
  query GetDraftContent($project_id: ID, $document_id: ID, $draft_id: ID!, $kind: ContentKind!) {
    draft(id: $draft_id, projectId: $project_id, documentId: $document_id) { ...Draft content(kind: $kind) }
  }
  ${draft}`;

export const GetDraftSummary = gql`
  query GetDraftSummary($draft_id: ID!) { draft(id: $draft_id) { summary { text } } }`;

export const SaveDraft = gql`
  mutation SaveDraft(
    $project_id: ID, $document_id: ID, $draft_id: ID, $version_name: String!, $content: String
    $content_kind: ContentKind, $priority: Int, $urgent: Boolean, $since: DateTime, $scopes: [Role!], $extra: JSON
  ) {
    saveDraft(input: {
      id: $draft_id, projectId: $project_id, documentId: $document_id, versionName: $version_name, content: $content
      contentKind: $content_kind, priority: $priority, urgent: $urgent, since: $since, scopes: $scopes, extra: $extra
    }) { ...Draft }
  }
  ${draft}`;
