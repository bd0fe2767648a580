import { Anchor, Badge, createTheme, Modal } from '@mantine/core';

/** Colours and sizes stand in theme.css. Locking the scroll of the page would write a <style> element. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 0 },
        // Its <header> is no banner of the page.
        attributes: { header: { role: 'none' } },
      },
    }),
  },
});
