import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Empty } from '../../parts/empty.tsx';

type Props = { why: string; to: string };

/** Shown where an address names a branch that cannot be used: another one must not take its place unseen. */
export const NoSuchBranch = ({ why, to }: Props) => (
  <Empty title="This document has no such branch">
    <span>{why}</span>
    <Button component={Link} to={to} variant="default">
      Choose another branch
    </Button>
  </Empty>
);
