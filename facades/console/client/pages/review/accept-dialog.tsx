import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../app/ask.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useKept } from '../../app/kept.ts';
import { MarkdownBox } from '../../app/markdown-box.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import type { Change, Review } from './use-review.ts';

const ACCEPT = graphql(`
  mutation AcceptChange($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }
`);

type Props = { review: Review; change: Change; onClose: () => void; onDone: () => Promise<void> };

export function AcceptDialog({ review, change, onClose, onDone }: Props) {
  const [reason, setReason] = useKept(`accept:${review.id}:${change.key}`);
  const [problem, setProblem] = useState<Problem>();
  async function accept() {
    const { error } = await act(ACCEPT, { input: { documentId: review.document.id, key: change.key, reason } });
    setProblem(error && problemOf(error));
    if (error) return;
    setReason('');
    onClose();
    await onDone();
  }
  return (
    <Modal opened onClose={onClose} title="Accept this breaking change" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault();
          void accept();
        }}
      >
        <p className="flush">{change.message}</p>
        <p className="flush dim">It stays visible in every draft of this document, but no longer counts as breaking.</p>
        <MarkdownBox label="Reason (required)" value={reason} onChange={setReason} autoFocus />
        <ProblemAlert problem={problem} />
        <div className="row">
          <Button type="submit" disabled={reason.trim() === ''}>
            Accept
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
