import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { act, ask } from '../../app/ask.ts';
import { askForText } from '../../app/ask-for-text.ts';
import { fieldError, type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { NOT_UTF8, readText } from '../../app/read-text.ts';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { namesInMarkdown, namesInOpenApi } from './names-in.ts';
import { type Made, useFirstDocument } from './use-first-document.ts';

const CREATE_DOCUMENT = graphql(`
  mutation WelcomeDocument($input: CreateDocumentInput!) {
    createDocument(input: $input) { id branches(first: 10) { nodes { id isDefault } } }
  }
`);
const RENAME = graphql(`
  mutation WelcomeDocumentName($input: UpdateDocumentInput!) { updateDocument(input: $input) { id name } }
`);
const CREATE_DRAFT = graphql(`mutation WelcomeDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }`);
const SUBMIT = graphql(`mutation WelcomeSubmit($input: DraftInput!) { submitDraft(input: $input) { id } }`);
const STATUS = graphql(`query WelcomeDraftStatus($id: ID!) { draft(id: $id) { id submissionRound } }`);

const EXAMPLE = `openapi: 3.1.0
info:
  title: Pets
  version: 1.0.0
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      responses:
        '200':
          description: The pets.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Pet' }
components:
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer }
        name: { type: string }
`;

const isMarkdownName = (name: string): boolean => /\.(md|markdown)$/i.test(name);

const TYPES = { OPENAPI: 'OpenAPI', MARKDOWN: 'Markdown' } as const;

const EMPTY: Problem = { ...NOT_UTF8, message: 'It is empty. Choose another one.' };

const keepsItsType = ({ type, path }: Made): Problem => ({
  code: 'ALREADY_EXISTS',
  title: 'Choose another path',
  message: `An earlier attempt created ${path}: the document at this path is ${TYPES[type]}, and keeps its type.`,
  fields: [],
  traceId: undefined,
});

type Outcome = { draftId?: string; problem?: Problem };

/** Submits a draft, unless an earlier attempt whose answer was lost did: its review may even have begun, or ended. */
async function submitDraft(draftId: string): Promise<Outcome> {
  const { error } = await act(SUBMIT, { input: { id: draftId, expectedSubmissionRound: 0 } });
  if (!error) return { draftId };
  const problem = problemOf(error);
  if (problem.code !== 'FAILED_PRECONDITION') return { problem };
  const { data, error: unread } = await ask(STATUS, { id: draftId });
  if (unread) return { problem: problemOf(unread) };
  return data?.draft && data.draft.submissionRound > 0 ? { draftId } : { problem };
}

/**
 * Creates the first document and its first draft, from a file or an example. If a later request fails, the next attempt
 * uses what was already created.
 */
export function DocumentStep({ projectId, onDone }: { projectId: string; onDone: (draftId: string) => void }) {
  const { fileName, content, type, name, version, path, made, ...first } = useFirstDocument(projectId);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  async function take(chosen: string, text: string) {
    const isMarkdown = isMarkdownName(chosen);
    const found = isMarkdown ? namesInMarkdown(text) : await namesInOpenApi(text);
    first.takeFile(chosen, text);
    first.setType(isMarkdown ? 'MARKDOWN' : 'OPENAPI');
    path.propose(chosen);
    name.propose(found.title || chosen.replace(/\.\w+$/, ''));
    version.propose(found.version || '1.0.0');
  }
  async function choose(chosen: File) {
    const text = await readText(chosen);
    setProblem(text === undefined ? NOT_UTF8 : text === '' ? EMPTY : undefined);
    if (text) await take(chosen.name, text);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const outcome = await create();
    setBusy(false);
    setProblem(outcome.problem);
    if (!outcome.draftId) return;
    first.forget();
    onDone(outcome.draftId);
  }
  async function create(): Promise<Outcome> {
    if (made?.path === path.value && made.type !== type) return { problem: keepsItsType(made) };
    let place = made?.path === path.value ? made : undefined;
    if (place === undefined) {
      const input = { projectId, name: name.value, documentType: type, relativePath: path.value };
      const key = first.keyFor('document', name.value, type, path.value);
      const { data, error } = await act(CREATE_DOCUMENT, { input }, { key });
      const document = data?.createDocument;
      if (!document) return error ? { problem: problemOf(error) } : {};
      const branches = document.branches?.nodes ?? [];
      const branch = branches.find(({ isDefault }) => isDefault) ?? branches[0];
      place = { path: path.value, type, name: name.value, id: document.id, branchId: branch?.id ?? '' };
      first.noteMade(place);
    } else if (place.name !== name.value) {
      const { error } = await act(RENAME, { input: { id: place.id, name: name.value } });
      if (error) return { problem: problemOf(error) };
      place = { ...place, name: name.value };
      first.noteMade(place);
    }
    return createDraft(place);
  }
  async function createDraft(place: Made): Promise<Outcome> {
    const { textNumber } = first;
    const isSame = place.draft?.textNumber === textNumber && place.draft.version === version.value;
    const outcome = isSame && place.draft ? await submitDraft(place.draft.id) : undefined;
    // Without the draft, which somebody withdrew, another one is created.
    if (outcome && outcome.problem?.code !== 'NOT_FOUND') return outcome;
    const { data, error } = await sendDraft(place);
    const id = data?.createDraft?.id;
    if (!id) return error ? { problem: problemOf(error) } : {};
    first.noteMade({ ...place, draft: { id, version: version.value, textNumber } });
    return submitDraft(id);
  }
  async function sendDraft({ branchId, draft }: Made) {
    const text = type === 'MARKDOWN' ? { content: String(content) } : { schemaContent: String(content) };
    const input = { branchId, versionName: version.value, ...text };
    const keyFor = () => first.keyFor('draft', branchId, version.value, type, first.textNumber, draft?.id ?? '');
    const sent = await askForText(CREATE_DRAFT, { input }, undefined, keyFor());
    if (!sent.error || problemOf(sent.error).code !== 'NOT_FOUND') return sent;
    // The kept key leads to a draft that somebody withdrew.
    first.forgetDraftKey();
    return askForText(CREATE_DRAFT, { input }, undefined, keyFor());
  }
  return (
    <form onSubmit={submit} className="stack form">
      <p className="flush">
        A document has versions. You send a new one as a draft; it is published after a reviewer has approved it.
      </p>
      <div className="row">
        <ChooseFile accept=".yaml,.yml,.json,.md,.markdown" onChoose={file => void choose(file)} />
        <span>or</span>
        <Button variant="default" onClick={() => void take('apis/pets.yaml', EXAMPLE)}>
          Use an example
        </Button>
        <span className="dim small" role="status">
          {first.isLost ? (
            <>
              Choose <bdi>{fileName}</bdi> again: it was too large to be kept
            </>
          ) : (
            fileName
          )}
        </span>
      </div>
      <TextInput label="Name" required value={name.value} onChange={event => name.change(event.currentTarget.value)} />
      <TextInput
        label="Version"
        required
        maxLength={100}
        value={version.value}
        onChange={event => version.change(event.currentTarget.value)}
        error={fieldError(problem, 'versionName')}
      />
      <TextInput
        label="Path"
        description="Where the document is in the project, like a file in a folder. It cannot be changed later"
        required
        value={path.value}
        onChange={event => path.change(event.currentTarget.value)}
        error={fieldError(problem, 'relativePath')}
      />
      <NativeSelect
        label="Type"
        value={type}
        onChange={event => first.setType(event.currentTarget.value)}
        data={[
          { value: 'OPENAPI', label: 'OpenAPI 3.0 or 3.1' },
          { value: 'MARKDOWN', label: 'Markdown' },
        ]}
      />
      <ProblemAlert problem={problem} withFields />
      <div>
        <SubmitButton busy={busy} disabled={content.length === 0 || projectId === ''}>
          Create and submit for review
        </SubmitButton>
      </div>
    </form>
  );
}
