import { Button, Kbd } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const isMac = /mac/i.test(navigator.platform);

/** On a Mac, Ctrl+K deletes to the end of the line in a text field. */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !shiftKey && !altKey && !defaultPrevented;

/** The link to the search, on every page; also Ctrl+K, on a Mac Cmd+K. On the search page it focuses the field. */
export function QuickSearch() {
  const navigate = useNavigate();
  const isThere = useLocation().pathname === '/search';
  const open = useCallback(() => {
    if (!isThere) return void navigate('/search', { state: { keepsFocus: true } });
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
    field?.focus();
    field?.select();
  }, [isThere, navigate]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
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
