import { Alert, Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { Page } from './page.tsx';

/** Whether a chunk failed to load, by the error messages of browsers. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|importing a module|preload CSS/i.test(error.message);

/** Shown if a page threw an error, or if its chunk is missing because the service was updated. */
export function FailedPage() {
  const error = useRouteError();
  return (
    <Page title="This page failed">
      <div className="stack">
        <Alert color="red" variant="light" title="It could not be shown" role="alert">
          {isMissing(error)
            ? 'A part of the console could not be loaded: the service cannot be reached, or it was updated.'
            : error instanceof Error
              ? error.message
              : 'Something unexpected happened.'}{' '}
          Load the page again; what you typed is kept.
        </Alert>
        <div>
          <Button onClick={() => window.location.reload()}>Load again</Button>
        </div>
      </div>
    </Page>
  );
}
