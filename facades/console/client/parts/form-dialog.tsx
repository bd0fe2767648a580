import { Button, Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { readShownAgain } from '../app/client.ts';
import { isWithoutAnswer, type Problem } from '../app/errors.ts';
import { ProblemAlert } from '../shell/problem.tsx';
import { useKeptFields } from './kept-fields.ts';
import { SubmitButton } from './submit-button.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { WithNames } from './words.tsx';

type Props = {
  title: string;
  opened: boolean;
  close: () => void;
  /** Returns true if the values were sent: then the stored values are deleted. */
  submit: (values: Record<string, string>) => unknown;
  label: string;
  busy: boolean;
  /** True while required input is missing. */
  disabled?: boolean;
  problem: Problem | undefined;
  /** Key under which typed values survive a reload, until they are sent or the dialog is cancelled. */
  keptAs?: string;
  /** Set for actions that cannot be undone. */
  dangerous?: boolean;
  children?: ReactNode;
};

/** A form in a dialog. Its values are those of the named fields. */
export function FormDialog({
  title,
  opened,
  close,
  submit,
  label,
  busy,
  disabled = false,
  problem,
  keptAs,
  dangerous,
  children,
}: Props) {
  useReturnFocus();
  const { forget, ...kept } = useKeptFields(keptAs);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if ((await submit(valuesOf(event.currentTarget))) === true) forget();
  }
  function leave() {
    if (problem && isWithoutAnswer(problem)) readShownAgain();
    close();
  }
  function cancel() {
    // What is being sent may still be refused.
    if (!busy) forget();
    leave();
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={<WithNames text={title} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form {...kept} onSubmit={onSubmit} className="stack">
        <ProblemAlert problem={problem} withFields />
        {children}
        <div className="row">
          <SubmitButton busy={busy} disabled={disabled} {...(dangerous && { color: 'red' })}>
            {label}
          </SubmitButton>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}

export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  return values;
}

/** Whether a form still has these values: the user may type on while they are being sent. */
export const holdsValues = (form: HTMLFormElement, values: Record<string, string>): boolean =>
  JSON.stringify(valuesOf(form)) === JSON.stringify(values);
