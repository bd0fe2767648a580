import './parts.css';
import type { ReactNode } from 'react';

/** What stands where there is nothing yet: what it would be, and the next step. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
);
