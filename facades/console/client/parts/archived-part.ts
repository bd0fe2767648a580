type Status = { status: 'ACTIVE' | 'ARCHIVED' };

/** What is archived around a draft: then it can only be read. */
export const archivedPart = (of: { project: Status; document: Status; branch: Status }): string | undefined =>
  (['project', 'document', 'branch'] as const).find(noun => of[noun].status === 'ARCHIVED');
