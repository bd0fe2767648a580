type Status = { status: 'ACTIVE' | 'ARCHIVED' };
type Parts = { project: Status & { team: Status | null }; document?: Status; branch?: Status };

/** The outermost archived part of a path, if any: everything in it is read-only. */
export const archivedPart = ({ project, document, branch }: Parts): string | undefined =>
  Object.entries({ team: project.team, project, document, branch }).find(
    ([, part]) => part?.status === 'ARCHIVED',
  )?.[0];
