import { Button, Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Problem } from '../app/errors.ts';
import { ProblemAlert } from '../shell/problem.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  title: string;
  opened: boolean;
  close: () => void;
  submit: (values: Record<string, string>) => void;
  label: string;
  busy: boolean;
  /** While something that is required is missing. */
  disabled?: boolean;
  problem: Problem | undefined;
  /** For what cannot be taken back. */
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
  dangerous,
  children,
}: Props) {
  useReturnFocus();
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(valuesOf(event.currentTarget));
  }
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={onSubmit} className="stack">
        <ProblemAlert problem={problem} withFields />
        {children}
        <div className="row">
          <Button type="submit" loading={busy} disabled={disabled} {...(dangerous && { color: 'red' })}>
            {label}
          </Button>
          <Button variant="default" onClick={close}>
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
