import { placeOf, reach } from '../../../share/client/reach.ts';

type Props = { to: string; className?: string; children: string };

/**
 * Leads to another part of the page, by keyboard too. It is no step in the history: the router knows no place for those of
 * the browser's own.
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
