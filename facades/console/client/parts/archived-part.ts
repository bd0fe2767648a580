type Status = { status: 'ACTIVE' | 'ARCHIVED' };
type Parts = { project: Status & { team: Status }; document?: Status; branch?: Status };

/** What is archived, the outermost one: then what is in it can only be read. */
export const archivedPart = ({ project, document, branch }: Parts): string | undefined =>
  Object.entries({ team: project.team, project, document, branch }).find(
    ([, part]) => part?.status === 'ARCHIVED',
  )?.[0];
