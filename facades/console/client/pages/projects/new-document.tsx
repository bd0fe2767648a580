import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { DocumentType } from '../../gql/graphql.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useIsHere } from '../../parts/use-is-here.ts';

const CREATE_DOCUMENT = graphql(`
  mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }
`);

type Props = { close: () => void; projectId: string };

export function NewDocument({ close, projectId }: Props) {
  const { act, busy, problem } = useAct(CREATE_DOCUMENT);
  const navigate = useNavigate();
  const isHere = useIsHere();
  async function submit({ name = '', relativePath = '', documentType, description = '' }: Record<string, string>) {
    const done = await act({
      input: {
        projectId,
        name,
        relativePath,
        documentType: documentType as DocumentType,
        ...(description && { description }),
      },
    });
    if (done?.createDocument && isHere()) navigate(`/documents/${done.createDocument.id}`);
    return done !== undefined;
  }
  return (
    <FormDialog
      title="New document"
      label="Create document"
      opened
      keptAs={`new-document:${projectId}`}
      {...{ close, submit, busy, problem }}
    >
      <TextInput name="name" label="Name" required maxLength={200} error={fieldError(problem, 'name')} data-autofocus />
      <NativeSelect
        name="documentType"
        label="Type"
        data={[
          { value: 'OPENAPI', label: 'OpenAPI 3.0 or 3.1' },
          { value: 'MARKDOWN', label: 'Markdown' },
        ]}
      />
      <TextInput
        name="relativePath"
        label="Path"
        placeholder="apis/pets.yaml"
        description="Its place among the documents of the project. It never changes."
        required
        error={fieldError(problem, 'relativePath')}
      />
      <Textarea name="description" label="Description" error={fieldError(problem, 'description')} />
    </FormDialog>
  );
}
