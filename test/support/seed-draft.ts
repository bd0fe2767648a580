import type { Caller, Document, Draft, DraftState, ReviewInput, Version } from './seed.ts';

const STATE = 'id revision reviewRevision status';

/** The verbs of one draft; whoever does not say `by` acts as the admin of its project. */
export function draftOf(document: Document, id: string): Draft {
  const { admin } = document.project;
  const read = () => admin.ask<DraftState>(`query($id: ID!) { draft(id: $id) { ${STATE} } }`, { id });
  async function review<Value>(mutation: string, selection: string, { by = admin, ...given }: ReviewInput = {}) {
    const expectedReviewRevision = given.expectedReviewRevision ?? (await read()).reviewRevision;
    const input = { id, comment: given.comment, expectedReviewRevision };
    return by.ask<Value>(`mutation($input: ReviewDraftInput!) { ${mutation}(input: $input) { ${selection} } }`, {
      input,
    });
  }
  const change = (mutation: string, input: string, fields: object, by: Caller = admin) =>
    by.ask<DraftState>(`mutation($input: ${input}!) { ${mutation}(input: $input) { ${STATE} } }`, {
      input: { id, ...fields },
    });
  return {
    id,
    document,
    path: `${document.path}/drafts/${id}`,
    read,
    async update({ by, content, expectedRevision, ...edits }) {
      const revision = expectedRevision ?? (await read()).revision;
      const fields = { ...edits, ...(content !== undefined && { schemaContent: content }), expectedRevision: revision };
      return change('updateDraft', 'UpdateDraftInput', fields, by);
    },
    submit: by => change('submitDraft', 'DraftInput', {}, by),
    async approve(input) {
      const version = await review<Omit<Version, 'path'>>('approveDraft', 'id versionName sequence branchId', input);
      return { ...version, path: `${document.path}/versions/${version.id}` };
    },
    requestChanges: input => review('requestDraftChanges', STATE, input),
    reject: input => review('rejectDraft', STATE, input),
    withdraw: async by => {
      await change('withdrawDraft', 'DraftInput', {}, by);
    },
  };
}
