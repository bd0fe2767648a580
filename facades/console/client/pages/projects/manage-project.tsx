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

type Props = { shown: { id: string; name: string; description: string | null; isArchived: boolean } };

export const ManageProject = ({ shown }: Props) => (
  <ManageMenu noun="project" shown={shown} update={UPDATE} archive={ARCHIVE} unarchive={UNARCHIVE} />
);
