import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const WAIT_MS = 200;

/** A search of a list, kept in the address. */
export function useSearch(): string {
  return useSearchParams()[0].get('q') ?? '';
}

export function SearchField({ label }: { label: string }) {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  useEffect(() => {
    const timer = setTimeout(() => {
      setParams(
        old => {
          if ((old.get('q') ?? '') === text) return old;
          const changed = new URLSearchParams(old);
          changed.delete('page');
          if (text === '') changed.delete('q');
          else changed.set('q', text);
          return changed;
        },
        { replace: true },
      );
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, setParams]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}
