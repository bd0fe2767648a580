import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from './page.tsx';

/** What is in no project. */
const GLOBAL = ['page', 'user'];

export const NotFound = ({ noun }: { noun: string }) => (
  <div className="card stack" role="status">
    <strong>There is no such {noun} for you</strong>
    <span>
      {GLOBAL.includes(noun)
        ? 'It was removed, or the address is wrong.'
        : 'It was removed, the address is wrong, or you are no member of its project. A project admin can add you as a member.'}
    </span>
    <Anchor component={Link} to="/">
      To the queue
    </Anchor>
  </div>
);

export const NotFoundPage = () => (
  <Page title="Not found">
    <NotFound noun="page" />
  </Page>
);
