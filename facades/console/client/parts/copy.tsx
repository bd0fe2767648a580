import { Button } from '@mantine/core';
import { useState } from 'react';

const SHOWN_MS = 2_000;

/** Copies a text. Returns false if that failed; browsers offer no clipboard without TLS. */
export const copyText = (text: string): Promise<boolean> =>
  (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );

/** A button that copies a text, and shows whether it succeeded. */
export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState('');
  async function copy() {
    setSaid((await copyText(text)) ? 'Copied' : 'Select it and copy it yourself');
    setTimeout(() => setSaid(''), SHOWN_MS);
  }
  return (
    <span className="row">
      <Button variant="default" size="compact-sm" onClick={copy}>
        {label}
      </Button>
      <span role="status" className="dim">
        {said}
      </span>
    </span>
  );
}
