import type { ReactNode } from 'react';
import type { TypedDocumentNode } from 'urql';
import { useAct } from '../app/act.ts';
import { FormDialog } from './form-dialog.tsx';

export type Doing<Input> = TypedDocumentNode<unknown, { input: Input }>;

type ConfirmProps = {
  id: string;
  title: string;
  label: string;
  mutation: Doing<{ id: string }>;
  close: () => void;
  /** What the act means for others. */
  children: ReactNode;
};

/** Asks before an act on a resource. */
export function Confirm({ id, title, label, mutation, close, children }: ConfirmProps) {
  const { act, busy, problem } = useAct(mutation);
  async function submit() {
    if (await act({ input: { id } })) close();
  }
  return (
    <FormDialog opened {...{ title, label, close, busy, problem }} submit={() => void submit()}>
      <p className="flush">{children}</p>
    </FormDialog>
  );
}
