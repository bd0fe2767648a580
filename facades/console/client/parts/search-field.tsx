import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

const WAIT_MS = 200;

/** A search of a list, kept in the address. */
export function useSearch(): string {
  return useSearchParams()[0].get('q') ?? '';
}

export function SearchField({ label }: { label: string }) {
  const [params, setParams] = useSearchParams();
  const kept = params.get('q') ?? '';
  const [text, setText] = useState(kept);
  const typed = useRef(kept);
  // A link, or the way back, leads to another search than the one that was typed.
  useEffect(() => {
    if (kept === typed.current) return;
    typed.current = kept;
    setText(kept);
  }, [kept]);
  // Keeping the search navigates, which would cancel the way to a page that still loads.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (text === kept || isLeaving) return;
    const timer = setTimeout(() => {
      typed.current = text;
      setParams(
        old => {
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
  }, [text, kept, isLeaving, setParams]);
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
