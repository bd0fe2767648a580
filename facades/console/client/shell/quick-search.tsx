import { Button, Kbd } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const isMac = /mac/i.test(navigator.platform);

/** The link to the search, on every page; also Ctrl+K or Cmd+K. On the search page it focuses the field. */
export function QuickSearch() {
  const navigate = useNavigate();
  const isThere = useLocation().pathname === '/search';
  const open = useCallback(() => {
    if (!isThere) return void navigate('/search');
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
    field?.focus();
    field?.select();
  }, [isThere, navigate]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <Button
      variant="default"
      size="compact-md"
      onClick={open}
      rightSection={<Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>}
    >
      Search
    </Button>
  );
}
