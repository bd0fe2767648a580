import { graphql } from '../../app/graphql.ts';
import { ManageMenu } from '../../parts/manage-menu.tsx';

const UPDATE = graphql(`
  mutation UpdateDocument($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name description } }
`);
const ARCHIVE = graphql(`
  mutation ArchiveDocument($input: DocumentInput!) { archiveDocument(input: $input) { id status } }
`);
const UNARCHIVE = graphql(`
  mutation UnarchiveDocument($input: DocumentInput!) { unarchiveDocument(input: $input) { id status } }
`);

type Props = { shown: { id: string; name: string; description: string | null; isArchived: boolean } };

export const ManageDocument = ({ shown }: Props) => (
  <ManageMenu noun="document" shown={shown} update={UPDATE} archive={ARCHIVE} unarchive={UNARCHIVE} />
);
