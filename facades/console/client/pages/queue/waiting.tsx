import { Page } from '../../shell/page.tsx';

export function WaitingPage() {
  return (
    <Page title="Review queue">
      <p>Nothing waits for you.</p>
    </Page>
  );
}
