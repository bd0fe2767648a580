import { Button, Kbd } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const isMac = /mac/i.test(navigator.platform);

/** The way to the search from every page, also by Ctrl or Cmd and K. On its own page it leads to the field. */
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
