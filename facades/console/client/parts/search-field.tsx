import { TextInput } from '@mantine/core';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useAddress } from './use-address.ts';

const WAIT_MS = 200;

/** A search of a list, kept in the address. */
export function useSearch(): string {
  return useSearchParams()[0].get('q') ?? '';
}

type Props = { label: string; placeholder?: string; ref?: Ref<HTMLInputElement> };

export function SearchField({ label, placeholder = label, ref }: Props) {
  const { params, change } = useAddress();
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
      change({ q: text, page: '' }, { replace: true });
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, kept, isLeaving, change]);
  return (
    <TextInput
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}
