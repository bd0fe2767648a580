import { Button, Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from './empty.tsx';
import { useAddress } from './use-address.ts';

/** The largest offset that the service accepts. */
const MAX_OFFSET = 1_000_000;

/** The page of a list, from the query string. Invalid values are clamped. */
export function usePage(size: number): { first: number; offset: number; go: (page: number) => void; page: number } {
  const { params, change } = useAddress();
  const asked = Math.trunc(Number(params.get('page'))) || 1;
  const page = Math.min(Math.max(1, asked), Math.floor(MAX_OFFSET / size) + 1);
  return {
    page,
    first: size,
    offset: (page - 1) * size,
    go: next => {
      if (next !== page) change({ page: next === 1 ? '' : String(next) });
    },
  };
}

type Props = { total: number; size: number; page: number; go: (page: number) => void };

const lastOf = ({ total, size }: Pick<Props, 'total' | 'size'>): number => Math.max(1, Math.ceil(total / size));

/** Buttons to the other pages of a list. On a page after the end, a button to the last page. */
export function Pager({ total, size, page, go }: Props) {
  const last = lastOf({ total, size });
  if (page > last)
    return (
      <Empty title="This page of the list is empty">
        <span>{last === 1 ? 'The list has one page.' : `The list has ${last} pages.`}</span>
        <Button variant="default" onClick={() => go(last)}>
          {last === 1 ? 'To the list' : 'To the last page'}
        </Button>
      </Empty>
    );
  if (last === 1) return null;
  return (
    <nav aria-label="Pages">
      <Pagination
        total={last}
        value={page}
        onChange={go}
        size="sm"
        getItemProps={number => ({ 'aria-label': `Page ${number}` })}
        getControlProps={control => ({
          'aria-label': { first: 'First', last: 'Last', next: 'Next', previous: 'Previous' }[control],
        })}
      />
    </nav>
  );
}

/** The rows of one page, with the pager. */
export const PagedRows = ({ children, ...pager }: Props & { children: ReactNode }) => (
  <>
    {pager.page <= lastOf(pager) && <ul className="rows">{children}</ul>}
    <Pager {...pager} />
  </>
);
