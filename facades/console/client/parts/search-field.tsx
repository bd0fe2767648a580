import { TextInput } from '@mantine/core';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useAddress } from './use-address.ts';

const WAIT_MS = 200;

/** The service searches for at most so many bytes. */
const MAX_BYTES = 256;

/** The search text of a list, from the query string (`q`), as far as the service takes it. */
export function useSearch(): string {
  const bytes = new TextEncoder().encode(useSearchParams()[0].get('q') ?? '');
  // Without the character that ends beyond.
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES), { stream: true });
}

type Props = { label: string; placeholder?: string; ref?: Ref<HTMLInputElement> };

export function SearchField({ label, placeholder = label, ref }: Props) {
  const { params, change } = useAddress();
  const kept = params.get('q') ?? '';
  const [text, setText] = useState(kept);
  const typed = useRef(kept);
  // A link or the Back button changed the search: show it instead of the typed text.
  useEffect(() => {
    if (kept === typed.current) return;
    typed.current = kept;
    setText(kept);
  }, [kept]);
  // Storing the search navigates. Wait while another page is loading, because this would cancel that navigation.
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
      maxLength={MAX_BYTES}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}
