import { Alert, Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { hearLateProblems, type LateProblem } from '../app/late-problem.ts';
import { WithNames } from '../parts/words.tsx';
import { showItself } from './in-sight.ts';

/** The title of a window without the count of waiting drafts and the product name. */
const nameOf = (title: string): string => title.replace(/^\(\d+\) | · docsvc$/g, '');

/** Shows errors that arrived after the user left the page that sent the request, with a link back to that page. */
export function LateProblems() {
  const [{ late, count }, setLate] = useState<{ late?: LateProblem; count: number }>({ count: 0 });
  useEffect(() => hearLateProblems(next => setLate(was => ({ late: next, count: was.count + 1 }))), []);
  if (late === undefined) return null;
  const { problem, page, to, savedAt } = late;
  const close = () => {
    setLate({ count });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Alert
      key={count}
      ref={showItself}
      color="red"
      variant="light"
      className="late-problem"
      title={savedAt ? problem.title : `What you sent was not done: ${problem.title}`}
      role="alert"
      withCloseButton
      closeButtonLabel="Close the message"
      onClose={close}
    >
      {problem.message}{' '}
      {savedAt ? (
        <Anchor component={Link} to={savedAt} c="inherit" onClick={close}>
          Open the draft
        </Anchor>
      ) : (
        <>
          You sent it on{' '}
          <Anchor component={Link} to={to} c="inherit" onClick={close}>
            <WithNames text={nameOf(page)} />
          </Anchor>
          .
        </>
      )}
    </Alert>
  );
}
