import { Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

/** The page of a list, from the address. */
export function usePage(size: number): { first: number; offset: number; go: (page: number) => void; page: number } {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  return {
    page,
    first: size,
    offset: (page - 1) * size,
    go: next =>
      setParams(old => {
        const changed = new URLSearchParams(old);
        if (next === 1) changed.delete('page');
        else changed.set('page', String(next));
        return changed;
      }),
  };
}

type Props = { total: number; size: number; page: number; go: (page: number) => void };

export function Pager({ total, size, page, go }: Props) {
  if (total <= size) return null;
  return (
    <nav aria-label="Pages">
      <Pagination
        total={Math.ceil(total / size)}
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

/** One page of a list, and the way to the others. */
export const PagedRows = ({ children, ...pager }: Props & { children: ReactNode }) => (
  <>
    <ul className="rows">{children}</ul>
    <Pager {...pager} />
  </>
);
