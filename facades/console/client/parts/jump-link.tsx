import { placeOf, reach } from '../../../share/client/reach.ts';

type Props = { to: string; className?: string; children: string };

/**
 * A link to another part of the page, which scrolls and moves the focus. It adds no history entry: the router stores no
 * scroll position for entries that the browser makes.
 */
export const JumpLink = ({ to, className = `to-${to}`, children }: Props) => (
  <a
    href={`#${to}`}
    className={className}
    onClick={event => {
      event.preventDefault();
      const target = document.getElementById(to);
      if (!target) return;
      target.focus({ preventScroll: true });
      reach(placeOf(() => target));
    }}
  >
    {children}
  </a>
);
