import { Alert, Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { Page } from './page.tsx';

/** Shown when a page could not be shown: its code failed, or its chunk belongs to a build that is gone. */
export function FailedPage() {
  const error = useRouteError();
  return (
    <Page title="This page failed">
      <div className="stack">
        <Alert color="red" variant="light" title="It could not be shown" role="alert">
          {error instanceof Error ? error.message : 'Something unexpected happened.'} Load the page again; what you
          typed is kept.
        </Alert>
        <div>
          <Button onClick={() => window.location.reload()}>Load again</Button>
        </div>
      </div>
    </Page>
  );
}
