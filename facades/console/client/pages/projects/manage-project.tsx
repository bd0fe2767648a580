import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { ManageMenu } from '../../parts/manage-menu.tsx';

const UPDATE = graphql(`
  mutation UpdateProject($input: UpdateProjectInput!) { updateProject(input: $input) { id name description } }
`);
const ARCHIVE = graphql(`
  mutation ArchiveProject($input: ProjectInput!) { archiveProject(input: $input) { id status } }
`);
const UNARCHIVE = graphql(`
  mutation UnarchiveProject($input: ProjectInput!) { unarchiveProject(input: $input) { id status } }
`);

type Props = { id: string; name: string; description: string | null; isArchived: boolean };

export function ManageProject({ id, ...shown }: Props) {
  const update = useAct(UPDATE);
  const archive = useAct(ARCHIVE);
  const unarchive = useAct(UNARCHIVE);
  return (
    <ManageMenu
      noun="project"
      shown={shown}
      busy={update.busy || archive.busy || unarchive.busy}
      problem={update.problem ?? archive.problem ?? unarchive.problem}
      save={async values => (await update.act({ input: { id, ...values } })) !== undefined}
      archive={async () => (await archive.act({ input: { id } })) !== undefined}
      unarchive={async () => (await unarchive.act({ input: { id } })) !== undefined}
    />
  );
}
