import './parts.css';
import { NavLink, useLocation } from 'react-router';

/** `also`: the link is also current on addresses that start with this one. */
export type SubLink = { to: string; label: string; end?: boolean; also?: string };

/** Links to the parts of a page. Each part has its own address. */
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
