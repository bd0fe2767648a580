import './parts.css';
import type { ReactNode } from 'react';

/** Shown instead of an empty list: a title, and the next step. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <strong>{title}</strong>
    {children}
  </div>
);
