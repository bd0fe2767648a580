import { Anchor, Badge, createTheme, Modal } from '@mantine/core';

/** Colours and sizes are in theme.css. `lockScroll` is off: it would add a <style> element, which the CSP forbids. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 0 },
        // Otherwise screen readers take the <header> of a dialog for the banner of the page.
        attributes: { header: { role: 'none' } },
      },
    }),
  },
});
