import './parts.css';
import { NavLink, useLocation } from 'react-router';

/** `also`: below this address the link is the current one, too. */
export type SubLink = { to: string; label: string; end?: boolean; also?: string };

/** The parts of a page, each with an address of its own. */
export function SubNav({ label, links }: { label: string; links: SubLink[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className="sub-nav">
      {links.map(({ to, label: name, end = false, also }) => (
        <NavLink
          key={to}
          to={to}
          end={end}
          {...(also !== undefined && pathname.startsWith(also) && { className: 'current' })}
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
