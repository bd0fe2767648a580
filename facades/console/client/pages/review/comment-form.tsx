import { Button } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import type { Asked } from '../../app/ask.ts';
import { useKept } from '../../app/kept.ts';
import { TextBox } from '../../app/text-box.tsx';
import { useProblem } from '../../app/use-problem.ts';
import { passFocusOn } from '../../parts/pass-focus-on.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { ProblemAlert } from '../../shell/problem.tsx';

type Props = {
  /** Key under which the typed text survives a reload. */
  keptAs: string;
  label: string;
  verb: string;
  initial?: string;
  autoFocus?: boolean;
  /** Disables sending, as long as the place of the comment may have changed. */
  isBlocked?: boolean;
  onSend(body: string): Promise<Asked<unknown>>;
  onClose?(): void;
};

export function CommentForm({
  keptAs,
  label,
  verb,
  initial = '',
  autoFocus = false,
  isBlocked = false,
  onSend,
  onClose,
}: Props) {
  const [body, setBody, forget] = useKept(keptAs, initial);
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  const focus = useFocusInside<HTMLFormElement>();
  useLayoutEffect(() => passFocusOn(focus.ref.current), [focus.ref]);
  async function send() {
    setBusy(true);
    const { error } = await onSend(body);
    setBusy(false);
    note(error);
    if (error) return;
    forget();
    onClose?.();
  }
  return (
    <form
      className="stack tight"
      {...focus}
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <TextBox
        label={label}
        value={body}
        onChange={setBody}
        maxLength={10_000}
        description="Markdown"
        readOnly={busy}
        autoFocus={autoFocus}
      />
      <ProblemAlert problem={problem} />
      <div className="row">
        <SubmitButton size="compact-sm" busy={busy} disabled={isBlocked || body.trim() === ''}>
          {verb}
        </SubmitButton>
        {onClose && (
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </form>
  );
}
