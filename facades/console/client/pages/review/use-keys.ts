import { useEffect, useRef } from 'react';
import { takesLetters } from '../../parts/takes-letters.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (takesLetters(target) ||
    target.closest('[contenteditable], [role="dialog"], [role="menu"]') !== null ||
    target.shadowRoot !== null);

/** Shortcuts of single keys. Ignored while the user types, or while a dialog is open. */
export function useKeys(keys: Record<string, () => unknown>): void {
  const present = useRef(keys);
  present.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      const act = present.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
