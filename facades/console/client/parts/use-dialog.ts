import { useState } from 'react';

/**
 * A dialog, and what it is about. `close` closes only the one that was open when it was read: a late answer must not close
 * the next one.
 */
export function useDialog<About = true>() {
  const [opened, setOpened] = useState<{ about: About }>();
  return {
    about: opened?.about,
    opened: opened !== undefined,
    open: (about: About) => setOpened({ about }),
    close: () => setOpened(now => (now === opened ? undefined : now)),
  };
}
