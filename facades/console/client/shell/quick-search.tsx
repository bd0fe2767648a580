import { Button, Kbd } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

const isMac = /mac/i.test(navigator.platform);

/** The way to the search from every page, also by Ctrl or Cmd and K. */
export function QuickSearch() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      navigate('/search');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <Button
      variant="default"
      size="compact-md"
      onClick={() => navigate('/search')}
      rightSection={<Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>}
    >
      Search
    </Button>
  );
}
