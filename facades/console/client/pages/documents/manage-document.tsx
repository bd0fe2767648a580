import { useAct } from '../../app/act.ts';
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

type Props = { id: string; name: string; description: string | null; isArchived: boolean };

export function ManageDocument({ id, ...shown }: Props) {
  const update = useAct(UPDATE);
  const archive = useAct(ARCHIVE);
  const unarchive = useAct(UNARCHIVE);
  return (
    <ManageMenu
      noun="document"
      shown={shown}
      busy={update.busy || archive.busy || unarchive.busy}
      problem={update.problem ?? archive.problem ?? unarchive.problem}
      save={async values => (await update.act({ input: { id, ...values } })) !== undefined}
      archive={async () => (await archive.act({ input: { id } })) !== undefined}
      unarchive={async () => (await unarchive.act({ input: { id } })) !== undefined}
    />
  );
}
