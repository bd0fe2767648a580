/** A caller of the service. */
type Asker = { ask<Value>(query: string, variables?: object): Promise<Value> };

type Parent = { readonly path: string; readonly project: { readonly admin: Asker } };

type DraftState = { id: string; revision: string; reviewRevision: string | null; status: string };

export type PublishedVersion = { id: string; versionName: string; sequence: number; branchId: string; path: string };

type ReviewInput = { expectedReviewRevision?: string; comment?: string; by?: Asker };

export type SeededDraft<Document> = {
  id: string;
  document: Document;
  path: string;
  /** The current draft. */
  read(): Promise<DraftState>;
  /** Edits the draft, by default with its current revision. */
  update(edits: { content?: string; versionName?: string; expectedRevision?: string; by?: Asker }): Promise<DraftState>;
  submit(by?: Asker): Promise<DraftState>;
  /** Decides, by default with its current review revision. */
  approve(input?: ReviewInput): Promise<PublishedVersion>;
  requestChanges(input?: ReviewInput): Promise<DraftState>;
  reject(input?: ReviewInput): Promise<DraftState>;
  withdraw(by?: Asker): Promise<void>;
};

const STATE = 'id revision reviewRevision status';

/** The actions of one draft. Without `by`, the admin of its project acts. */
export function draftOf<Document extends Parent>(document: Document, id: string): SeededDraft<Document> {
  const { admin } = document.project;
  const read = () => admin.ask<DraftState>(`query($id: ID!) { draft(id: $id) { ${STATE} } }`, { id });
  async function review<Value>(mutation: string, selection: string, { by = admin, ...given }: ReviewInput = {}) {
    const expectedReviewRevision = given.expectedReviewRevision ?? (await read()).reviewRevision;
    const input = { id, comment: given.comment, expectedReviewRevision };
    return by.ask<Value>(`mutation($input: ReviewDraftInput!) { ${mutation}(input: $input) { ${selection} } }`, {
      input,
    });
  }
  const change = (mutation: string, input: string, fields: object, by: Asker = admin) =>
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
      const version = await review<Omit<PublishedVersion, 'path'>>(
        'approveDraft',
        'id versionName sequence branchId',
        input,
      );
      return { ...version, path: `${document.path}/versions/${version.id}` };
    },
    requestChanges: input => review('requestDraftChanges', STATE, input),
    reject: input => review('rejectDraft', STATE, input),
    withdraw: async by => {
      await change('withdrawDraft', 'DraftInput', {}, by);
    },
  };
}
