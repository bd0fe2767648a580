import { useState } from 'react';

/** A dialog, and what it is about. */
export function useDialog<About = true>() {
  const [about, setAbout] = useState<About>();
  return {
    about,
    opened: about !== undefined,
    open: (what: About) => setAbout(() => what),
    close: () => setAbout(undefined),
  };
}
