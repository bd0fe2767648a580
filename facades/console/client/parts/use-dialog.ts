import { useState } from 'react';

/**
 * The state of a dialog; `about` is its subject. `close` closes only the dialog that was open when `close` was
 * rendered, so that a late answer cannot close the next dialog.
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
