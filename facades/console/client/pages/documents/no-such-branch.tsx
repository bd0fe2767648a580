import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Empty } from '../../parts/empty.tsx';

/** Shown where an address names a branch that nothing can be written to: another one must not take its place unseen. */
export const NoSuchBranch = ({ to }: { to: string }) => (
  <Empty title="This document has no such branch">
    <span>The address is wrong, or the branch is archived or has no version.</span>
    <Button component={Link} to={to} variant="default">
      Choose another branch
    </Button>
  </Empty>
);
