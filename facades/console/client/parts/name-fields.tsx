import { Textarea, TextInput } from '@mantine/core';
import { fieldError, type Problem } from '../app/errors.ts';

type Props = { problem: Problem | undefined; name?: string; description?: string | null };

/** The name and the description of a team, project or document. */
export const NameFields = ({ problem, name, description }: Props) => (
  <>
    <TextInput
      name="name"
      label="Name"
      required
      maxLength={200}
      defaultValue={name}
      error={fieldError(problem, 'name')}
      data-autofocus
    />
    <Textarea
      name="description"
      label="Description"
      rows={3}
      defaultValue={description ?? ''}
      error={fieldError(problem, 'description')}
    />
  </>
);
