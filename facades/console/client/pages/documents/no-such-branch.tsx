import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Empty } from '../../parts/empty.tsx';

type Props = { why: string; to: string };

/** Shown if the address names a branch that cannot be used, instead of silently showing another branch. */
export const NoSuchBranch = ({ why, to }: Props) => (
  <Empty title="This document has no such branch">
    <span>{why}</span>
    <Button component={Link} to={to} variant="default">
      Choose another branch
    </Button>
  </Empty>
);
