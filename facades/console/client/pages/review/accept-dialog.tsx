import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { useKept } from '../../app/kept.ts';
import { TextBox } from '../../app/text-box.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Words } from '../../parts/words.tsx';
import type { Change, Review } from './use-review.ts';

const ACCEPT = graphql(`
  mutation AcceptChange($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }
`);

/** Whether an admin can accept a change. */
export const isAcceptable = ({ severity, ignored }: Change): boolean => severity === 'BREAKING' && !ignored;

type Props = { review: Review; change: Change; onClose: () => void; onDone: () => Promise<void> };

export function AcceptDialog({ review, change, onClose, onDone }: Props) {
  const [reason, setReason, forget] = useKept(`accept:${review.id}:${change.key}`);
  const { act, busy, problem } = useAct(ACCEPT);
  async function accept() {
    const input = { documentId: review.document.id, draftId: review.id, key: change.key, reason };
    if (!(await act({ input }))) return;
    forget();
    onClose();
    await onDone();
  }
  return (
    <FormDialog
      title="Accept this breaking change"
      label="Accept"
      opened
      close={onClose}
      submit={() => void accept()}
      busy={busy}
      disabled={reason.trim() === ''}
      problem={problem}
    >
      <p className="flush name">
        <Words text={change.message} />
      </p>
      <p className="flush dim">It stays visible in every draft of this document, but no longer counts as breaking.</p>
      <TextBox
        label="Reason (required)"
        value={reason}
        onChange={setReason}
        maxLength={2_000}
        readOnly={busy}
        autoFocus
      />
    </FormDialog>
  );
}
